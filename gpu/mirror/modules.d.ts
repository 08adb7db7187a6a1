/** Kernels compiled by vite-plugin.ts; gpu/mirror/kernels.ts lists the names. */
declare module 'mirror:*' {
  export const kernel: import('./module.ts').KernelDescription
  export const create: import('./run.ts').GeneratedModule['create']
}

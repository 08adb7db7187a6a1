/** Kernels compiled by vite-plugin.ts; gpu/mirror/kernels.ts lists the names. */
declare module 'mirror:*' {
  export const kernel: import('./module.ts').KernelDescription
  export const create: import('./run.ts').GeneratedModule['create']
}

/** Loads a shipped kernel in fast mode, by its name without the mode. */
declare module 'mirror:kernels' {
  export const kernels: Readonly<Record<string, () => Promise<import('./run.ts').GeneratedModule>>>
}

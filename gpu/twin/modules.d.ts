/** Kernels compiled by build/twin-plugin.ts; gpu/shipped-kernels.ts lists the names. */
declare module 'twin:*' {
  export const kernel: import('./compiler/module.ts').KernelDescription
  export const create: import('./runtime/run.ts').GeneratedModule['create']
}

/** Loads a shipped kernel in fast mode, by its name without the mode. */
declare module 'twin:kernels' {
  export const kernels: Readonly<Record<string, () => Promise<import('./runtime/run.ts').GeneratedModule>>>
}

/** The same of those whose names begin with what stands behind `kernels/`: a bundle holds no other. */
declare module 'twin:kernels/*' {
  export const kernels: Readonly<Record<string, () => Promise<import('./runtime/run.ts').GeneratedModule>>>
}

/** A worker of gpu/twin/executor, bundled for a thread of Node by build/worker-plugin.ts: tests alone. */
declare module 'twin-worker:*' {
  export const file: string
}

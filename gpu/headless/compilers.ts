/** Pipelines that a driver's threads compile, some of them ahead of the picture that will want them. */
const underWay = new Set<Promise<unknown>>()

/** From now on the device's compilations are known to `compilersAtRest`. */
export function watchCompilers(device: Pick<GPUDevice, 'createComputePipelineAsync' | 'createRenderPipelineAsync'>): void {
  const watched = <Descriptor, Pipeline>(compile: (descriptor: Descriptor) => Promise<Pipeline>) => (descriptor: Descriptor): Promise<Pipeline> => {
    const pipeline = compile(descriptor)
    const done = (): void => void underWay.delete(pipeline)
    underWay.add(pipeline)
    pipeline.then(done, done)
    return pipeline
  }
  device.createComputePipelineAsync = watched(device.createComputePipelineAsync.bind(device))
  device.createRenderPipelineAsync = watched(device.createRenderPipelineAsync.bind(device))
}

/**
 * Resolves when no watched device compiles anything. A process that ends before takes the driver from under its own threads, and dies of it: `npm run
 * import -- FILE --json --window` on an NVIDIA card ended with SIGSEGV each time, four pipelines under way.
 */
export async function compilersAtRest(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}

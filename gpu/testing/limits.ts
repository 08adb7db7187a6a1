/** The same device, as one that can do less of something. Kernels are compiled for it anew. */
export function withLimits(device: GPUDevice, limits: Partial<GPUSupportedLimits>): GPUDevice {
  return new Proxy(device, {
    get(target, name) {
      if (name === 'limits') return new Proxy(target.limits, { get: (own, limit) => Reflect.get(limit in limits ? limits : own, limit) as unknown })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value
    },
  })
}

/** Whether a processor plays the GPU. */
export function isSoftwareAdapter(device: GPUDevice): boolean {
  const { description, vendor, architecture, device: model } = device.adapterInfo
  return /swiftshader|llvmpipe|lavapipe|basic render/i.test([description, vendor, architecture, model].join(' '))
}

/** What one dispatch is given where a card does millions of rays while a program waits for one answer. */
export const HARDWARE_RAYS = 1 << 21

/** The picture that a pilot traces: small, but no smaller than what waiting for an answer costs. */
export function pilotPicture({ isSoftware }: { readonly isSoftware: boolean }): readonly [width: number, height: number] {
  return isSoftware ? [64, 48] : [640, 480]
}

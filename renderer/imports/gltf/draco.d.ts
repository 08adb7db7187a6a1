/** Draco's own JavaScript comes without types; its decoder is handed on as it is. */
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  const createDecoderModule: (options: { wasmBinary: ArrayBuffer }) => Promise<unknown>
  export default createDecoderModule // oxlint-disable-line import/no-default-export -- as Draco exports it
}

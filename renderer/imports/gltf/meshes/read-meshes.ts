import { type Document as GltfDocument, GLB_BUFFER, Logger, WebIO } from '@gltf-transform/core'
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions'
import { AtriumError, toAtriumError } from '../../../errors/atrium-error.ts'
import type { Gltf } from '../gltf-schema.ts'
import type { ShownGeometry } from './shown.ts'
import type { Decoders } from '../../reader.ts'

/** How geometry may be packed. */
export const GEOMETRY = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_mesh_quantization']
/** A file may require these: what they add is shown, approximated, or left out with a note. */
const TOLERATED = [...GEOMETRY, 'EXT_mesh_gpu_instancing', 'KHR_texture_transform', 'KHR_texture_basisu', 'EXT_texture_webp', 'EXT_texture_avif', 'KHR_lights_punctual', 'KHR_xmp_json_ld']

/**
 * Unpacks what is shown of the file's meshes: accessors, sparse values, quantised, meshopt and Draco compressed ones. Nothing else of the
 * file is handed on, so `listMeshes()` and their primitives stand in the file's order.
 *
 * @throws AtriumError `model-unsupported` naming an extension, or `model-invalid`
 */
export async function readMeshes(gltf: Gltf, shown: ShownGeometry, bin: Uint8Array<ArrayBuffer>, decoders: Decoders = {}): Promise<GltfDocument> {
  const stranger = (gltf.extensionsRequired ?? []).find((name) => !TOLERATED.includes(name) && !name.startsWith('KHR_materials_'))
  if (stranger !== undefined) throw new AtriumError('model-unsupported', `The file cannot be shown without the glTF extension ${stranger}, which Atrium does not know.`)
  const { buffers, bufferViews } = gltf
  const used = (gltf.extensionsUsed ?? []).filter((name) => GEOMETRY.includes(name))
  // What of a later 2.x this needs was checked; the library takes nothing but 2.0.
  const json = { asset: { version: '2.0' }, buffers, bufferViews, ...shown, extensionsUsed: used }
  try {
    const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT))
    io.registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization])
    if (used.includes('KHR_draco_mesh_compression')) {
      if (decoders.draco === undefined) throw new AtriumError('model-unsupported', 'The file is compressed with Draco, whose decoder is not at hand.')
      io.registerDependencies({ 'draco3d.decoder': await decoders.draco() })
    }
    if (used.includes('EXT_meshopt_compression')) {
      const { MeshoptDecoder } = await import('meshoptimizer/decoder')
      await MeshoptDecoder.ready
      io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
    }
    return await io.readJSON({ json: structuredClone(json) as never, resources: { [GLB_BUFFER]: bin } })
  } catch (error) {
    const known = toAtriumError(error)
    if (known.code !== 'internal') throw known
    throw new AtriumError('model-invalid', `Its geometry could not be read: ${(error as Error).message}`, { cause: error })
  }
}

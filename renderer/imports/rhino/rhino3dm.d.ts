declare module 'rhino3dm/rhino3dm.module.min.js' {
  import type { RhinoModule } from 'rhino3dm'
  export default function createRhino(options: { readonly wasmBinary: ArrayBuffer }): Promise<RhinoModule>
}

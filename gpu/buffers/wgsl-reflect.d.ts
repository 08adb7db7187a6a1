/** The package's Node entry is CommonJS in an ES module package; its browser build runs everywhere but is not typed. */
declare module 'wgsl_reflect/wgsl_reflect.module.js' {
  export * from 'wgsl_reflect'
}

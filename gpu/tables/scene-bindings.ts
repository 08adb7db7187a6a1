/** Bind groups 0 and 1 of a tracing kernel. */
export interface SceneBindings {
  readonly scene: GPUBindGroup
  readonly textures: GPUBindGroup
}

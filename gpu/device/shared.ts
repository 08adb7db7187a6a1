/** A hold on something shared; the last one to let go frees it. */
export interface Lease<T> {
  readonly resource: T
  /** Once per lease; again does nothing. */
  release(): void
}

/** Buffers, textures and what else owns GPU memory, of one device, shared by what they hold and freed with their last user. */
export interface Shared {
  /**
   * The resource of this content: made at the first call, counted at the others.
   *
   * @param key  identity of content: who asks with an equal key gets the very same object, so it must say everything that `create` depends on
   */
  acquire<T extends { destroy(): void }>(key: string, create: () => T): Lease<T>
  /** Users of a key; 0 when nobody holds it. */
  usersOf(key: string): number
  /** Contents that somebody holds. */
  readonly count: number
}

const ofDevice = new WeakMap<GPUDevice, Shared>()

/** What is shared on a device: one table per device, however many engines, loops and tests use it. */
export function sharedOn(device: GPUDevice): Shared {
  const shared = ofDevice.get(device) ?? createShared()
  ofDevice.set(device, shared)
  return shared
}

function createShared(): Shared {
  const entries = new Map<string, { readonly resource: { destroy(): void }; users: number }>()
  return {
    acquire<T extends { destroy(): void }>(key: string, create: () => T): Lease<T> {
      const entry = entries.get(key) ?? { resource: create(), users: 0 }
      entries.set(key, entry)
      entry.users++
      let isHeld = true
      return {
        resource: entry.resource as T,
        release() {
          if (!isHeld) return
          isHeld = false
          if (--entry.users > 0) return
          entries.delete(key)
          entry.resource.destroy()
        },
      }
    },
    usersOf: (key) => entries.get(key)?.users ?? 0,
    get count() { return entries.size },
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Where Chromium's packages put SwiftShader's Vulkan driver manifest; Dawn for Node finds a software adapter through it. */
const SWIFTSHADER_MANIFESTS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/opt/google/chrome/vk_swiftshader_icd.json',
  '/usr/lib/chromium-browser/vk_swiftshader_icd.json',
]

/** Vitest global set-up: points Dawn at the software adapter unless the caller named a Vulkan driver. */
export function setup(): void {
  if (process.env.VK_ICD_FILENAMES ?? process.env.VK_DRIVER_FILES ?? process.env.ATRIUM_HARDWARE_GPU) return
  const manifest = SWIFTSHADER_MANIFESTS.find((path) => existsSync(path))
  if (manifest === undefined) throw new Error('No WebGPU adapter for the GPU tests. Install Chromium: sudo apt-get install -y --no-install-recommends chromium')
  process.env.VK_ICD_FILENAMES = manifest
  // Chromium ships the Vulkan loader too, for machines that have none; the workers forked after this find it.
  const folders = [path.dirname(manifest), process.env.LD_LIBRARY_PATH].filter((folder) => folder !== undefined)
  process.env.LD_LIBRARY_PATH = folders.join(path.delimiter)
}

/** The same for a command line tool, which starts anew where it must: the loader's path counts for new processes only. */
export function useSoftwareAdapter(): void {
  const before = process.env.LD_LIBRARY_PATH
  setup()
  if (process.env.LD_LIBRARY_PATH !== before) process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)
}

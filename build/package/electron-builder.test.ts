import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { LICENCE, WEIGHTS } from '../denoiser/weights.mjs'
import { configuration } from './electron-builder.mjs'

test('a package brings the denoiser, is not made without, and says so where somebody wants none', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-weights-'))
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const resources = (environment: Record<string, string>) => configuration(environment, folder).extraResources.map(({ to }) => to)
    expect(() => resources({})).toThrow(`${WEIGHTS} is not there, and the package would come without its denoiser. Run: node build/denoiser/fetch.mjs `)
    writeFileSync(path.join(folder, WEIGHTS), 'weights')
    // They ship with their licence or not at all.
    expect(() => resources({})).toThrow(`${LICENCE} is not there`)
    expect(told).not.toHaveBeenCalled()
    expect(resources({ ATRIUM_DENOISER: 'none' })).not.toContain('denoiser')
    expect(told.mock.calls).toEqual([[expect.stringContaining('without its denoiser')]])
    writeFileSync(path.join(folder, LICENCE), 'licence')
    expect(resources({})).toContain('denoiser')
    expect(resources({ ATRIUM_DENOISER: 'none' })).not.toContain('denoiser')
  } finally {
    told.mockRestore()
    rmSync(folder, { recursive: true })
  }
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ExportFolders } from './export-folders.ts'

test('pictures come into the chosen folder under names that are free, whatever they are called', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-many-'))
  try {
    const folders = new ExportFolders()
    const { id, name } = folders.add(folder)
    expect(name).toBe(path.basename(folder))
    await writeFile(path.join(folder, 'Door.png'), 'before')
    const free = async (wanted: string) => path.relative(folder, await folders.freeFile(id, wanted, 'png'))
    expect([await free('Door'), await free('Door'), await free('Kitchen 17.30')]).toEqual(['Door 2.png', 'Door 3.png', 'Kitchen 17.30.png'])
    for (const hostile of ['../../etc/passwd', '..', '.bashrc', 'a/b', 'C:\\x', 'NUL', '', 'a\u0000b', 'x'.repeat(500)]) expect(path.dirname(await free(hostile))).toBe('.')
    await expect(folders.freeFile('0'.repeat(32), 'Door', 'png')).rejects.toMatchObject({ code: 'handle-unknown' })
  } finally {
    await rm(folder, { recursive: true })
  }
})

import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { removeFolder } from './app.ts'

/** Profiles, downloads, sockets: what a run and its browsers leave, however it ends, lies in one folder and goes with it. */
export default function giveTempFolder(): () => Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-run-'))
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  return () => removeFolder(folder)
}

// A distribution that looks like Electron's to electron-builder, for machines that cannot download the real one: it proves
// the configuration, the file list, the fuses and the desktop files, and nothing about Electron itself.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What @electron/fuses looks for in the executable, then the version of the wire, its length, and one byte per fuse. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** Electron's defaults, '1' on, '0' off, in the order of FuseV1Options. */
const DEFAULT_FUSES = '10111011'

/** Writes the stub into `folder`. */
export function writeStubDistribution(folder, electronVersion) {
  mkdirSync(path.join(folder, 'resources'), { recursive: true })
  mkdirSync(path.join(folder, 'locales'), { recursive: true })
  const wire = Buffer.from([1, DEFAULT_FUSES.length])
  writeFileSync(path.join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), Buffer.from(FUSE_SENTINEL), wire, Buffer.from(DEFAULT_FUSES)]))
  chmodSync(path.join(folder, 'electron'), 0o755)
  writeFileSync(path.join(folder, 'version'), electronVersion)
  writeFileSync(path.join(folder, 'LICENSE'), 'stub\n')
  writeFileSync(path.join(folder, 'LICENSES.chromium.html'), 'stub\n')
  writeFileSync(path.join(folder, 'locales/en-US.pak'), '')
}

/** A stand-in for fpm, which makes the .deb: writes down its arguments and copies the files they name. */
export function writeRecordingFpm(folder) {
  mkdirSync(folder, { recursive: true })
  const script = `#!/bin/sh
printf '%s\\n' "$@" > "$ATRIUM_FPM_RECORD/arguments"
for argument in "$@"; do
  source=\${argument%%=*}
  if [ "$source" != "$argument" ] && [ -f "$source" ]; then cp "$source" "$ATRIUM_FPM_RECORD/"; fi
done
while [ $# -gt 0 ]; do
  if [ "$1" = --package ]; then : > "$2"; fi
  if [ "$1" = --after-install ]; then cp "$2" "$ATRIUM_FPM_RECORD/after-install"; fi
  shift
done
`
  writeFileSync(path.join(folder, 'fpm'), script)
  chmodSync(path.join(folder, 'fpm'), 0o755)
}

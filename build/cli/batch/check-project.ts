import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { formatOf } from '../../../renderer/imports/formats.ts'
import type { BatchOptions } from './options.ts'

/**
 * A project that is named is there, or its queue is: a typo would make a queue of its name, at which a machine waits for ever.
 *
 * @throws as the system does, ENOENT
 */
export async function checkProject({ words: [file = ''], folder, values }: Pick<BatchOptions, 'words' | 'folder' | 'values'>): Promise<void> {
  if (formatOf(file)?.kind === 'project' && values.queue === undefined && values.folder === undefined && !existsSync(folder)) await stat(path.resolve(file))
}

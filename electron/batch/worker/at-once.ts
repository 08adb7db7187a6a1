import os from 'node:os'

/** Threads that one tile is given where there are enough of them, and memory that a room with its trees may take. */
const [CORES_EACH, MEMORY_EACH] = [8, 4 * 2 ** 30]
const MOST = 16

/**
 * How many tiles this computer traces at once where its cores trace; a card takes one after the other. Few cores are busy with one, but between two steps, while it is opened,
 * read and written, most of many have nothing to do.
 *
 * @param memoryBytes  of the computer; each tile has a room of its own
 */
export function tilesAtOnce(cores: number = os.availableParallelism(), memoryBytes: number = os.totalmem()): number {
  return Math.max(1, Math.min(MOST, Math.floor(cores / CORES_EACH), Math.floor(memoryBytes / MEMORY_EACH)))
}

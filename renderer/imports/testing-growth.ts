type Task = () => unknown

/** CPU time of this process alone, microseconds: neighbours that are busy do not count. */
async function costOf(tasks: readonly Task[]): Promise<number> {
  const before = process.cpuUsage()
  for (const task of tasks) await task()
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, user + system)
}

/**
 * How much dearer a task of four times the size is than four tasks: 1 where the work is as large as the task, 4 where it is its square. The least of
 * several rounds: what else happens meanwhile only makes one of them dearer.
 */
export async function growthOf(size: number, make: (size: number) => Task): Promise<number> {
  let least = Infinity
  for (let round = 0; round < 5; round++) {
    const [small, large] = [[1, 2, 3, 4].map(() => make(size)), [make(4 * size)]]
    const apart = await costOf(small)
    least = Math.min(least, (await costOf(large)) / apart)
  }
  return least
}

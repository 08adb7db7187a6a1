import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { parseOptions } from '../../still/options.ts'

interface Command { readonly name: string; readonly parameters: { readonly exe: string; readonly args: readonly string[] } }
interface Task { readonly name: string; readonly type: string; readonly commands: Command[]; readonly after: Task[] }

/** What Flamenco hands a job type, as its manual has it: `author.Task`, `author.Command`, `job.addTask`. */
function compile(settings: object): Task[] {
  const tasks: Task[] = []
  const author = {
    Command: (name: string, parameters: Command['parameters']): Command => ({ name, parameters }),
    Task: (name: string, type: string) => {
      const task: Task = { name, type, commands: [], after: [] }
      return { ...task, task, addCommand: (command: Command) => task.commands.push(command), addDependency: (other: { task: Task }) => task.after.push(other.task) }
    },
  }
  const job = { settings, addTask: ({ task }: { task: Task }) => tasks.push(task) }
  runInNewContext(`${readFileSync(path.join(import.meta.dirname, 'atrium-still.js'), 'utf8')}; compileJob(job)`, { author, job })
  return tasks
}

test('Flamenco gets a task for every row of tiles, and a merge that waits for all of them, in words that the still takes', () => {
  const tasks = compile({ atrium: '/opt/atrium', project: '/share/flat.atrium', view: 'Küche', out: '/share/out.png', width: 1920, height: 1081, samples: 300, exposure: '3.5', tiles: 7 })
  const merge = tasks.at(-1)!
  expect(merge.after).toEqual(tasks.slice(0, -1))
  let next = 0
  for (const { commands: [{ name, parameters: { exe, args } }] } of tasks.slice(0, -1)) {
    expect([name, exe, args[0], args[1]]).toEqual(['exec', 'node', '/opt/atrium/build/tool.mjs', 'build/cli/still/still.ts'])
    const { region, samples, exposure, view, format } = parseOptions(args.slice(2))
    expect({ samples, exposure, view, format }).toEqual({ samples: 300, exposure: 3.5, view: 'Küche', format: 'sums' })
    expect(region).toMatchObject({ x: 0, y: next, width: 1920 })
    next += region!.height
  }
  expect(next).toBe(1081)
  const merged = parseOptions(merge.commands[0].parameters.args.slice(2))
  expect(merged.files).toEqual(tasks.slice(0, -1).map(({ commands: [{ parameters: { args } }] }) => parseOptions(args.slice(2)).out))
  expect(merged).toMatchObject({ merges: true, out: '/share/out.png' })
})

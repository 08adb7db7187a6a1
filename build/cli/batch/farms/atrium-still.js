// A job type for Flamenco 3 (GPL-3, Blender's render farm): one still of Atrium, cut into rows that any worker traces, and put together at the end. Copy
// it into the Manager's `scripts` folder; every worker needs Node and this checkout at the same place. Flamenco runs this file itself: it is plain
// JavaScript that imports nothing.
// oxlint-disable no-unused-vars
const JOB_TYPE = {
  label: 'Atrium Still',
  settings: [
    { key: 'atrium', type: 'string', required: true, description: 'Folder of the Atrium checkout, on all workers' },
    { key: 'project', type: 'string', required: true, description: 'Project file (.atrium), on a disk that all workers see' },
    { key: 'view', type: 'string', default: '', description: 'A saved view; empty: as the project was left' },
    { key: 'out', type: 'string', required: true, description: 'Picture to write: .png, .jpg or .exr' },
    { key: 'width', type: 'int32', default: 1920 },
    { key: 'height', type: 'int32', default: 1080 },
    { key: 'samples', type: 'int32', default: 256 },
    { key: 'exposure', type: 'string', default: 'auto', description: 'EV; give a number where workers have different cards' },
    { key: 'tiles', type: 'int32', default: 16, description: 'How many tiles it is cut into' },
  ],
}

function compileJob(job) {
  const { atrium, project, view, out, width, height, samples, exposure } = job.settings
  const tiles = Math.max(1, Math.min(job.settings.tiles, height))
  const still = (args) => author.Command('exec', { exe: 'node', args: [`${atrium}/build/tool.mjs`, 'build/cli/still/still.ts', ...args] })
  const parts = []
  const merge = author.Task('merge', 'misc')
  for (let i = 0; i < tiles; i++) {
    const part = `${out}.${i}.sums`
    const task = author.Task(`tile ${i + 1} of ${tiles}`, 'render')
    task.addCommand(still([
      project, `--out=${part}`, '--sums', `--size=${width}x${height}`, `--tile=${i}/${tiles}`, `--samples=${samples}`, `--exposure=${exposure}`, ...(view === '' ? [] : [`--view=${view}`]),
    ]))
    job.addTask(task)
    merge.addDependency(task)
    parts.push(part)
  }
  merge.addCommand(still(['--merge', ...parts, `--out=${out}`]))
  job.addTask(merge)
}

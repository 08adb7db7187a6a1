import { spawn } from 'node:child_process'
import { loud } from './not-implemented.mjs'

const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'

export const shell = loud('shell', {
  openExternal(url) {
    if (!/^(https?|mailto):/.test(url)) return Promise.reject(new Error(`shell.openExternal refused ${url}`))
    return new Promise((resolve, reject) => {
      const child = spawn(opener, [url], { stdio: 'ignore', detached: true })
      child.once('error', reject)
      child.once('spawn', resolve)
      child.unref()
    })
  },
})

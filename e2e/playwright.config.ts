import { defineConfig } from '@playwright/test'
import { HANG_MS, STORY_MS } from './limits.ts'

/** One application at a time: the software GPU uses every core. No traces: recording network slows saving tenfold. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './temp-folder.ts',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  timeout: STORY_MS,
  expect: { timeout: HANG_MS },
  reporter: 'list',
})

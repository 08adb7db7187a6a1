import { defineConfig } from '@playwright/test'

/** One application at a time: the software GPU uses every core. No traces: recording network slows saving tenfold. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // Of a story that hangs: the longest takes a quarter of that on two quiet cores.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
})

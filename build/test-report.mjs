// What npm test says at its end.

export function countVitest({ numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, numTodoTests }) {
  // A file that does not even load has no tests to fail.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0), skipped: numPendingTests + numTodoTests }
}

export function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/** A browser that a story kills can remove nothing. */
const LEFT_BY_KILLED_BROWSERS = /^\.?org\.chromium\.Chromium\.|^playwright-artifacts-/

/** What lies in the suite's own temp folder when all is over: a test that leaves something behind has failed. */
export function countLeftovers(names) {
  const left = names.filter((name) => !LEFT_BY_KILLED_BROWSERS.test(name))
  if (left.length > 0) console.log(`\n[atrium] Left behind in the temp folder: ${left.join(', ')}`)
  return { step: 'leftovers', result: left.length === 0 ? 'passed' : 'FAILED', seconds: '0.0', passed: 0, failed: left.length === 0 ? 0 : 1, skipped: 0 }
}

/** Prints the table and the line `N passed, N failed`; returns the exit status. */
export function report(rows) {
  const pad = (values) => values.map((value) => String(value).padEnd(12)).join('')
  console.log(`\n${pad(['step', 'result', 'seconds', 'passed', 'failed', 'skipped'])}`)
  for (const { step, result, seconds, passed, failed, skipped } of rows) console.log(pad([step, result, seconds, passed, failed, skipped]))
  const total = (key) => rows.reduce((sum, row) => sum + row[key], 0)
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
  return rows.every(({ result, failed }) => result === 'passed' && failed === 0) ? 0 : 1
}

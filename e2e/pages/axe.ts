import axe from 'axe-core'
import type { Page } from '@playwright/test'

/**
 * What axe-core finds wrong with the page as it is now, one line per rule and element; none when all is well.
 *
 * @param rules  left out: all
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated by the debugger: the page itself lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate((only) => axe.run(document, { resultTypes: ['violations'], ...(only === null ? {} : { runOnly: { type: 'rule', values: only } }) }), rules?.slice() ?? null)
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary?.split('\n').slice(1).join(';')}`))
}

import { reportError, tell } from '../errors/notices.ts'
import { useShell } from '../shell/shell.ts'
import { say } from '../words/say.ts'
import { enterSafeMode, findRecoverable, recover } from './recover.ts'

/**
 * Looks for work that a crash left behind. After a crash of the page its own work comes back unasked; after two in a row
 * nothing is opened, and what is opened later starts without tracing. Otherwise the start screen offers what was found.
 *
 * @param crashes  of the page, lately
 */
export async function startRecovery(crashes: number): Promise<void> {
  if (crashes > 1) enterSafeMode()
  try {
    const own = (await findRecoverable()).find(({ here }) => here === true)
    if (crashes !== 1 || own === undefined) return
    if (!(await recover(own))) return
    useShell.setState({ screen: 'room' })
    tell(say('notice.recovered', { name: own.name }), [say('notice.recovered.detail')])
  } catch (error) {
    reportError(error)
  }
}

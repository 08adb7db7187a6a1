/**
 * What is said when the unattended run has ended.
 *
 * @param {{ output: string, code: number, signal: NodeJS.Signals | null, isSilent: boolean }} end  folder of its pictures; its status; what stopped
 *   it, sent by anybody; whether it was ended for getting no further, which a sentence above has told
 */
export function sentenceOfEnd({ output, code, signal, isSilent }) {
  // Windows close in order when they are told to, and end well.
  if (signal !== null && !isSilent) return `the unattended run was stopped by ${signal}. Finished pictures are in ${output}`
  if (code === 0) return `done: look at ${output}`
  return 'the unattended run failed: the sentence above says why'
}

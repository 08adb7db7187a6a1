import { say } from '../../renderer/words/say.ts'

/** What the caller got wrong, in a sentence. */
export class UsageError extends Error {}

/** Node names the option at fault, and only in English. */
export function sentenceOfParser({ code, message }: { readonly code?: string; readonly message: string }): string {
  const option = /'(-[^ ']*)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return say('cli.error.unknown', { option })
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return say(message.includes('does not take') ? 'cli.error.takesNone' : 'cli.error.takesValue', { option })
  return message
}

const PLAIN = 'AEIOUaeioucnyCNS'
const ACCENTED = 'ÅÉÎÖÛåéîöûçñýÇÑŠ'
const accent = (letter: string): string => ACCENTED[PLAIN.indexOf(letter)] ?? letter

/** The text between braces; arguments and the names of plural cases stay as they are. */
function pieces(message: string): { readonly text: string; readonly isText: boolean }[] {
  const found: { text: string; isText: boolean }[] = []
  const inside: ('text' | 'cases')[] = ['text']
  let text = ''
  const end = (isText: boolean): void => {
    if (text !== '') found.push({ text, isText })
    text = ''
  }
  for (let at = 0; at < message.length; at++) {
    const character = message[at]
    if (character === '{' && inside[0] === 'text') {
      end(true)
      const plural = /^\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/.exec(message.slice(at))
      const argument = plural?.[0] ?? message.slice(at, message.indexOf('}', at) + 1)
      found.push({ text: argument, isText: false })
      at += argument.length - 1
      if (plural !== null) inside.unshift('cases')
    } else if (character === '{') {
      text += character
      end(false)
      inside.unshift('text')
    } else if (character === '}') {
      end(inside.shift() === 'text')
      found.push({ text: character, isText: false })
    } else text += character
  }
  end(true)
  return found
}

/** A message as the pseudo-locale has it: accented, 40 % longer, in brackets. */
export function pseudo(message: string): string {
  const longer = (text: string): string => {
    const letters = text.replaceAll(/[^\p{L}]/gu, '').length
    return text.replaceAll(/[A-Za-z]/g, accent) + (letters < 2 ? '' : 'é'.repeat(Math.ceil(letters * 0.4)))
  }
  return `[${pieces(message).map(({ text, isText }) => (isText ? longer(text) : text)).join('')}]`
}

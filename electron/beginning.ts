/** The characters that a text begins with, as many as fit. @param bytes  in UTF-8, at most: file systems count those of a name, and a Japanese character has three @param units  of UTF-16, at most */
export function beginningOf(text: string, bytes: number, units = Infinity): string {
  const encoder = new TextEncoder()
  let [start, length] = ['', 0]
  for (const character of text) {
    length += encoder.encode(character).length
    if (length > bytes || start.length + character.length > units) break
    start += character
  }
  return start
}

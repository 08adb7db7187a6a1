/** A name that every system takes for a file; what it does not take becomes a dash. */
export function fileNameOf(words: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = words.replaceAll(/[/\\:*?"<>|\u0000-\u001f\u007f]/g, '-').trim().replace(/^\.+/, '-').replace(/[. ]+$/, '').slice(0, 100).trim()
  return plain === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `-${plain}` : plain
}

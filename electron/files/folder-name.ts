import path from 'node:path'

/**
 * What a file's folder is called where its namesakes are told apart: its name, with as many of those around it as it takes, and never the whole path. At
 * the root of a drive it is the drive's name, which also tells apart what is called the same on two of them.
 *
 * @param namesakes  paths of files of the same name; itself may be among them
 * @param rules  of the system whose paths they are
 */
export function folderName(filePath: string, namesakes: readonly string[], rules: Pick<typeof path, 'dirname' | 'parse' | 'sep'> = path): string {
  const { sep } = rules
  const namesOf = (folder: string): readonly string[] => folder.slice(rules.parse(folder).root.length).split(sep).filter((name) => name !== '')
  const own = rules.dirname(filePath)
  const names = namesOf(own)
  const { root } = rules.parse(own)
  const drive = root.length > 1 && root.endsWith(sep) ? root.slice(0, -1) : root
  if (names.length === 0) return drive
  const others = [...new Set(namesakes.map((other) => rules.dirname(other)))].filter((folder) => folder !== own).map(namesOf)
  const lastOf = (all: readonly string[], count: number): string => all.slice(-count).join(sep)
  for (let count = 1; count <= names.length; count++) {
    const name = lastOf(names, count)
    if (others.every((other) => lastOf(other, count) !== name)) return name
  }
  // Longer ones end in it; or it is the same on another drive.
  const isElsewhere = others.some((other) => other.join(sep) === names.join(sep))
  return isElsewhere ? `${drive}${drive.endsWith(sep) ? '' : sep}…${sep}${lastOf(names, 1)}` : names.join(sep)
}

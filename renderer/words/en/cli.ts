export const cli = {
  'cli.usage': '{message}\nRun npm run still -- --help for all options.',
  'cli.missing': 'No such file or folder: {path}',
  'cli.denied': 'No permission to read or write {path}',
  'cli.diskFull': 'The disk is full. No picture was written; an existing picture of that name is unchanged.\nFree up space, or choose another disk with --out.',
  'cli.tooLarge': 'The picture is too large for this disk. Nothing was written.',
  'cli.readOnly': 'Read-only: {path}\nChoose another disk with --out.',
} as const

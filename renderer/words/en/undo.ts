export const undo = {
  'undo.journal.undo': 'Undo {step}',
  'undo.journal.redo': 'Redo {step}',
  'undo.journal.cancel': 'Cancel',
  'undo.journal.change': 'Change',
} as const

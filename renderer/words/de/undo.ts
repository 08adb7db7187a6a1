export const undo = {
  'undo.journal.undo': 'Rückgängig: {step}',
  'undo.journal.redo': 'Wiederholen: {step}',
  'undo.journal.cancel': 'Abbrechen',
  'undo.journal.change': 'Ändern',
} as const

export const cli = {
  'cli.usage': '{message}\nAlle Optionen zeigt npm run still -- --help.',
  'cli.missing': 'Datei oder Ordner nicht gefunden: {path}',
  'cli.denied': 'Keine Lese- oder Schreibrechte für {path}',
  'cli.diskFull': 'Der Datenträger ist voll. Es wurde kein Bild geschrieben, ein vorhandenes Bild dieses Namens ist unverändert.\nPlatz schaffen oder mit --out einen anderen Datenträger wählen.',
  'cli.tooLarge': 'Das Bild ist zu groß für diesen Datenträger. Es wurde nichts geschrieben.',
  'cli.readOnly': 'Schreibgeschützt: {path}\nMit --out einen anderen Datenträger wählen.',
} as const

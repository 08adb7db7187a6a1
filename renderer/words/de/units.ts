export const units = {
  'unit.millions': '{count} Mio.',
  'unit.thousands': '{count} Tsd.',
  'unit.today': 'heute',
  'unit.yesterday': 'gestern',
  'unit.daysAgo': 'vor {days, plural, one {# Tag} other {# Tagen}}',
  'unit.lm': 'Lumen (lm)',
  'unit.cd': 'Candela (cd)',
  'unit.lx': 'Lux (lx)',
  'unit.nt': 'Nit (cd/m²)',
  'unit.notANumber': 'keine Zahl',
} as const

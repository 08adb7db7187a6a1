export const units = {
  'unit.millions': '{count} M',
  'unit.thousands': '{count} k',
  'unit.today': 'today',
  'unit.yesterday': 'yesterday',
  'unit.daysAgo': '{days, plural, one {# day ago} other {# days ago}}',
  'unit.lm': 'Lumens (lm)',
  'unit.cd': 'Candelas (cd)',
  'unit.lx': 'Lux (lx)',
  'unit.nt': 'Nits (cd/m²)',
  'unit.notANumber': 'not a number',
} as const

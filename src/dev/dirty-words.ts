export const FIRST = [
  'Ada',
  'Änne',
  'Bärbel',
  'Çiğdem',
  'Dörte',
  'Emil',
  'Günther',
  'Jürgen',
  'Karl-Heinz',
  'Zoë',
  'Łucja',
  'Søren',
]
export const LAST = [
  'Abel',
  'Büßer',
  'von der Au',
  'Çelik',
  'Dürr',
  'Grünwald',
  "D'Angelo",
  'Süß-Kern',
  'Ünal',
  'Weiß',
]
export const SECTIONS = ['Fußball', 'Judo', 'Kanu', 'Tischtennis', 'Rudern']
export const GROUPS = ['Aktiv', 'Jugend', 'Förderer']
export const CITIES = [
  ['01069', 'Dresden'],
  ['54290', 'Trier'],
  ['80331', 'München'],
] as const
export const PAYMENTS = {
  direct_debit: ['Lastschrift', 'LS', 'Bankeinzug', 'SEPA', 'lastschrift '],
  bank_transfer: ['Überweisung', 'ÜW', 'Rechnung', 'Selbstzahler'],
  cash: ['Bar', 'Barzahler'],
}
// Banks take all but those with a blank or an underscore.
export const REFERENCES = [
  ...Array.from({ length: 20 }, () => (at: number) => `TSV-${1000 + at}`),
  (at: number) => `M_${at}/ Alt`,
]
export const TITLES = { m: ['Herr', 'Hr.', 'Herr Dr.'], f: ['Frau', 'Fr.', 'Frau Prof.'], d: ['divers', 'd'] }

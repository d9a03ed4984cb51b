const age = (operator: string, value: string) => [{ field: 'birthdate.age', operator, value }]

/** The plan of the demo: the prices are those of its join form. */
export const duesPlan = {
  name: 'Beitragsordnung',
  list: 'members',
  interval: 'year',
  description: 'Jahresbeitrag {{period}}',
  from_period: '2026',
  version: {
    ...{ key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10 },
    rules: [
      { kind: 'base', name: 'Kind', amount: 4800, conditions: age('less', '18') },
      { kind: 'base', name: 'Erwachsen', amount: 12_000 },
    ],
  },
}

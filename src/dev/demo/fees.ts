const annualFee = (person_external_id: string, amount: number, costunit_name?: string) => ({
  person_external_id,
  external_id: `annual-2026-${person_external_id}`,
  amount,
  description: 'Jahresbeitrag 2026',
  ...(costunit_name && {
    attached_expense: { costunit_name, category_name: 'Mitgliedsbeiträge', sphere: 'ideal' },
  }),
})

export const fees = [
  annualFee('m-1001', 12000, 'Turnen'),
  annualFee('m-1002', 14400, 'Handball'),
  annualFee('m-1003', 7200),
  annualFee('m-1004', 12000, 'Turnen'),
  annualFee('m-1005', 4800, 'Handball'),
  annualFee('m-1006', 4800),
  {
    person_external_id: 'm-1008',
    amount: 3490,
    description: 'Trikot, Größe L',
    attached_expense: { costunit_name: 'Handball', category_name: 'Trikots', sphere: 'purpose' },
  },
  {
    person_external_id: 'c-01',
    amount: 25000,
    description: 'Werbung auf dem Plakat zum Sommerfest',
    attached_expense: { costunit_name: 'Sommerfest', sphere: 'business' },
  },
]

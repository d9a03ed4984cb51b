/** A new member, with most fields set. */
export const newMember = (n: number) => ({
  external_id: `new-seq${n}x`,
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  email: 'ada@example.org',
  birthdate: '1985-12-10',
  phone_numbers: [{ label: 'mobile', number: '+49 151 1815' }],
  address: { street: 'Uferweg 12', postcode: '10115', city: 'Berlin', country_code: 'DE' },
  membership_number: `seq${n}x`,
  join_date: '2026-02-01',
  shirt: 'M',
  trainer: true,
  teams: ['A'],
  locker: 12,
})

/** New values of three fields: one fixed field of each kind, and a custom one. */
export const threeFields = (n: number) => ({
  name: { last_name: `seq${n}x` },
  birthdate: `19${60 + (n % 40)}-05-${10 + (Math.floor(n / 1000) % 19)}`,
  instrument: `seq${n}x`,
})

/** 500 persons as a caller's own system sends them. Those without a new last name are as stored. */
export const fiveHundredPersons = (first: number, newLastName: (index: number) => string | undefined) => ({
  data: Array.from({ length: 500 }, (_, index) => {
    const n = first + index
    return {
      external_id: `crm-${n}`,
      name: { first_name: `First${n}`, last_name: newLastName(index) ?? `Last${n}` },
      email: `family${Math.floor(n / 3)}@example.org`,
      birthdate: `19${(n % 90) + 10}-${two((n % 12) + 1)}-${two((n % 28) + 1)}`,
      address: { street: `Uferweg ${n % 200}`, postcode: '10115', city: 'Berlin', country_code: 'DE' },
      membership_number: `m${n}`,
      shirt: 'M',
      trainer: true,
    }
  }),
})

const two = (n: number): string => String(n).padStart(2, '0')

/** 500 fees, a tenth of them with an expense. */
export const fiveHundredFees = () => ({
  data: Array.from({ length: 500 }, (_, index) => ({
    amount: 4500,
    description: 'Annual fee 2026',
    person_external_id: `crm-${30_000 + index}`,
    ...(index % 10 === 0 && {
      attached_expense: { costunit_name: 'Youth', category_name: 'Jerseys', sphere: 'ideal' },
    }),
  })),
})

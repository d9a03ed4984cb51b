import { expect, it } from 'vitest'
import { phoneKey } from '../../src/domain/imports/cells/phone'
import { propose } from '../../src/domain/imports/columns'
import { DEFAULT_OPTIONS, planRows, type RowsPlan } from '../../src/domain/imports/plan'
import { readTable } from '../../src/domain/imports/read/table'
import { parseTarget } from '../../src/domain/imports/targets'
import { type DirtyClub, dirtyClub, HEADERS, type TruePerson } from '../support/dirty-club'

const context = { list: 'members' as const, columns: [], today: '2026-11-25', locale: 'de' as const }
const SEEDS = [1, 2, 3]
const SIZE = 300

function planned(csv: string, answers: Record<string, string> = {}): RowsPlan {
  const table = readTable(new TextEncoder().encode(csv))
  const { mapping, order } = propose(table, context)
  return planRows(
    [table.rows],
    table.headers,
    { mapping, options: { ...DEFAULT_OPTIONS, order }, answers, edits: {} },
    {
      ...context,
      delimiter: table.delimiter,
      totals: table.totals,
    },
  )
}

const slot = (header: (typeof HEADERS)[number]) => `new:${HEADERS.indexOf(header)}`
const hasSex = parseTarget('sex', 'members', []) !== undefined

/** What a planned person is, by the fields of the truth. */
function fieldsOf(input: Record<string, unknown>): Record<string, unknown> {
  const [name, address, account, mandate] = [
    input.name,
    input.address,
    input.bank_account,
    input.sepa_mandate,
  ].map(Object)
  const phones = (input.phone_numbers ?? []) as { number: string }[]
  return {
    number: input.membership_number,
    first: name.first_name,
    last: name.last_name,
    ...(hasSex && { sex: input.sex }),
    birth: input.birthdate,
    joined: input.join_date,
    left: input.leave_date,
    street: address.street,
    postcode: address.postcode,
    city: address.city,
    iban: account.iban,
    reference: mandate.reference,
    signed: mandate.signature_date,
    email: input.email,
    payment: input.payment_method,
    group: input[slot('Beitragsart')],
    sections: [...((input[slot('Sparte')] ?? []) as string[])].sort().join(),
    phones: phones.map(({ number }) => phoneKey(number)).join(),
  }
}

const truthOf = ({ sections, phones, sex, ...person }: TruePerson) => ({
  ...person,
  ...(hasSex && { sex }),
  sections: sections.toSorted().join(),
  phones: phones.map(phoneKey).join(),
})

/** The fields in which the plan differs from the truth, as `NUMBER field`. */
const differences = (plan: RowsPlan, { truth }: DirtyClub): string[] => {
  const byNumber = new Map(plan.persons.map(({ keys, input }) => [keys.number, fieldsOf(input)]))
  return truth.flatMap((person) =>
    Object.entries(truthOf(person))
      .filter(([field, value]) => (byNumber.get(person.number)?.[field] ?? null) !== (value ?? null))
      .map(([field]) => `${person.number} ${field}`),
  )
}

it.each(SEEDS)('makes the true members of the dirty file of club %i, but for what it lost', (seed) => {
  const club = dirtyClub(seed, SIZE)
  const plan = planned(club.csv)
  expect(plan.persons).toHaveLength(SIZE)
  expect(differences(plan, club).filter((difference) => !club.lost.has(difference))).toEqual([])
  expect(plan.questions.length).toBeLessThanOrEqual(10)
  expect(plan.questions.find(({ kind }) => kind === 'doubles')?.pairs).toHaveLength(club.doubles)
  expect(plan.newColumns).toContainEqual({
    column: HEADERS.indexOf('Sparte'),
    name: 'Sparte',
    type: 'array',
    allowed_values: ['Fußball', 'Judo', 'Kanu', 'Rudern', 'Tischtennis'],
  })
})

it('keeps two persons of a double if the answer says so, and takes the date of joining for a signature', () => {
  const club = dirtyClub(4, SIZE)
  const plan = planned(club.csv, { doubles: 'two', mandate_without_date: 'join_date' })
  expect(plan.persons).toHaveLength(SIZE + club.doubles)
  const unlike = differences(plan, club).filter((difference) => /signed/.test(difference))
  // What lost the exact date of joining signs on the first day of its year.
  expect(unlike.every((difference) => club.lost.has(difference.replace('signed', 'joined')))).toBe(true)
})

it('makes the same members of the rows in another order', () => {
  const club = dirtyClub(5, 120)
  const [title = '', empty = '', header = '', ...rows] = club.csv.split('\r\n')
  const shuffled = rows.slice(0, -1).reverse()
  const sorted = (plan: RowsPlan) =>
    plan.persons
      .map(({ input }) => fieldsOf(input))
      .sort((one, other) => (String(one.number) < String(other.number) ? -1 : 1))
  const again = planned([title, empty, header, ...shuffled, rows.at(-1)].join('\r\n'))
  expect(sorted(again)).toEqual(sorted(planned(club.csv)))
})

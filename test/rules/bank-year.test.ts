import { expect, it } from 'vitest'
import { credit, importEntries } from '../support/bank'
import { type Expense, expensesOf, type Place, UNITS } from '../support/bank-year'
import { bankAccount, clubOf, fee, person } from '../support/club'
import { germanIban, nameOf } from '../support/german-names'
import { expectSoundBooks } from '../support/invariants'
import { inPart, UNHURRIED } from '../support/runs'
import type { Workspace } from '../support/workspace'

/** The year of a club: 4,800 lines, of which 3,900 are expenses of 40 partners; in part, its first three months. */
const YEAR = inPart(
  { months: 12, partners: 40, expenses: 325, payments: 75 },
  { months: 3, partners: 16, expenses: 32, payments: 6 },
)

/** How many of the expenses from the second month on are to be suggested rightly, at least. */
const RIGHT = 0.8

type Line = {
  id: string
  amount: number
  booked_on: string
  text: string
  suggestion: null | {
    kind: string
    certain: boolean
    reason_code: string
    booking?: (Place & object) | null
  }
}

it('suggests to book expenses as last time from the second month on', UNHURRIED, async () => {
  const { club, account, fees } = await clubOf(
    bankAccount({ opening_amount: 100_000_000 }),
    ...Array.from({ length: YEAR.payments }, (_, n) => person({ external_id: `p${n}`, name: nameOf(n) })),
    ...Array.from({ length: YEAR.payments * YEAR.months }, (_, n) =>
      fee(4500 + n, { person_external_id: `p${n % YEAR.payments}` }),
    ),
  )
  for (const [name, { categories }] of Object.entries(UNITS))
    await club.post('/cost_units', { name, categories })
  const told = { right: 0, wrong: 0, none: 0, wronglyCertain: 0 }
  for (let month = 1; month <= YEAR.months; month++) {
    const expenses = expensesOf(month, { partners: YEAR.partners, count: YEAR.expenses })
    const owed = fees.slice((month - 1) * YEAR.payments, month * YEAR.payments)
    const paid = owed.map(({ reference }, index) => {
      const { first_name, last_name } = nameOf(index)
      const from = { name: `${first_name} ${last_name}`, iban: germanIban(index) }
      const date = expenses[index % expenses.length]?.entry.date ?? ''
      return credit(4500 + (month - 1) * YEAR.payments + index, reference, { ...from, date })
    })
    await importEntries(club, account, [...expenses.map(({ entry }) => entry), ...paid])
    await club.post('/bank_lines/confirmations', {})
    const placeOf = new Map(expenses.map((expense) => [keyOf(expense), expense.place]))
    for (const line of await openLines(club)) {
      const place = placeOf.get(`${line.booked_on} ${line.amount} ${line.text}`)
      expect(place, line.text).toBeDefined()
      if (month > 1 && place) count(told, line, place)
      const booking = { text: line.text, ...place }
      const { status, text } = await club.post(`/bank_lines/${line.id}/confirmation`, { booking })
      expect(status, text).toBe(201)
    }
  }
  const all = told.right + told.wrong + told.none
  expect(all).toBe(YEAR.expenses * (YEAR.months - 1))
  expect(told.wronglyCertain).toBe(0)
  expect(told.right / all, JSON.stringify(told)).toBeGreaterThanOrEqual(RIGHT)
  await expectSoundBooks()
})

const keyOf = ({ entry: { date, amount, details } }: Expense): string =>
  `${date} ${amount} ${details?.[0]?.text?.join(' ')}`

async function openLines(club: Workspace): Promise<Line[]> {
  const { body, text, status } = await club.get('/bank_lines?state=open&per_page=500')
  expect(status, text).toBe(200)
  return body.data
}

type Told = { right: number; wrong: number; none: number; wronglyCertain: number }

/** Counts what is suggested for an expense that belongs to a place. */
function count(told: Told, { suggestion }: Line, place: Place): void {
  const booking = suggestion?.kind === 'booking' ? suggestion.booking : null
  const isRight =
    booking?.costunit_name === place.costunit_name &&
    booking.category_name === place.category_name &&
    booking.sphere === place.sphere
  if (isRight) told.right += 1
  else if (suggestion === null) told.none += 1
  else told.wrong += 1
  if (suggestion?.certain && !isRight) told.wronglyCertain += 1
}

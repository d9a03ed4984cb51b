import { expect, it } from 'vitest'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, collectingClub, payer } from '../support/direct-debits'
import { rows } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const MANDATE = { sepa_mandate: { reference: 'R-1', signature_date: '2025-01-31' } }
const account = (n: number) => ({ bank_account: { iban: ibanOf(n) } })

const TAKES = { ...payer(2), ...account(1), ...MANDATE }

it.each([
  ['who keeps it comes last', [TAKES, { ...payer(1), ...account(2), ...MANDATE }]],
  ['who keeps it comes first', [{ ...payer(1), ...account(2), ...MANDATE }, TAKES]],
  ['who keeps it does not name it', [{ external_id: 'm1', ...account(2) }, TAKES]],
])('a synchronization shares no mandate whose account it changes, if %s', async (_, data) => {
  const club = await collectingClub()
  await addPersons(club, [{ ...payer(1), ...account(1), ...MANDATE }])
  const { status, body } = await club.put(PERSONS, { data })
  expect([status, body.issues?.[0]]).toMatchObject([422, { code: 'mandate_reference_taken' }])
  expect(await rows("SELECT bank_account ->> 'iban' AS iban FROM persons")).toEqual([{ iban: ibanOf(1) }])
})

it('shares one whose account stays, and lets a member of a family change its own', async () => {
  const club = await collectingClub()
  await addPersons(club, [{ ...payer(1), ...account(1), ...MANDATE }])
  const both = [{ ...payer(1), ...account(1), ...MANDATE }, TAKES]
  expect((await club.put(PERSONS, { data: both })).status).toBe(200)
  const changed = [{ ...payer(1), ...account(2), ...MANDATE }, TAKES]
  expect((await club.put(PERSONS, { data: changed })).status).toBe(200)
})

it('shares none either if another one of the family keeps its copy as it is', async () => {
  const club = await collectingClub()
  await addPersons(club, [{ ...payer(1), ...account(1), ...MANDATE }])
  await addPersons(club, [TAKES])
  const third = { ...payer(3), ...account(1), ...MANDATE }
  const copy = { external_id: 'm2', ...account(1) }
  const moves = { ...payer(1), ...account(2), ...MANDATE }
  for (const data of [
    [moves, copy, third],
    [copy, moves, third],
    [third, copy, moves],
  ])
    expect((await club.put(PERSONS, { data })).body.issues).toMatchObject([
      { code: 'mandate_reference_taken' },
    ])
})

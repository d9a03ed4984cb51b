import fc from 'fast-check'
import { expect, it } from 'vitest'
import { importEntries, inbox, stored } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { bankAccount, clubOf, costUnit } from '../support/club'
import { expectSoundBooks } from '../support/invariants'
import { runs, UNHURRIED } from '../support/runs'
import type { Workspace } from '../support/workspace'

const NAMES = ['Stadtwerke', 'STADTWERKE', 'Stadtwerke Bonn', 'Bäcker', 'Baecker', '']
const IBANS = [null, null, 'DE02120300000000202051', 'DE02500105170137075030']
const TEXTS = ['Abschlag Strom', 'Ab-schlag  strom 7', 'Brot', '']

const line = fc.record({
  name: fc.constantFrom(...NAMES),
  iban: fc.constantFrom(...IBANS),
  text: fc.constantFrom(...TEXTS),
  amount: fc.integer({ min: -3, max: 3 }).filter((amount) => amount !== 0),
  day: fc.integer({ min: 1, max: 28 }),
})

const rule = fc
  .record({
    party_name: fc.constantFrom(null, 'Stadtwerke', 'Bäcker'),
    party_iban: fc.constantFrom(...IBANS),
    text_contains: fc.constantFrom(null, 'strom', 'Abschlag Strom', 'brot'),
    sign: fc.constantFrom('in', 'out'),
    costunit_name: fc.constantFrom(null, 'Heim', 'Halle'),
    sphere: fc.constantFrom('ideal', 'business'),
    text: fc.constantFrom(null, 'Regel'),
  })
  .filter(({ party_name, party_iban, text_contains }) =>
    [party_name, party_iban, text_contains].some(Boolean),
  )

type Line = {
  id: string
  revision: number
  amount: number
  suggestion: null | {
    kind: string
    certain: boolean
    reason_code: string
    booking: null | Record<string, unknown>
  }
}

const entryOf = ({ name, iban, text, amount, day }: typeof line extends fc.Arbitrary<infer L> ? L : never) =>
  ({
    amount,
    date: `2026-02-${String(day).padStart(2, '0')}`,
    details: [{ [amount < 0 ? 'creditor' : 'debtor']: { name, ...(iban && { iban }) }, text: [text] }],
  }) as CamtEntry

/** What the book and the lines have, but for revisions and what an undo leaves of the vouchers that it reverses. */
async function state(club: Workspace) {
  const lines = await stored(club, 'bank_lines')
  const { body } = await club.get('/accounts')
  return {
    lines: lines.map(({ revision: _, ...rest }) => rest),
    balances: body.data.map(({ balance }: { balance: number }) => balance),
  }
}

it('books nothing by itself, and together what was shown, which an undo takes back', UNHURRIED, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 2, maxLength: 8 }),
      fc.array(rule, { maxLength: 4 }),
      fc.array(fc.nat(7), { maxLength: 3 }),
      fc.nat(7),
      async (lines, rules, byHand, loosened) => {
        const { club, account } = await clubOf(bankAccount(), costUnit('Heim'), costUnit('Halle'))
        for (const one of rules) expect((await club.post('/booking_rules', one)).status).toBe(201)
        await importEntries(club, account, lines.map(entryOf))
        expect(await stored(club, 'vouchers')).toEqual([])
        for (const index of byHand) {
          const open: Line[] = await inbox(club)
          const one = open[index % Math.max(1, open.length)]
          const booking = {
            text: `Hand ${index}`,
            costunit_name: index % 2 ? 'Heim' : 'Halle',
            sphere: 'ideal',
          }
          if (one) await club.post(`/bank_lines/${one.id}/confirmation`, { booking })
        }
        const open: Line[] = await inbox(club)
        for (const { suggestion } of open) {
          expect(suggestion === null || (suggestion.kind === 'booking' && !suggestion.certain)).toBe(true)
          if (suggestion?.reason_code === 'as_last_time') expect(byHand.length).toBeGreaterThan(0)
        }
        expect((await club.post('/bank_lines/confirmations', {})).body.data.confirmed).toBe(0)
        const shown = open.filter(({ suggestion }) => suggestion !== null)
        if (shown.length === 0) return expectSoundBooks()
        const before = await state(club)
        const data = shown.map(({ id, revision }) => ({ bank_line_id: id, revision }))
        const booked = await club.post('/bank_line_bookings', { data })
        expect(booked.status, booked.text).toBe(201)
        for (const { id, amount, suggestion } of shown) {
          const { voucher_ids } = (await club.get(`/bank_lines/${id}`)).body.data
          const voucher = (await club.get(`/vouchers/${voucher_ids[0]}`)).body.data
          const { text, rule_id: _, side: __, ...place } = suggestion?.booking ?? {}
          expect(voucher).toMatchObject({ text, amount, lines: [{ ...place, amount }] })
        }
        await expectSoundBooks()
        const alone = shown[loosened]
        if (alone) expect((await club.delete(`/bank_lines/${alone.id}/confirmation`)).status).toBe(200)
        const undone = await club.delete(`/bank_line_bookings/${booked.body.data.id}`)
        expect(undone.status).toBe(alone && shown.length === 1 ? 404 : 200)
        expect(await state(club)).toEqual(before)
        const plain = ({ revision: _, ...rest }: Line) => rest
        expect(((await inbox(club)) as Line[]).map(plain)).toEqual(open.map(plain))
        return expectSoundBooks()
      },
    ),
    runs(20),
  )
})

import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { earliestCollectionDate, isTargetDay } from '../../src/domain/collections/target-days'
import { addDays } from '../../src/domain/shared/dates'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  check,
  claim,
  collectingClub,
  payer,
  release,
  setDay,
  TODAY,
} from '../support/direct-debits'
import { runs, UNHURRIED } from '../support/runs'
import type { Workspace } from '../support/workspace'

const SMNDA = 'DrctDbtTx/MndtRltdInf/AmdmntInfDtls/OrgnlDbtrAcct/Id/Othr/Id'
const NOTICE = 14

/** A mandate as the bank knows it: when it was signed, and the debits that were presented under it. */
type World = {
  club: Workspace
  today: string
  iban: number
  mandate: { number: number; signedOn: string; debits: Presented[] }
}
type Presented = { date: string; iban: number; isAmended: boolean; isReturned: boolean }
type Act = (world: World) => Promise<void>

/** 36 months later; the last day of February where there is no 29th. */
const threeYearsAfter = (date: string): string =>
  `${Number(date.slice(0, 4)) + 3}${date.slice(4)}`.replace(/-02-29$/, '-02-28')

const lastDayOf = ({ mandate }: World): string =>
  threeYearsAfter(dueLast(mandate.debits)?.date ?? mandate.signedOn)

/** The debit that is due last; of those of one day, the one that was released last. */
const dueLast = (debits: Presented[]): Presented | undefined =>
  debits.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)).at(-1)

/** The account that the bank knows of the mandate on a date. An amendment that came back taught it none. */
function bankIbanOn(date: string, { mandate }: World): number | undefined {
  const known = mandate.debits.filter(({ isAmended, isReturned }) => !(isAmended && isReturned))
  const due = known.filter((debit) => debit.date <= date)
  return dueLast(due.length > 0 ? due : known)?.iban
}

function go(world: World, day: string): void {
  if (day <= world.today) return
  world.today = day
  setDay(day)
}

const wait = fc.integer({ min: 1, max: 400 }).map(
  (days): Act =>
    async (world) =>
      go(world, addDays(world.today, days)),
)

const changeAccount = fc.integer({ min: 1, max: 2 }).map(
  (iban): Act =>
    async (world) => {
      world.iban = iban
      await addPersons(world.club, [{ external_id: 'm1', bank_account: { iban: ibanOf(iban) } }])
    },
)

const sign: Act = async (world) => {
  const number = world.mandate.number + 1
  world.mandate = { number, signedOn: world.today, debits: [] }
  const sepa_mandate = { reference: `M-${number}`, signature_date: world.today }
  await addPersons(world.club, [{ external_id: 'm1', sepa_mandate }])
}

const FATES = ['discarded', 'submitted', 'settled', 'returned', 'settled and returned', 'returned'] as const

/** Collects a fee soon, or on the TARGET days around the last day of the mandate, and what becomes of the debit. */
const collect = fc
  .record({
    on: fc.constantFrom('soon', 'soon', 'soon', 'last day', 'day after'),
    fate: fc.constantFrom(...FATES),
  })
  .map(
    ({ on, fate }): Act =>
      async (world) => {
        const { club } = world
        const last = lastDayOf(world)
        if (on !== 'soon') go(world, addDays(last, -30))
        const soonest = earliestCollectionDate(world.today, NOTICE)
        const wanted = on === 'soon' ? soonest : targetDay(last, on === 'last day' ? 0 : 1)
        const date = wanted < soonest ? soonest : wanted
        const [fee = ''] = await claim(club, [{ person_external_id: 'm1' }])
        const checked = await check(club, [fee], date)
        const released = await release(club, [fee], { date })
        if (date > last) {
          expect(checked.body.data.problems).toMatchObject([{ code: 'mandate_expired' }])
          expect(released.status, released.text).toBe(422)
          return
        }
        expect(checked.body.data.problems).toEqual([])
        expect(released.status, released.text).toBe(201)
        const bankIban = bankIbanOn(date, world)
        const isAmended = bankIban !== undefined && bankIban !== world.iban
        const { id, items } = released.body.data
        expect(items).toMatchObject([{ has_new_account: isAmended }])
        const { debits } = readDirectDebits((await club.get(`/collections/${id}/file`)).text)
        expect(debits.map((debit) => debit[SMNDA])).toEqual([isAmended ? 'SMNDA' : undefined])
        await finish(world, { id, itemId: items[0].id, date, fate, isAmended })
      },
  )

/** The last TARGET day until a date, or the first one from the day after it. */
function targetDay(date: string, from: 0 | 1): string {
  let day = addDays(date, from)
  while (!isTargetDay(day)) day = addDays(day, from === 0 ? -1 : 1)
  return day
}

type Debit = { id: string; itemId: string; date: string; fate: (typeof FATES)[number]; isAmended: boolean }

async function finish(world: World, { id, itemId, date, fate, isAmended }: Debit): Promise<void> {
  const act = async (verb: string, body?: object) => {
    const { status, text } = await world.club.post(`/collections/${id}/${verb}`, body)
    expect(status, text).toBe(201)
  }
  if (fate === 'discarded') return act('discard', { reason: 'x' })
  await act('submission')
  const debit = { date, iban: world.iban, isAmended, isReturned: false }
  world.mandate.debits.push(debit)
  if (fate === 'submitted') return
  go(world, addDays(date, 3))
  if (fate !== 'returned') await act('settlement', { settled_on: date })
  if (fate === 'settled') return
  await act('returns', { item_id: itemId, returned_on: addDays(date, 2), reason_code: 'AM04' })
  debit.isReturned = true
}

const acts = fc.array(
  fc.oneof(
    { arbitrary: collect, weight: 6 },
    { arbitrary: changeAccount, weight: 3 },
    { arbitrary: wait, weight: 1 },
    { arbitrary: fc.constant(sign), weight: 1 },
  ),
  { minLength: 4, maxLength: 12, size: 'max' },
)

const signedOn = fc.oneof(
  fc.constantFrom('2024-02-29', '2023-03-16', '2023-03-15', TODAY),
  fc.integer({ min: 0, max: 1100 }).map((days) => addDays(TODAY, -days)),
)

it('holds mandates to 36 months, and tells the bank of another account once', UNHURRIED, async () => {
  await fc.assert(
    fc.asyncProperty(signedOn, acts, async (signed, sequence) => {
      vi.useRealTimers()
      const club = await collectingClub()
      const sepa_mandate = { reference: 'M-1', signature_date: signed }
      await addPersons(club, [payer(1, { sepa_mandate })])
      const world: World = {
        club,
        today: TODAY,
        iban: 1,
        mandate: { number: 1, signedOn: signed, debits: [] },
      }
      for (const act of sequence) await act(world)
    }),
    runs(25),
  )
})

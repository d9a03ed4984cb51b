import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTargetDay } from '../../src/domain/collections/target-days'
import { holdReminders, releaseHold } from '../../src/domain/mails/reminders/hold'
import { addDays } from '../../src/domain/shared/dates'
import { addPersons, claim, collectingClub, payer, release, setDay, TODAY } from '../support/direct-debits'
import type { SentMail } from '../support/mails'
import { remind, switchOn } from '../support/rules'
import { runs, UNHURRIED } from '../support/runs'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const PAYERS = 3
const FEES = 6

type World = { club: Workspace; today: string; feeIds: string[]; held: Map<string, string> }

type Act = [kind: keyof typeof ACTS, fee: number, amount: number]

/** What is done with a fee. What the service refuses changes nothing. */
const ACTS = {
  pay: ({ club, today }: World, fee_id: string, amount: number) =>
    club.post('/payments', { data: [{ fee_id, amount, paid_on: today, method: 'cash' }] }),
  payRest: async (world: World, fee_id: string) => {
    const { body } = await world.club.get(`/fees/${fee_id}`)
    return ACTS.pay(world, fee_id, body.data.open_amount)
  },
  takeBack: async ({ club }: World, fee_id: string) => {
    const { body } = await club.get(`/fees/${fee_id}/payments`)
    const last = body.data.at(-1)?.id ?? 'pay_none'
    return club.post(`/payments/${last}/reversal`, { reason: 'Mistake' })
  },
  waive: ({ club }: World, fee_id: string) => club.post(`/fees/${fee_id}/waiver`, { reason: 'Hardship' }),
  cancel: ({ club }: World, fee_id: string) =>
    club.post(`/fees/${fee_id}/cancellation`, { kind: 'mistake', reason: 'Twice' }),
  collect: async ({ club, today }: World, fee_id: string) => {
    let date = addDays(today, 15)
    while (!isTargetDay(date)) date = addDays(date, 1)
    const { body } = await release(club, [fee_id], { date })
    return body.data && club.post(`/collections/${body.data.id}/submission`, undefined)
  },
  settle: async (world: World, fee_id: string) => {
    const collection = (await world.club.get(`/fees/${fee_id}`)).body.data.collection
    if (!collection) return
    goTo(world, collection.collection_date)
    await world.club.post(`/collections/${collection.id}/settlement`, { settled_on: world.today })
  },
  comeBack: async ({ club, today }: World, fee_id: string) => {
    const [item] = await rows<{ id: string; collection_id: string }>(
      `SELECT item.id, collection_id FROM collection_fees AS link JOIN collection_items AS item ON item.id = item_id
       WHERE fee_id = ? AND link.state IN ('live', 'settled')`,
      fee_id,
    )
    if (!item) return
    const back = { item_id: item.id, returned_on: today, reason_code: 'AM04' }
    await club.post(`/collections/${item.collection_id}/returns`, back)
  },
  hold: async ({ club, today, held }: World, feeId: string, amount: number) => {
    const until = addDays(today, amount % 30)
    const hold = holdReminders(await principalOf(club), { feeId, body: { kind: 'deferred', until } })
    await hold.then(
      () => held.set(feeId, until),
      () => {},
    )
  },
  letGo: async ({ club, held }: World, feeId: string) => {
    await releaseHold(await principalOf(club), { feeId })
    held.delete(feeId)
  },
  wait: async (world: World) => goTo(world, addDays(world.today, 14)),
}

function goTo(world: World, day: string): void {
  if (day > world.today) world.today = day
  setDay(world.today)
}

const act = fc.tuple(
  fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
  fc.nat(FEES - 1),
  fc.integer({ min: 1, max: 1500 }),
) satisfies fc.Arbitrary<Act>

async function perform(world: World, acts: Act[]): Promise<void> {
  for (const [kind, fee, amount] of acts) await ACTS[kind](world, String(world.feeIds[fee]), amount)
}

type ShownFee = { id: string; description: string; status: string; open_amount: number }

/** What the mail of a payer should name of the fees that its reminder is about, as the API shows them now. */
async function expectedMails({ club, today, held }: World, isKnown: Set<string>) {
  const { body } = await club.get('/fees?per_page=100')
  const fees = new Map((body.data as ShownFee[]).map((fee) => [fee.id, fee]))
  const reminded = await rows<{ fee_id: string; mail_id: string; external_id: string }>(
    `SELECT fee_id, mail_id, external_id FROM reminders JOIN persons ON persons.id = person_id ORDER BY fee_id`,
  )
  const named = reminded
    .filter(({ mail_id }) => !isKnown.has(mail_id))
    .flatMap(({ fee_id, external_id }) => {
      const fee = fees.get(fee_id)
      const isOpen = fee && ['open', 'returned'].includes(fee.status) && (held.get(fee_id) ?? '') < today
      return isOpen ? [{ to: `${external_id}@example.org`, ...fee }] : []
    })
  return Object.fromEntries(
    [...Map.groupBy(named, ({ to }) => to)].map(([to, own]) => [
      to,
      {
        fees: Object.fromEntries(own.map(({ description, open_amount }) => [description, open_amount])),
        total: own.reduce((sum, { open_amount }) => sum + open_amount, 0),
      },
    ]),
  )
}

const centsIn = (money: string): number => Number(money.replace(/\D/g, ''))

/** What the mails say that is open: in all, and of each fee. */
const saidIn = (mails: SentMail[]) =>
  Object.fromEntries(
    mails.map(({ to, text }) => {
      const [, total = ''] = /^Offen: (.+)$/m.exec(text) ?? []
      const lines = [...text.matchAll(/^(Fee \d): ([^(]+)\(/gm)]
      const fees = Object.fromEntries(lines.map(([, name, money = '']) => [name, centsIn(money)]))
      return [to, { fees, total: centsIn(total) }]
    }),
  )

it(
  'says of each payer what is open of the fees of the reminder when the mail is delivered',
  async () => {
    let mailsSent = 0
    const { numRuns } = runs(25)
    const round = fc.record({
      before: fc.array(act, { maxLength: 6 }),
      meanwhile: fc.array(act, { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        await rows('DELETE FROM reminders')
        await rows('DELETE FROM persons')
        const club = await collectingClub()
        for (const level of [1, 2, 3])
          await switchOn(club, `reminder_${level}`, { body: 'Offen: {{offener_betrag}}\n\n{{beitraege}}' })
        await addPersons(
          club,
          Array.from({ length: PAYERS }, (_, n) => payer(n)),
        )
        const feeIds = await claim(
          club,
          Array.from({ length: FEES }, (_, n) => ({
            person_external_id: `m${n % PAYERS}`,
            description: `Fee ${n}`,
            amount: 1000 + n,
            due_on: '2026-02-01',
          })),
        )
        const world: World = { club, today: TODAY, feeIds, held: new Map() }
        for (const { before, meanwhile } of rounds) {
          await perform(world, before)
          const known = await rows<{ mail_id: string }>('SELECT DISTINCT mail_id FROM reminders')
          const mails = await remind(club, () => perform(world, meanwhile))
          expect(saidIn(mails)).toEqual(
            await expectedMails(world, new Set(known.map(({ mail_id }) => mail_id))),
          )
          mailsSent += mails.length
        }
      }),
      { numRuns },
    )
    expect(mailsSent).toBeGreaterThan(numRuns)
  },
  UNHURRIED.timeout,
)

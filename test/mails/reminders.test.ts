import { beforeEach, describe, expect, it } from 'vitest'
import { holdReminders, releaseHold } from '../../src/domain/mails/reminders/hold'
import { proposeReminders } from '../../src/domain/mails/reminders/propose'
import { reviewReminders } from '../../src/domain/mails/reminders/review'
import { sendReminders } from '../../src/domain/mails/reminders/send'
import { addPersons, claim, clubWithFees, collectingClub, payer, release } from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { deliverMails } from '../support/mails'
import { setPortal } from '../support/portal'
import { queuedOf, remind, setClock, switchOn } from '../support/rules'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const DUE_ON = '2026-03-09'

let club: Workspace

/** Claims fees of a payer with a due date, and gives their ids. */
const claimFrom = (n: number, fees: object[] = [{}]) =>
  claim(
    club,
    fees.map((fee) => ({ person_external_id: `m${n}`, due_on: DUE_ON, ...fee })),
  )

const pay = (fee_id: string, amount: number) =>
  club.post('/payments', { data: [{ fee_id, amount, paid_on: '2026-03-02', method: 'bank_transfer' }] })

const proposal = async () => proposeReminders(await principalOf(club))

/** Sends all reminders that are proposed at noon of a day, and gives the mails. */
async function remindOn(day: string) {
  setClock(`${day}T12:00:00Z`)
  return remind(club)
}

beforeEach(async () => {
  club = await collectingClub()
  await addPersons(
    club,
    [1, 2, 3].map((n) => payer(n)),
  )
})

describe('reminders', () => {
  it('come 7 days after the due date, then 14 days after each other, three times', async () => {
    await claimFrom(1)
    const sent: Record<string, string[]> = {}
    for (const day of ['03-15', '03-16', '03-29', '03-30', '04-12', '04-13', '04-26', '04-27'])
      sent[day] = (await remindOn(`2026-${day}`)).map(({ subject }) => subject)
    expect(sent).toEqual({
      '03-15': [],
      '03-16': ['Zahlungserinnerung'],
      '03-29': [],
      '03-30': ['Mahnung'],
      '04-12': [],
      '04-13': ['Letzte Mahnung'],
      '04-26': [],
      '04-27': [],
    })
    setClock('2026-04-26T12:00:00Z')
    expect(await proposal()).toMatchObject({ payers: [], undecided: [] })
    setClock('2026-04-27T12:00:00Z')
    expect(await proposal()).toMatchObject({ payers: [], undecided: [{ total: 4500, fees: [{ level: 3 }] }] })
  })

  it('are one mail to a payer, of the highest level, with what is open of each fee', async () => {
    const [first = ''] = await claimFrom(1, [{ amount: 3000, description: 'Boat' }])
    await remindOn('2026-03-16')
    await pay(first, 1000)
    await claimFrom(1, [{ amount: 500, description: 'Locker', due_on: '2026-03-20' }])
    setClock('2026-03-30T12:00:00Z')
    expect(await proposal()).toMatchObject({
      payers: [
        {
          name: 'Ada Lovelace 1',
          level: 2,
          total: 2500,
          fees: [
            { description: 'Boat', open: 2000, level: 1, next_level: 2 },
            { description: 'Locker', open: 500, level: 0, next_level: 1 },
          ],
        },
      ],
    })
    const [mail, ...others] = await remindOn('2026-03-30')
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Mahnung')
    expect(mail?.text).toContain('Bitte überweisen Sie 25,00\u00a0€ innerhalb')
    expect(await rows('SELECT level, count(*) AS count FROM reminders GROUP BY level')).toEqual([
      { level: 1, count: 2 },
      { level: 2, count: 1 },
    ])
  })

  it('lead members who have a portal there', async () => {
    await claimFrom(1)
    const [mail] = await remindOn('2026-03-16')
    expect(mail?.text).toMatch(
      /Im Mitgliederportal ansehen:\nhttps:\/\/members\.example\.org\/portal\/[\w-]+\/login\/\S{43}/,
    )
    await setPortal(club, { enabled: false })
    const [second] = await remindOn('2026-03-30')
    expect(second?.subject).toBe('Mahnung')
    expect(second?.text).not.toContain('Mitgliederportal')
  })

  it('say who gets none, and count fees without a due date', async () => {
    await addPersons(club, [payer(4, { email: null }), payer(5)])
    await rows(
      "INSERT INTO blocked_addresses VALUES (?, 'm5@example.org', 'undeliverable', '2026-01-01')",
      club.id,
    )
    for (const n of [1, 2, 4, 5]) await claimFrom(n)
    await claimFrom(3, [{ due_on: null }, { due_on: null }])
    const { body } = await club.get('/lists/members/persons/m2')
    await club.delete(`/lists/members/persons/${body.data.id}`)
    setClock('2026-03-16T12:00:00Z')
    expect(await proposal()).toMatchObject({
      payers: [{ name: 'Ada Lovelace 1' }],
      left_out: [
        { name: 'Ada Lovelace 2', reason: 'deleted' },
        { name: 'Ada Lovelace 4', reason: 'no_address' },
        { name: 'Ada Lovelace 5', reason: 'blocked' },
      ],
      without_due_date: 2,
      is_truncated: false,
    })
  })

  it('leave out what is paid, cancelled, collected, deferred or disputed', async () => {
    const [paid = '', cancelled = '', deferred = '', disputed = '', open = ''] = await claimFrom(1, [
      {},
      {},
      {},
      {},
      {},
    ])
    const [collected = ''] = await claimFrom(2)
    await pay(paid, 4500)
    await club.post(`/fees/${cancelled}/cancellation`, { kind: 'mistake', reason: 'Twice' })
    expect((await release(club, [collected])).status).toBe(201)
    const treasurer = await principalOf(club, 'treasurer')
    await holdReminders(treasurer, {
      feeId: deferred,
      body: { kind: 'deferred', until: '2026-04-30', note: 'Pays in May' },
    })
    await holdReminders(treasurer, { feeId: disputed, body: { kind: 'disputed' } })
    setClock('2026-04-30T12:00:00Z')
    const idsOf = async () => (await proposal()).payers.flatMap(({ fees }) => fees.map(({ id }) => id))
    expect(await idsOf()).toEqual([open])
    setClock('2026-05-01T12:00:00Z')
    expect((await idsOf()).sort()).toEqual([deferred, open].sort())
    await releaseHold(await principalOf(club, 'treasurer'), { feeId: disputed })
    expect(await idsOf()).toHaveLength(3)
    expect((await eventsOf(club)).slice(-3).map(({ action, changes }) => [action, changes])).toEqual([
      [
        'fee.reminders_held',
        {
          'reminder_hold.kind': [null, 'deferred'],
          'reminder_hold.until': [null, '2026-04-30'],
          'reminder_hold.note': [null, 'Pays in May'],
        },
      ],
      ['fee.reminders_held', { 'reminder_hold.kind': [null, 'disputed'] }],
      ['fee.reminders_released', { 'reminder_hold.kind': ['disputed', null] }],
    ])
  })

  it('go to the chosen payers alone, and not where something has changed since', async () => {
    const [fee = ''] = await claimFrom(1)
    await claimFrom(2)
    setClock('2026-03-16T12:00:00Z')
    const principal = await principalOf(club)
    const { payers } = await proposeReminders(principal)
    const [one, other] = payers.map(({ person_id }) => [person_id])
    const markOf = async (personIds: string[] = []) => (await reviewReminders(principal, { personIds })).mark
    const mark = await markOf(one)
    await pay(fee, 100)
    expect(await sendReminders(principal, { personIds: one ?? [], mark })).toMatchObject({
      outcome: 'changed',
      review: { mails: [{ total: 4400 }], persons: 1, total: 4400, gone: 0 },
    })
    expect(await sendReminders(principal, { personIds: [], mark: await markOf() })).toMatchObject({
      outcome: 'refused',
    })
    const shown = await markOf(other)
    principal.cost.trips = 0
    const outcome = await sendReminders(principal, { personIds: other ?? [], mark: shown })
    expect(principal.cost.trips).toBe(2)
    const { sent } = await deliverMails(queuedOf(outcome))
    expect(sent.map(({ to }) => to)).toEqual(['m2@example.org'])
    expect((await eventsOf(club)).at(-1)).toMatchObject({ action: 'mail.sent', actor_kind: 'staff' })
  })

  it('are sent once where two send them at the same time', async () => {
    for (const n of [1, 2]) await claimFrom(n)
    setClock('2026-03-16T12:00:00Z')
    const senders = [await principalOf(club), await principalOf(club, 'treasurer')]
    const { payers } = await proposal()
    const personIds = payers.map(({ person_id }) => person_id)
    const { mark } = await reviewReminders(await principalOf(club), { personIds })
    const outcomes = await Promise.all(senders.map((sender) => sendReminders(sender, { personIds, mark })))
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'sending'])
    const { sent } = await deliverMails(outcomes.flatMap(queuedOf))
    expect(sent).toHaveLength(2)
    expect(await rows('SELECT count FROM mail_days')).toEqual([{ count: 2 }])
  })

  it('go to members and contacts by a mail each, with the text of the club', async () => {
    await addPersons(club, [payer(7)], 'contacts')
    await switchOn(club, 'reminder_1', { subject: 'Bitte zahlen', offset_days: 3 })
    await claimFrom(1)
    await claimFrom(7)
    const mails = await remindOn('2026-03-12')
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      'm1@example.org Bitte zahlen',
      'm7@example.org Bitte zahlen',
    ])
    expect(await rows('SELECT list_id, occasion FROM mails ORDER BY list_id')).toEqual([
      { list_id: 'contacts', occasion: 'reminder' },
      { list_id: 'members', occasion: 'reminder' },
    ])
  })

  it('are proposed in one trip, to those who may read fees and mails', async () => {
    await claimFrom(1)
    const principal = await principalOf(club, 'office')
    principal.cost.trips = 0
    await proposeReminders(principal)
    expect(principal.cost.trips).toBe(1)
    await expect(proposeReminders(await principalOf(club, 'auditor'))).rejects.toMatchObject({
      reason: 'permission_missing',
    })
  })

  it('of other clubs are not proposed', async () => {
    const { club: other } = await clubWithFees(1)
    await claim(other, [{ person_external_id: 'm1', due_on: DUE_ON }])
    setClock('2026-03-16T12:00:00Z')
    expect(await proposal()).toMatchObject({ payers: [], left_out: [], without_due_date: 0 })
  })
})

describe('holding reminders of a fee', () => {
  it('is refused for a past day, a fee with nothing open, an unknown one and a stale one', async () => {
    const [fee = '', paid = ''] = await claimFrom(1, [{}, {}])
    await pay(paid, 4500)
    const principal = await principalOf(club, 'treasurer')
    const hold = (feeId: string, body: object, revision?: number) =>
      holdReminders(principal, { feeId, body: { ...body }, revision })
    const deferred = { kind: 'deferred', until: '2026-03-01' }
    await expect(hold(fee, deferred)).rejects.toMatchObject({
      issues: { until: [{ code: 'until_past' }] },
    })
    await expect(hold(fee, { kind: 'deferred' })).rejects.toMatchObject({
      issues: { until: [{ code: 'until_missing' }] },
    })
    await expect(hold(fee, { ...deferred, kind: 'disputed' })).rejects.toMatchObject({
      issues: { until: [{ code: 'until_of_dispute' }] },
    })
    await expect(hold(paid, { kind: 'disputed' })).rejects.toMatchObject({
      issues: { fee_id: [{ code: 'nothing_open' }] },
    })
    await expect(hold('fee_none', { kind: 'disputed' })).rejects.toMatchObject({ reason: 'not_found' })
    await expect(hold(fee, { kind: 'disputed' }, 7)).rejects.toMatchObject({ reason: 'changed_meanwhile' })
    await expect(
      holdReminders(await principalOf(club, 'office'), { feeId: fee, body: { kind: 'disputed' } }),
    ).rejects.toMatchObject({ reason: 'permission_missing' })
  })
})

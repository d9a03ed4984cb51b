import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { open } from '../../src/db/client'
import { serviceActor } from '../../src/domain/access/actor'
import { runRules } from '../../src/domain/mails/rules/run'
import { runCron } from '../support/cron'
import { staffOf } from '../support/dashboard'
import {
  addPersons,
  claim,
  clubWithFees,
  collectingClub,
  payer,
  release,
  setDay,
  submitted,
} from '../support/direct-debits'
import { textOf } from '../support/html'
import { deliverMails, mailings } from '../support/mails'
import { sessionFrom, setPortal, submit } from '../support/portal'
import { mailsAt, setClock, subjectsOf, switchOn } from '../support/rules'
import { rows, type Workspace } from '../support/workspace'

const DAY_1 = '2026-03-03T09:17:00Z'
const DAY_2 = '2026-03-04T09:17:00Z'

const pay = (club: Workspace, fee_id: string, amount = 4500) =>
  club.post('/payments', { data: [{ fee_id, amount, paid_on: '2026-03-02', method: 'bank_transfer' }] })

describe('a claimed fee', () => {
  it('brings one mail to a payer, with all fees that are still to pay', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await switchOn(club, 'fee_claimed')
    const [first, second] = await claim(club, [
      { person_external_id: 'm1', amount: 1000, description: 'Locker' },
      { person_external_id: 'm1', amount: 2050, description: 'Boat' },
    ])
    await pay(club, String(first), 400)
    const [paid] = await claim(club, [{ person_external_id: 'm1', description: 'Course' }])
    await pay(club, String(paid))
    const mails = await mailsAt(DAY_1)
    expect(mails).toHaveLength(1)
    const text = mails[0]?.text ?? ''
    expect(text).toContain('Locker: 6,00\u00a0€')
    expect(text).toContain('Boat: 20,50\u00a0€')
    expect(text).toContain('Zu zahlen: 26,50\u00a0€')
    for (const unnamed of ['Course', 'Annual fee']) expect(text).not.toContain(unnamed)
    expect(await rows('SELECT subject FROM mail_occasions ORDER BY subject')).toEqual(
      [first, second].sort().map((subject) => ({ subject })),
    )
    expect(feeIds).toHaveLength(1)
    expect(await mailsAt(DAY_2)).toEqual([])
  })

  it('names nothing that was paid before the mail is written', async () => {
    const { club } = await clubWithFees(1)
    await switchOn(club, 'fee_claimed')
    const [fee] = await claim(club, [{ person_external_id: 'm1' }])
    setClock(DAY_1)
    const { queued, bindings } = mailings()
    await runCron(new Date(DAY_1), bindings)
    await pay(club, String(fee))
    expect((await deliverMails(queued)).sent).toEqual([])
    expect(await rows('SELECT state, reason FROM mail_recipients')).toEqual([
      { state: 'skipped', reason: 'nothing_open' },
    ])
    expect(await rows('SELECT state, waiting, skipped FROM mails')).toEqual([
      { state: 'sent', waiting: 0, skipped: 1 },
    ])
  })

  it('brings a mail to contacts, too, without what only members have', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1)])
    await addPersons(club, [payer(2)], 'contacts')
    const { body } = await club.put('/lists/members/custom_columns', {
      data: [{ type: 'string', name: 'Boat' }],
    })
    await switchOn(club, 'fee_claimed', {
      body: `{{anrede}},{{${body.data[0].id}}}\n\nIhr Portal: {{portal_link}}\n\n{{beitraege}}`,
    })
    await claim(club, [{ person_external_id: 'm1' }, { person_external_id: 'm2' }])
    const mails = await mailsAt(DAY_1)
    const textTo = (address: string) => mails.find(({ to }) => to === address)?.text
    expect(textTo('m1@example.org')).toContain('/login/')
    expect(textTo('m2@example.org')).toMatch(/^Guten Tag Ada Lovelace 2,\n\nAnnual fee: 45,00/)
  })

  it('brings a payer what it has to pay for an adult who hides its fees in the portal', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(2)])
    const { id } = (await club.get('/lists/members/persons/m2')).body.data
    await addPersons(club, [{ ...payer(1), payer_id: id }])
    await rows('UPDATE persons SET hides_fees_from_payer = 1 WHERE payer_id IS NOT NULL')
    await switchOn(club, 'fee_claimed')
    await claim(club, [{ person_external_id: 'm1' }])
    const [mail, ...others] = await mailsAt(DAY_1)
    expect([mail?.to, others]).toEqual(['m2@example.org', []])
    expect(mail?.text).toContain('45,00\u00a0€')
  })

  it.each(['contact', 'former member'])(
    'brings a %s who pays for others a link to what it pays',
    async (who) => {
      const club = await collectingClub()
      await setPortal(club, { functions: ['view_data', 'view_fees'] })
      const list = who === 'contact' ? 'contacts' : 'members'
      await addPersons(club, [{ ...payer(2), ...(list === 'members' && { leave_date: '2025-12-31' }) }], list)
      const { id } = (await club.get(`/lists/${list}/persons/m2`)).body.data
      await addPersons(club, [{ ...payer(1), payer_id: id }])
      await switchOn(club, 'fee_claimed', { body: '{{beitraege}}\n\nIhr Portal: {{portal_link}}' })
      await claim(club, [{ person_external_id: 'm1' }])
      const [mail, ...others] = await mailsAt(DAY_1)
      expect([mail?.to, others]).toEqual(['m2@example.org', []])
      const path = /\/portal\/[\w-]+\/login\/[\w-]{43}/.exec(mail?.text ?? '')?.[0]
      const session = sessionFrom(await submit(String(path)))
      const { status, text } = await session.get(`/portal/persons/${id}/fees`)
      expect(status).toBe(200)
      expect(textOf(text)).toContain('Annual fee')
    },
  )

  it('brings a mail without what leads to the portal to those who have none', async () => {
    const { club } = await clubWithFees(2)
    await switchOn(club, 'fee_claimed', {
      body: '{{anrede}},\n\nIhr Portal: {{portal_link}}\n\n{{beitraege}}',
    })
    await claim(club, [{ person_external_id: 'm1' }, { person_external_id: 'm2' }])
    await setPortal(club, { enabled: false })
    const mails = await mailsAt(DAY_1)
    expect(mails).toHaveLength(2)
    for (const { text } of mails) expect(text).toMatch(/^Guten Tag Ada Lovelace \d,\n\nAnnual fee: 45,00/)
    expect(await rows('SELECT DISTINCT state FROM mail_recipients')).toEqual([{ state: 'sent' }])
  })

  it('waits for so many days as the rule says', async () => {
    const { club } = await clubWithFees(1)
    await switchOn(club, 'fee_claimed', { offset_days: 2 })
    await claim(club, [{ person_external_id: 'm1' }])
    // The database has a clock of its own, which tests do not set.
    await rows("UPDATE events SET at = '2026-03-02T12:00:00.000Z'")
    expect(await mailsAt(DAY_1)).toEqual([])
    expect(await mailsAt(DAY_2)).toHaveLength(1)
    expect(await mailsAt('2026-03-05T09:17:00Z')).toEqual([])
  })

  it('brings none where it was claimed before the rule was switched on, also for the second time', async () => {
    const { club } = await clubWithFees(1)
    await switchOn(club, 'fee_claimed')
    await switchOn(club, 'fee_claimed', { enabled: false })
    await claim(club, [{ person_external_id: 'm1' }])
    await switchOn(club, 'fee_claimed')
    expect(await mailsAt(DAY_1)).toEqual([])
  })
})

describe('a run', () => {
  it('sends once where several run at the same time', async () => {
    const { club } = await clubWithFees(3)
    for (const occasion of ['fee_claimed', 'birthday', 'joined']) await switchOn(club, occasion)
    await addPersons(
      club,
      [1, 2, 3].map((n) => payer(n, { birthdate: '1985-03-03', join_date: '2026-03-02' })),
    )
    await claim(
      club,
      [1, 2, 3].map((n) => ({ person_external_id: `m${n}` })),
    )
    setClock(DAY_1)
    const now = new Date()
    const run = () =>
      runRules(open(env.DB), { workspaceId: club.id, now, actor: serviceActor({ requestId: 'req', now }) })
    const results = await Promise.all([run(), run(), run(), run()])
    const { queued, bindings } = mailings()
    for (const { sendings } of results)
      for (const { workspaceId: workspace_id, mailId: mail_id, ranges } of sendings)
        queued.push(
          ...ranges.map((range) => ({ workspace_id, mail_id, ...range, origin: bindings.PUBLIC_URL })),
        )
    const { sent } = await deliverMails([...queued, ...queued])
    expect(sent).toHaveLength(9)
    expect(new Set(subjectsOf(sent)).size).toBe(9)
    expect(await rows('SELECT count FROM mail_days')).toEqual([{ count: 9 }])
  })

  it('sends the mails of other tenants to their own members', async () => {
    const one = await clubWithFees(1)
    const other = await clubWithFees(1)
    await switchOn(one.club, 'fee_claimed')
    await switchOn(other.club, 'payment_received')
    await claim(one.club, [{ person_external_id: 'm1', description: 'One' }])
    await claim(other.club, [{ person_external_id: 'm1', description: 'Other' }])
    const mails = await mailsAt(DAY_1)
    expect(mails.map(({ text }) => [text.includes('One'), text.includes('Other')])).toEqual([[true, false]])
  })

  it('without PUBLIC_URL leaves everything to one with it', async () => {
    const { club } = await clubWithFees(1)
    await switchOn(club, 'fee_claimed')
    await claim(club, [{ person_external_id: 'm1' }])
    setClock(DAY_1)
    const { queued, bindings } = mailings()
    await runCron(new Date(), { ...bindings, PUBLIC_URL: '' })
    expect(queued).toEqual([])
    expect(await mailsAt(DAY_1)).toHaveLength(1)
  })

  it('queues mails again of which nothing was heard for two hours', async () => {
    const { club } = await clubWithFees(1)
    await switchOn(club, 'fee_claimed')
    await claim(club, [{ person_external_id: 'm1' }])
    setClock(DAY_1)
    const lost = mailings()
    await runCron(new Date(), lost.bindings)
    expect(lost.queued).toHaveLength(1)
    expect(await mailsAt(DAY_1)).toEqual([])
    await rows("UPDATE mails SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-121 minutes')")
    expect(await mailsAt(DAY_1)).toHaveLength(1)
    expect(await mailsAt(DAY_1)).toEqual([])
  })
})

describe('a debit', () => {
  it('is announced with amount, day, mandate and creditor where it is released', async () => {
    const { club, feeIds } = await clubWithFees(2)
    await switchOn(club, 'debit_announced')
    const { body } = await release(club, feeIds)
    expect(body.data.item_count).toBe(2)
    const mails = await mailsAt(DAY_1)
    expect(subjectsOf(mails)).toEqual([
      'm1@example.org: Ankündigung: Lastschrift am 16. März 2026',
      'm2@example.org: Ankündigung: Lastschrift am 16. März 2026',
    ])
    const text = mails.find(({ to }) => to === 'm1@example.org')?.text ?? ''
    expect(text).toContain('den Betrag von 45,00\u00a0€')
    expect(text).toContain('Mandatsreferenz: M-1\nGläubiger-Identifikationsnummer: DE98ZZZ09999999999')
    expect(await mailsAt(DAY_2)).toEqual([])
  })

  it('is announced within the hour, since SEPA counts the days from then', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await switchOn(club, 'debit_announced')
    await release(club, feeIds)
    const night = '2026-03-02T22:17:00Z'
    expect(await mailsAt(night)).toHaveLength(1)
    expect(await mailsAt(night)).toEqual([])
    expect(await mailsAt(DAY_1)).toEqual([])
  })

  it('is announced up to its day, and not after it', async () => {
    const mailsOn = async (instant: string) => {
      const { club, feeIds } = await clubWithFees(1)
      await switchOn(club, 'debit_announced')
      expect((await release(club, feeIds)).body.data.collection_date).toBe('2026-03-16')
      return mailsAt(instant)
    }
    expect(await mailsOn('2026-03-16T09:17:00Z')).toHaveLength(1)
    expect(await mailsOn('2026-03-17T09:17:00Z')).toEqual([])
  })

  it('is not announced where the collection was discarded', async () => {
    const { club, feeIds } = await clubWithFees(2)
    await switchOn(club, 'debit_announced')
    const { body } = await release(club, feeIds)
    await club.post(`/collections/${body.data.id}/discard`, { reason: 'Wrong day' })
    const [state] = await rows('SELECT state FROM collections')
    expect(state).toEqual({ state: 'discarded' })
    expect(await mailsAt(DAY_1)).toEqual([])
  })

  it('is not announced once it was taken out of its collection, and the others are', async () => {
    const { club, feeIds } = await clubWithFees(2)
    await switchOn(club, 'debit_announced')
    const { id, items } = (await release(club, feeIds)).body.data
    const left = await club.post(`/collections/${id}/items/${items[0].id}/removal`, { reason: 'x' })
    expect(left.status).toBe(201)
    expect((await mailsAt(DAY_1)).map(({ to }) => to)).toEqual(['m2@example.org'])
  })

  it('that came back brings one mail with the fees that are open again', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const more = await claim(club, [{ person_external_id: 'm1', amount: 500, description: 'Locker' }])
    const { id, items } = await submitted(club, [...feeIds, ...more])
    expect(items).toHaveLength(1)
    await switchOn(club, 'debit_returned')
    setDay('2026-03-18')
    const returned = await club.post(`/collections/${id}/returns`, {
      item_id: items[0]?.id,
      returned_on: '2026-03-18',
      reason_code: 'AM04',
    })
    expect(returned.status, returned.text).toBe(201)
    const mails = await mailsAt('2026-03-19T09:17:00Z')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('die Lastschrift vom 16. März 2026 über 50,00\u00a0€')
    expect(mails[0]?.text).toContain('Bitte überweisen Sie 50,00\u00a0€')
    expect(await mailsAt('2026-03-20T09:17:00Z')).toEqual([])
  })
})

describe('a payment', () => {
  it('brings a mail for fees that are paid in full, and still are', async () => {
    const { club, feeIds } = await clubWithFees(2)
    await switchOn(club, 'payment_received', { body: '{{fees}}\n\n{{transfer}}' })
    const [first = '', second = ''] = feeIds
    await pay(club, first, 2000)
    expect(await mailsAt(DAY_1)).toEqual([])
    await pay(club, first, 2500)
    const { body } = await pay(club, second)
    await club.post(`/payments/${body.data[0].id}/reversal`, { reason: 'Mistake' })
    const mails = await mailsAt(DAY_2)
    expect(subjectsOf(mails)).toEqual(['m1@example.org: Ihre Zahlung ist eingegangen'])
    expect(mails[0]?.text).toContain('Annual fee: 45,00\u00a0€')
    expect(mails[0]?.text).not.toContain(' 0,00\u00a0€')
  })

  it('brings none if it is reversed before the mail is written, and the page of the mail says why', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await switchOn(club, 'payment_received')
    const { body } = await pay(club, String(feeIds[0]))
    setClock(DAY_1)
    const { queued, bindings } = mailings()
    await runCron(new Date(DAY_1), bindings)
    await club.post(`/payments/${body.data[0].id}/reversal`, { reason: 'Mistake' })
    expect((await deliverMails(queued)).sent).toEqual([])
    const [mail] = await rows<{ mail_id: string }>('SELECT mail_id, state, reason FROM mail_recipients')
    expect(mail).toMatchObject({ state: 'skipped', reason: 'not_paid' })
    const staff = await staffOf(club, 'owner')
    const { text } = await staff.get(`/dashboard/${club.id}/mails/${mail?.mail_id}?state=skipped`)
    expect(text).toContain('Der Beitrag gilt nicht mehr als bezahlt.')
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { countToRemind } from '../../src/domain/mails/reminders/count'
import { proposeReminders } from '../../src/domain/mails/reminders/propose'
import { staffOf } from '../support/dashboard'
import { addPersons, claim, collectingClub, payer } from '../support/direct-debits'
import { textOf } from '../support/html'
import { deliverMails, MAIL, postMail, storedStates } from '../support/mails'
import { LENA, setPayer, UWE } from '../support/payer'
import { mailsAt, remind, setClock, switchOn } from '../support/rules'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const DIED = { leave_date: '2026-02-28', leave_reason: 'deceased' }
const HOUSE = 'haus@example.org'

let club: Workspace

/** Karl and Erna share an address; Uwe, who has one of his own, pays for Lena. */
beforeEach(async () => {
  club = await collectingClub()
  await addPersons(club, [
    payer(2, {
      external_id: 'karl',
      name: { first_name: 'Karl', last_name: 'Ott' },
      email: HOUSE,
      birthdate: '1950-03-10',
    }),
    payer(3, {
      external_id: 'erna',
      name: { first_name: 'Erna', last_name: 'Ott' },
      email: HOUSE,
      birthdate: '1952-03-10',
    }),
    UWE,
    { ...LENA, email: 'lena@example.org' },
  ])
  await setPayer(club, 'uwe', 'lena')
})

const die = async (externalId: string) => {
  expect((await club.put(`${PERSONS}/${externalId}`, DIED)).status).toBe(200)
}
const idOf = async (externalId: string): Promise<string> =>
  (await club.get(`${PERSONS}/${externalId}`)).body.data.id

describe('a mail to many', () => {
  const all = { filter: {}, status: 'all', body: '{{salutation}}!' }

  it('leaves out who has died, and names in the mail of the house who lives', async () => {
    await die('karl')
    const { body, queued } = await postMail(club, all)
    expect(body.data.left_out).toEqual({ no_address: 0, blocked: 0, unsubscribed: 0, deceased: 1 })
    const { sent } = await deliverMails(queued)
    const house = sent.find(({ to }) => to === HOUSE)
    expect(house?.text).toContain('Erna')
    expect(house?.text).not.toMatch(/\bKarl\b/)
  })

  it('to who has died alone reaches nobody', async () => {
    await die('uwe')
    const { status, body } = await postMail(club, { person_ids: [await idOf('uwe')] })
    expect([status, body.issues.map(({ code }: { code: string }) => code)]).toEqual([422, ['nobody_reached']])
    const office = await staffOf(club, 'office')
    const fields = { ...MAIL, query: 'status=all' }
    const draft = await office.submit(`/dashboard/${club.id}/mails`, fields)
    const review = await office.get(String(draft.headers.get('Location')))
    expect(textOf(review.text)).toContain('1 verstorben')
  })

  it('that waits is not sent to who dies meanwhile, and goes to who lives with that person', async () => {
    const { body, queued } = await postMail(club, all)
    await die('karl')
    await die('uwe')
    const { sent } = await deliverMails(queued)
    expect(sent.map(({ to }) => to).sort()).toEqual([HOUSE, 'lena@example.org'])
    const house = sent.find(({ to }) => to === HOUSE)
    expect([house?.text.includes('Erna'), house?.text.includes('Karl')]).toEqual([true, false])
    expect(await storedStates(body.data.id)).toMatchObject({ skipped: 1 })
    expect(await rows("SELECT DISTINCT reason FROM mail_recipients WHERE state = 'skipped'")).toEqual([
      { reason: 'deceased' },
    ])
    expect(await rows('SELECT * FROM blocked_addresses')).toEqual([])
  })
})

describe('automatic mails', () => {
  it('go to nobody who has died', async () => {
    await switchOn(club, 'birthday', { subject: '{{vorname}}' })
    await die('karl')
    await rows("UPDATE persons SET leave_date = '2026-12-31' WHERE external_id = 'karl'")
    const sent = await mailsAt('2026-03-10T12:00:00Z')
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[HOUSE, 'Erna']])
  })

  it('about money go to nobody who has died', async () => {
    await switchOn(club, 'fee_claimed')
    await die('uwe')
    await claim(club, [{ person_external_id: 'uwe' }, { person_external_id: 'erna' }])
    const sent = await mailsAt('2026-03-03T12:00:00Z')
    expect(sent.map(({ to }) => to)).toEqual([HOUSE])
  })
})

describe('reminders', () => {
  const due = (...persons: string[]) =>
    claim(
      club,
      persons.map((person_external_id) => ({
        person_external_id,
        due_on: '2026-03-09',
        description: 'Beitrag',
      })),
    )

  it('pause of who has died, and of those for whom that person paid, with the reason', async () => {
    await due('karl', 'erna', 'uwe', 'lena')
    await die('karl')
    await die('uwe')
    setClock('2026-03-20T12:00:00Z')
    const { payers, left_out } = await proposeReminders(await principalOf(club))
    expect(payers.map(({ name }) => name)).toEqual(['Erna Ott'])
    expect(left_out.map(({ name, reason }) => [name, reason])).toEqual([
      ['Karl Ott', 'deceased'],
      ['Lena Roth', 'payer_lost'],
      ['Uwe Roth', 'deceased'],
    ])
    const page = await (await staffOf(club, 'treasurer')).get(`/dashboard/${club.id}/mails/reminders`)
    expect(textOf(page.text)).toContain('verstorben')
    const { env } = await import('cloudflare:workers')
    const { open, trip } = await import('../../src/db/client')
    const { sql } = await import('../../src/db/sql')
    const counted = await trip(open(env.DB), { counts: countToRemind(sql`${club.id}`, '2026-03-20') })
    expect(counted.counts[0]?.count).toBe(1)
  })

  it('pause of a child who has died, though its parent lives', async () => {
    await due('lena')
    await die('lena')
    setClock('2026-03-20T12:00:00Z')
    const { payers, left_out } = await proposeReminders(await principalOf(club))
    expect([payers, left_out.map(({ reason }) => reason)]).toEqual([[], ['deceased']])
  })

  it('that wait leave out the fees of who dies meanwhile', async () => {
    await due('karl', 'erna')
    setClock('2026-03-20T12:00:00Z')
    const sent = await remind(club, () => die('karl'))
    expect(sent.map(({ to }) => to)).toEqual([HOUSE])
    expect(sent[0]?.text).toContain('Erna')
    expect(sent[0]?.text).not.toMatch(/\bKarl\b/)
  })
})

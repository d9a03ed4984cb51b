import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { open, trip } from '../../src/db/client'
import { sweepResignations } from '../../src/domain/portal/resign/sweep'
import type { QueuedMail } from '../../src/env'
import { call } from '../support/call'
import { ADA, clubOf, person, portal, signedIn } from '../support/club'
import { runNightly } from '../support/cron'
import { type Staff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { formValues, inputValue, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { metered } from '../support/meter'
import { deliverMails, PUBLIC_URL, type Session, signIn, submit } from '../support/portal'
import { operator, rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const FUNCTIONS = ['view_data', 'edit_data', 'view_fees', 'resign']
const TODAY = '2026-11-27'
const LAST = '2026-12-31'

const at = (instant: string) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(instant))
}

let club: Workspace
let id: string
let session: Session
let office: Staff

beforeEach(async () => {
  at(`${TODAY}T12:00:00Z`)
  const world = await clubOf(
    portal({ functions: FUNCTIONS }),
    person({ ...ADA, birthdate: '1990-01-01' }),
    signedIn('office'),
  )
  club = world.club
  id = world.id
  office = world.staff
  session = await signIn(club, { person_id: id })
})

afterEach(async () => {
  await expectSoundBooks(club.id)
  vi.useRealTimers()
})

const page = (person = id) => `/portal/persons/${person}/resign`

/** Submits a form of the portal; gives the answer and the mails that it queues. */
async function send(path: string, fields: Record<string, string> = {}, by: Session = session) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const answer = await by.submit(path, fields, {}, { env: { PUBLIC_URL, MAILS } })
  return { ...answer, queued }
}

const delivered = async (queued: QueuedMail[]) => (await deliverMails(queued)).sent

/** Resigns, and gives the path of the link in the mail. */
async function resign(fields: Record<string, string> = {}, path = page(), by = session): Promise<string> {
  const { status, queued, text } = await send(path, { leave_date: LAST, ...fields }, by)
  expect(status, textOf(text)).toBe(303)
  const [mail] = await delivered(queued)
  return String(/\/portal\/[\w-]+\/resign\/[\w-]{43}/.exec(mail?.text ?? '')?.[0])
}

/** Presses the button behind the link of a mail; gives the mails that follow. */
async function confirm(path: string) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const answer = await submit(path, {}, { env: { PUBLIC_URL, MAILS } })
  return { ...answer, sent: await delivered(queued) }
}

const stored = async () =>
  await rows('SELECT state, leave_date, cause, note, sent_at, sent_by FROM resignations ORDER BY id')
const leaves = async (person = id) => {
  const { leave_date, leave_reason, leave_note } = (await club.get(`${PERSONS}/${person}`)).body.data
  return [leave_date, leave_reason, leave_note]
}
const actions = async () =>
  (await eventsOf(club)).map(({ action }) => action).filter((one) => one.includes('res'))

const atOnce = () =>
  operator('PATCH', `/operator/workspaces/${club.id}`, { leaving: { takes_effect: 'at_once' } })

/** Staff decide on the page of a resignation. */
async function decide(changes: Record<string, string>, staff = office) {
  const path = `/dashboard/${club.id}/members/${id}/resignation`
  const shown = await staff.get(path)
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const fields = formValues(shown.text).map(
    ([name, value]) => [name, changes[name] ?? value] as [string, string],
  )
  const form = [...fields, ...('act' in changes ? [['act', changes.act] as [string, string]] : [])]
  const answer = await staff.submit(path, form, { env: { PUBLIC_URL, MAILS } })
  return { ...answer, shown, sent: await delivered(queued) }
}

describe('a resignation in the portal', () => {
  it('proposes the day of the notice, says what follows, and is a function of the portal', async () => {
    await operator('PATCH', `/operator/workspaces/${club.id}`, {
      leaving: { notice_weeks: 6, end: 'quarter' },
    })
    await club.post('/fees', { data: [{ person_id: id, amount: 4500, description: 'Beitrag' }] })
    await club.put(`${PERSONS}/${id}`, { sepa_mandate: { reference: 'M-1' } })
    const data = await session.get(`/portal/persons/${id}`)
    expect(data.text).toContain(page())
    const shown = await session.get(page())
    expect([shown.status, shown.cost.trips, shown.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(inputValue(shown.text, 'leave_date')).toBe('2027-03-31')
    const text = textOf(shown.text)
    for (const part of [
      '31. März 2027',
      '45,00 €',
      'SEPA-Mandat M-1',
      'ersten Tag eines Zeitraums',
      '24 Stunden',
    ])
      expect(text).toContain(part)
    await operator('PATCH', `/operator/workspaces/${club.id}`, {
      member_portal: { functions: ['view_data'] },
    })
    expect((await session.get(page())).status).toBe(404)
    expect((await send(page(), { leave_date: LAST })).status).toBe(404)
    expect((await session.get(`/portal/persons/${id}`)).text).not.toContain(page())
  })

  it('counts from when it was sent, holds once the link is pressed, and is confirmed by the office', async () => {
    const link = await resign({ note: 'Umzug' })
    expect(await stored()).toEqual([
      {
        state: 'sent',
        leave_date: LAST,
        cause: null,
        note: 'Umzug',
        sent_at: `${TODAY}T12:00:00.000Z`,
        sent_by: id,
      },
    ])
    expect(await leaves()).toEqual([null, null, null])
    at(`${TODAY}T20:00:00Z`)
    const opened = await call('GET', link)
    expect([opened.status, opened.cost.rowsWritten]).toEqual([200, 0])
    expect(textOf(opened.text)).toContain('kündigt die Mitgliedschaft zum 31. Dezember 2026')
    expect(await stored()).toMatchObject([{ state: 'sent' }])
    const { status, sent } = await confirm(link)
    expect([status, sent.map(({ to, subject }) => [to, subject])]).toEqual([
      200,
      [[ADA.email, 'Ihre Kündigung ist angekommen']],
    ])
    expect(await stored()).toMatchObject([{ state: 'confirmed', sent_at: `${TODAY}T12:00:00.000Z` }])
    expect(await leaves()).toEqual([null, null, null])
    expect(textOf((await office.get(`/dashboard/${club.id}`)).text)).toContain('1 Kündigung wartet')
    const list = textOf((await office.get(`/dashboard/${club.id}/members/resignations`)).text)
    expect(list).toContain('Ada Lovelace')
    expect(textOf((await office.get(`/dashboard/${club.id}/members/${id}`)).text)).toContain(
      'noch nicht bestätigt',
    )
    const accepted = await decide({})
    expect([accepted.status, accepted.sent.map(({ subject }) => subject)]).toEqual([
      303,
      ['Bestätigung Ihrer Kündigung'],
    ])
    expect(accepted.sent[0]?.text).toContain('31. Dezember 2026')
    expect(await leaves()).toEqual([LAST, 'left', 'Umzug'])
    expect(await actions()).toEqual(
      ['person.resignation_sent', 'person.resigned', 'person.updated', 'person.resignation_accepted'].filter(
        (one) => one.includes('res'),
      ),
    )
    expect(textOf((await session.get(page())).text)).toContain(
      'Die Mitgliedschaft endet am 31. Dezember 2026',
    )
    const log = textOf((await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}/log`)).text)
    expect(log).toContain('hat die Kündigung von Ada Lovelace bestätigt')
  })

  it('is read by the API, with what became of it', async () => {
    expect((await club.get(`${PERSONS}/${id}/resignation`)).status).toBe(404)
    await confirm(await resign({ cause: 'Krankheit', leave_date: '2026-11-30' }))
    const { status, body } = await club.get(`${PERSONS}/ada/resignation`)
    expect([status, body.data]).toEqual([
      200,
      {
        id: expect.stringMatching(/^rsg_/),
        person_id: id,
        state: 'confirmed',
        leave_date: '2026-11-30',
        cause: 'Krankheit',
        note: null,
        sent_at: `${TODAY}T12:00:00.000Z`,
        sent_by: id,
        confirmed_at: `${TODAY}T12:00:00.000Z`,
        accepted_at: null,
        withdrawal_asked_at: null,
        withdrawn_at: null,
      },
    ])
  })

  it('takes effect at once where the settings say so, but for one with a cause', async () => {
    await atOnce()
    const { sent } = await confirm(await resign({ note: 'Umzug' }))
    expect(sent[0]?.subject).toBe('Bestätigung Ihrer Kündigung')
    expect(await leaves()).toEqual([LAST, 'left', 'Umzug'])
    await send(`${page()}/take-back`)
    at(`${TODAY}T13:00:00Z`)
    await confirm(await resign({ cause: 'Krankheit', leave_date: '2026-11-30' }))
    expect(await leaves()).toEqual([null, null, null])
    expect((await stored()).at(-1)).toMatchObject({ state: 'confirmed', cause: 'Krankheit' })
  })

  it.each([
    ['a day before the notice ends', { leave_date: '2026-11-30' }, 'nur aus wichtigem Grund'],
    ['a day that is over', { leave_date: '2026-11-26', cause: 'Krankheit' }, 'Dieser Tag ist vorbei'],
    ['a day on which no membership ends', { leave_date: '2027-01-15' }, 'endet keine Mitgliedschaft'],
    ['no day', { leave_date: '' }, 'ein Datum ein'],
    ['a cause that is too long', { leave_date: LAST, cause: 'x'.repeat(501) }, '500 Zeichen'],
  ])('is refused for %s, and keeps what was typed', async (_, fields, text) => {
    const refused = await send(page(), { note: 'Umzug', ...fields })
    expect([refused.status, refused.queued]).toEqual([422, []])
    expect(textOf(refused.text)).toContain(text)
    expect(inputValue(refused.text, 'note')).toBe('Umzug')
    expect(await stored()).toEqual([])
  })

  it('resigned twice is one, by either tab and by either link', async () => {
    const link = await resign()
    const again = await send(page(), { leave_date: LAST })
    expect([again.status, again.queued]).toEqual([422, []])
    await confirm(link)
    const second = await confirm(link)
    expect([second.status, second.sent]).toEqual([200, []])
    expect(await stored()).toHaveLength(1)
    expect((await send(page(), { leave_date: LAST })).status).toBe(422)
  })

  it('that nobody confirms is forgotten after two days', async () => {
    const link = await resign()
    at('2026-11-29T12:00:01Z')
    session = await signIn(club, { person_id: id })
    expect((await call('GET', link)).status).toBe(404)
    expect((await confirm(link)).status).toBe(404)
    expect(inputValue((await session.get(page())).text, 'leave_date')).toBe(LAST)
    await resign()
    expect(await stored()).toHaveLength(1)
  })

  it('that nobody confirms is deleted in the night after its link has expired, and no other one', async () => {
    await confirm(await resign({ note: 'Umzug' }))
    const others = ['expired', 'dropped', 'waiting']
    for (const external_id of others) {
      const { body } = await club.post(PERSONS, { ...ADA, external_id, email: `${external_id}@example.org` })
      if (external_id === 'waiting') at('2026-11-28T12:00:00Z')
      const mine = await signIn(club, { person_id: body.data.id })
      await resign({ note: external_id }, page(body.data.id), mine)
      if (external_id === 'dropped') await send(`${page(body.data.id)}/take-back`, {}, mine)
    }
    const notes = async () => new Set((await stored()).map(({ note }) => note))
    at('2026-11-29T03:17:00Z')
    await runNightly()
    expect(await notes()).toEqual(new Set(['Umzug', ...others]))
    at('2026-11-30T03:17:00Z')
    await runNightly()
    expect(await notes()).toEqual(new Set(['Umzug', 'waiting']))
  })

  it('is found by the nightly run without a look at the others', async () => {
    await confirm(await resign())
    await rows(
      `WITH RECURSIVE n AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM n WHERE n < 50)
       INSERT INTO resignations (workspace_id, id, person_id, leave_date, sent_at, sent_by, state, expires_at, confirmed_at)
       SELECT workspace_id, id || n, person_id, leave_date, sent_at, sent_by, state, expires_at, confirmed_at FROM resignations, n`,
    )
    await rows("UPDATE resignations SET confirmed_at = NULL, state = 'sent' WHERE id LIKE '%50'")
    const { db, cost } = metered(env.DB)
    await trip(open(db), { swept: sweepResignations(new Date('2026-12-24T03:17:00Z')) })
    expect([await stored(), cost.rowsRead <= 4]).toMatchObject([{ length: 50 }, true])
  })

  it('resigned then deleted is gone', async () => {
    const link = await resign()
    await confirm(link)
    await club.delete(`${PERSONS}/${id}`)
    expect(await rows('SELECT * FROM resignations')).toEqual([])
    expect((await call('GET', link)).status).toBe(404)
    expect(textOf((await office.get(`/dashboard/${club.id}`)).text)).not.toContain('Kündigung wartet')
  })

  it('resigned then merged goes with the member who stays', async () => {
    await confirm(await resign())
    const kept = await club.post(PERSONS, { external_id: 'kept', name: { last_name: 'L' } })
    await club.post(`${PERSONS}/kept/merge`, { from: id })
    expect((await club.get(`${PERSONS}/kept/resignation`)).body.data).toMatchObject({
      person_id: kept.body.data.id,
      sent_by: kept.body.data.id,
      state: 'confirmed',
    })
  })

  it('resign while already ending is refused, and an end meanwhile that is earlier stays', async () => {
    const link = await resign()
    await club.put(`${PERSONS}/${id}`, { leave_date: '2026-11-30', leave_reason: 'excluded' })
    await atOnce()
    await confirm(link)
    expect(await leaves()).toEqual(['2026-11-30', 'excluded', null])
    await rows('DELETE FROM resignations')
    const shown = await session.get(page())
    expect(textOf(shown.text)).toContain('endet bereits am 30. November 2026')
    expect((await send(page(), { leave_date: LAST })).status).toBe(422)
  })
})

describe('a resignation that is taken back', () => {
  it('taken back in 24 hours is as if it had not been, also if it had taken effect', async () => {
    await atOnce()
    await confirm(await resign())
    expect(await leaves()).toEqual([LAST, 'left', null])
    at('2026-11-28T11:59:00Z')
    session = await signIn(club, { person_id: id })
    const back = await send(`${page()}/take-back`)
    expect(back.status).toBe(303)
    expect((await delivered(back.queued)).map(({ subject }) => subject)).toEqual([
      'Die Kündigung ist widerrufen',
    ])
    expect(await leaves()).toEqual([null, null, null])
    expect(await stored()).toMatchObject([{ state: 'withdrawn' }])
    expect((await session.get(page())).text).toContain('name="leave_date"')
  })

  it('before it is confirmed is dropped, and the link does nothing any more', async () => {
    const link = await resign()
    const back = await send(`${page()}/take-back`)
    expect([back.status, back.queued]).toEqual([303, []])
    await confirm(link)
    expect(await stored()).toMatchObject([{ state: 'withdrawn' }])
    expect(await leaves()).toEqual([null, null, null])
  })

  it.each([
    ['agree', 'withdrawn', [null, null, null], 'Die Kündigung ist widerrufen'],
    ['decline', 'accepted', [LAST, 'left', null], 'Die Kündigung bleibt bestehen'],
  ])('taken back later needs the yes of the club: %s', async (act, state, end, subject) => {
    await atOnce()
    await confirm(await resign())
    at('2026-11-28T12:00:01Z')
    session = await signIn(club, { person_id: id })
    office = await staffOf(club, 'office')
    const asked = await send(`${page()}/take-back`)
    expect([asked.status, asked.queued]).toEqual([303, []])
    expect(await leaves()).toEqual([LAST, 'left', null])
    expect(textOf((await office.get(`/dashboard/${club.id}/members/resignations`)).text)).toContain(
      'Bitte um Widerruf',
    )
    const decided = await decide({ act })
    expect([decided.status, decided.sent.map((mail) => mail.subject)]).toEqual([303, [subject]])
    expect(await stored()).toMatchObject([{ state }])
    expect(await leaves()).toEqual(end)
    expect(textOf((await office.get(`/dashboard/${club.id}/members/resignations`)).text)).toContain(
      'Hier wartet keine',
    )
  })

  it('is not decided on twice', async () => {
    await confirm(await resign())
    const path = `/dashboard/${club.id}/members/${id}/resignation`
    const form = formValues((await office.get(path)).text)
    await decide({})
    const again = await office.submit(path, form, { env: { PUBLIC_URL } })
    expect(again.status).toBe(409)
    expect(await leaves()).toEqual([LAST, 'left', null])
  })
})

describe('minors', () => {
  let child: string

  beforeEach(async () => {
    child = (
      await club.post(PERSONS, {
        name: { first_name: 'Lena' },
        email: 'lena@example.org',
        birthdate: '2015-01-01',
        payer_id: id,
      })
    ).body.data.id
  })

  it('do not resign alone', async () => {
    const own = await signIn(club, { person_id: child })
    const shown = await own.get(page(child))
    expect(textOf(shown.text)).toContain('Wer noch nicht 18 ist, kündigt nicht selbst')
    expect(shown.text).not.toContain('name="leave_date"')
    expect((await send(page(child), { leave_date: LAST }, own)).status).toBe(422)
  })

  it('have their payer resign for them, who says that it acts for all who have custody', async () => {
    const shown = await session.get(page())
    expect(shown.text).toContain(`${page()}?for=${child}`)
    const refused = await send(page(), { leave_date: LAST, for: child })
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining('Bitte bestätigen Sie das'),
    ])
    await atOnce()
    const link = await resign({ for: child, acts_for_all: '1' })
    const { sent } = await confirm(link)
    expect(sent.map(({ to }) => to)).toEqual([ADA.email])
    expect(await leaves(child)).toEqual([LAST, 'left', null])
    expect(await leaves()).toEqual([null, null, null])
    expect(await stored()).toMatchObject([{ sent_by: id }])
    expect(textOf((await session.get(`${page()}?for=${child}`)).text)).toContain('Sie handeln für Lena')
    await send(`${page()}/take-back`, { for: child })
    expect(await leaves(child)).toEqual([null, null, null])
  })

  it('are not resigned for by anybody else, nor grown-ups by their payer', async () => {
    const other = (
      await club.post(PERSONS, {
        name: { first_name: 'Ben' },
        email: 'ben@example.org',
        birthdate: '1980-01-01',
      })
    ).body.data.id
    const ben = await signIn(club, { person_id: other })
    expect((await ben.get(`${page(other)}?for=${child}`)).status).toBe(404)
    expect((await send(page(other), { leave_date: LAST, for: child, acts_for_all: '1' }, ben)).status).toBe(
      404,
    )
    await club.put(`${PERSONS}/${child}`, { birthdate: '2000-01-01' })
    expect((await session.get(`${page()}?for=${child}`)).status).toBe(404)
  })

  it('may be resigned for by a payer who is no member', async () => {
    const oma = (
      await club.post('/lists/contacts/persons', { name: { first_name: 'Oma' }, email: 'oma@example.org' })
    ).body.data.id
    await club.put(`${PERSONS}/${child}`, { payer_id: oma })
    await atOnce()
    const { queued } = await (await import('../support/portal')).requestLink(club.id, 'oma@example.org')
    const [mail] = await delivered(queued)
    const login = String(/\/portal\/\S+\/login\/[\w-]{43}/.exec(mail?.text ?? '')?.[0]).replace(
      /^https?:\/\/[^/]+/,
      '',
    )
    const { sessionFrom } = await import('../support/portal')
    const contact = sessionFrom(await submit(login))
    const shown = await contact.get(`${page(oma)}?for=${child}`)
    expect(shown.status).toBe(200)
    await confirm(await resign({ for: child, acts_for_all: '1' }, page(oma), contact))
    expect(await leaves(child)).toEqual([LAST, 'left', null])
  })
})

describe('what a resignation does to dues', () => {
  it.each([
    ['2026-12-31', []],
    ['2027-01-01', ['Ada Lovelace']],
  ])('who leaves on %s owes for 2027: %j', async (day, owing) => {
    await confirm(await resign({ cause: 'Umzug', leave_date: day }))
    await decide({ leave_date: day })
    const rules = [{ kind: 'base', name: 'Alle', amount: 12_000 }]
    const plan = await club.post('/dues_plans', {
      ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Beitrag', from_period: '2027' },
      version: { key_day: '01-01', due_day: 0, pro_rata: 'none', rounding: 1, rules },
    })
    const run = await club.post('/dues_runs', { plan_id: plan.body.data.id, period: '2027' })
    expect(run.status).toBe(owing.length > 0 ? 201 : 422)
    expect(
      (await rows<{ person_name: string }>('SELECT person_name FROM fees')).map((fee) => fee.person_name),
    ).toEqual(owing)
  })
})

it('shows the office which fees are for later, and cancels them with the confirmation', async () => {
  const { body } = await club.post('/fees', {
    data: [{ person_id: id, amount: 4500, description: 'Beitrag 2027', due_on: '2027-02-01' }],
  })
  await confirm(await resign())
  office = await staffOf(club, 'owner')
  const [fee] = body.data
  const { shown, status } = await decide({ [`fee.${fee.id}`]: 'cancel' })
  expect(textOf(shown.text)).toContain('Beitrag 2027')
  expect(status).toBe(303)
  expect(await rows('SELECT status FROM fees')).toEqual([{ status: 'cancelled' }])
})

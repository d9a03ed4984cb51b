import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { open } from '../../src/db/client'
import { resumeMails } from '../../src/domain/mails/resume'
import { ADA, addTo, BEN, clubOf, person, signedIn } from '../support/club'
import type { Staff } from '../support/dashboard'
import { claim, clubWithFees } from '../support/direct-debits'
import { leadsTo } from '../support/done'
import { formValues, textOf } from '../support/html'
import { deliverMails, mailings, postMail } from '../support/mails'
import { createPerson } from '../support/portal'
import { mailsAt, setClock, subjectsOf, switchOn } from '../support/rules'
import { seedMembers } from '../support/seed-members'
import { rows, type Workspace, workspace } from '../support/workspace'

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

type Office = { club: Workspace; staff: Staff; at: string }

async function office(): Promise<Office> {
  const world = await clubOf(signedIn('office'))
  return { ...world, at: `/dashboard/${world.club.id}/mails` }
}

/** Saves a draft as the form does, and gives the answer. */
const save = ({ staff, at }: Office, mail: object = {}) =>
  staff.submit(
    at,
    { list: 'members', query: '', subject: 'Hello', body: '{{name}}', kind: 'official', ...mail },
    ENGLISH,
  )

const pathOf = async (office: Office, mail: object = {}) =>
  (await save(office, mail)).headers.get('Location') ?? ''

/** Presses the button that sends a draft. */
async function send({ staff }: Office, path: string) {
  const { queued, bindings } = mailings()
  const fields = formValues((await staff.get(path, ENGLISH)).text)
  return { ...(await staff.submit(`${path}/send`, fields, { ...ENGLISH, env: bindings })), queued }
}

const useToday = ({ id }: Workspace, count: number) =>
  rows(
    'INSERT OR REPLACE INTO mail_days (workspace_id, day, count) VALUES (?, ?, ?)',
    id,
    new Date().toISOString().slice(0, 10),
    count,
  )

describe('the preview of a draft', () => {
  it('shows no values of applicants, of contacts and of persons of other workspaces', async () => {
    const own = await office()
    const other = await office()
    const member = await createPerson(own.club, ADA)
    const applicant = await createPerson(own.club, {
      ...ADA,
      external_id: 'applicant',
      creation_behaviour: 'unconfirmed',
    })
    const contact = await createPerson(own.club, ADA, 'contacts')
    const stranger = await createPerson(other.club, ADA)
    const path = await pathOf(own)
    const preview = async (person: string) => {
      const { status, text } = await own.staff.get(`${path}/preview.txt?person=${person}`)
      return [status, text.split('\n')[0]]
    }
    expect(await preview(member)).toEqual([200, 'Ada Lovelace'])
    for (const person of [applicant, contact, stranger])
      expect(await preview(person)).toEqual([200, '{{name}}'])
  })
})

describe('a mail of another workspace', () => {
  it('is unknown to every page and act, also to a draft and a mail that is sent', async () => {
    const own = await office()
    const other = await office()
    await createPerson(other.club, ADA)
    const draft = (await pathOf(other)).split('/').at(-1)
    const sent = (await postMail(other.club, { filter: {} })).body.data.id
    const before = await rows('SELECT * FROM mails ORDER BY id')
    const { bindings } = mailings()
    for (const id of [draft, sent]) {
      for (const page of ['', '/edit', '/delete', '/preview', '/preview.txt', '/progress.json'])
        expect((await own.staff.get(`${own.at}/${id}${page}`)).status, page).toBe(404)
      for (const act of ['edit', 'delete', 'test', 'send', 'stop', 'continue', 'retry']) {
        const fields = { list: 'members', revision: '1', subject: 'Mine', body: 'Mine', mark: '1.1.1' }
        const { status } = await own.staff.submit(`${own.at}/${id}/${act}`, fields, { env: bindings })
        expect(status, act).toBe(404)
      }
    }
    expect(await rows('SELECT * FROM mails ORDER BY id')).toEqual(before)
    expect((await own.staff.get(`${own.at}?before=${sent}z`)).text).not.toContain('Einladung')
  })

  it('takes neither its blocked addresses nor its refusals of news from here', async () => {
    const { club: own, ids } = await clubOf(person(ADA), person(BEN))
    const [one, two] = ids
    const other = await workspace()
    await rows(
      "INSERT INTO blocked_addresses VALUES (?, 'ada@example.org', 'undeliverable', '2026-01-01')",
      other.id,
    )
    await rows("INSERT INTO news_refusals VALUES (?, ?, '2026-01-01')", other.id, two)
    const { body } = await postMail(own, { kind: 'news', person_ids: [one, two] })
    expect(body.data.counts.total).toBe(2)
    expect(body.data.left_out).toEqual({ no_address: 0, blocked: 0, unsubscribed: 0, deceased: 0 })
  })
})

describe('news', () => {
  it('are refused twice without an error', async () => {
    const { club, staff } = await office()
    const person = await createPerson(club, ADA)
    const refuse = () => staff.submit(`/dashboard/${club.id}/members/${person}/news`, { news: 'refused' })
    const answers = [await refuse(), await refuse()]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(answers.map(leadsTo)[1]).toContain(' after news_refused')
    expect(await rows('SELECT person_id FROM news_refusals')).toEqual([{ person_id: person }])
  })

  it('are not sent to who unsubscribes before they are delivered', async () => {
    const { club, staff } = await office()
    const [one, two] = (await addTo(club, person(ADA), person(BEN))).ids
    const { body, queued } = await postMail(club, { kind: 'news', body: '{{name}}', person_ids: [one, two] })
    await staff.submit(`/dashboard/${club.id}/members/${one}/news`, { news: 'refused' })
    const { sent } = await deliverMails(queued)
    expect(sent.map(({ to }) => to)).toEqual(['ben@example.org'])
    expect(await rows('SELECT state, reason FROM mail_recipients WHERE person_id = ?', one)).toEqual([
      { state: 'skipped', reason: 'unsubscribed' },
    ])
    expect((await club.get(`/mails/${body.data.id}`)).body.data.counts).toMatchObject({ sent: 1, skipped: 1 })
  })

  it('that are refused do not keep an official mail away', async () => {
    const { club, staff } = await office()
    const person = await createPerson(club, ADA)
    await staff.submit(`/dashboard/${club.id}/members/${person}/news`, { news: 'refused' })
    const { queued } = await postMail(club, { person_ids: [person] })
    expect((await deliverMails(queued)).sent).toHaveLength(1)
  })
})

describe('a link into the portal', () => {
  it('is refused in a mail to contacts, by the API and by the form', async () => {
    const page = await office()
    await createPerson(page.club, ADA, 'contacts')
    const body = 'Hello\n\n{{portal_link}}'
    const posted = await postMail(page.club, { list: 'contacts', body, filter: {} })
    expect([posted.status, posted.body.errors]).toEqual([
      422,
      { body: ['{{portal_link}} is for members; contacts have no portal'] },
    ])
    const { status, text } = await save(page, { list: 'contacts', body })
    expect(status).toBe(422)
    expect(textOf(text)).toContain('but contacts have no portal')
    expect(await rows('SELECT id FROM mails')).toEqual([])
  })
})

describe('the limits of a mail', () => {
  it('are 20,000 persons, and not one more', { timeout: 60_000 }, async () => {
    const page = await office()
    await seedMembers(page.club.id, 20_000)
    const { status, text, cost } = await page.staff.get(await pathOf(page, { body: 'Hello' }), ENGLISH)
    expect([status, cost.rowsWritten]).toEqual([200, 0])
    expect(textOf(text)).toContain('20,000 persons get 10,001 emails.')
    await seedMembers(page.club.id, 1, 20_001)
    const refused = await page.staff.get(await pathOf(page, { body: 'Hello' }), ENGLISH)
    expect(textOf(refused.text)).toContain('These recipients do not work any more')
    const { status: posted, body } = await postMail(page.club, { filter: {} })
    expect([posted, body.errors]).toEqual([422, { filter: ['names more than 20000 persons'] }])
  })

  it('are what the day has left, also for a draft', async () => {
    const page = await office()
    await addTo(page.club, person(ADA), person(BEN))
    const path = await pathOf(page)
    await useToday(page.club, 19_999)
    const refused = await send(page, path)
    expect([refused.status, refused.queued]).toEqual([422, []])
    expect(textOf(refused.text)).toContain('1 more emails can be sent today.')
    await useToday(page.club, 19_998)
    const { text } = await page.staff.get(path, ENGLISH)
    expect(textOf(text)).not.toContain('more emails can be sent today.')
    const { status, queued } = await send(page, path)
    expect([status, queued.length]).toEqual([303, 1])
    expect(await rows('SELECT count FROM mail_days')).toEqual([{ count: 20_000 }])
  })

  it('are 200 characters of a subject and 50,000 of a text', async () => {
    const { club } = await clubOf(person(ADA))
    const post = async (mail: object) => (await postMail(club, { filter: {}, ...mail })).status
    expect(await post({ subject: 'x'.repeat(200) })).toBe(201)
    expect(await post({ subject: 'x'.repeat(201) })).toBe(422)
    expect(await post({ body: 'x'.repeat(50_000) })).toBe(201)
    expect(await post({ body: 'x'.repeat(50_001) })).toBe(422)
  })

  it('are fifty mails for a message of the queue', async () => {
    const club = await workspace()
    await seedMembers(club.id, 51)
    const ranges = async (count: number) =>
      (await postMail(club, { body: '{{membership_number}}', person_ids: ids(count) })).queued.length
    const all = await rows<{ id: string }>('SELECT id FROM persons ORDER BY id')
    const ids = (count: number) => all.slice(0, count).map(({ id }) => id)
    expect([await ranges(50), await ranges(51)]).toEqual([1, 2])
  })
})

describe('the state of a recipient', () => {
  it('is unknown a quarter of an hour after it was claimed, and not before', async () => {
    const { club, id } = await clubOf(person(ADA))
    const { body } = await postMail(club, { person_ids: [id] })
    const stateAfter = async (seconds: number) => {
      await rows(
        "UPDATE mail_recipients SET state = 'claimed', at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)",
        `-${seconds} seconds`,
      )
      return (await club.get(`/mails/${body.data.id}/recipients`)).body.data[0].state
    }
    expect([await stateAfter(880), await stateAfter(920)]).toEqual(['sending', 'unknown'])
  })
})

describe('a rule', () => {
  it('keeps since when it is on where its text is saved', async () => {
    const club = await workspace()
    setClock('2026-03-02T11:00:00Z')
    await switchOn(club, 'joined')
    await createPerson(club, { ...ADA, join_date: '2026-03-03' })
    setClock('2026-03-04T04:00:00Z')
    await switchOn(club, 'joined', { subject: 'Welcome' })
    expect(await rows('SELECT enabled_at, done_until FROM mail_rules')).toEqual([
      { enabled_at: '2026-03-02T11:00:00.000Z', done_until: '2026-03-02' },
    ])
    expect(subjectsOf(await mailsAt('2026-03-04T09:17:00Z'))).toEqual(['ada@example.org: Welcome'])
  })

  it('begins again where it is switched off and on', async () => {
    const { club } = await clubWithFees(1)
    setClock('2026-03-02T11:00:00Z')
    await switchOn(club, 'fee_claimed')
    await claim(club, [{ person_external_id: 'm1' }])
    await switchOn(club, 'fee_claimed', { enabled: false })
    expect(await rows('SELECT enabled_at FROM mail_rules')).toEqual([{ enabled_at: null }])
    setClock('2026-03-03T04:00:00Z')
    await switchOn(club, 'fee_claimed')
    expect(await rows('SELECT enabled_at FROM mail_rules')).toEqual([
      { enabled_at: '2026-03-03T04:00:00.000Z' },
    ])
    expect(await mailsAt('2026-03-04T09:17:00Z')).toEqual([])
  })

  it('waits for 366 days at most, and comes as long before a date', async () => {
    const club = await workspace()
    const rejected = (offset_days: number) =>
      switchOn(club, 'birthday', { offset_days }).then(
        () => undefined,
        ({ issues }) => Object.keys(issues),
      )
    expect([await rejected(366), await rejected(-366)]).toEqual([undefined, undefined])
    expect([await rejected(367), await rejected(-367)]).toEqual([['offset_days'], ['offset_days']])
  })

  it('welcomes for a week after the day, and nobody who joined before it was on', async () => {
    const club = await workspace()
    setClock('2026-03-02T11:00:00Z')
    await switchOn(club, 'joined')
    const joined = (day: string) =>
      createPerson(club, { name: ADA.name, email: `${day}@example.org`, join_date: `2026-03-${day}` })
    for (const day of ['01', '02', '03']) await joined(day)
    const to = async (day: string) =>
      (await mailsAt(`2026-03-${day}T09:17:00Z`)).map((mail) => mail.to).sort()
    expect(await to('03')).toEqual(['02@example.org', '03@example.org'])
    await joined('04')
    await joined('05')
    expect(await to('11')).toEqual(['05@example.org'])
  })

  it('welcomes once within a year, whatever date is corrected', async () => {
    const club = await workspace()
    setClock('2026-03-02T11:00:00Z')
    await switchOn(club, 'joined')
    const person = await createPerson(club, { ...ADA, join_date: '2026-03-03' })
    expect(await mailsAt('2026-03-03T09:17:00Z')).toHaveLength(1)
    const corrected = await club.put(`/lists/members/persons/${person}`, { join_date: '2026-03-04' })
    expect(corrected.status).toBe(200)
    expect(await mailsAt('2026-03-05T09:17:00Z')).toEqual([])
    await club.put(`/lists/members/persons/${person}`, { join_date: '2027-03-04' })
    expect(await mailsAt('2027-03-05T09:17:00Z')).toHaveLength(1)
  })
})

describe('mails that got stuck', () => {
  it('are taken up after two hours, and not before', async () => {
    const { club } = await clubOf(person(ADA))
    await postMail(club, { filter: {} })
    const takenAfter = async (minutes: number) => {
      await rows(
        "UPDATE mails SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)",
        `-${minutes} minutes`,
      )
      return (await mailsAt(new Date().toISOString())).length
    }
    expect([await takenAfter(119), await takenAfter(121)]).toEqual([0, 1])
  })

  it('are all taken up, by a job of their workspace in slices', async () => {
    const { club } = await clubOf(person(ADA))
    const other = await clubOf(person(ADA))
    await postMail(other.club, { filter: {} })
    const { body } = await postMail(club, { filter: {} })
    await repeatMail(body.data.id, 120)
    await rows("UPDATE mails SET updated_at = '2026-01-31T12:00:00.000Z'")
    expect(await mailsAt(new Date().toISOString())).toHaveLength(122)
  })

  it('are taken up by one of several runs', async () => {
    const { club } = await clubOf(person(ADA))
    await postMail(club, { filter: {} })
    await rows("UPDATE mails SET updated_at = '2026-01-31T12:00:00.000Z'")
    const runs = await Promise.all(
      [1, 2, 3].map(() => resumeMails(open(env.DB), { workspaceId: club.id, now: new Date() })),
    )
    expect(runs.flatMap(({ sendings }) => sendings).map(({ ranges }) => ranges.length)).toEqual([1])
  })
})

/** Makes copies of a mail that is being sent, each with its recipients. */
async function repeatMail(mailId: string, times: number): Promise<void> {
  for (const table of ['mails', 'mail_recipients']) {
    const columns = await rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
    const names = columns.map(({ name }) => name)
    const key = table === 'mails' ? 'id' : 'mail_id'
    const values = names.map((name) => `${table}.${name}${name === key ? ' || value' : ''}`)
    await rows(
      `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, json_each(?) WHERE ${table}.${key} = ?`,
      JSON.stringify(Array.from({ length: times }, (_, n) => n)),
      mailId,
    )
  }
}

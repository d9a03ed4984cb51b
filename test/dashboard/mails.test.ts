import { describe, expect, it } from 'vitest'
import { TESTS_PER_HOUR } from '../../src/domain/mails/count-test'
import type { QueuedMail } from '../../src/env'
import { ADA, clubOf, person, signedIn } from '../support/club'
import type { Staff } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { formValues, textOf } from '../support/html'
import { deliverMails, mailings, postMail } from '../support/mails'
import { createPerson, deliverMails as deliverQueued, PUBLIC_URL, submit } from '../support/portal'
import { rows, type Workspace } from '../support/workspace'

const ben = { name: { first_name: 'Ben', last_name: 'Lovelace' }, email: 'ADA@example.org' }
const cleo = { name: { first_name: 'Cleo' }, email: 'cleo@example.org' }
const dan = { name: { first_name: '<i>Dan' } }

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }
const GERMAN = { headers: { 'Accept-Language': 'de-DE' } }

type Office = { club: Workspace; staff: Staff; ids: string[]; at: (page?: string) => string }

async function officeOf(...persons: object[]): Promise<Office> {
  const world = await clubOf(...persons.map((one) => person(one)), signedIn('office'))
  return { ...world, at: (page = '') => `/dashboard/${world.club.id}/mails${page}` }
}

const MAIL = { subject: 'Invitation', body: 'Dear members!\n\n{{portal_link}}', kind: 'official' }

/** Saves a draft as the form does, and gives the path of its page. */
async function saveDraft({ staff, at }: Office, mail: object = {}): Promise<string> {
  const fields = { list: 'members', query: '', ...MAIL, ...mail }
  const { status, headers } = await staff.submit(at(), fields, ENGLISH)
  expect(status).toBe(303)
  return headers.get('Location') ?? ''
}

/** Presses the button that sends a draft. */
async function sendDraft({ staff }: Office, path: string, mark?: string) {
  const { queued, bindings } = mailings()
  const { text } = await staff.get(path, ENGLISH)
  const shown = Object.fromEntries(formValues(text))
  const answer = await staff.submit(
    `${path}/send`,
    { mark: mark ?? shown.mark ?? '' },
    { ...ENGLISH, env: bindings },
  )
  return { answer, queued }
}

describe('the list of mails', () => {
  it('says what it is for where there are none, in both languages', async () => {
    const { staff, at } = await officeOf()
    const { text, cost } = await staff.get(at(), GERMAN)
    expect(text).toContain('Noch keine E-Mails')
    expect(text).toContain(`href="${at('/new')}"`)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect((await staff.get(at(), ENGLISH)).text).toContain('No emails yet')
  })

  it('has the drafts first, then the newest, and says to whom they go', async () => {
    const office = await officeOf(ADA)
    const sent = await saveDraft(office, { subject: 'First <b>' })
    await sendDraft(office, sent)
    await saveDraft(office, {
      subject: 'Second',
      query: 'status=all&filter[email][contains]=ada&search=love',
    })
    await saveDraft(office, { subject: 'Third', id: office.ids[0] })
    const { text, cost } = await office.staff.get(office.at(), ENGLISH)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(text)).toMatch(
      /Drafts.*Third.*Chosen|1 chosen person.*Second.*Members: 1 condition.*Sent.*First <b>/,
    )
    expect(textOf(text)).toContain('Members: 1 condition, search “love”')
    expect(text).not.toContain('First <b>')
    expect(textOf(text)).toContain('0 of 1')
  })

  it('counts whom a mail of the API went to', async () => {
    const { club, staff, at, ids } = await officeOf(ADA, cleo)
    const { body } = await postMail(club, { person_ids: ids })
    for (const page of ['', `/${body.data.id}`])
      expect(textOf((await staff.get(at(page), GERMAN)).text)).toContain('Ausgewählte Personen: 2')
  })

  it('is read page by page', async () => {
    const office = await officeOf(ADA)
    await rows(
      `INSERT INTO mails (workspace_id, id, state, kind, list_id, audience, subject, body, created_at, updated_at)
      SELECT ?, 'mai_' || printf('%03d', value), CASE value WHEN 1 THEN 'draft' ELSE 'sent' END, 'news', 'members',
        '{"ids":[]}', 'Mail ' || value || '.', 'x', '2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'
      FROM json_each('[' || (SELECT group_concat(n) FROM (
        WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 30) SELECT n FROM c)) || ']')`,
      office.club.id,
    )
    const { text } = await office.staff.get(office.at(), ENGLISH)
    expect(textOf(text)).toMatch(/Drafts.*Mail 1\..*Sent.*Mail 30\..*Mail 6\./)
    expect(text).not.toContain('Mail 5.')
    const [, older = ''] = /href="([^"]*before=[^"]*)"/.exec(text) ?? []
    const next = await office.staff.get(older, ENGLISH)
    expect(textOf(next.text)).toMatch(/Mail 5\..*Mail 2\./)
    expect(next.text).not.toContain('Mail 1.')
    await rows("DELETE FROM mails WHERE id > 'mai_026'")
    const last = await office.staff.get(office.at(), ENGLISH)
    expect(textOf(last.text)).toMatch(/Mail 26\..*Mail 2\./)
    expect(last.text).not.toContain('before=')
  })
})

describe('the form of a mail', () => {
  it('takes whom a list has chosen, and offers placeholders in the language of who writes', async () => {
    const { club, staff, at, ids } = await officeOf(ADA, cleo)
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Shirt <size>', type: 'string', external_id: 'shirt' }],
    })
    const chosen: [string, string][] = ids.map((id) => ['id', id])
    const { text, status } = await staff.submit(at('/new?list=members'), chosen, GERMAN)
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Ausgewählte Personen: 2')
    for (const placeholder of ['{{vorname}}', '{{anrede}}', '{{portal_link}}', '{{shirt}}'])
      expect(text).toContain(placeholder)
    expect(text).not.toContain('{{einzug_am}}')
    expect(textOf(text)).toContain('Shirt <size>')
    const english = await staff.get(at(`/new?list=members&id=${ids[0]}`), ENGLISH)
    expect(textOf(english.text)).toContain('1 chosen person')
    expect(english.text).toContain('{{first_name}}')
    expect(english.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
  })

  it('says the query of a list in words', async () => {
    const { staff, at } = await officeOf()
    const { text } = await staff.get(
      at('/new?list=members&status=former&filter[email][contains]=%3Cada'),
      ENGLISH,
    )
    expect(textOf(text)).toContain('Former members: Email contains <ada')
    expect((await staff.get(at('/new'), GERMAN)).text).toContain('Alle aktiven Mitglieder')
  })

  it('keeps what was typed, and says what is wrong with it in the language of who writes', async () => {
    const { club, staff, at } = await officeOf()
    const fields = {
      list: 'members',
      query: 'status=all',
      subject: '',
      body: 'Hallo {{vornahme}} <b>',
      kind: 'news',
    }
    const { status, text, cost } = await staff.submit(at(), fields, GERMAN)
    // The third frees the token of the form.
    expect([status, cost.trips]).toEqual([422, 3])
    expect(textOf(text)).toContain('Betreff : fehlt')
    expect(textOf(text)).toContain('hat den unbekannten Platzhalter {{vornahme}}. Meinst du {{vorname}}?')
    expect(text).toContain('Hallo {{vornahme}} &lt;b&gt;</textarea>')
    expect(textOf(text)).toContain('Alle Mitglieder, auch ausgetretene')
    expect(text).toMatch(/value="news" checked/)
    expect(await rows('SELECT id FROM mails WHERE workspace_id = ?', club.id)).toEqual([])
    const english = await staff.submit(at(), { ...fields, subject: 'x {{portal_link}}', body: '' }, ENGLISH)
    expect(textOf(english.text)).toContain('must not have {{portal_link}}; it belongs in the text')
    expect(textOf(english.text)).toContain('Text : is missing')
  })

  it('saves one draft, however often it is sent', async () => {
    const { club, staff, at } = await officeOf()
    const fields = { list: 'members', query: '', ...MAIL, token: 'once' }
    const first = await staff.submit(at(), fields)
    const second = await staff.submit(at(), fields)
    expect(first.status).toBe(303)
    expect(first.cost.trips).toBe(2)
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'))
    expect(await rows('SELECT subject FROM mails WHERE workspace_id = ?', club.id)).toHaveLength(1)
    const changed = await staff.submit(at(), { ...fields, subject: 'Another' }, ENGLISH)
    expect(changed.status).toBe(422)
    expect(textOf(changed.text)).toContain('already saved as a draft')
  })

  it('changes a draft, and keeps what was typed where somebody was faster', async () => {
    const office = await officeOf(ADA)
    const path = await saveDraft(office)
    const { text } = await office.staff.get(`${path}/edit`, ENGLISH)
    const hidden = Object.fromEntries(formValues(text))
    expect(text).toContain('Dear members!')
    const fields = { list: 'members', revision: String(hidden.revision), ...MAIL, subject: 'Faster' }
    const saved = await office.staff.submit(`${path}/edit`, fields)
    expect([saved.status, saved.cost.trips]).toEqual([303, 2])
    const late = await office.staff.submit(`${path}/edit`, { ...fields, subject: 'Slower' }, ENGLISH)
    expect(late.status).toBe(409)
    expect(textOf(late.text)).toContain('Changed meanwhile')
    expect(late.text).toContain('value="Slower"')
    const again = Object.fromEntries(formValues(late.text))
    await office.staff.submit(`${path}/edit`, {
      ...fields,
      subject: 'Slower',
      revision: String(again.revision),
    })
    expect(await rows('SELECT subject FROM mails WHERE workspace_id = ?', office.club.id)).toEqual([
      { subject: 'Slower' },
    ])
  })

  it('takes one of two changes at the same moment, and tells the other one', async () => {
    const office = await officeOf(ADA)
    const path = await saveDraft(office)
    const change = (subject: string) =>
      office.staff.submit(`${path}/edit`, { list: 'members', revision: '1', ...MAIL, subject })
    const answers = await Promise.all([change('One'), change('Two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await rows('SELECT revision FROM mails')).toEqual([{ revision: 2 }])
  })

  it('deletes a draft after a question', async () => {
    const office = await officeOf()
    const path = await saveDraft(office)
    expect(textOf((await office.staff.get(`${path}/delete`, ENGLISH)).text)).toContain('Delete the draft')
    const { headers } = await office.staff.submit(`${path}/delete`)
    expect(leadsTo({ headers })).toBe(office.at(' after deleted'))
    expect(await rows('SELECT id FROM mails WHERE workspace_id = ?', office.club.id)).toEqual([])
  })
})

describe('the review of a draft', () => {
  it('says who gets it and who does not, with the names of both', async () => {
    const office = await officeOf(ADA, ben, cleo, dan)
    const path = await saveDraft(office)
    const { text, cost, headers } = await office.staff.get(path, ENGLISH)
    expect(cost).toMatchObject({ trips: 2, rowsWritten: 0 })
    expect(textOf(text)).toContain('3 persons get 2 emails.')
    expect(textOf(text)).toContain('1 without an email address <i>Dan')
    expect(text).not.toContain('<i>Dan')
    expect(text).toContain(`/members/${office.ids[3]}"`)
    expect(textOf(text)).toContain('Send 2 emails')
    const shared = 'Those who share an address get one email together.'
    expect(textOf(text)).toContain(shared)
    const alone = await officeOf(ADA)
    expect(textOf((await alone.staff.get(await saveDraft(alone), ENGLISH)).text)).not.toContain(shared)
    expect(headers.get('Content-Security-Policy')).toContain("frame-src 'self'")
    const german = textOf((await office.staff.get(path, GERMAN)).text)
    expect(german).toContain('3 Personen bekommen 2 E-Mails.')
    expect(german).toContain('1 ohne E-Mail-Adresse')
  })

  it.each([
    [10, false],
    [11, true],
  ])('names ten of those whom it does not reach, and counts %i', async (count, hasMore) => {
    const persons = Array.from({ length: count }, (_, n) => ({ name: { last_name: `Person${n + 10}` } }))
    const office = await officeOf(ADA, ...persons)
    const words = textOf((await office.staff.get(await saveDraft(office), ENGLISH)).text)
    expect(words).toContain(`${count} without an email address Person10`)
    expect([words.match(/Person\d\d/g)?.length, words.includes('and 1 more')]).toEqual([10, hasMore])
  })

  it('says which placeholders stay empty, and for whom', async () => {
    const office = await officeOf(ADA, cleo)
    const path = await saveDraft(office, { body: 'Hello {{first_name}} {{last_name}}' })
    const text = textOf((await office.staff.get(path, ENGLISH)).text)
    expect(text).toContain('Last name: missing for 1 person Cleo')
    expect(text).not.toContain('First name: missing')
  })

  it('shows the mail as a person gets it, in a frame that runs nothing, without a working link', async () => {
    const office = await officeOf(ADA, dan)
    const path = await saveDraft(office, { body: 'Hello {{name}}: {{portal_link}}' })
    const { text, headers, cost } = await office.staff.get(`${path}/preview?person=${office.ids[0]}`)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; frame-ancestors 'self'",
    )
    expect(text).toContain('Hello Ada Lovelace')
    expect(text).toContain(`/portal/${office.club.id}"`)
    expect(text).not.toContain('/login/')
    const escaped = await office.staff.get(`${path}/preview?person=${office.ids[1]}`)
    expect(escaped.text).toContain('Hello &lt;i&gt;Dan')
    const plain = await office.staff.get(`${path}/preview.txt?person=${office.ids[0]}`)
    expect(plain.headers.get('Content-Type')).toContain('text/plain')
    expect(plain.text).toContain('Hello Ada Lovelace: http')
    const template = await office.staff.get(`${path}/preview`)
    expect(template.text).toContain('Hello {{name}}')
  })

  it('sends a test to who looks at it, with the values of the person', async () => {
    const office = await officeOf(ADA)
    const path = await saveDraft(office, { body: 'Hello {{first_name}}: {{portal_link}}' })
    const queued: QueuedMail[] = []
    const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
    const fields = { person: String(office.ids[0]) }
    const { headers, cost } = await office.staff.submit(`${path}/test`, fields, {
      ...ENGLISH,
      env: { MAILS, PUBLIC_URL },
    })
    expect(cost.trips).toBe(2)
    const { sent } = await deliverQueued(queued)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: office.staff.email, subject: '[Test] Invitation' })
    expect(sent[0]?.text).toContain(`Hello Ada: ${PUBLIC_URL}/portal/${office.club.id}`)
    expect(sent[0]?.html).not.toContain('/login/')
    const { text } = await office.staff.get(headers.get('Location') ?? '', ENGLISH)
    expect(textOf(text)).toContain(`on its way to ${office.staff.email}`)
  })

  it('sends so many tests in an hour, and says so at one more', async () => {
    const office = await officeOf(ADA)
    const path = await saveDraft(office)
    const queued: QueuedMail[] = []
    const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
    const test = () => office.staff.submit(`${path}/test`, {}, { ...ENGLISH, env: { MAILS, PUBLIC_URL } })
    for (let n = 0; n < TESTS_PER_HOUR; n++) await test()
    const { headers } = await test()
    expect(queued).toHaveLength(TESTS_PER_HOUR)
    const { text } = await office.staff.get(headers.get('Location') ?? '', ENGLISH)
    expect(textOf(text)).toContain('You have sent yourself too many tests')
  })

  it('says what is in the way of sending', async () => {
    const office = await officeOf(dan)
    const nobody = await saveDraft(office)
    const { text } = await office.staff.get(nobody, ENGLISH)
    expect(textOf(text)).toContain('Nobody gets this email.')
    expect(text).not.toContain(`${nobody}/send`)
    await createPerson(office.club, ADA)
    await rows('UPDATE workspaces SET portal_enabled = 0 WHERE id = ?', office.club.id)
    expect(textOf((await office.staff.get(nobody, ENGLISH)).text)).toContain('No member portal')
    await rows(
      `INSERT INTO mail_days (workspace_id, day, count) VALUES (?, strftime('%Y-%m-%d'), 20000)`,
      office.club.id,
    )
    expect(textOf((await office.staff.get(nobody, ENGLISH)).text)).toContain(
      '0 more emails can be sent today',
    )
  })

  it('still shows a draft whose filter the list does not have any more', async () => {
    const office = await officeOf(ADA)
    const path = await saveDraft(office, { query: 'filter[gone]=x' })
    const { status, text } = await office.staff.get(path, ENGLISH)
    expect(status).toBe(200)
    expect(textOf(text)).toContain('These recipients do not work any more')
  })
})

describe('sending a mail', () => {
  it('goes to those who were shown, and shows how far it is', async () => {
    const office = await officeOf(ADA, ben, cleo)
    const path = await saveDraft(office)
    const { answer, queued } = await sendDraft(office, path)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, path])
    const sending = await office.staff.get(path, ENGLISH)
    expect(sending.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(sending.text)).toContain('0 of 2 sent, 2 waiting')
    expect(sending.text).toContain(`data-poll="${path}/progress.json"`)
    expect(sending.text).toContain(`formaction="${path}/stop"`)
    const { sent } = await deliverMails(queued)
    expect(sent).toHaveLength(2)
    const { body, cost } = await office.staff.get(`${path}/progress.json`, ENGLISH)
    expect(body).toEqual({ value: 2, detail: '2 of 2 sent', isDone: true })
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    const done = await office.staff.get(path, GERMAN)
    expect(textOf(done.text)).toContain('2 von 2 gesendet')
    expect(textOf(done.text)).toMatch(/Ada Lovelace.*Gesendet.*Ben Lovelace.*Cleo/)
    expect(done.text).not.toContain('data-poll')
  })

  it('shows the review anew where others would get it, or it says something else', async () => {
    const office = await officeOf(ADA)
    const path = await saveDraft(office)
    const shown = Object.fromEntries(formValues((await office.staff.get(path, ENGLISH)).text))
    await createPerson(office.club, cleo)
    const { answer, queued } = await sendDraft(office, path, shown.mark)
    expect([answer.status, queued]).toEqual([409, []])
    expect(textOf(answer.text)).toContain('Changed meanwhile')
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-src 'self'")
    const marked = Object.fromEntries(formValues(answer.text))
    await office.staff.submit(`${path}/edit`, { list: 'members', revision: '1', ...MAIL, subject: 'New' })
    expect((await sendDraft(office, path, marked.mark)).answer.status).toBe(409)
    expect((await sendDraft(office, path)).answer.status).toBe(303)
  })

  it('is done once, and leads who presses again to the mail', async () => {
    const office = await officeOf(ADA)
    const path = await saveDraft(office)
    const shown = Object.fromEntries(formValues((await office.staff.get(path, ENGLISH)).text))
    expect((await sendDraft(office, path, shown.mark)).queued).toHaveLength(1)
    const { answer, queued } = await sendDraft(office, path, shown.mark)
    expect([leadsTo(answer), queued]).toEqual([`${path} after meanwhile`, []])
    for (const page of ['/edit', '/delete'])
      expect((await office.staff.get(path + page)).headers.get('Location')).toMatch(path)
  })

  it('is stopped and continued, and sends again what failed', async () => {
    const office = await officeOf(ADA, cleo)
    const path = await saveDraft(office)
    const { queued } = await sendDraft(office, path)
    const { bindings, queued: again } = mailings()
    const press = (act: string) => office.staff.submit(`${path}/${act}`, {}, { ...ENGLISH, env: bindings })
    const stopped = await press('stop')
    expect([stopped.status, stopped.cost.trips]).toEqual([303, 2])
    const page = await office.staff.get(stopped.headers.get('Location') ?? '', ENGLISH)
    expect(textOf(page.text)).toContain('What still waits is not sent.')
    expect(page.text).toContain(`formaction="${path}/continue"`)
    expect((await deliverMails(queued)).sent).toHaveLength(0)
    expect(leadsTo(await press('stop'))).toBe(`${path} after meanwhile`)
    await press('continue')
    await deliverMails(again, {
      service: ({ to }) =>
        to === ADA.email ? Object.assign(new Error('no'), { code: 'E_DELIVERY_FAILED' }) : undefined,
    })
    const failed = await office.staff.get(`${path}?state=failed`, ENGLISH)
    expect(textOf(failed.text)).toContain('1 email was not delivered')
    expect(textOf(failed.text)).toContain('The server of the address refused the email.')
    expect(failed.text).not.toMatch(/\bCleo\b/)
    expect(textOf(failed.text)).toContain('Try 1 again')
    again.length = 0
    await press('retry')
    expect((await deliverMails(again)).sent).toHaveLength(1)
  })

  it('explains what nobody knows, and says what an automatic mail is about', async () => {
    const office = await officeOf(ADA)
    const path = await saveDraft(office)
    const { queued } = await sendDraft(office, path)
    await deliverMails(queued, { service: () => new Error('The connection broke.') })
    expect(textOf((await office.staff.get(path, ENGLISH)).text)).toContain('1 email is uncertain')
    await rows(
      `UPDATE mails SET occasion = 'reminder', audience = NULL WHERE workspace_id = ?`,
      office.club.id,
    )
    expect(textOf((await office.staff.get(path, ENGLISH)).text)).toContain('Automatic email Payment reminder')
    expect(textOf((await office.staff.get(office.at(), GERMAN)).text)).toContain('Zahlungserinnerung')
  })

  it('opens the portal by the link of the mail', async () => {
    const office = await officeOf(ADA)
    const { queued } = await sendDraft(office, await saveDraft(office))
    const { sent } = await deliverMails(queued)
    const [, path = ''] = /(\/portal\/[\w-]+\/login\/\S+)/.exec(sent[0]?.text ?? '') ?? []
    expect((await submit(path)).status).toBe(303)
  })
})

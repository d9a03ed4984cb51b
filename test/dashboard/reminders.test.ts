import { describe, expect, it } from 'vitest'
import { addTo, clubOf, fee, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { formValues, inputValue, textOf } from '../support/html'
import { deliverMails, mailings } from '../support/mails'
import { createPerson } from '../support/portal'
import { switchOn } from '../support/rules'
import { rows, type Workspace } from '../support/workspace'

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }
const GERMAN = { headers: { 'Accept-Language': 'de-DE' } }
const DUE_ON = '2026-01-31'

type Page = { club: Workspace; staff: Staff; path: string }

async function page(role: 'treasurer' | 'office' = 'treasurer'): Promise<Page> {
  const world = await clubOf(signedIn(role))
  return { ...world, path: `/dashboard/${world.club.id}/mails/reminders` }
}

/** Claims fees of someone new, and gives their id and those of the fees. */
async function owing({ club }: Page, first_name: string, fees: object[] = [{}], fields: object = {}) {
  const email = `${first_name.replace(/\W/g, '').toLowerCase()}@example.org`
  const owed = fees.map((one) => fee(4500, { due_on: DUE_ON, ...one }))
  const made = await addTo(club, person({ name: { first_name }, email, ...fields }), ...owed)
  return { person: made.id, fees: made.fees.map(({ id }) => id) }
}

/** The ids of those who are ticked on the list. */
const tickedIn = (text: string) =>
  formValues(text.replace('class="bulk-form"', 'class="stack"')).flatMap(([name, value]) =>
    name === 'id' ? [value] : [],
  )

/** Opens the review of the mails to persons, by default to those who are ticked on the list. */
async function review({ staff, path }: Page, ids?: string[]) {
  const chosen = ids ?? tickedIn((await staff.get(path, ENGLISH)).text)
  return staff.get(`${path}/review?${new URLSearchParams(chosen.map((id) => ['id', id]))}`, ENGLISH)
}

/** What the form of the review sends. */
const formOf = async (page: Page, ids?: string[]) => formValues((await review(page, ids)).text)

async function send({ staff, path }: Page, fields: [string, string][]) {
  const { queued, bindings } = mailings()
  return { ...(await staff.submit(`${path}/send`, fields, { ...ENGLISH, env: bindings })), queued }
}

const levels = ({ club }: Page) =>
  rows('SELECT fee_id, level FROM reminders WHERE workspace_id = ? ORDER BY fee_id, level', club.id)

/** Puts the reminders that were sent 20 days into the past. */
const wait = ({ club }: Page) =>
  rows(
    "UPDATE reminders SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-20 days') WHERE workspace_id = ?",
    club.id,
  )

describe('the list of reminders that are due', () => {
  it('shows who would get one of what, who not and why', async () => {
    const club = await page()
    const ada = await owing(club, 'Ada <b>', [{}, { amount: 1000, description: 'Locker' }])
    await owing(club, 'Ben', [{}], { email: null })
    await owing(club, 'Cleo', [{ due_on: '2999-01-01' }])
    await owing(club, 'Dan', [{ due_on: null }])
    const { text, cost } = await club.staff.get(club.path, ENGLISH)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    const words = textOf(text)
    expect(words).toContain(
      'Ada <b> Annual fee €45.00 due since 31 Jan 2026 Locker €10.00 due since 31 Jan 2026',
    )
    expect(words).toContain('never reminded → First reminder adab@example.org')
    expect(words).toContain('1 person €55.00')
    expect(words).toMatch(
      /Not reached by email .*Ben no email address Annual fee ?, due since 31 Jan 2026 €45.00/,
    )
    expect(words).not.toMatch(/\bCleo\b/)
    expect(words).toContain('1 open fee has no due date')
    expect(text).not.toContain('Ada <b>')
    expect(tickedIn(text)).toEqual([ada.person])
    const german = textOf((await club.staff.get(club.path, GERMAN)).text)
    expect(german).toContain('noch nie gemahnt → Zahlungserinnerung')
    expect(german).toContain('1 offener Beitrag hat keine Fälligkeit')
  })

  it('says that nobody is to be reminded', async () => {
    const { staff, path } = await page()
    expect(textOf((await staff.get(path, GERMAN)).text)).toContain('Niemand ist zu mahnen')
  })

  it('sends to those who are ticked, and leads to the mails', async () => {
    const club = await page()
    const ada = await owing(club, 'Ada')
    await owing(club, 'Ben')
    const answer = await send(club, await formOf(club, [ada.person]))
    expect(answer.status).toBe(303)
    expect(leadsTo(answer)).toBe(`/dashboard/${club.club.id}/mails after reminded?count=1`)
    expect(answer.cost.trips).toBeLessThanOrEqual(2)
    expect(await levels(club)).toEqual([{ fee_id: ada.fees[0], level: 1 }])
    const { sent } = await deliverMails(answer.queued)
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([['ada@example.org', 'Zahlungserinnerung']])
    const list = await club.staff.get(answer.headers.get('Location') ?? '', ENGLISH)
    expect(textOf(list.text)).toContain('1 reminder is being sent.')
    expect(textOf(list.text)).toContain('Automatic: Payment reminder')
    expect(textOf((await club.staff.get(club.path, ENGLISH)).text)).not.toMatch(/\bAda\b/)
    const [fee] = ada.fees
    const course = textOf((await club.staff.get(`/dashboard/${club.club.id}/fees/${fee}`, GERMAN)).text)
    expect(course).toMatch(/Verlauf Zahlungserinnerung .*Zur E-Mail .*Beitrag über 45,00 € angelegt/)
  })

  it('is sent once, however often the button is pressed', async () => {
    const club = await page()
    const ada = await owing(club, 'Ada')
    const fields = await formOf(club, [ada.person])
    await send(club, fields)
    const again = await send(club, fields)
    expect([again.status, again.queued]).toEqual([409, []])
    expect(await levels(club)).toHaveLength(1)
  })

  it('shows anew what has changed, and keeps who was chosen', async () => {
    const club = await page()
    const [ada] = [await owing(club, 'Ada'), await owing(club, 'Ben')]
    const fields = await formOf(club, [ada.person])
    const [fee] = ada.fees
    await club.club.post('/payments', {
      data: [{ fee_id: fee, amount: 500, paid_on: '2026-01-31', method: 'cash' }],
    })
    const { status, text, queued } = await send(club, fields)
    expect([status, queued]).toEqual([409, []])
    expect(textOf(text)).toContain('Changed meanwhile')
    expect(textOf(text)).toContain('1 person gets 1 email.')
    expect(textOf(text)).toContain('€40.00 is open in all.')
    expect(formValues(text)).toContainEqual(['id', ada.person])
    expect(await levels(club)).toEqual([])
    expect((await send(club, formValues(text))).status).toBe(303)
  })

  it('is shown anew where the text has changed since', async () => {
    const club = await page()
    await owing(club, 'Ada')
    const fields = await formOf(club)
    await switchOn(club.club, 'reminder_1', { subject: 'Bitte zahlen' })
    const { status, text, queued } = await send(club, fields)
    expect([status, queued, await levels(club)]).toEqual([409, [], []])
    expect(text).toContain('Preview of the email “Bitte zahlen”')
  })

  it('asks to choose someone', async () => {
    const club = await page()
    await owing(club, 'Ada')
    const { status, text } = await review(club, [])
    expect(status).toBe(422)
    expect(textOf(text)).toContain('Nobody is chosen')
    const answer = await send(club, [['mark', inputValue((await review(club)).text, 'mark') ?? '']])
    expect([answer.status, answer.queued, await levels(club)]).toEqual([409, [], []])
  })

  it('says where nobody of those who were chosen is left', async () => {
    const club = await page()
    const { person } = await owing(club, 'Ada')
    const fields = await formOf(club)
    await club.club.delete(`/lists/members/persons/${person}`)
    const { status, text } = await review(club, [person])
    expect(status).toBe(200)
    expect(textOf(text)).toContain('1 chosen person is no longer to be reminded.')
    expect(text).not.toContain('/reminders/send"')
    expect((await send(club, fields)).status).toBe(409)
  })

  it('ends with the board after the third', async () => {
    const club = await page()
    const { person } = await owing(club, 'Ada')
    for (const _ of [1, 2, 3]) {
      expect((await send(club, await formOf(club, [person]))).status).toBe(303)
      await wait(club)
    }
    const words = textOf((await club.staff.get(club.path, GERMAN)).text)
    expect(words).toMatch(/Niemand ist zu mahnen .*Der Vorstand entscheidet .*Ada Letzte Mahnung/)
  })

  it('ticks the fees that a list has chosen, and says which are not due', async () => {
    const club = await page()
    const [ada, later] = [await owing(club, 'Ada'), await owing(club, 'Ben', [{ due_on: '2999-01-01' }])]
    await owing(club, 'Cleo')
    const chosen: [string, string][] = [...ada.fees, ...later.fees].map((id) => ['id', id])
    const at = `/dashboard/${club.club.id}/fees`
    expect((await club.staff.get(at, ENGLISH)).text).toContain('value="remind"')
    const answer = await club.staff.submit(`${at}/bulk`, [...chosen, ['action', 'remind']])
    const address = answer.headers.get('Location') ?? ''
    expect([answer.status, address]).toEqual([303, `${club.path}?id=${ada.fees[0]}&id=${later.fees[0]}`])
    const { text } = await club.staff.get(address, ENGLISH)
    expect(tickedIn(text)).toEqual([ada.person])
    expect(textOf(text)).toContain('1 person with one of the chosen fees is ticked.')
    expect(textOf(text)).toContain('1 chosen fee is not to be reminded of now')
  })

  it('waits on the home page until it is done', async () => {
    const club = await page()
    const { person } = await owing(club, 'Ada')
    await owing(club, 'Ben', [{}], { email: null })
    const home = `/dashboard/${club.club.id}`
    const { text } = await club.staff.get(home, ENGLISH)
    expect(textOf(text)).toContain('1 person has overdue fees')
    expect(text).toContain(`href="${club.path}"`)
    await send(club, await formOf(club, [person]))
    expect(textOf((await club.staff.get(home, ENGLISH)).text)).not.toContain('overdue fees')
  })
})

describe('the review of reminders', () => {
  const family = { email: 'Family@example.org' }

  it('shows how many mails go to whom about what, and how one arrives, without sending any', async () => {
    const club = await page()
    const ada = await owing(club, 'Ada', [{}, { amount: 1000, description: 'Locker' }], family)
    const ben = await owing(club, 'Ben', [{ amount: 2000 }], { email: 'family@example.org' })
    const cleo = await owing(club, 'Cleo')
    const { status, text, cost } = await review(club)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    const words = textOf(text)
    expect(words).toContain('3 persons get 2 emails.')
    expect(words).toContain('Those who share an address get one email together.')
    expect(words).toContain('First reminder: 2')
    expect(words).toContain('€120.00 is open in all.')
    expect(words).toMatch(/Family@example.org Ada Annual fee .* Locker .* Ben Annual fee .* €75.00/)
    expect(words).toContain('Send 2 reminders')
    expect(words).toContain('A reminder that is sent cannot be called back.')
    expect(await rows('SELECT * FROM mails')).toEqual([])
    const samples = [...text.matchAll(/href="([^"]*preview=[^"]*)"/g)].map(([, href]) => href)
    expect(samples).toHaveLength(2)
    const other = (await club.staff.get(String(samples[1]).replaceAll('&amp;', '&'), ENGLISH)).text
    expect(other).toContain(`/reminders/preview?id=${cleo.person}"`)
    const at = `${club.path}/preview.txt?id=${ada.person}&id=${ben.person}`
    const { text: preview, cost: read } = await club.staff.get(at, ENGLISH)
    expect(read).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(preview).toContain('Guten Tag Ada und Ben,')
    expect(preview).toMatch(/Ada, Annual fee: 45,00.*\n.*Ada, Locker: 10,00.*\n.*Ben, Annual fee: 20,00/)
    expect(preview).toContain('Bitte überweisen Sie 75,00\u00a0€')
    const html = await club.staff.get(`${club.path}/preview?id=${cleo.person}`, ENGLISH)
    expect(html.text).toContain('Guten Tag Cleo')
    expect(html.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
    const list = await club.staff.get(`${club.path}?person=${cleo.person}`, ENGLISH)
    expect(tickedIn(list.text)).toEqual([cleo.person])
    expect(text).toContain(`person=${ada.person}`)
  })

  it('sends one mail to an address, which reminds all of its persons of their own fees', async () => {
    const club = await page()
    const ada = await owing(club, 'Ada', [{}], family)
    const ben = await owing(club, 'Ben', [{ amount: 2000 }], { email: 'family@example.org' })
    await owing(club, 'Cleo')
    const answer = await send(club, await formOf(club, [ada.person, ben.person]))
    expect(leadsTo(answer)).toBe(`/dashboard/${club.club.id}/mails after reminded?count=1`)
    const { sent } = await deliverMails(answer.queued)
    expect(sent.map(({ to }) => to)).toEqual(['Family@example.org'])
    expect(sent[0]?.text).toContain('Ada, Annual fee: 45,00')
    expect(sent[0]?.text).toContain('Ben, Annual fee: 20,00')
    expect(await rows('SELECT total, sent FROM mails')).toEqual([{ total: 1, sent: 1 }])
    expect(await rows('SELECT count FROM mail_days')).toEqual([{ count: 1 }])
    expect(await rows('SELECT person_id, sent_with, state FROM mail_recipients ORDER BY sent_with')).toEqual([
      { person_id: ada.person, sent_with: null, state: 'sent' },
      { person_id: ben.person, sent_with: ada.person, state: 'covered' },
    ])
    expect(await levels(club)).toHaveLength(2)
    const at = `/dashboard/${club.club.id}/members/${ben.person}`
    expect(textOf((await club.staff.get(at, GERMAN)).text)).toContain('Zahlungserinnerung')
  })

  it('has the text of the highest level that one of its fees comes to', async () => {
    const club = await page()
    const ada = await owing(club, 'Ada', [{}], family)
    await send(club, await formOf(club))
    await wait(club)
    const ben = await owing(club, 'Ben', [{}], family)
    expect(textOf((await review(club)).text)).toContain('Second reminder: 1')
    const { sent } = await deliverMails((await send(club, await formOf(club))).queued)
    expect(sent.map(({ subject }) => subject)).toEqual(['Mahnung'])
    expect(await levels(club)).toHaveLength(3)
    expect(await levels(club)).toEqual(
      expect.arrayContaining([
        { fee_id: ada.fees[0], level: 2 },
        { fee_id: ben.fees[0], level: 1 },
      ]),
    )
  })

  it('writes to members and contacts of an address together, by the text for members', async () => {
    const club = await page()
    const contact = await createPerson(club.club, { name: { first_name: 'Adam' }, ...family }, 'contacts')
    await club.club.post('/fees', {
      data: [{ person_id: contact, amount: 700, description: 'Hall', due_on: DUE_ON }],
    })
    const ben = await owing(club, 'Ben', [{}], family)
    const answer = await send(club, await formOf(club))
    const { sent } = await deliverMails(answer.queued)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('Guten Tag Adam und Ben,')
    expect(sent[0]?.text).toMatch(/Mitgliederportal ansehen:\n\S+\/login\//)
    expect(await rows('SELECT list_id FROM mails')).toEqual([{ list_id: 'members' }])
    expect(await rows('SELECT person_id FROM mail_recipients WHERE sent_with IS NULL')).toEqual([
      { person_id: ben.person },
    ])
  })

  it('names nobody of the address whose fees are settled by then', async () => {
    const club = await page()
    const ada = await owing(club, 'Ada', [{}], family)
    await owing(club, 'Ben', [{ amount: 2000 }], family)
    const answer = await send(club, await formOf(club))
    await club.club.post('/payments', {
      data: [{ fee_id: ada.fees[0], amount: 4500, paid_on: '2026-01-31', method: 'cash' }],
    })
    const { sent } = await deliverMails(answer.queued)
    expect(sent[0]?.text).toContain('Guten Tag Ben,')
    expect(sent[0]?.text).not.toContain('Guten Tag Ada')
    expect(sent[0]?.text).toContain('Bitte überweisen Sie 20,00')
  })

  it('sends nothing where the address of one has changed since', async () => {
    const club = await page()
    const ada = await owing(club, 'Ada', [{}], family)
    await owing(club, 'Ben', [{}], family)
    const fields = await formOf(club)
    await club.club.put(`/lists/members/persons/${ada.person}`, { email: 'ada@example.org' })
    const { status, text, queued } = await send(club, fields)
    expect([status, queued, await levels(club)]).toEqual([409, [], []])
    expect(textOf(text)).toContain('2 persons get 2 emails.')
  })

  it('takes so many mails as the day has left, and not one more', async () => {
    const club = await page()
    await owing(club, 'Ada')
    await owing(club, 'Ben')
    const day = new Date().toISOString().slice(0, 10)
    const use = (count: number) =>
      rows(
        'INSERT OR REPLACE INTO mail_days (workspace_id, day, count) VALUES (?, ?, ?)',
        club.club.id,
        day,
        count,
      )
    const fields = await formOf(club)
    await use(19_999)
    const refused = await send(club, fields)
    expect([refused.status, refused.queued, await levels(club)]).toEqual([422, [], []])
    expect(textOf(refused.text)).toContain('1 more emails can be sent today.')
    expect(refused.text).not.toContain('/reminders/send"')
    await use(19_998)
    expect((await send(club, fields)).status).toBe(303)
    expect(await levels(club)).toHaveLength(2)
  })

  it('previews and reviews only those of the own club', async () => {
    const club = await page()
    const other = await page()
    const { person } = await owing(other, 'Zacharias')
    await owing(club, 'Ada')
    expect(textOf((await review(club, [person])).text)).toContain('1 chosen person is no longer')
    expect((await review(club, [person])).text).not.toContain('Zacharias')
    expect((await club.staff.get(`${club.path}/preview?id=${person}`)).status).toBe(404)
    const mixed = await send(club, [...(await formOf(club)), ['id', person]])
    expect(mixed.queued.map(({ workspace_id }) => workspace_id)).toEqual([club.club.id])
    expect(await levels(other)).toEqual([])
  })
})

describe('a fee that is not to be reminded of', () => {
  /** Opens the form of an act and sends it with these fields. */
  async function act({ staff, club }: Page, fee: string, name: string, fields: Record<string, string> = {}) {
    const at = `/dashboard/${club.id}/fees/${fee}/${name}`
    const revision = inputValue((await staff.get(at, ENGLISH)).text, 'revision') ?? ''
    return staff.submit(at, { revision, ...fields }, ENGLISH)
  }

  it('is deferred until a date, with a note, and let go again', async () => {
    const club = await page()
    const { fees } = await owing(club, 'Ada')
    const [fee = ''] = fees
    const { status, headers, cost } = await act(club, fee, 'deferral', {
      until: '2999-01-31',
      note: 'Pays <later>',
    })
    expect([status, leadsTo({ headers })]).toEqual([
      303,
      `/dashboard/${club.club.id}/fees/${fee} after deferred`,
    ])
    expect(cost.trips).toBeLessThanOrEqual(2)
    expect(await rows('SELECT reminder_hold FROM fees WHERE id = ?', fee)).toEqual([
      { reminder_hold: '{"kind":"deferred","until":"2999-01-31","note":"Pays <later>"}' },
    ])
    const { text, cost: read } = await club.staff.get(headers.get('Location') ?? '', ENGLISH)
    expect(read).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(text)).toContain('Deferred until 31 January 2999: nobody is reminded before. Pays <later>')
    expect(text).not.toContain('Pays <later>')
    expect(textOf(text)).toMatch(/History Deferred until 31 January 2999/)
    expect(textOf(text)).toContain('Note: Pays <later>')
    expect(textOf((await club.staff.get(club.path, ENGLISH)).text)).toContain('Nobody is to be reminded')
    expect((await act(club, fee, 'release')).status).toBe(303)
    expect(textOf((await club.staff.get(club.path, ENGLISH)).text)).toContain('Ada')
    expect((await eventsOf(club.club)).slice(-2).map(({ action }) => action)).toEqual([
      'fee.reminders_held',
      'fee.reminders_released',
    ])
  })

  it('is disputed, which the log says', async () => {
    const club = await page()
    const { fees } = await owing(club, 'Ada')
    expect((await act(club, fees[0] ?? '', 'dispute', { note: 'Has left' })).status).toBe(303)
    const owner = await staffOf(club.club, 'owner')
    const log = textOf((await owner.get(`/dashboard/${club.club.id}/log`, GERMAN)).text)
    expect(log).toContain('Staff treasurer hat die Mahnungen eines Beitrags ausgesetzt: Annual fee')
    expect(log).toContain('Mahnungen: strittig')
  })

  it('keeps what was typed where the date is over or missing', async () => {
    const club = await page()
    const { fees } = await owing(club, 'Ada')
    const refused = {
      '2020-01-01': 'Enter today or a later date.',
      '': 'Enter until when the fee is deferred.',
    }
    for (const [until, text] of Object.entries(refused)) {
      const answer = await act(club, fees[0] ?? '', 'deferral', { until, note: 'Soon' })
      expect(answer.status).toBe(422)
      expect(textOf(answer.text)).toContain(text)
      expect(Object.fromEntries(formValues(answer.text))).toMatchObject({ until, note: 'Soon' })
    }
  })

  it('is held by those who claim fees', async () => {
    const club = await page('office')
    const { fees } = await owing(club, 'Ada')
    const at = `/dashboard/${club.club.id}/fees/${fees[0]}`
    expect((await club.staff.get(at, ENGLISH)).text).not.toContain(`${at}/deferral`)
    expect((await club.staff.get(`${at}/deferral`)).status).toBe(403)
    expect((await club.staff.submit(`${at}/deferral`, { until: '2999-01-31' })).status).toBe(403)
  })
})

import { describe, expect, it } from 'vitest'
import { type Staff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { formValues, inputValue, textOf } from '../support/html'
import { deliverMails, mailings } from '../support/mails'
import { createPerson } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }
const GERMAN = { headers: { 'Accept-Language': 'de-DE' } }
const DUE_ON = '2026-01-31'

type Page = { club: Workspace; staff: Staff; path: string }

async function page(role: 'treasurer' | 'office' = 'treasurer'): Promise<Page> {
  const club = await workspace()
  return { club, staff: await staffOf(club, role), path: `/dashboard/${club.id}/mails/reminders` }
}

/** Claims fees of someone new, and gives their id and those of the fees. */
async function owing({ club }: Page, first_name: string, fees: object[] = [{}], fields: object = {}) {
  const email = `${first_name.replace(/\W/g, '').toLowerCase()}@example.org`
  const person = await createPerson(club, { name: { first_name }, email, ...fields })
  const data = fees.map((fee) => ({
    person_id: person,
    amount: 4500,
    description: 'Annual fee',
    due_on: DUE_ON,
    ...fee,
  }))
  const { body } = await club.post('/fees', { data })
  return { person, fees: body.data.map(({ id }: { id: string }) => id) as string[] }
}

/** The values of the form of the review. */
const valuesIn = (text: string) => formValues(text.replace('class="bulk-form"', 'class="stack"'))

/** What the form of the review sends; `ids` in place of who is ticked. */
async function formOf({ staff, path }: Page, ids?: string[]): Promise<[string, string][]> {
  const fields = valuesIn((await staff.get(path, ENGLISH)).text)
  if (!ids) return fields
  return [...fields.filter(([name]) => name !== 'id'), ...ids.map((id): [string, string] => ['id', id])]
}

async function send({ staff, path }: Page, fields: [string, string][]) {
  const { queued, bindings } = mailings()
  return { ...(await staff.submit(path, fields, { ...ENGLISH, env: bindings })), queued }
}

const levels = ({ club }: Page) =>
  rows('SELECT fee_id, level FROM reminders WHERE workspace_id = ? ORDER BY fee_id, level', club.id)

/** Puts the reminders that were sent 20 days into the past. */
const wait = ({ club }: Page) =>
  rows(
    "UPDATE reminders SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-20 days') WHERE workspace_id = ?",
    club.id,
  )

describe('the review of reminders', () => {
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
    expect(valuesIn(text)).toContainEqual(['id', ada.person])
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
    expect(answer.headers.get('Location')).toBe(`/dashboard/${club.club.id}/mails?reminded=1`)
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

  it('shows anew what has changed, and keeps who was unticked', async () => {
    const club = await page()
    const [ada, ben] = [await owing(club, 'Ada'), await owing(club, 'Ben')]
    const fields = await formOf(club, [ada.person])
    const cleo = await owing(club, 'Cleo')
    const { status, text, queued } = await send(club, fields)
    expect([status, queued]).toEqual([409, []])
    expect(textOf(text)).toContain('Changed meanwhile')
    const ticked = valuesIn(text).flatMap(([name, value]) => (name === 'id' ? [value] : []))
    expect(ticked.sort()).toEqual([ada.person, cleo.person].sort())
    expect(ticked).not.toContain(ben.person)
    expect(await levels(club)).toEqual([])
  })

  it('asks to choose someone', async () => {
    const club = await page()
    await owing(club, 'Ada')
    const { status, text } = await send(club, await formOf(club, []))
    expect(status).toBe(422)
    expect(textOf(text)).toContain('Nobody is chosen')
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
    const ticked = valuesIn(text).filter(([name]) => name === 'id')
    expect(ticked).toEqual([['id', ada.person]])
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
    expect([status, headers.get('Location')]).toEqual([
      303,
      `/dashboard/${club.club.id}/fees/${fee}?done=deferred`,
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

  it('keeps what was typed where the date is over', async () => {
    const club = await page()
    const { fees } = await owing(club, 'Ada')
    for (const until of ['2020-01-01', '']) {
      const { status, text } = await act(club, fees[0] ?? '', 'deferral', { until, note: 'Soon' })
      expect(status).toBe(422)
      expect(textOf(text)).toContain('Enter today or a later date.')
      expect(Object.fromEntries(formValues(text))).toMatchObject({ until, note: 'Soon' })
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

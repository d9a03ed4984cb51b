import { describe, expect, it, vi } from 'vitest'
import { JOIN_LIMITS } from '../../src/domain/portal/join/limits'
import { JOIN_MILLISECONDS } from '../../src/domain/portal/join/request'
import { call } from '../support/call'
import { addTo, columns } from '../support/club'
import { runNightly } from '../support/cron'
import { eventsOf } from '../support/events'
import { APPLICATION, appliedPath, applyTo, joinable, STATUTES, setJoinForm } from '../support/join'
import { filledForm, PUBLIC_URL, submit } from '../support/portal'
import { rows, type Workspace } from '../support/workspace'

const IBAN = 'DE89370400440532013000'
const COLUMN = {
  name: 'Abteilung',
  type: 'string',
  allowed_values: ['Turnen', 'Chor'],
  external_id: 'department',
}
const FULL = {
  ...APPLICATION,
  'phone_numbers.0.number': '+49 30 1234',
  'bank_account.iban': 'de89 3704 0044 0532 0130 00',
  department: 'Chor',
}

async function fixture(): Promise<Workspace> {
  const { club } = await addTo(await joinable(), columns([COLUMN]))
  await setJoinForm(club, { fields: { bank_account: 'optional', department: 'optional' } })
  return club
}

const applicants = () =>
  rows<{ id: string; area: string; bank_account: string }>('SELECT * FROM persons ORDER BY id')

describe('the link of an application', () => {
  it('shows what was entered with the account masked, creates no one, and stays out of search engines', async () => {
    await fixture()
    const path = await appliedPath('tsv', FULL)
    const { status, text, cost, headers } = await call('GET', path)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    for (const shown of [
      'Ada Lovelace',
      '10. Dezember 1985',
      'Uferweg 12',
      '•••• 3000',
      'Chor',
      'Anerkannt am',
    ])
      expect(text).toContain(shown)
    expect(text).not.toMatch(/3704 ?0044/)
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(await applicants()).toEqual([])
  })

  it('makes the applicant with its button, in two trips', async () => {
    const club = await fixture()
    const path = await appliedPath('tsv', FULL)
    const { status, text, cost } = await submit(path)
    expect([status, cost.trips]).toEqual([200, 2])
    expect(text).toContain('Ihr Antrag ist eingegangen')
    const [person, ...others] = await applicants()
    expect(others).toEqual([])
    expect(person).toMatchObject({
      workspace_id: club.id,
      list_id: 'members',
      area: 'applications',
      first_name: 'Ada',
      email: 'ada@example.org',
      birthdate: '1985-12-10',
      bank_account: JSON.stringify({ iban: IBAN, bic: null, signatory: null }),
      sepa_mandate: null,
      membership_number: null,
    })
    expect(await rows('SELECT email, input FROM join_requests')).toEqual([{ email: '', input: '' }])
    const [created, applied] = (await eventsOf(club)).slice(-2)
    expect(created).toMatchObject({
      action: 'person.created',
      actor_kind: 'member',
      door: 'portal',
      actor_id: person?.id,
      actor_name: 'Ada Lovelace',
      subject_id: person?.id,
    })
    expect(applied).toMatchObject({
      action: 'person.applied',
      actor_id: person?.id,
      subject_id: person?.id,
      changes: { statutes_url: [null, STATUTES], agreed_at: [null, expect.stringMatching(/^\d{4}-.*Z$/)] },
    })
    const events = JSON.stringify(await rows('SELECT * FROM events'))
    for (const secret of [IBAN, path.split('/').at(-1) ?? '']) expect(events).not.toContain(secret)
  })

  it('makes one applicant however often its button is pressed', async () => {
    await fixture()
    const path = await appliedPath('tsv')
    const taps = await Promise.all([submit(path), submit(path), submit(path)])
    const later = [await submit(path), await call('GET', path)]
    for (const { status, text } of [...taps, ...later]) {
      expect(status).toBe(200)
      expect(text).toContain('Ihr Antrag ist eingegangen')
    }
    expect(later.map(({ cost }) => cost.trips)).toEqual([1, 1])
    expect(await applicants()).toHaveLength(1)
    expect(await rows("SELECT 1 FROM events WHERE action LIKE 'person.%'")).toHaveLength(2)
  })

  it('ends after 48 hours, and with it what was entered', async () => {
    await fixture()
    const path = await appliedPath('tsv')
    await rows('UPDATE join_requests SET expires_at = ?', new Date(Date.now() - 1).toISOString())
    for (const answer of [await call('GET', path), await submit(path)]) {
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('Dieser Link ist abgelaufen')
    }
    const other = await appliedPath('tsv')
    await runNightly()
    expect(await rows('SELECT 1 FROM join_requests')).toHaveLength(1)
    expect((await call('GET', other)).status).toBe(200)
    expect(await applicants()).toEqual([])
  })

  it('is valid for 48 hours', async () => {
    await fixture()
    await applyTo('tsv')
    const [row] = await rows<{ created_at: string; expires_at: string }>('SELECT * FROM join_requests')
    expect(Date.parse(String(row?.expires_at)) - Date.parse(String(row?.created_at))).toBe(JOIN_MILLISECONDS)
    expect(JOIN_MILLISECONDS).toBe(172_800_000)
  })

  it.each(['x', 'x'.repeat(43), '%00', "'"])('is unknown with the token %j', async (token) => {
    await fixture()
    await appliedPath('tsv')
    expect((await call('GET', `/join/confirm/${token}`)).status).toBe(404)
    expect((await submit(`/join/confirm/${token}`)).status).toBe(404)
    expect(await applicants()).toEqual([])
  })

  it('leads back to the form where a custom column no longer takes its value', async () => {
    const club = await fixture()
    const path = await appliedPath('tsv', FULL)
    await rows('UPDATE custom_columns SET allowed_values = \'["Turnen"]\'')
    await rows('UPDATE workspaces SET columns_version = columns_version + 1')
    const { status, text, cost } = await submit(path)
    expect([status, cost.trips]).toEqual([422, 2])
    expect(text).toContain('Das Formular hat sich geändert')
    expect(text).toContain('action="/join/tsv"')
    const form = Object.fromEntries(await filledForm(text))
    expect(form).toMatchObject({ 'name.first_name': 'Ada', 'address.street': 'Uferweg 12' })
    expect(text).not.toMatch(/3704 ?0044/)
    expect(await applicants()).toEqual([])
    expect((await eventsOf(club)).some(({ action }) => String(action).startsWith('person.'))).toBe(false)
  })

  it('says that the form was closed meanwhile', async () => {
    const club = await fixture()
    const path = await appliedPath('tsv')
    await setJoinForm(club, { enabled: false })
    for (const answer of [await call('GET', path), await submit(path)]) {
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('nimmt hier gerade keine Anträge an')
    }
    expect(await applicants()).toEqual([])
  })

  it('goes on slowly where a workspace has got as many persons as it takes in a day', async () => {
    const club = await joinable()
    const apply = (name: string) => appliedPath('tsv', { ...APPLICATION, email: `${name}@example.org` })
    const paths = [await apply('ada'), await apply('eve'), await apply('kim'), await apply('max')]
    const confirm = async (place: number) => (await submit(String(paths[place]))).status
    expect(await confirm(0)).toBe(200)
    const counted = await rows("SELECT subject, count FROM link_requests WHERE subject LIKE 'joined %'")
    expect(counted).toEqual([{ subject: `joined ${club.id}`, count: 1 }])
    await rows("UPDATE link_requests SET count = ? WHERE subject LIKE 'joined %'", JOIN_LIMITS.confirmed)
    expect(await confirm(1)).toBe(200)
    await rows(
      "UPDATE link_requests SET count = ? WHERE subject LIKE 'joined when busy %'",
      JOIN_LIMITS.confirmedWhenBusy,
    )
    const full = await submit(String(paths[2]))
    expect([full.status, (await club.get('/lists/members/persons')).body.data]).toEqual([429, []])
    expect(full.text).toContain('Ihr Antrag ist noch da')
    expect(await rows("SELECT 1 FROM persons WHERE email = 'kim@example.org'")).toEqual([])
    expect(await confirm(1)).toBe(200)
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
    expect(await confirm(2)).toBe(200)
    vi.useRealTimers()
    expect(await rows("SELECT 1 FROM persons WHERE email = 'kim@example.org'")).toHaveLength(1)
  })

  it('refuses the button of another site', async () => {
    await fixture()
    const path = await appliedPath('tsv')
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await submit(path, {}, { headers })).status).toBe(403)
    expect(await applicants()).toEqual([])
  })

  it('keeps its token out of logs', async () => {
    await fixture()
    const printed: unknown[] = []
    for (const method of ['log', 'error', 'warn'] as const)
      vi.spyOn(console, method).mockImplementation((...line) => void printed.push(line))
    const path = await appliedPath('tsv', FULL)
    await submit(path)
    vi.restoreAllMocks()
    expect(PUBLIC_URL).not.toContain('localhost')
    expect(JSON.stringify(printed)).not.toContain(path.split('/').at(-1))
  })
})

it('deletes the name of the applicant from the events with the person', async () => {
  const club = await fixture()
  await submit(await appliedPath('tsv'))
  const [person] = await applicants()
  await club.delete(`/lists/members/persons/${person?.id}`)
  expect(JSON.stringify(await rows('SELECT * FROM events'))).not.toMatch(/Lovelace|satzung"/)
})

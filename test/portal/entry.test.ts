import { describe, expect, it } from 'vitest'
import { call } from '../support/call'
import { ADA, clubOf, editable, person, settings } from '../support/club'
import { textOf } from '../support/html'
import {
  createLink,
  filledForm,
  requestLink,
  sessionFrom,
  setPortal,
  signIn,
  submit,
} from '../support/portal'
import { operator, rows, type Workspace } from '../support/workspace'

const fixture = () =>
  clubOf(
    settings({
      locale: 'de-DE',
      member_portal: { slug: 'tsv' },
      contact: { name: 'Geschäftsstelle', email: 'buero@example.org' },
    }),
    editable('address'),
    person(ADA),
  )

const EXPIRED = `/portal/tsv/login/${'A'.repeat(43)}`

describe('a login link', () => {
  it('names the workspace by its slug, and keeps working without', async () => {
    const { club, id } = await fixture()
    const link = await createLink(club, { person_id: id })
    expect(link).toMatch(/^\/portal\/tsv\/login\/[\w-]{43}$/)
    const token = link.split('/').at(-1)
    for (const path of [link, `/portal/login/${token}`, `/portal/former-slug/login/${token}`]) {
      expect((await call('GET', path)).status).toBe(200)
      const answer = await submit(path)
      expect([answer.status, answer.cost.trips]).toEqual([303, 1])
      expect((await sessionFrom(answer).get('/portal')).text).toContain('Ada')
    }
  })

  it('that has expired asks for the address, and tells no stranger who is a member', async () => {
    await fixture()
    const german = await submit(EXPIRED)
    expect(german.status).toBe(404)
    expect(german.text).toContain('Dieser Link ist abgelaufen')
    expect(german.text).toContain('TSV Aufbau 04')
    expect(german.text).toContain('action="/portal/tsv"')
    expect(german.text).toContain('name="email"')
    const english = await submit(EXPIRED, {}, { headers: { 'Accept-Language': 'en' } })
    expect(english.text).toContain(
      'A link is valid for twelve hours, from an email to many members for two weeks. Enter your email address',
    )
    expect((await submit(`/portal/login/${'A'.repeat(43)}`)).text).not.toContain('name="email"')
  })
})

describe('a portal that is closed', () => {
  it('says so and whom to ask, on every page of it', async () => {
    const { club, id } = await fixture()
    const link = await createLink(club, { person_id: id })
    const session = await signIn(club, { person_id: id })
    await setPortal(club, { enabled: false })
    const Cookie = `${session.cookie}; __Host-entry=${club.id}`
    const { answer, queued } = await requestLink('tsv', 'ada@example.org')
    const answers = [await call('GET', '/portal/tsv'), answer, await call('GET', link), await submit(link)]
    answers.push(await call('GET', '/portal', { headers: { Cookie } }))
    for (const { status, text } of answers) {
      expect(status).toBe(404)
      expect(text).toContain('Das Mitgliederportal ist zurzeit geschlossen')
      expect(textOf(text)).toContain('Bitte wenden Sie sich an: Geschäftsstelle, buero@example.org')
      expect(text).toContain(', <a href="mailto:buero@example.org">buero@example.org</a>')
      expect(text).not.toContain('name="email"')
    }
    expect(queued).toEqual([])
    await operator('PATCH', `/operator/workspaces/${club.id}`, { contact: { name: null, email: null } })
    expect((await call('GET', '/portal/tsv')).text).toContain('wenden Sie sich an: TSV Aufbau 04')
  })
})

describe('a former member', () => {
  const leave = async (club: Workspace, id: string) =>
    club.put(`/lists/members/persons/${id}`, { leave_date: '2020-12-31' })

  it('is told when the membership ended, by a link and in a session, and whom to ask', async () => {
    const { club, id } = await fixture()
    const link = await createLink(club, { person_id: id })
    const session = await signIn(club, { person_id: id })
    await leave(club, id)
    const Cookie = `${session.cookie}; __Host-entry=${club.id}`
    const answers = [await submit(link), await call('GET', `/portal/persons/${id}`, { headers: { Cookie } })]
    for (const { status, text } of answers) {
      expect(status).toBe(404)
      expect(textOf(text)).toContain('Ihre Mitgliedschaft ist beendet Sie endete am 31. Dezember 2020.')
      expect(text).toContain('<a href="mailto:buero@example.org">')
      expect(text).not.toContain('name="email"')
    }
  })

  it('is let in by a link that was made for a former member', async () => {
    const { club, id } = await fixture()
    await leave(club, id)
    expect((await submit(await createLink(club, { person_id: id }))).status).toBe(303)
  })
})

describe('a browser that has visited a portal', () => {
  it('sees whose it is where no session and no path says so', async () => {
    const { club } = await fixture()
    const entered = await call('GET', '/portal/tsv')
    const cookie = String(entered.headers.get('Set-Cookie'))
    expect(cookie).toBe(`__Host-entry=${club.id}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax`)
    const headers = { Cookie: `__Host-entry=${club.id}` }
    expect((await call('GET', '/portal/tsv', { headers })).headers.get('Set-Cookie')).toBeNull()
    const ended = await call('GET', '/portal', { headers })
    expect(ended.status).toBe(401)
    expect(ended.text).toContain('TSV Aufbau 04')
    expect(ended.text).toContain('action="/portal/tsv"')
    const missing = await call('GET', '/portal/persons/x/nope', { headers })
    expect([missing.status, missing.cost.trips]).toEqual([404, 1])
    expect(missing.text).toContain('TSV Aufbau 04')
    expect((await submit(EXPIRED.replace('/tsv', ''), {}, { headers })).text).toContain('name="email"')
  })

  it.each(['wsp_nothing', 'x; y', '%00'])('takes %j for no portal', async (value) => {
    const { status } = await call('GET', '/portal', { headers: { Cookie: `__Host-entry=${value}` } })
    expect(status).toBe(401)
  })
})

describe('a form that is sent after the session has ended', () => {
  it('keeps what was typed, and can be sent again', async () => {
    const { club, id } = await fixture()
    const session = await signIn(club, { person_id: id })
    const path = `/portal/persons/${id}/edit/address`
    const typed = await filledForm((await session.get(path)).text)
    const street = 'Neue <b>Straße</b> "12"\r\n& Söhne'
    const fields = typed.map(([name, value]): [string, string] => [
      name,
      name === 'address.street' ? street : value,
    ])
    expect(fields).not.toEqual(typed)
    await rows('DELETE FROM portal_sessions')
    const entry = `; __Host-entry=${club.id}`
    const ended = await session.submit(path, fields, { Cookie: session.cookie + entry })
    expect(ended.status).toBe(401)
    expect(ended.text).toContain('Ihre Eingaben sind noch da')
    expect(ended.text).toMatch(/<form[^>]* action="\/portal\/tsv"[^>]* target="_blank"/)
    expect(ended.text).toContain(`action="${path}"`)
    const kept = (await filledForm(ended.text)).filter(([name]) => name !== 'email')
    expect(kept).toEqual(fields)
    expect(await rows('SELECT * FROM portal_sessions')).toEqual([])
    const again = await signIn(club, { person_id: id })
    expect((await again.submit(path, [...kept])).status).toBe(422)
    const right = kept.map(([name, value]): [string, string] => [
      name,
      name === 'address.street' ? 'Neue Straße 12' : value,
    ])
    expect((await again.submit(path, right)).status).toBe(303)
  })

  it('keeps nothing of a large one', async () => {
    const { id } = await fixture()
    const { status, text } = await submit(`/portal/persons/${id}/edit/address`, { x: 'x'.repeat(70_000) })
    expect([status, text.includes('xxxx')]).toEqual([401, false])
  })
})

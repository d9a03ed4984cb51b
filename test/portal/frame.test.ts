import { afterEach, describe, expect, it, vi } from 'vitest'
import { CHANGES_PER_HOUR } from '../../src/domain/portal/change-email'
import type { Bindings } from '../../src/env'
import { call } from '../support/call'
import { ADA, addTo, clubOf, editable, person, settings, visitor } from '../support/club'
import { joinable } from '../support/join'
import { PUBLIC_URL, requestLink, setPortal, signIn, submit } from '../support/portal'

const CONTACT = {
  name: 'Geschäftsstelle',
  email: 'buero@example.org',
  phone: '+49 30 1234',
  imprint_url: 'https://example.org/impressum',
  privacy_url: 'https://example.org/datenschutz',
}

const fixture = () =>
  clubOf(
    settings({
      locale: 'de-DE',
      member_portal: { slug: 'tsv', colour: '#C8102E' },
      contact: CONTACT,
    }),
    person({ ...ADA, membership_number: '1004' }),
  )

afterEach(() => vi.useRealTimers())

describe('the title of a page', () => {
  it('names the person whom it is about, and nobody before signing in', async () => {
    const { club, id } = await fixture()
    const titleOf = (text: string) => /<title>([^<]*)<\/title>/.exec(text)?.[1]
    const session = await signIn(club, { person_id: id })
    const name = (await club.get('/me')).body.data.name
    expect(titleOf((await session.get(`/portal/persons/${id}`)).text)).toBe(`Daten – Ada Lovelace – ${name}`)
    expect(titleOf((await session.get(`/portal/persons/${id}/fees`)).text)).toContain('– Ada Lovelace –')
    expect(titleOf((await call('GET', '/portal/tsv')).text)).toBe(`Anmelden – ${name}`)
  })
})

describe('the foot of a page', () => {
  it('says whom to ask, before and after signing in', async () => {
    const { club, id } = await fixture()
    const session = await signIn(club, { person_id: id })
    for (const { text } of [await call('GET', '/portal/tsv'), await session.get(`/portal/persons/${id}`)]) {
      const foot = text.slice(text.indexOf('<footer'))
      expect(foot).toContain('href="mailto:buero@example.org"')
      expect(foot).toContain('href="tel:+49301234"')
      expect(foot).toContain('Geschäftsstelle')
      expect(foot).toContain('<a href="https://example.org/impressum">Impressum</a>')
      expect(foot).toContain('<a href="https://example.org/datenschutz">Datenschutz</a>')
      expect(text).toContain(
        '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#c8102e"',
      )
    }
  })

  it('leads to the other language, which later pages keep', async () => {
    await fixture()
    const german = await call('GET', '/portal/tsv')
    expect(german.text).toContain('<html lang="de">')
    expect(german.text).toContain('<a href="?lang=en" lang="en" hreflang="en">English</a>')
    const english = await call('GET', '/portal/tsv?lang=en')
    expect(english.text).toContain('<html lang="en">')
    expect(english.text).toContain('>Deutsch</a>')
    const [, cookie] = english.headers.getSetCookie()
    expect(cookie).toBe('__Host-language=en; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax')
    const headers = { Cookie: '__Host-language=en', 'Accept-Language': 'de' }
    expect((await call('GET', '/portal/tsv', { headers })).text).toContain('<html lang="en">')
    const { answer } = await requestLink('tsv', 'x', { headers })
    expect(answer.text).toContain('Enter an email address')
    expect((await call('GET', '/portal/nothing/here', { headers })).text).toContain('Page not found')
    expect((await call('GET', '/unsubscribe/x', { headers })).text).toContain('<html lang="en">')
  })

  it('leads from a refused form to its page in the other language, in a new tab that keeps what was typed', async () => {
    const club = await joinable({}, { locale: 'de-DE' })
    const parts = [editable('phone_numbers', 'email'), person(ADA), visitor()] as const
    const { id, session } = await addTo(club, ...parts)
    const own = `/portal/persons/${id}`
    const MAILS = { send: async () => {} } as unknown as Bindings['MAILS']
    const options = { headers: { Cookie: session.cookie }, env: { PUBLIC_URL, MAILS } }
    await submit(`${own}/email`, { email: 'new@example.org' }, options)
    for (let index = 1; index < CHANGES_PER_HOUR; index += 1) await submit(`${own}/email/again`, {}, options)
    for (const [path, fields, status, page] of [
      ['/portal/tsv', { email: 'x' }, 422, '/portal/tsv'],
      ['/join/tsv', { email: 'x' }, 422, '/join/tsv'],
      [`${own}/edit/contact`, { 'phone_numbers.0.number': 'x' }, 422, `${own}/edit/contact`],
      [`${own}/email`, { email: 'x' }, 422, `${own}/email`],
      [`${own}/email/again`, {}, 429, `${own}/email`],
    ] as const) {
      const refused = await submit(path, fields, options)
      expect(refused.status, path).toBe(status)
      const [link = '', href = ''] = /<a href="([^"]*)" lang="en"[^>]*>[^<]*/.exec(refused.text) ?? []
      expect(link).toMatch(/ target="_blank">English \(new tab\)$/)
      const { pathname, search } = new URL(href, `https://x${path}`)
      expect(pathname + search).toBe(`${page}?lang=en`)
      const english = await call('GET', pathname + search, options)
      expect([english.status, english.headers.getSetCookie().join()], path).toEqual([
        200,
        expect.stringContaining('__Host-language=en'),
      ])
      expect(english.text).toContain('<html lang="en">')
    }
  })

  it('leads from a form that was sent too late to the portal in the other language', async () => {
    const { id } = await fixture()
    const { status, text } = await submit(`/portal/persons/${id}/news`, { news: 'refused' })
    expect(status).toBe(401)
    expect(text).toContain('<a href="/portal?lang=en" lang="en" hreflang="en" target="_blank">')
  })

  it.each(['fr', '', 'en;x'])('ignores a language that there is not: %j', async (language) => {
    await fixture()
    const { text, headers } = await call('GET', `/portal/tsv?lang=${language}`)
    expect(text).toContain('<html lang="de">')
    expect(headers.get('Set-Cookie')).not.toContain('language')
  })
})

describe('a printed page of a member', () => {
  it('has the day, the workspace and the number of the member', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:30:00Z') })
    const { club, id } = await fixture()
    const session = await signIn(club, { person_id: id })
    const german = (await session.get(`/portal/persons/${id}`)).text
    expect(german).toContain('Stand 22.11.2026 · TSV Aufbau 04 · Mitglied 1004')
    const english = (await session.get(`/portal/persons/${id}/fees?lang=en`)).text
    expect(english).toContain('As of 22 Nov 2026 · TSV Aufbau 04 · Member 1004')
    await setPortal(club, { fields: { membership_number: 'hidden' } })
    expect((await session.get(`/portal/persons/${id}`)).text).not.toMatch(/\b1004\b/)
  })
})

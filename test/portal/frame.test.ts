import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../support/call'
import { createPerson, requestLink, setPortal, signIn } from '../support/portal'
import { operator, workspace } from '../support/workspace'

const CONTACT = {
  name: 'Geschäftsstelle',
  email: 'buero@example.org',
  phone: '+49 30 1234',
  imprint_url: 'https://example.org/impressum',
  privacy_url: 'https://example.org/datenschutz',
}

async function fixture() {
  const club = await workspace({ locale: 'de-DE', member_portal: { slug: 'tsv', colour: '#C8102E' } })
  await operator('PATCH', `/operator/workspaces/${club.id}`, {
    contact: CONTACT,
  })
  const id = await createPerson(club, {
    name: { first_name: 'Ada', last_name: 'Lovelace' },
    email: 'ada@example.org',
    membership_number: '1004',
  })
  return { club, id }
}

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

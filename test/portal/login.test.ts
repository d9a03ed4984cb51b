import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../support/call'
import { ADA, clubOf, person } from '../support/club'
import { CHUNK_BYTES, countedBody } from '../support/counted-body'
import { createLink, createPerson, sessionFrom, setPortal, signIn, submit } from '../support/portal'
import { operator, rows, workspace } from '../support/workspace'

const HOUR = 3_600_000

const clubWithAda = () => clubOf(person(ADA))

afterEach(() => vi.useRealTimers())

function travel(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

describe('login link', () => {
  it('does not log scanners in: GET and HEAD show no name and keep the link valid', async () => {
    const { club } = await clubWithAda()
    const link = await createLink(club, { person_external_id: 'ada' })
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET', 'GET', 'GET']) {
      const { status, headers, text, cost } = await call(method, link)
      expect(status).toBe(200)
      expect(headers.get('Set-Cookie')).toBeNull()
      expect(text).not.toMatch(/\bAda\b|Lovelace/)
      expect(text.includes('TSV Aufbau 04')).toBe(method === 'GET')
      expect([cost.trips, cost.rowsWritten]).toEqual([1, 0])
    }
    expect(await rows('SELECT * FROM portal_sessions')).toEqual([])
    const { status, headers } = await submit(link)
    expect([status, headers.get('Location')]).toEqual([303, '/portal'])
  })

  it('shows the same page to GET, whatever the token', async () => {
    const { club } = await clubWithAda()
    const real = await call('GET', await createLink(club, { person_external_id: 'ada' }))
    const other = await call('GET', `/portal/${club.id}/login/nothing`)
    expect(other.text).toBe(real.text)
  })

  it('starts a session in a cookie that scripts and other hosts cannot read or set', async () => {
    const { club, id } = await clubWithAda()
    const link = await createLink(club, { person_id: id })
    const [one, two] = [await submit(link), await submit(link)]
    expect(one.cost.trips).toBe(1)
    const cookie = String(one.headers.get('Set-Cookie'))
    expect(cookie).toMatch(/^__Host-portal=[A-Za-z0-9_-]{43}; /)
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie.split('; ')).toContain(attribute)
    expect(cookie).not.toContain('Domain')
    expect(sessionFrom(one).cookie).not.toBe(sessionFrom(two).cookie)
    const stored = await rows('SELECT * FROM portal_sessions')
    expect(stored).toHaveLength(2)
    expect(JSON.stringify(stored)).not.toContain(sessionFrom(one).cookie.split('=')[1])
  })

  it.each([
    ['de', 'Lassen Sie Cookies zu', 'Safari nimmt Cookies nur über https an.'],
    ['en', 'Allow cookies', 'Safari takes cookies over https only.'],
  ])('says in %s that the browser sent no cookie, if it sent none', async (language, allow, safari) => {
    const { club, id } = await clubWithAda()
    const answer = await submit(await createLink(club, { person_id: id }))
    const path = String(answer.headers.get('Location'))
    const page = async (cookie: Record<string, string> = {}) =>
      call('GET', path, { headers: { 'Accept-Language': language, ...cookie } })
    const refused = await page()
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining(allow)])
    expect(refused.text).toContain(safari)
    const known = await page({ Cookie: `__Host-entry=${club.id}` })
    expect([known.status, known.text.includes(allow)]).toEqual([401, false])
    expect((await sessionFrom(answer).get(path)).status).toBe(200)
  })

  it('continues no earlier session', async () => {
    const { club, id } = await clubWithAda()
    const link = await createLink(club, { person_id: id })
    const [key] = (await env.PORTAL_LINKS.list()).keys
    const { expires_at } = JSON.parse(String(await env.PORTAL_LINKS.get(String(key?.name))))
    travel(11 * HOUR)
    const answer = await submit(link)
    expect(answer.headers.get('Set-Cookie')).toContain(`Expires=${new Date(expires_at).toUTCString()}`)
    expect(await rows('SELECT expires_at FROM portal_sessions')).toEqual([{ expires_at }])
    travel(HOUR)
    expect((await sessionFrom(answer).get('/portal')).status).toBe(401)
  })

  it('logs in 11:59 hours after it was created, and not after 12:00', async () => {
    const { club, id } = await clubWithAda()
    const link = await createLink(club, { person_id: id })
    travel(12 * HOUR - 60_000)
    const session = sessionFrom(await submit(link))
    expect((await session.get('/portal')).status).toBe(200)
    travel(60_000)
    expect((await submit(link)).status).toBe(404)
    expect((await session.get('/portal')).status).toBe(401)
  })

  it('expires after 12 hours to the millisecond, and its session with it', async () => {
    const { club, id } = await clubWithAda()
    travel(0)
    const link = await createLink(club, { person_id: id })
    travel(12 * HOUR - 1)
    const session = sessionFrom(await submit(link))
    expect((await session.get('/portal')).status).toBe(200)
    const stored = () => rows('SELECT session_hash FROM portal_sessions')
    const before = await stored()
    travel(1)
    expect((await submit(link)).status).toBe(404)
    expect((await session.get('/portal')).status).toBe(401)
    expect(await stored()).toEqual(before)
    await signIn(club, { person_id: id })
    expect(await stored()).toHaveLength(1)
    expect(await stored()).not.toEqual(before)
  })

  it('accepts many logins at once', async () => {
    const { club, id } = await clubWithAda()
    const link = await createLink(club, { person_id: id })
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(link)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303))
    expect(new Set(answers.map((answer) => sessionFrom(answer).cookie)).size).toBe(10)
  })

  it('returns one page for every invalid token', async () => {
    const { club, id } = await clubWithAda()
    const token = String((await createLink(club, { person_id: id })).split('/').pop())
    const swapped = token.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    const tokens = [
      swapped,
      token.slice(0, -1),
      `${token}=`,
      `${token}A`,
      `${token}/`,
      `%20${token}`,
      'x'.repeat(10_240),
      '',
      '%',
      '%00',
      'ü',
    ]
    const pages = new Set<string>()
    for (const wrong of tokens) {
      const { status, headers, text } = await submit(`/portal/login/${wrong}`)
      expect([wrong, status, headers.get('Set-Cookie')]).toEqual([wrong, 404, null])
      pages.add(text)
    }
    pages.add((await submit('/portal/login')).text)
    expect([...pages]).toEqual([
      expect.stringContaining('Fordern Sie auf der Portalseite Ihres Vereins einen neuen an'),
    ])
  })

  it.each<[string, { sql?: string; settings?: object }]>([
    ['the person is deleted', { sql: "DELETE FROM persons WHERE external_id = 'ada'" }],
    ['the member becomes an applicant', { sql: "UPDATE persons SET area = 'applications'" }],
    ['the member becomes a contact', { sql: "UPDATE persons SET list_id = 'contacts'" }],
    ['the portal is switched off', { settings: { member_portal: { enabled: false } } }],
    ['the members leave the subscription', { settings: { subscription_variant: 'contacts' } }],
  ])('expires at once, with its sessions, when %s', async (_, { sql, settings }) => {
    const { club, id } = await clubWithAda()
    const link = await createLink(club, { person_id: id })
    const session = sessionFrom(await submit(link))
    expect((await session.get('/portal')).status).toBe(200)
    if (sql) await rows(sql)
    if (settings) await operator('PATCH', `/operator/workspaces/${club.id}`, settings)
    for (const path of [
      '/portal',
      `/portal/persons/${id}`,
      `/portal/persons/${id}/edit/contact`,
      `/portal/persons/${id}/fees`,
    ]) {
      const { status, text } = await session.get(path)
      expect([path, status]).toEqual([path, 401])
      expect(text).not.toMatch(/\bAda\b|Lovelace/)
    }
    const sessions = await rows('SELECT * FROM portal_sessions')
    const refused = await submit(link)
    expect([refused.status, refused.cost.rowsWritten]).toEqual([404, 0])
    expect(await rows('SELECT * FROM portal_sessions')).toEqual(sessions)
  })

  it('expires when the portal passes to the superordinate workspace', async () => {
    const umbrella = await workspace()
    const club = await workspace({ superordinate_workspace_id: umbrella.id })
    const session = await signIn(club, { person_id: await createPerson(club, ADA) })
    await setPortal(club, { managed_by: 'superordinate' })
    expect((await session.get('/portal')).status).toBe(401)
  })

  it('leaves a deleted person out, and keeps the others', async () => {
    const { club, id } = await clubWithAda()
    const other = await createPerson(club, { ...ADA, external_id: 'byron', name: { first_name: 'Byron' } })
    const session = await signIn(club, { email: 'ada@example.org' })
    await club.delete(`/lists/members/persons/${id}`)
    const { status, text } = await session.get('/portal')
    expect(status).toBe(200)
    expect(text).toContain('Byron')
    expect(text).not.toContain('Lovelace')
    expect((await session.get(`/portal/persons/${id}`)).status).toBe(404)
    expect((await session.get(`/portal/persons/${other}`)).status).toBe(200)
  })

  it.each(['person_id', 'person_external_id', 'membership_number'])(
    'lets a former member in who was named by %s',
    async (key) => {
      const club = await workspace()
      const member = { ...ADA, membership_number: '1815' }
      const id = await createPerson(club, { ...member, leave_date: '2020-12-31' })
      const value = { person_id: id, person_external_id: 'ada', membership_number: '1815' }[key]
      const session = await signIn(club, { [key]: value })
      for (const path of ['/portal', `/portal/persons/${id}`, `/portal/persons/${id}/fees`])
        expect((await session.get(path)).status).toBe(200)
    },
  )

  it.each(['person_id', 'person_external_id', 'membership_number', 'email'])(
    'for a current member by %s expires with the membership, as its sessions do',
    async (key) => {
      const club = await workspace()
      const member = { ...ADA, membership_number: '1815' }
      const id = await createPerson(club, member)
      const link = await createLink(club, {
        [key]: { ...member, person_id: id, person_external_id: 'ada' }[key],
      })
      const session = sessionFrom(await submit(link))
      await club.put('/lists/members/persons/ada', { leave_date: '2020-12-31' })
      for (const path of ['/portal', `/portal/persons/${id}`, `/portal/persons/${id}/fees`])
        expect((await session.get(path)).status).toBe(401)
      const refused = await submit(link)
      expect([refused.status, refused.cost.rowsWritten]).toEqual([404, 0])
      await club.put('/lists/members/persons/ada', { leave_date: null })
      expect((await session.get('/portal')).status).toBe(200)
    },
  )

  it('leaves a family member out who has left', async () => {
    const { club, id } = await clubWithAda()
    const other = await createPerson(club, { ...ADA, external_id: 'byron', name: { first_name: 'Byron' } })
    const session = await signIn(club, { email: 'ada@example.org' })
    await club.put('/lists/members/persons/ada', { leave_date: '2020-12-31' })
    expect((await session.get('/portal')).text).not.toContain('Lovelace')
    expect((await session.get(`/portal/persons/${id}`)).status).toBe(404)
    expect((await session.submit(`/portal/persons/${id}/edit/contact`, { updated_at: '' })).status).toBe(404)
    expect((await session.get(`/portal/persons/${other}`)).status).toBe(200)
  })

  it.each([
    ['Pacific/Kiritimati', '2026-06-14', 404],
    ['Pacific/Kiritimati', '2026-06-15', 303],
    ['America/Los_Angeles', '2026-06-13', 404],
    ['America/Los_Angeles', '2026-06-14', 303],
  ])('lets in, in %s, a member who leaves on %s: %i', async (timezone, leave_date, status) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T05:00:00Z') })
    const club = await workspace({ timezone })
    const id = await createPerson(club, ADA)
    const link = await createLink(club, { person_id: id })
    await club.put('/lists/members/persons/ada', { leave_date })
    const login = await submit(link)
    expect(login.status).toBe(status)
    expect(await rows('SELECT * FROM portal_sessions')).toHaveLength(status === 303 ? 1 : 0)
    if (status === 303) expect((await sessionFrom(login).get('/portal')).status).toBe(200)
  })

  it('of an earlier version is answered like an expired link', async () => {
    const { club, id } = await clubWithAda()
    const link = await createLink(club, { person_id: id })
    const [key] = (await env.PORTAL_LINKS.list()).keys
    const { former_ids, ...kept } = JSON.parse(String(await env.PORTAL_LINKS.get(String(key?.name))))
    await env.PORTAL_LINKS.put(String(key?.name), JSON.stringify({ ...kept, person_ids: [id] }))
    expect((await submit(link)).status).toBe(404)
  })
})

describe('session', () => {
  it.each([
    (real: string) => `${real.toLowerCase()}x; ${real}`,
    (real: string) => `__host-portal=evil; ${real}`,
    (real: string) => `\u00a0__Host-portal=evil; ${real}`,
    (real: string) => `__Host-portal2=evil; x__Host-portal=evil; portal=evil; ${real}`,
    (real: string) => `"__Host-portal"=evil; ${real}`,
  ])('ignores a cookie with a similar name (%#)', async (around) => {
    const { club, id } = await clubWithAda()
    const { cookie } = await signIn(club, { person_id: id })
    expect((await call('GET', '/portal', { headers: { Cookie: around(cookie) } })).status).toBe(200)
  })

  it.each(['', '__Host-portal=', '__Host-portal=evil', `__Host-portal=${'x'.repeat(5000)}`, 'portal=x'])(
    'is refused with the cookie %j',
    async (cookie) => {
      await clubWithAda()
      const { status, headers } = await call('GET', '/portal', { headers: { Cookie: cookie } })
      expect([status, headers.get('Set-Cookie')]).toEqual([401, null])
    },
  )

  it('ends when the member signs out, in the browser and in the database', async () => {
    const { club, id } = await clubWithAda()
    await setPortal(club, { slug: 'tsv' })
    const session = await signIn(club, { person_id: id })
    const answer = await session.submit('/portal/sign-out')
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/portal/tsv?signed_out=1'])
    expect((await session.get('/portal/tsv?signed_out=1')).text).toContain('Sie sind abgemeldet.')
    expect((await session.get('/portal/tsv')).text).not.toContain('Sie sind abgemeldet.')
    expect(answer.headers.get('Set-Cookie')).toMatch(/^__Host-portal=; Max-Age=0/)
    expect(answer.cost.trips).toBe(1)
    expect(await rows('SELECT * FROM portal_sessions')).toEqual([])
    expect((await session.get('/portal')).status).toBe(401)
  })

  it('is deleted from the database after it has ended', async () => {
    const { club, id } = await clubWithAda()
    await signIn(club, { person_id: id })
    await rows("UPDATE portal_sessions SET expires_at = '2020-01-01T00:00:00.000Z'")
    await signIn(club, { person_id: id })
    expect(await rows('SELECT * FROM portal_sessions')).toHaveLength(1)
  })
})

describe('forms', () => {
  const HOSTILE: [string, Record<string, string>, number][] = [
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a sibling site', { 'Sec-Fetch-Site': 'same-site' }, 403],
    [
      'another site that claims our origin',
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://mas.test' },
      403,
    ],
    ['another origin in an old browser', { 'Sec-Fetch-Site': '', Origin: 'https://evil.test' }, 403],
    ['a client that sends neither Sec-Fetch-Site nor Origin', { 'Sec-Fetch-Site': '' }, 403],
    ['a hidden origin', { 'Sec-Fetch-Site': '', Origin: 'null' }, 403],
    ['a script with JSON', { 'Content-Type': 'application/json' }, 415],
    ['a script with plain text', { 'Content-Type': 'text/plain' }, 415],
    ['a form of several parts', { 'Content-Type': 'multipart/form-data; boundary=x' }, 415],
    ['a type that begins alike', { 'Content-Type': 'application/x-www-form-urlencodedEVIL' }, 415],
  ]

  it.each(HOSTILE)('are refused from %s', async (_, headers, expected) => {
    const { club, id } = await clubWithAda()
    await setPortal(club, { functions: ['edit_data'], fields: { name: 'editable' } })
    const link = await createLink(club, { person_id: id })
    const session = sessionFrom(await submit(link))
    const login = await submit(link, {}, { headers })
    expect([login.status, login.headers.get('Set-Cookie')]).toEqual([expected, null])
    const fields = { 'name.first_name': 'Eve', updated_at: '' }
    expect((await session.submit(`/portal/persons/${id}/edit/contact`, fields, headers)).status).toBe(
      expected,
    )
    expect((await session.submit('/portal/sign-out', {}, headers)).status).toBe(expected)
    expect((await submit(`/portal/${club.id}`, { email: 'ada@example.org' }, { headers })).status).toBe(
      expected,
    )
    expect(await rows('SELECT first_name FROM persons')).toEqual([{ first_name: 'Ada' }])
    expect(await rows('SELECT * FROM portal_sessions')).toHaveLength(1)
    expect(await rows('SELECT * FROM link_requests')).toEqual([])
  })

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': '', Origin: 'http://mas.test' },
    { 'Content-Type': 'Application/X-WWW-Form-Urlencoded ; charset=UTF-8' },
  ])('are accepted from pages of the portal (%j)', async (headers) => {
    const { club, id } = await clubWithAda()
    expect((await submit(await createLink(club, { person_id: id }), {}, { headers })).status).toBe(303)
  })

  it('are refused above 1 MiB', async () => {
    const { club, id } = await clubWithAda()
    const session = await signIn(club, { person_id: id })
    const { status } = await session.submit(`/portal/persons/${id}/edit/contact`, {
      x: 'x'.repeat(1_100_000),
    })
    expect(status).toBe(413)
  })

  it('are read up to 64 KiB without a session', async () => {
    const { id } = await clubWithAda()
    const { raw, read } = countedBody(1_000_000)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
    const { status } = await call('POST', `/portal/persons/${id}/edit/contact`, { raw, headers })
    expect(status).toBe(401)
    expect(read()).toBeLessThanOrEqual(65_536 + CHUNK_BYTES)
  })

  it.each(['/portal/sign-out', '/portal/login/x'])(
    'are not read where no body is needed: %s',
    async (path) => {
      const { raw, read } = countedBody(1_000_000)
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
      await call('POST', path, { raw, headers })
      expect(read()).toBe(0)
    },
  )
})

describe('every page', () => {
  it('forbids caches, indexing, frames and scripts', async () => {
    const { club, id } = await clubWithAda()
    await setPortal(club, {
      functions: ['view_data', 'edit_data', 'view_fees'],
      fields: { name: 'editable' },
    })
    const session = await signIn(club, { person_id: id })
    const paths = [
      `/portal/${club.id}`,
      '/portal/nothing-here',
      '/portal/login/x',
      '/portal',
      `/portal/persons/${id}`,
      `/portal/persons/${id}/edit/contact`,
      `/portal/persons/${id}/fees`,
      '/portal/persons/unknown',
    ]
    for (const path of paths) {
      const { headers, text } = await session.get(path)
      expect(headers.get('Content-Type'), path).toMatch(/^text\/html/)
      expect(headers.get('Cache-Control'), path).toBe('no-store')
      expect(headers.get('Referrer-Policy'), path).toBe('strict-origin')
      expect(headers.get('X-Robots-Tag'), path).toBe('noindex')
      const policy = headers.get('Content-Security-Policy')
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
      for (const legacy of ['X-XSS-Protection', 'X-Download-Options', 'X-DNS-Prefetch-Control'])
        expect(headers.get(legacy), path).toBeNull()
      expect(policy, path).not.toContain('unsafe')
      expect(text, path).toMatch(/^<!doctype html>/i)
      expect(text, path).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=|https?:\/\//)
    }
  })

  it('loads immutable stylesheets from its own origin', async () => {
    const { club } = await clubWithAda()
    await setPortal(club, { colour: '#C8102E' })
    const { text } = await call('GET', `/portal/${club.id}`)
    const sheets = [...text.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => String(href))
    expect(sheets).toHaveLength(2)
    for (const sheet of sheets) {
      const { status, headers } = await call('GET', sheet)
      expect(status).toBe(200)
      expect(headers.get('Content-Type')).toMatch(/^text\/css/)
      expect(headers.get('Cache-Control')).toContain('immutable')
    }
    expect((await call('GET', String(sheets[1]))).text).toContain('--brand: #c8102e')
    expect((await call('GET', '/portal/style/colour-red;}x{.css')).status).toBe(404)
  })
})

it.each(['/portal/', '/portal/tsv/', '/portal/a/b', '/portal/persons/x/nope'])(
  'returns 404 as HTML at %s',
  async (path) => {
    const { status, headers } = await call('GET', path)
    expect([status, headers.get('Content-Type')]).toEqual([404, 'text/html; charset=UTF-8'])
  },
)

import { describe, expect, it, vi } from 'vitest'
import { MAILS_PER_HOUR } from '../../src/domain/access/mail-requests'
import { MAX_ATTEMPTS } from '../../src/domain/staff/sign-in'
import { call, ORIGIN } from '../support/call'
import { clubOf, signedIn } from '../support/club'
import { addStaff, Browser, codeFrom, requestCode, staffOf } from '../support/dashboard'
import { interruptedBy } from '../support/fake-d1'
import { deliverMails, submit } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

const EMAIL = 'anna@example.org'
const CODE = '/dashboard/sign-in/code'
const SESSION = '__Host-staff'

async function createFixture(): Promise<Workspace> {
  const club = await workspace()
  await addStaff(club, 'owner', EMAIL)
  return club
}

async function codeForAnna(browser?: Browser) {
  const requested = await requestCode(EMAIL, browser ? { browser } : {})
  return { ...requested, code: String(await codeFrom(requested.queued)) }
}

const sessions = () => rows('SELECT * FROM staff_sessions')

describe('sign-in by code', () => {
  it('opens the only workspace with the code that was mailed', async () => {
    const club = await createFixture()
    const { browser, code, answer } = await codeForAnna()
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${CODE}?to=%2Fdashboard`])
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    const signedIn = await browser.submit(CODE, { code })
    expect([signedIn.status, signedIn.headers.get('Location'), signedIn.cost.trips]).toEqual([
      303,
      '/dashboard',
      1,
    ])
    const chosen = await browser.get('/dashboard')
    expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, `/dashboard/${club.id}`])
    const home = await browser.get(`/dashboard/${club.id}`)
    expect([home.status, home.cost]).toMatchObject([200, { trips: 1, rowsWritten: 0 }])
  })

  it('sets a cookie that scripts, other sites and other hosts cannot read, and stores its hash alone', async () => {
    await createFixture()
    const { browser, code } = await codeForAnna()
    const { headers } = await browser.submit(CODE, { code })
    const cookie = headers.getSetCookie().find((text) => text.startsWith(SESSION))
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      expect(cookie).toContain(attribute)
    expect(JSON.stringify(await sessions())).not.toContain(browser.cookie(SESSION))
  })

  it.each([
    ['lower case without a hyphen', (code: string) => code.toLowerCase().replace('-', '')],
    ['blanks around and within', (code: string) => ` ${code.replace('-', ' ')} `],
    ['look-alikes', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('takes a code typed with %s', async (_, typed) => {
    await createFixture()
    const { browser, code } = await codeForAnna()
    expect((await browser.submit(CODE, { code: typed(code) })).status).toBe(303)
  })

  it('gives one answer to every address, and mails only staff', async () => {
    await createFixture()
    const known = await requestCode(EMAIL)
    const unknown = await requestCode('someone@example.org')
    const shape = ({ answer }: typeof known) => [
      answer.status,
      answer.text,
      answer.cost,
      answer.headers.get('Location'),
      [...answer.headers.keys()],
    ]
    expect(shape(unknown)).toEqual(shape(known))
    expect(await codeFrom(unknown.queued)).toBeUndefined()
    expect(await codeFrom(known.queued)).toBeDefined()
  })

  it('makes a code for one request, and leaves that of another one', async () => {
    const club = await createFixture()
    await addStaff(club, 'office', 'ben@example.org')
    const { browser, code } = await codeForAnna()
    const other = await requestCode('ben@example.org')
    const codeOfBen = String(await codeFrom(other.queued))
    expect((await browser.submit(CODE, { code })).status).toBe(303)
    expect((await other.browser.submit(CODE, { code: codeOfBen })).status).toBe(303)
    expect(new Set((await sessions()).map(({ staff_id }) => staff_id)).size).toBe(2)
  })

  it('refuses a code in another browser', async () => {
    await createFixture()
    const { code } = await codeForAnna()
    const other = await codeForAnna()
    expect((await other.browser.submit(CODE, { code })).status).toBe(422)
    expect((await new Browser().submit(CODE, { code })).status).toBe(410)
    expect(await sessions()).toEqual([])
  })

  it('says so where the browser sent no cookie back, with the reason over http', async () => {
    await createFixture()
    const { browser, code } = await codeForAnna()
    expect((await browser.get(CODE)).text).not.toContain('kein Cookie zurückgeschickt')
    const other = new Browser()
    const page = await other.get(CODE)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('kein Cookie zurückgeschickt')])
    const { status, text } = await other.submit(CODE, { code })
    expect([status, text]).toEqual([410, expect.stringContaining('kein Cookie zurückgeschickt')])
    expect(text).toContain('Safari nimmt sie nur über https an.')
    expect(text).not.toContain('Dieser Code gilt nicht mehr')
    expect((await browser.submit(CODE, { code })).status).toBe(303)
  })

  it('takes a code once', async () => {
    await createFixture()
    const { browser, code } = await codeForAnna()
    const request = String(browser.cookie('__Host-sign-in'))
    await browser.submit(CODE, { code })
    const again = new Browser()
    again.setCookie('__Host-sign-in', request)
    expect((await again.submit(CODE, { code })).status).toBe(410)
    expect(await sessions()).toHaveLength(1)
  })

  it(`refuses the right code after ${MAX_ATTEMPTS} wrong ones`, async () => {
    await createFixture()
    const { browser, code } = await codeForAnna()
    const statuses = []
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1)
      statuses.push((await browser.submit(CODE, { code: 'ZZZZ-ZZZZ' })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 410])
    expect((await browser.submit(CODE, { code })).status).toBe(410)
    expect(await sessions()).toEqual([])
  })

  it(`takes ${MAX_ATTEMPTS} codes of a request, however many are sent at once`, async () => {
    await createFixture()
    const { browser, code } = await codeForAnna()
    const guesses = Array.from({ length: 12 }, () => browser.submit(CODE, { code: 'ZZZZ-ZZZZ' }))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(MAX_ATTEMPTS - 1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(12 - MAX_ATTEMPTS + 1)
    expect((await browser.submit(CODE, { code })).status).toBe(410)
    expect(await sessions()).toEqual([])
  })

  it('opens one session where a code is sent twice at once', async () => {
    await createFixture()
    const { browser, code } = await codeForAnna()
    const request = String(browser.cookie('__Host-sign-in'))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => {
        const copy = new Browser()
        copy.setCookie('__Host-sign-in', request)
        return copy.submit(CODE, { code })
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410])
    expect(await sessions()).toHaveLength(1)
  })

  it('mails codes for 100 guesses an hour at most, over all requests of strangers for an address', async () => {
    await createFixture()
    for (let count = 0; count < MAILS_PER_HOUR.address + 3; count += 1)
      await codeFrom((await requestCode(EMAIL, { caller: `192.0.2.${count}` })).queued)
    const coded = await rows('SELECT 1 FROM sign_in_requests WHERE code_hash IS NOT NULL')
    expect(coded).toHaveLength(MAILS_PER_HOUR.address)
  })

  it('opens no session with the code that proves who uses another', async () => {
    const { staff } = await clubOf(signedIn('owner', { email: EMAIL }))
    const queued: Parameters<typeof codeFrom>[0] = []
    const MAILS = {
      send: async (mail: (typeof queued)[number]) => void queued.push(mail),
    } as unknown as Queue
    await staff.submit('/dashboard/prove', {}, { env: { MAILS, PUBLIC_URL: 'https://members.example.org' } })
    const thief = new Browser()
    thief.setCookie('__Host-sign-in', String(staff.cookie('__Host-sign-in')))
    await thief.submit(CODE, { code: String(await codeFrom(queued)) })
    expect(thief.cookie(SESSION)).toBeUndefined()
    expect(await sessions()).toHaveLength(1)
  })

  it('refuses a code after 15 minutes, and a session after 14 days', async () => {
    const club = await createFixture()
    const { browser, code } = await codeForAnna()
    vi.setSystemTime(Date.now() + 15 * 60_000 + 1)
    expect((await browser.submit(CODE, { code })).status).toBe(410)
    const later = await codeForAnna(browser)
    await browser.submit(CODE, { code: later.code })
    expect((await browser.get(`/dashboard/${club.id}`)).status).toBe(200)
    vi.setSystemTime(Date.now() + 14 * 86_400_000 + 1)
    const { status, headers } = await browser.get(`/dashboard/${club.id}`)
    expect([status, headers.get('Location')]).toEqual([
      303,
      `/dashboard/sign-in?to=%2Fdashboard%2F${club.id}`,
    ])
  })

  it('opens a new session at each sign-in, whatever cookie the browser had', async () => {
    await createFixture()
    const browser = new Browser()
    browser.setCookie(SESSION, 'planted')
    const { code } = await codeForAnna(browser)
    await browser.submit(CODE, { code })
    expect(browser.cookie(SESSION)).not.toBe('planted')
  })

  it.each([
    'staff',
    '__Secure-staff',
    '__host-staff',
    '__HOST-STAFF',
    '__Host-staff2',
    '\u00a0__Host-staff',
    '"__Host-staff"',
  ])('ignores a session in the cookie %j', async (name) => {
    const club = await createFixture()
    const staff = await staffOf(club, 'owner')
    const browser = new Browser()
    browser.setCookie(name, String(staff.cookie(SESSION)))
    expect((await browser.get(`/dashboard/${club.id}`)).status).toBe(303)
  })

  it('returns to the page that was asked for, and to no other site', async () => {
    await createFixture()
    for (const [to, location] of [
      ['/dashboard/tsv/members?filter[email]=a', '/dashboard/tsv/members?filter[email]=a'],
      ['https://evil.example', '/dashboard'],
      ['//evil.example', '/dashboard'],
      ['/dashboard/../portal', '/dashboard'],
      ['/dashboard.evil.example', '/dashboard'],
    ] as const) {
      const { browser, code } = await codeForAnna()
      const signedIn = await browser.submit(`${CODE}?to=${encodeURIComponent(to)}`, { code })
      expect(signedIn.headers.get('Location')).toBe(location)
    }
  })

  it('mails an address five codes an hour for a caller, and says so at the sixth request', async () => {
    await createFixture()
    for (const email of [EMAIL, 'someone@example.org']) {
      const answers = []
      for (let count = 0; count < MAILS_PER_HOUR.callerAndAddress + 1; count += 1)
        answers.push(await requestCode(email))
      expect(answers.map(({ answer, queued }) => [answer.status, queued.length])).toEqual([
        ...Array(MAILS_PER_HOUR.callerAndAddress).fill([303, 1]),
        [429, 0],
      ])
      expect(answers.at(-1)?.answer.text).toContain('Für diese Adresse wurden gerade sehr viele Codes')
    }
    expect(await codeFrom((await requestCode(EMAIL, { caller: '192.0.2.9' })).queued)).toBeDefined()
  })

  it('refuses a caller after thirty requests in an hour', async () => {
    const statuses = []
    for (let count = 0; count < MAILS_PER_HOUR.caller + 1; count += 1)
      statuses.push((await requestCode(`a${count}@example.org`)).answer.status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(MAILS_PER_HOUR.caller)
    expect(statuses.at(-1)).toBe(429)
  })

  it('counts no request of a caller over its limit for the address', async () => {
    await createFixture()
    for (let count = 0; count < MAILS_PER_HOUR.caller; count += 1)
      await requestCode(`a${count}@example.org`, { caller: '192.0.2.1' })
    for (let count = 0; count < MAILS_PER_HOUR.address + 1; count += 1)
      await requestCode(EMAIL, { caller: '192.0.2.1' })
    const other = await requestCode(EMAIL, { caller: '192.0.2.2' })
    expect([other.answer.status, await codeFrom(other.queued)]).toEqual([303, expect.any(String)])
  })

  it('mails codes to a browser that was signed in before, however many strangers asked for', async () => {
    await createFixture()
    const { browser, code } = await codeForAnna()
    expect((await browser.submit(CODE, { code })).status).toBe(303)
    const stranger = new Browser()
    stranger.setCookie('__Host-known', 'made-up')
    for (let count = 0; count < MAILS_PER_HOUR.address + 1; count += 1)
      await requestCode(EMAIL, { caller: `192.0.2.${count}`, browser: stranger })
    for (let count = 0; count < MAILS_PER_HOUR.caller + 1; count += 1)
      await requestCode(`a${count}@example.org`, { caller: '192.0.2.200' })
    expect((await requestCode(EMAIL, { caller: '192.0.2.200' })).answer.status).toBe(429)
    const asked = []
    for (let count = 0; count < MAILS_PER_HOUR.knownBrowser + 1; count += 1)
      asked.push(await requestCode(EMAIL, { caller: '192.0.2.200', browser }))
    expect(asked.map(({ answer }) => answer.status)).toEqual([
      ...Array(MAILS_PER_HOUR.knownBrowser).fill(303),
      429,
    ])
    const again = String(await codeFrom(asked.flatMap(({ queued }) => queued)))
    expect((await browser.submit(CODE, { code: again })).status).toBe(303)
    expect((await requestCode('someone@example.org', { caller: '192.0.2.200', browser })).answer.status).toBe(
      429,
    )
  })

  it('knows a browser for a year after its last sign-in, and stores the hash of its token alone', async () => {
    const club = await createFixture()
    const { browser, code } = await codeForAnna()
    await browser.submit(CODE, { code })
    const known = await rows<{ subject: string; expires_at: string }>('SELECT * FROM known_browsers')
    expect(known).toMatchObject([{ subject: expect.stringMatching(/^stf_/) }])
    expect(JSON.stringify(known)).not.toContain(browser.cookie('__Host-known'))
    expect((await browser.get(`/dashboard/${club.id}`)).status).toBe(200)
    vi.setSystemTime(Date.parse(String(known[0]?.expires_at)) + 1)
    for (let count = 0; count < MAILS_PER_HOUR.callerAndAddress; count += 1)
      await requestCode(EMAIL, { browser })
    expect((await requestCode(EMAIL, { browser })).answer.status).toBe(429)
    expect(await rows('SELECT 1 FROM link_requests WHERE count > 1')).not.toEqual([])
  })

  it('keeps the code out of the subject of its mail', async () => {
    await createFixture()
    const { sent } = await deliverMails((await requestCode(EMAIL)).queued)
    expect(sent.map(({ subject }) => subject)).toEqual(['Dein Code für die Anmeldung'])
    expect(sent[0]?.text).toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}/)
  })

  it('refuses what is no address, and keeps it in the form', async () => {
    const { answer } = await requestCode('anna@')
    expect([answer.status, answer.cost.trips]).toEqual([422, 0])
    expect(answer.text).toContain('value="anna@"')
  })

  it('refuses forms of other sites', async () => {
    for (const path of ['/dashboard/sign-in', CODE, '/dashboard/sign-out', '/dashboard/prove'])
      expect((await submit(path, {}, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403)
  })
})

describe('another site', () => {
  const FORM = 'application/x-www-form-urlencoded'
  const MULTIPART = 'multipart/form-data; boundary=x'

  it.each<[string, Record<string, string>, number]>([
    ['a form', { 'Content-Type': FORM, 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a form of a sister domain', { 'Content-Type': FORM, 'Sec-Fetch-Site': 'same-site' }, 403],
    ['a form from its address bar', { 'Content-Type': FORM, 'Sec-Fetch-Site': 'none' }, 403],
    ['an upper-case form', { 'Content-Type': FORM.toUpperCase(), 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a file form', { 'Content-Type': MULTIPART, 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a form in an old browser', { 'Content-Type': FORM, Origin: 'https://evil.example' }, 403],
    ['a form in a sandbox', { 'Content-Type': FORM, Origin: 'null' }, 403],
    ['a form that hides where it is from', { 'Content-Type': FORM }, 403],
    ['a form with our origin', { 'Content-Type': FORM, 'Sec-Fetch-Site': 'cross-site', Origin: ORIGIN }, 403],
    ['plain text', { 'Content-Type': 'text/plain', 'Sec-Fetch-Site': 'cross-site' }, 415],
    ['JSON', { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' }, 415],
    ['a body without a type', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ])('changes nothing with %s', async (_, headers, status) => {
    const { club, staff } = await clubOf(signedIn('owner'))
    const raw = new TextEncoder().encode('name=X&email=x%40example.org&role=owner')
    for (const page of [`/${club.id}/settings/staff/new`, `/${club.id}/account/sessions`, '/sign-out']) {
      const Cookie = `${SESSION}=${staff.cookie(SESSION)}`
      const answer = await call('POST', `/dashboard${page}`, { raw, headers: { ...headers, Cookie } })
      expect([answer.status, answer.cost.trips]).toEqual([status, 0])
    }
  })

  it('changes nothing with links and other methods', async () => {
    const { club, staff } = await clubOf(signedIn('owner'))
    const Cookie = `${SESSION}=${staff.cookie(SESSION)}`
    const acts = ['/sign-out', `/workspaces/${club.id}/acceptance`, `/${club.id}/account/sessions`]
    for (const path of acts) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const headers = { Cookie, 'X-HTTP-Method-Override': 'POST' }
        const { status, cost } = await call(method, `/dashboard${path}?_method=POST`, { headers })
        expect([status >= 400, cost.rowsWritten]).toEqual([true, 0])
      }
    }
    expect(await sessions()).toHaveLength(1)
  })
})

describe('a session', () => {
  it('ends when its owner signs out', async () => {
    const { staff } = await clubOf(signedIn('office'))
    const { headers } = await staff.submit('/dashboard/sign-out')
    expect(headers.get('Clear-Site-Data')).toBe('"prefetchCache", "prerenderCache"')
    expect(await sessions()).toEqual([])
  })

  it('ends for a workspace when the membership does', async () => {
    const { club, staff } = await clubOf(signedIn('office'))
    await rows(`DELETE FROM memberships WHERE staff_id = '${staff.id}'`)
    expect((await staff.get(`/dashboard/${club.id}`)).status).toBe(404)
  })

  it('answers for workspaces of others as for unknown ones', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const staff = await staffOf(club, 'owner')
    const foreign = await staff.get(`/dashboard/${other.id}`)
    const unknown = await staff.get('/dashboard/wsp_unknown')
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  })

  it('lists several workspaces and invitations, and enters an invitation once it is accepted', async () => {
    const [club, other] = [await workspace({ name: 'Chor' }), await workspace({ name: 'Ruderverein' })]
    const staff = await staffOf(club, 'owner')
    await rows(`INSERT INTO memberships (workspace_id, staff_id, role, created_at)
      VALUES ('${other.id}', '${staff.id}', 'treasurer', '2026-01-01T00:00:00.000Z')`)
    const { status, text } = await staff.get('/dashboard')
    expect(status).toBe(200)
    for (const name of ['Chor', 'Ruderverein']) expect(text).toContain(name)
    expect((await staff.get(`/dashboard/${other.id}`)).status).toBe(404)
    await staff.submit(`/dashboard/workspaces/${other.id}/acceptance`)
    expect((await staff.get(`/dashboard/${other.id}`)).status).toBe(200)
  })

  it('is ended by its owner alone', async () => {
    const club = await workspace()
    const [anna, bea] = [await staffOf(club, 'owner'), await staffOf(club, 'owner')]
    const [session] = await rows<{ id: string }>('SELECT id FROM staff_sessions WHERE staff_id = ?', bea.id)
    await anna.submit(`/dashboard/${club.id}/account/sessions`, { id: String(session?.id) })
    await anna.submit(`/dashboard/${club.id}/account/sessions`)
    expect((await bea.get(`/dashboard/${club.id}`)).status).toBe(200)
    await bea.submit(`/dashboard/${club.id}/account/sessions`, { id: String(session?.id) })
    expect((await bea.get(`/dashboard/${club.id}`)).status).toBe(303)
  })

  it.each<[string, string, number]>([
    ['ends', 'DELETE FROM staff_sessions WHERE staff_id = ?', 303],
    ['loses the workspace', 'DELETE FROM memberships WHERE staff_id = ?', 404],
    ['loses the role', "UPDATE memberships SET role = 'office' WHERE staff_id = ?", 403],
  ])('that %s while a request runs changes nothing', async (_, sql, status) => {
    const { club, staff } = await clubOf(signedIn('owner'))
    const fields = { name: 'Taken over', locale: 'de-DE', timezone: 'Europe/Berlin' }
    const options = interruptedBy(() => rows(sql, staff.id))
    const answer = await staff.submit(`/dashboard/${club.id}/settings/workspace`, fields, options)
    expect(answer.status).toBe(status)
    expect((await club.get('/me')).body.data.name).toBe('TSV Aufbau 04')
  })

  it('renews its proof with another code', async () => {
    const club = await workspace()
    const provedAt = new Date(Date.now() - 86_400_000)
    const staff = await staffOf(club, 'owner', { email: EMAIL, provedAt })
    const queued: Parameters<typeof codeFrom>[0] = []
    const MAILS = {
      send: async (mail: (typeof queued)[number]) => void queued.push(mail),
    } as unknown as Queue
    const env = { MAILS, PUBLIC_URL: 'https://members.example.org' }
    const asked = await staff.submit(`/dashboard/prove?to=/dashboard/${club.id}`, {}, { env })
    const signedIn = await staff.submit(String(asked.headers.get('Location')), {
      code: String(await codeFrom(queued)),
    })
    expect(signedIn.headers.get('Location')).toBe(`/dashboard/${club.id}`)
    const [session] = await sessions()
    expect(String(session?.proved_at) > provedAt.toISOString()).toBe(true)
    expect(await sessions()).toHaveLength(1)
  })
})

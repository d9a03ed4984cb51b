import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CHALLENGES_PER_HOUR } from '../../src/domain/staff/passkeys/sign-in'
import { Authenticator, type Lie } from '../support/authenticator'
import { type Answer, ORIGIN } from '../support/call'
import { addStaff, Browser, codeFrom, requestCode, type Staff, staffOf } from '../support/dashboard'
import { submit } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

const SIGN_IN = '/dashboard/sign-in/passkey'
const PROVE = '/dashboard/prove/passkey'
const NEW = '/dashboard/sign-in/new-passkey'
const SESSION = '__Host-staff'
const CHALLENGE = '__Host-passkey'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

let club: Workspace
let anna: Staff
let passkey: Authenticator

beforeEach(async () => {
  club = await workspace()
  anna = await staffOf(club, 'owner')
  passkey = await registered(anna)
})

/** Registers the passkey of a new authenticator. */
async function registered(staff: Staff): Promise<Authenticator> {
  const authenticator = await Authenticator.make()
  const { body: options } = await staff.submit(`${NEW}/options`)
  const added = await staff.submit(NEW, { answer: await authenticator.create(options) })
  expect(added.status).toBe(303)
  return authenticator
}

/** Uses a passkey where the page of `path` asks for it. */
async function use(
  authenticator: Authenticator,
  { browser = new Browser(), path = SIGN_IN, lie = {}, query = '', fields = {} }: Use = {},
): Promise<Answer & { browser: Browser; start: Answer }> {
  const start = await browser.submit(`${path}/options`)
  const answer = await browser.submit(`${path}${query}`, {
    ...fields,
    answer: await authenticator.get(start.body, lie),
  })
  return Object.assign(answer, { browser, start })
}

type Use = {
  browser?: Browser
  path?: string
  lie?: Lie
  query?: string
  fields?: Record<string, string>
}

const stored = () => rows('SELECT * FROM passkeys ORDER BY created_at')
const sessionsOf = (id: string) => rows(`SELECT * FROM staff_sessions WHERE staff_id = '${id}'`)

describe('adding a passkey', () => {
  it('stores its key, its transports and a name from the browser, in three trips', async () => {
    const authenticator = await Authenticator.make()
    const { body: options, cost, headers } = await anna.submit(`${NEW}/options`)
    expect(cost.trips).toBe(1)
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-7, -257])
    expect(headers.getSetCookie().join()).toMatch(
      /^__Host-passkey=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax$/,
    )
    const added = await anna.submit(
      `${NEW}?to=/dashboard/${club.id}`,
      { answer: await authenticator.create(options) },
      { headers: { 'User-Agent': CHROME } },
    )
    expect([added.status, added.headers.get('Location'), added.cost.trips]).toEqual([
      303,
      `/dashboard/${club.id}`,
      2,
    ])
    expect((await stored()).at(-1)).toMatchObject({
      credential_id: authenticator.id,
      staff_id: anna.id,
      counter: 0,
      transports: '["internal"]',
      name: 'Chrome, Windows',
      used_at: null,
    })
  })

  it('asks for a passkey that the device finds without a name and unlocks, for this domain', async () => {
    const { body } = await anna.submit(`${NEW}/options`)
    expect(body).toMatchObject({
      rp: { id: 'mas.test' },
      user: { name: anna.email, displayName: 'Staff owner' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', id: passkey.id }],
    })
    expect(Buffer.from(body.user.id, 'base64url').toString()).toBe(anna.id)
  })

  it.each<[string, Lie]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a user that the device did not verify', { isUserVerified: false }],
  ])('refuses one of %s', async (_, lie) => {
    const authenticator = await Authenticator.make()
    const { body: options } = await anna.submit(`${NEW}/options`)
    const refused = await anna.submit(NEW, { answer: await authenticator.create(options, lie) })
    expect([refused.status, await stored()]).toMatchObject([422, [{ credential_id: passkey.id }]])
  })

  it.each(['', 'none', '{}', '[]', '{"id":"a","rawId":"a","type":"public-key","response":{}}'])(
    'refuses the answer %j without asking the database',
    async (answer) => {
      await anna.submit(`${NEW}/options`)
      const refused = await anna.submit(NEW, { answer })
      expect([refused.status, refused.cost.trips]).toEqual([422, 0])
    },
  )

  it('refuses a challenge that was used, that is over, or of another session', async () => {
    const [first, second] = [await Authenticator.make(), await Authenticator.make()]
    const { body: options } = await anna.submit(`${NEW}/options`)
    const cookie = String(anna.cookie(CHALLENGE))
    const other = await staffOf(club, 'office')
    other.setCookie(CHALLENGE, cookie)
    expect((await other.submit(NEW, { answer: await first.create(options) })).status).toBe(422)
    expect((await anna.submit(NEW, { answer: await first.create(options) })).status).toBe(303)
    anna.setCookie(CHALLENGE, cookie)
    expect((await anna.submit(NEW, { answer: await second.create(options) })).status).toBe(422)
    const { body: late } = await anna.submit(`${NEW}/options`)
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1)
    expect((await anna.submit(NEW, { answer: await second.create(late) })).status).toBe(422)
    expect(await stored()).toHaveLength(2)
  })

  it('refuses a passkey that is stored for someone else', async () => {
    const other = await staffOf(club, 'office')
    const { body: options } = await other.submit(`${NEW}/options`)
    expect((await other.submit(NEW, { answer: await passkey.create(options) })).status).toBe(422)
    expect(await stored()).toMatchObject([{ staff_id: anna.id }])
  })

  it('needs a session that was proved within the last half hour', async () => {
    const stale = await staffOf(club, 'owner', { provedAt: new Date(Date.now() - 31 * 60_000) })
    const page = await stale.get(`${NEW}?to=/dashboard`)
    const to = encodeURIComponent(`${NEW}?to=/dashboard`)
    expect([page.status, page.headers.get('Location')]).toEqual([303, `/dashboard/prove?to=${to}`])
    const start = await stale.submit(`${NEW}/options`)
    expect([start.status, start.headers.get('Location')]).toEqual([303, '/dashboard/prove'])
    const signedOut = await new Browser().submit(`${NEW}/options`)
    expect(signedOut.headers.get('Location')).toBe('/dashboard/sign-in')
    expect(await rows('SELECT * FROM sign_in_requests WHERE session_hash IS NOT NULL')).toEqual([])
  })
})

describe('signing in with a passkey', () => {
  it('opens a session, in three trips', async () => {
    const { status, headers, cost, start, browser } = await use(passkey, {
      query: `?to=/dashboard/${club.id}`,
    })
    expect([start.status, start.cost.trips]).toEqual([200, 1])
    expect(start.body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'mas.test',
      timeout: 300_000,
      userVerification: 'required',
    })
    expect([status, headers.get('Location'), cost.trips]).toEqual([303, `/dashboard/${club.id}`, 2])
    expect(browser.cookie(CHALLENGE)).toBeUndefined()
    expect((await browser.get(`/dashboard/${club.id}`)).status).toBe(200)
    expect(await sessionsOf(anna.id)).toHaveLength(2)
    expect(await stored()).toMatchObject([{ used_at: expect.any(String) }])
  })

  it.each<[string, Lie]>([
    ['a forged signature', { isForged: true }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a user that the device did not verify', { isUserVerified: false }],
    ['no owner', { userHandle: null }],
    ['another owner', { userHandle: Buffer.from('stf_other').toString('base64url') }],
  ])('refuses %s as it refuses an unknown passkey', async (_, lie) => {
    const unknown = await use(await Authenticator.make(), { lie: { userHandle: passkey.userHandle } })
    const refused = await use(passkey, { lie })
    expect([refused.status, refused.text]).toEqual([422, unknown.text])
    expect(unknown.status).toBe(422)
    expect([...refused.headers.keys()]).toEqual([...unknown.headers.keys()])
    expect(refused.browser.cookie(SESSION)).toBeUndefined()
    expect(await sessionsOf(anna.id)).toHaveLength(1)
  })

  it('takes a challenge once, in the browser that got it, for five minutes', async () => {
    const browser = new Browser()
    const { body: options } = await browser.submit(`${SIGN_IN}/options`)
    const answer = await passkey.get(options)
    const cookie = String(browser.cookie(CHALLENGE))
    expect((await new Browser().submit(SIGN_IN, { answer })).status).toBe(422)
    expect((await browser.submit(SIGN_IN, { answer })).status).toBe(303)
    browser.setCookie(CHALLENGE, cookie)
    expect((await browser.submit(SIGN_IN, { answer })).status).toBe(422)
    const { body: late } = await browser.submit(`${SIGN_IN}/options`)
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1)
    expect((await browser.submit(SIGN_IN, { answer: await passkey.get(late) })).status).toBe(422)
    expect(await sessionsOf(anna.id)).toHaveLength(2)
  })

  it('lets no second answer follow a refused one', async () => {
    const browser = new Browser()
    const { body: options } = await browser.submit(`${SIGN_IN}/options`)
    const cookie = String(browser.cookie(CHALLENGE))
    await browser.submit(SIGN_IN, { answer: await passkey.get(options, { isForged: true }) })
    browser.setCookie(CHALLENGE, cookie)
    expect((await browser.submit(SIGN_IN, { answer: await passkey.get(options) })).status).toBe(422)
  })

  it('refuses a counter that does not rise', async () => {
    expect((await use(passkey, { lie: { counter: 7 } })).status).toBe(303)
    for (const counter of [7, 6, 0]) expect((await use(passkey, { lie: { counter } })).status).toBe(422)
    expect((await use(passkey, { lie: { counter: 8 } })).status).toBe(303)
    expect(await stored()).toMatchObject([{ counter: 8 }])
  })

  it('opens one session where a passkey and its copy answer at the same moment', async () => {
    const answers = await Promise.all([1, 2].map(() => use(passkey, { lie: { counter: 5 } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    expect(await sessionsOf(anna.id)).toHaveLength(2)
  })

  it('refuses the passkey of an account that was deleted or that removed it', async () => {
    const other = await registered(await staffOf(club, 'office'))
    await rows('DELETE FROM passkeys')
    expect((await use(passkey)).status).toBe(422)
    passkey = await registered(anna)
    await rows(`DELETE FROM staff WHERE id = '${anna.id}'`)
    expect((await use(passkey)).status).toBe(422)
    expect((await use(other)).status).toBe(422)
  })

  it('opens no workspace to staff who were removed from it', async () => {
    await rows(`DELETE FROM memberships WHERE staff_id = '${anna.id}'`)
    const { browser } = await use(passkey)
    expect((await browser.get(`/dashboard/${club.id}`)).status).toBe(404)
  })

  it('leaves a code that was requested before valid', async () => {
    const { browser, queued } = await requestCode(anna.email)
    await use(passkey, { browser, lie: { isForged: true } })
    const signedIn = await browser.submit('/dashboard/sign-in/code', { code: String(await codeFrom(queued)) })
    expect(signedIn.status).toBe(303)
  })

  it('refuses the challenge of a code, and the code of a challenge', async () => {
    const { browser } = await requestCode(anna.email)
    browser.setCookie(CHALLENGE, String(browser.cookie('__Host-sign-in')))
    expect(
      (await browser.submit(SIGN_IN, { answer: await passkey.get({ rpId: 'mas.test', challenge: '' }) }))
        .status,
    ).toBe(422)
    const other = new Browser()
    await other.submit(`${SIGN_IN}/options`)
    other.setCookie('__Host-sign-in', String(other.cookie(CHALLENGE)))
    expect((await other.submit('/dashboard/sign-in/code', { code: '' })).status).toBe(422)
    expect(other.cookie(SESSION)).toBeUndefined()
  })

  it(`gives a caller ${CHALLENGES_PER_HOUR} challenges an hour`, async () => {
    const statuses = []
    for (let count = 0; count < CHALLENGES_PER_HOUR + 1; count += 1)
      statuses.push((await submit(`${SIGN_IN}/options`)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(CHALLENGES_PER_HOUR)
    expect(statuses.at(-1)).toBe(429)
    expect(await rows('SELECT * FROM sign_in_requests')).toHaveLength(CHALLENGES_PER_HOUR)
  })

  it('works for PUBLIC_URL, wherever the request came', async () => {
    const env = { PUBLIC_URL: 'https://members.example.org/' }
    const browser = new Browser()
    const { body: options } = await browser.submit(`${SIGN_IN}/options`, {}, { env })
    expect(options.rpId).toBe('members.example.org')
    const answer = await passkey.get(options, { origin: 'https://members.example.org' })
    expect((await browser.submit(SIGN_IN, { answer }, { env })).status).toBe(303)
    const { body: again } = await browser.submit(`${SIGN_IN}/options`, {}, { env })
    const here = await passkey.get(again, { origin: ORIGIN })
    expect((await browser.submit(SIGN_IN, { answer: here }, { env })).status).toBe(422)
  })

  it('refuses requests of other sites', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    for (const path of [SIGN_IN, PROVE, NEW].flatMap((path) => [path, `${path}/options`]))
      expect((await submit(path, {}, { headers })).status).toBe(403)
  })
})

describe('proving again with a passkey', () => {
  const provedAt = async (id: string) => (await sessionsOf(id)).map(({ proved_at }) => proved_at)

  it('renews the proof of the session, and opens no other', async () => {
    vi.setSystemTime(Date.now() + 31 * 60_000)
    const { status, headers, cost, start } = await use(passkey, {
      browser: anna,
      path: PROVE,
      query: `?to=/dashboard/${club.id}`,
    })
    expect(start.body.allowCredentials).toEqual([{ type: 'public-key', id: passkey.id }])
    expect([start.cost.trips, status, headers.get('Location'), cost.trips]).toEqual([
      1,
      303,
      `/dashboard/${club.id}`,
      2,
    ])
    expect(await provedAt(anna.id)).toEqual([new Date().toISOString()])
  })

  it('sends the form that waited for it to its act, and keeps it where the answer is refused', async () => {
    const act = `/dashboard/${club.id}/settings/api-keys/new`
    const fields = { 'proof.act': act, name: 'Kept' }
    const refused = await use(passkey, { browser: anna, path: PROVE, fields, lie: { isForged: true } })
    expect(refused.status).toBe(422)
    expect(refused.text.match(/name="name" value="Kept"/g)).toHaveLength(2)
    const { status, headers } = await use(passkey, { browser: anna, path: PROVE, fields })
    expect([status, headers.get('Location')]).toEqual([307, act])
  })

  it('takes an answer without the owner, since the session names one', async () => {
    const { status } = await use(passkey, { browser: anna, path: PROVE, lie: { userHandle: null } })
    expect(status).toBe(303)
  })

  it("refuses another person's passkey, and forged answers", async () => {
    const other = await staffOf(club, 'office')
    const theirs = await registered(other)
    const before = await provedAt(anna.id)
    vi.setSystemTime(Date.now() + 60_000)
    expect((await use(theirs, { browser: anna, path: PROVE })).status).toBe(422)
    expect((await use(passkey, { browser: anna, path: PROVE, lie: { isForged: true } })).status).toBe(422)
    expect(await provedAt(anna.id)).toEqual(before)
    expect(await sessionsOf(other.id)).toHaveLength(1)
  })

  it('is offered to staff with a passkey only, by a page that writes nothing', async () => {
    const other = await staffOf(club, 'office')
    const [mine, theirs] = [await anna.get('/dashboard/prove'), await other.get('/dashboard/prove')]
    expect([mine.text, theirs.text].map((html) => html.includes('data-passkey="get"'))).toEqual([true, false])
    expect([mine.cost, theirs.cost]).toMatchObject([
      { trips: 1, rowsWritten: 0 },
      { trips: 1, rowsWritten: 0 },
    ])
    expect((await new Browser().submit(`${PROVE}/options`)).headers.get('Location')).toBe(
      '/dashboard/sign-in',
    )
  })
})

describe('the offer of a passkey', () => {
  async function signInByCode(email: string, fields: object, browser = new Browser()) {
    const { queued } = await requestCode(email, { browser })
    const code = String(await codeFrom(queued))
    const to = encodeURIComponent(`/dashboard/${club.id}`)
    return browser.submit(`/dashboard/sign-in/code?to=${to}`, { code, ...fields })
  }

  const place = (answer: Answer) => answer.headers.get('Location')?.split('?')[0]

  it('follows the first code in a browser with passkeys, once', async () => {
    await addStaff(club, 'office', 'ben@example.org')
    const browser = new Browser()
    const offered = await signInByCode('ben@example.org', { passkeys: 'yes' }, browser)
    expect(offered.headers.get('Location')).toBe(`${NEW}?to=${encodeURIComponent(`/dashboard/${club.id}`)}`)
    const page = await browser.get(String(offered.headers.get('Location')))
    expect([page.status, page.cost]).toMatchObject([200, { trips: 1, rowsWritten: 0 }])
    expect(page.text).toContain(`href="/dashboard/${club.id}"`)
    expect(place(await signInByCode('ben@example.org', { passkeys: 'yes' }, browser))).toBe(
      `/dashboard/${club.id}`,
    )
  })

  it('is left out in other browsers, and for staff who have one', async () => {
    await addStaff(club, 'office', 'ben@example.org')
    expect(place(await signInByCode('ben@example.org', { passkeys: '' }))).toBe(`/dashboard/${club.id}`)
    expect(place(await signInByCode(anna.email, { passkeys: 'yes' }))).toBe(`/dashboard/${club.id}`)
  })
})

describe('pages with passkeys', () => {
  it('run one script of this origin that cannot write HTML, and hide its buttons until it runs', async () => {
    const { text, headers } = await anna.get('/dashboard/sign-in')
    expect(text).toMatch(/<button [^>]*form="passkey"[^>]* hidden=""/)
    const policy = headers.get('Content-Security-Policy')
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
      expect(policy).toContain(directive)
    const script = /<script type="module" src="([^"]+)"/.exec(text)?.[1]
    const loaded = await anna.get(String(script))
    expect([loaded.status, loaded.headers.get('Content-Type'), loaded.headers.get('Cache-Control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
  })
})

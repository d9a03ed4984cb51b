import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { MAILS_PER_HOUR } from '../../src/domain/access/mail-requests'
import type { Bindings, QueuedMail } from '../../src/env'
import { sendLink } from '../../src/portal/entry/send-link'
import wrangler from '../../wrangler.toml?raw'
import { call } from '../support/call'
import { ADA, clubOf, person, settings } from '../support/club'
import {
  createPerson,
  deliverMails,
  PUBLIC_URL,
  requestLink,
  sessionFrom,
  setPortal,
  submit,
} from '../support/portal'
import { seedMembers } from '../support/seed-members'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

async function createFixture(given: object = {}): Promise<Workspace> {
  const { club } = await clubOf(
    settings({ member_portal: { slug: 'tsv' }, ...given }),
    person({ ...ADA, email: 'Ada@Example.org' }),
  )
  return club
}

const tokenIn = (text: string) => String(/\/portal\/[\w-]+\/login\/([\w-]{43})/.exec(text)?.[1])

describe('entry page', () => {
  it('is found by slug and by workspace id, in one trip', async () => {
    const club = await createFixture()
    for (const segment of ['tsv', club.id]) {
      const { status, text, cost } = await call('GET', `/portal/${segment}`)
      expect([status, cost.trips]).toEqual([200, 1])
      expect(cost.rowsRead).toBeLessThanOrEqual(2)
      expect(text).toContain('TSV Aufbau 04')
    }
  })

  it.each([
    ['unknown', 'nowhere', {}],
    ['switched off', 'tsv', { member_portal: { enabled: false } }],
    ['without members', 'tsv', { subscription_variant: 'contacts' }],
  ])('returns 404 for a portal that is %s', async (_, segment, settings) => {
    const club = await createFixture()
    await operator('PATCH', `/operator/workspaces/${club.id}`, settings)
    expect((await call('GET', `/portal/${segment}`)).status).toBe(404)
    const { answer, queued } = await requestLink(segment, 'ada@example.org')
    expect([answer.status, queued]).toEqual([404, []])
  })

  it('mails a link that opens the portal', async () => {
    await createFixture({ locale: 'en-GB', name: 'Rowing <Club> & Sons' })
    const { queued } = await requestLink('tsv', 'ada@example.org')
    const { sent, acknowledged } = await deliverMails(queued)
    expect(acknowledged).toEqual(['0'])
    expect(sent).toHaveLength(1)
    const [mail] = sent
    expect(mail).toMatchObject({
      to: 'Ada@Example.org',
      from: { name: 'Rowing <Club> & Sons', email: env.MAIL_FROM },
      subject: 'Your link to the member portal',
    })
    expect(mail?.text).toContain(`${PUBLIC_URL}/portal/tsv/login/`)
    expect(mail?.html).toContain(`href="${PUBLIC_URL}/portal/tsv/login/${tokenIn(String(mail?.text))}"`)
    expect(mail?.html).toContain('Rowing &lt;Club&gt; &amp; Sons')
    expect(mail?.html).toContain('>Valid for twelve hours, for you alone.</div>')
    const session = sessionFrom(await submit(`/portal/tsv/login/${tokenIn(String(mail?.text))}`))
    expect((await session.get('/portal')).text).toContain('Ada')
  })

  it('mails in the language of who asks, else in that of the workspace, and from its sender', async () => {
    await createFixture({ locale: 'de-DE', member_portal: { slug: 'tsv', sender_name: 'Geschäftsstelle' } })
    const { queued } = await requestLink('tsv', 'ada@example.org', { headers: { 'Accept-Language': 'en' } })
    expect(queued).toMatchObject([{ language: 'en' }])
    const queuedBefore = queued.map(({ language, ...mail }: QueuedMail & { language?: string }) => mail)
    const { sent } = await deliverMails([...queued, ...(queuedBefore as QueuedMail[])])
    expect(sent[0]).toMatchObject({
      from: { name: 'Geschäftsstelle' },
      subject: 'Your link to the member portal',
    })
    expect(sent[0]?.text).toMatch(
      /this link opens the member portal:.* valid until \d\d:\d\d (today|tomorrow)\./s,
    )
    expect(sent[0]?.html).toContain('<html lang="en">')
    expect(sent[1]?.text).toMatch(
      /mit diesem Link öffnen Sie das Mitgliederportal:.* bis (heute|morgen( früh)?), \d\d:\d\d Uhr\./s,
    )
    expect(sent[1]?.html).toContain('<html lang="de">')
  })

  it('names whom to ask, and lets answers go there', async () => {
    const contact = {
      name: 'Geschäftsstelle',
      email: 'office@example.org',
      imprint_url: 'https://example.org/impressum',
    }
    for (const settings of [{ contact }, {}]) {
      const slug = 'contact' in settings ? 'asked' : 'unasked'
      await createFixture({ ...settings, member_portal: { slug, colour: '#1f6f54' } })
      const { sent } = await deliverMails((await requestLink(slug, 'ada@example.org')).queued)
      const [mail] = sent
      expect(mail?.replyTo).toBe('contact' in settings ? contact.email : undefined)
      for (const part of [contact.name, contact.email, contact.imprint_url])
        for (const body of [mail?.text, mail?.html])
          expect(String(body).includes(part)).toBe('contact' in settings)
      expect(mail?.html).toContain('#1f6f54')
    }
  })

  it('sends a family one mail, whose session covers all of them', async () => {
    const club = await workspace({ member_portal: { slug: 'tsv' } })
    const names = ['Anna', 'Ben', 'Cleo']
    for (const first_name of names)
      await createPerson(club, { name: { first_name }, email: 'family@example.org' })
    const { sent } = await deliverMails((await requestLink('tsv', 'family@example.org')).queued)
    expect(sent).toHaveLength(1)
    const session = sessionFrom(await submit(`/portal/tsv/login/${tokenIn(String(sent[0]?.text))}`))
    const { text } = await session.get('/portal')
    for (const name of names) expect(text).toContain(name)
  })

  it('returns the same page for every address, and mails a link to current members only', async () => {
    const club = await createFixture()
    await createPerson(club, { email: 'former@example.org', leave_date: '2020-01-01' })
    await createPerson(club, { email: 'contact@example.org' }, 'contacts')
    await createPerson(club, { email: 'applicant@example.org', creation_behaviour: 'unconfirmed' })
    const member = await requestLink('tsv', 'ada@example.org')
    expect((await deliverMails(member.queued)).sent).toHaveLength(1)
    for (const who of ['unknown', 'former', 'contact', 'applicant']) {
      const { answer, queued } = await requestLink('tsv', `${who}@example.org`)
      const text = answer.text.replace(`${who}@example.org`, 'ada@example.org')
      expect([who, answer.status, text]).toEqual([who, member.answer.status, member.answer.text])
      expect([...answer.headers.keys()]).toEqual([...member.answer.headers.keys()])
      expect(answer.cost.trips).toBe(1)
      expect(queued).toHaveLength(1)
      // A former member is told that the membership has ended.
      expect((await deliverMails(queued)).sent).toHaveLength(who === 'former' ? 1 : 0)
    }
    expect((await env.PORTAL_LINKS.list()).keys).toHaveLength(1)
  })

  it('costs the same database reads for a known address as for an unknown one', async () => {
    await createFixture()
    const { cost } = (await requestLink('tsv', 'ada@example.org')).answer
    expect((await requestLink('tsv', 'who@example.org')).answer.cost).toMatchObject({
      trips: 1,
      rowsRead: cost.rowsRead,
    })
  })

  it.each([
    ['ada@example.org'],
    ['  ADA@EXAMPLE.ORG\n'],
    ['ada＠example.org'],
    ['ａｄａ@example.org'],
    ['ada@example.org\u00a0'],
  ])('accepts %j', async (typed) => {
    await createFixture()
    const { sent } = await deliverMails((await requestLink('tsv', typed)).queued)
    expect(sent.map(({ to }) => to)).toEqual(['Ada@Example.org'])
  })

  it.each([
    ['ada@example.org,eve@example.com'],
    ['ada@example.org, eve@example.com'],
    ['ada@example.org;eve@example.com'],
    ['ada@example.org eve@example.com'],
    ['ada@example.org\neve@example.com'],
    ['ada@example.org\r\nBcc: eve@example.com'],
    ['Ada <ada@example.org>'],
    ['ada'],
    [''],
    ['adı@example.org'],
    [`${'a'.repeat(250)}@example.org`],
  ])('refuses %j as an address, and says so beside the field', async (typed) => {
    await createFixture()
    const { answer, queued } = await requestLink('tsv', typed)
    expect([answer.status, queued]).toEqual([422, []])
    expect(answer.text).toContain('aria-describedby="field-email-fault"')
    expect(answer.text).toContain('Bitte geben Sie eine E-Mail-Adresse ein')
    expect(await rows('SELECT * FROM link_requests')).toEqual([])
  })

  it('escapes what was typed', async () => {
    await createFixture()
    const { text } = (await requestLink('tsv', '"><b>x</b>')).answer
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;x&lt;/b&gt;"')
    expect(text).not.toContain('<b>x')
  })

  it('mails links to PUBLIC_URL, whatever host the request names', async () => {
    await createFixture()
    const headers = { Host: 'evil.test', 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test' }
    const { queued } = await requestLink('tsv', 'ada@example.org', { headers })
    expect(queued).toMatchObject([{ origin: PUBLIC_URL }])
  })

  it('tells the member that it cannot mail, and logs what to do, when PUBLIC_URL is not set', async () => {
    await createFixture()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { answer, queued } = await requestLink('tsv', 'ada@example.org', { env: { PUBLIC_URL: undefined } })
    expect([answer.status, queued]).toEqual([503, []])
    expect(answer.text).toContain('Im Moment können wir keine Links verschicken')
    const lines = log.mock.calls.map(([line]) => JSON.parse(line))
    log.mockRestore()
    expect(lines).toMatchObject([
      {
        request_id: answer.headers.get('X-Request-Id'),
        error: 'MissingPublicUrl',
        hint: expect.stringMatching(/^PUBLIC_URL is not set.*wrangler\.toml/),
      },
    ])
    expect(await rows('SELECT * FROM link_requests')).toEqual([])
  })
})

describe('hourly limits', () => {
  it.each(['ada@example.org', 'who@example.org'])(
    'mail %s no more than the limit, and say so',
    async (email) => {
      await createFixture()
      const asked = []
      for (let n = 0; n < MAILS_PER_HOUR.address + 2; n++)
        asked.push(await requestLink('tsv', email, { headers: { 'CF-Connecting-IP': `192.0.2.${n}` } }))
      expect(asked.map(({ answer }) => answer.status)).toEqual([
        ...Array(MAILS_PER_HOUR.address).fill(200),
        429,
        429,
      ])
      expect(asked.flatMap(({ queued }) => queued)).toHaveLength(MAILS_PER_HOUR.address)
      expect(asked.at(-1)?.answer.text).toContain('Für diese Adresse wurden gerade sehr viele Links')
    },
  )

  it('mail an address five links for one caller, so that others still get theirs', async () => {
    await createFixture()
    const asked = []
    for (let n = 0; n < MAILS_PER_HOUR.address + 1; n++)
      asked.push(
        await requestLink('tsv', 'ada@example.org', { headers: { 'CF-Connecting-IP': '192.0.2.1' } }),
      )
    const { sent } = await deliverMails(asked.flatMap(({ queued }) => queued))
    expect(sent).toHaveLength(MAILS_PER_HOUR.callerAndAddress)
    const other = await requestLink('tsv', 'ada@example.org', {
      headers: { 'CF-Connecting-IP': '192.0.2.2' },
    })
    expect((await deliverMails(other.queued)).sent).toHaveLength(1)
  })

  it('let a browser that was signed in before have links, however many strangers asked for', async () => {
    await createFixture()
    const [first] = (await deliverMails((await requestLink('tsv', 'ada@example.org')).queued)).sent
    const { headers } = await submit(`/portal/tsv/login/${tokenIn(String(first?.text))}`)
    const known = headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .find((pair) => pair?.startsWith('__Host-known='))
    const ask = (email: string, headers: Record<string, string>) => requestLink('tsv', email, { headers })
    for (let n = 0; n < MAILS_PER_HOUR.address + 1; n++)
      await ask('ada@example.org', { 'CF-Connecting-IP': `192.0.2.${n}` })
    expect((await ask('ada@example.org', { 'CF-Connecting-IP': '192.0.2.99' })).answer.status).toBe(429)
    const Cookie = String(known)
    const statuses = []
    for (let n = 0; n < MAILS_PER_HOUR.knownBrowser + 1; n++)
      statuses.push((await ask('ada@example.org', { Cookie })).answer.status)
    expect(statuses).toEqual([...Array(MAILS_PER_HOUR.knownBrowser).fill(200), 429])
    const stored = await rows('SELECT * FROM known_browsers')
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toMatch(/ada@|example\.org/i)
    expect(JSON.stringify(stored)).not.toContain(Cookie.split('=')[1])
  })

  it('count an address however it is typed, on all entry pages together', async () => {
    const club = await createFixture()
    const forms = ['ada@example.org', 'ADA@example.org', ' ada＠example.org']
    const asked = []
    for (let n = 0; n < 12; n++) asked.push(await requestLink(n % 2 ? 'tsv' : club.id, String(forms[n % 3])))
    const { sent } = await deliverMails(asked.flatMap(({ queued }) => queued))
    expect(sent).toHaveLength(MAILS_PER_HOUR.callerAndAddress)
  })

  it('let a caller request links up to the limit', async () => {
    await createFixture()
    const headers = { 'CF-Connecting-IP': '192.0.2.1' }
    const asked = await Promise.all(
      Array.from({ length: MAILS_PER_HOUR.caller + 5 }, (_, n) =>
        requestLink('tsv', `a${n}@example.org`, { headers }),
      ),
    )
    const statuses = asked.map(({ answer }) => answer.status).sort()
    expect(statuses).toEqual([...Array(MAILS_PER_HOUR.caller).fill(200), ...Array(5).fill(429)])
    expect(asked.flatMap(({ queued }) => queued)).toHaveLength(MAILS_PER_HOUR.caller)
    const other = await requestLink('tsv', 'ada@example.org', {
      headers: { 'CF-Connecting-IP': '192.0.2.2' },
    })
    expect(other.answer.status).toBe(200)
  })

  it('write nothing for requests beyond the first one over the limit', async () => {
    await createFixture()
    const headers = { 'CF-Connecting-IP': '192.0.2.1' }
    const written = []
    for (let n = 0; n < MAILS_PER_HOUR.caller + 3; n++)
      written.push((await requestLink('tsv', `a${n}@example.org`, { headers })).answer.cost.rowsWritten)
    expect(written).toEqual([...Array(MAILS_PER_HOUR.caller).fill(3), 1, 0, 0])
    const mailed = []
    for (let n = 0; n < MAILS_PER_HOUR.address + 3; n++) {
      const elsewhere = { 'CF-Connecting-IP': `198.51.100.${n}` }
      mailed.push(
        (await requestLink('tsv', 'ada@example.org', { headers: elsewhere })).answer.cost.rowsWritten,
      )
    }
    expect(mailed).toEqual([...Array(MAILS_PER_HOUR.address + 1).fill(3), 2, 2])
  })

  it('write nothing for a form that is too large or of an unknown portal', async () => {
    await createFixture()
    const large = await requestLink('tsv', 'x'.repeat(65_536))
    const nowhere = await requestLink('nowhere', 'ada@example.org')
    expect([large, nowhere].map(({ answer }) => [answer.status, answer.cost.rowsWritten])).toEqual([
      [413, 0],
      [404, 0],
    ])
  })

  it('are not used up by refused requests or by unknown portals', async () => {
    await createFixture()
    const headers = { 'CF-Connecting-IP': '192.0.2.1' }
    for (let n = 0; n < MAILS_PER_HOUR.caller; n++) await requestLink('tsv', `a${n}@example.org`, { headers })
    for (let n = 0; n < MAILS_PER_HOUR.address + 1; n++) {
      expect((await requestLink('tsv', 'ada@example.org', { headers })).answer.status).toBe(429)
      const elsewhere = { 'CF-Connecting-IP': `198.51.100.${n}` }
      expect((await requestLink('nowhere', 'ada@example.org', { headers: elsewhere })).answer.status).toBe(
        404,
      )
    }
    const { queued } = await requestLink('tsv', 'ada@example.org', {
      headers: { 'CF-Connecting-IP': '192.0.2.2' },
    })
    expect((await deliverMails(queued)).sent).toHaveLength(1)
  })

  it('count an IPv6 network of a household as one caller', async () => {
    await createFixture()
    for (const ip of [
      '2001:db8:1:2::1',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:1:3::1',
      '2001:db8::1',
      '2001:db8::2',
    ])
      await requestLink('tsv', `x${ip.replaceAll(':', '')}@example.org`, {
        headers: { 'CF-Connecting-IP': ip },
      })
    const counts = await rows<{ count: number }>('SELECT count FROM link_requests WHERE count > 1')
    expect(counts).toEqual([{ count: 2 }, { count: 2 }])
  })

  it('store neither addresses nor callers, and are deleted after their hour', async () => {
    await createFixture()
    await requestLink('tsv', 'ada@example.org', { headers: { 'CF-Connecting-IP': '192.0.2.1' } })
    const stored = await rows<{ subject: string }>('SELECT * FROM link_requests')
    expect(JSON.stringify(stored)).not.toMatch(/\bada\b|192\.0/)
    await rows("UPDATE link_requests SET hour = '2020-01-01T00'")
    await requestLink('tsv', 'ada@example.org')
    expect(await rows("SELECT * FROM link_requests WHERE hour = '2020-01-01T00'")).toEqual([])
  })
})

describe('mail queue', () => {
  it('retries a mail that could not be sent, and sends the others', async () => {
    const club = await createFixture()
    await createPerson(club, { email: 'grace@example.org' })
    const mails = [
      ...(await requestLink('tsv', 'ada@example.org')).queued,
      ...(await requestLink('tsv', 'grace@example.org')).queued,
    ]
    const { sent, acknowledged, retried } = await deliverMails(mails, ({ to }) => to === 'Ada@Example.org')
    expect(sent.map(({ to }) => to)).toEqual(['grace@example.org'])
    expect([acknowledged, retried]).toEqual([['1'], ['0']])
    expect((await deliverMails(mails.slice(0, 1))).sent).toHaveLength(1)
  })

  it('waits longer before each retry, for about seven hours in all', async () => {
    await createFixture()
    const { queued } = await requestLink('tsv', 'ada@example.org')
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const delays = []
    for (let attempt = 1; attempt <= 13; attempt++) {
      const { acknowledged, retried, delays: given } = await deliverMails(queued, () => true, attempt)
      expect([acknowledged, retried]).toEqual(attempt > 12 ? [['0'], []] : [[], ['0']])
      delays.push(...given)
    }
    const lines = log.mock.calls.flatMap(([line]) => JSON.parse(line).failures)
    log.mockRestore()
    expect(delays).toEqual([60, 120, 240, 480, 960, 1920, ...Array(6).fill(3600)])
    expect(lines[0]).toEqual({ mail: '0', kind: 'portal_link', attempt: 1, error: 'Error', retry_in: 60 })
    expect(lines[12]).toEqual({
      mail: '0',
      kind: 'portal_link',
      attempt: 13,
      error: 'Error',
      given_up: 'It is kept for the operator.',
    })
    expect(lines.filter((line) => 'given_up' in line)).toHaveLength(1)
    expect(wrangler).toMatch(
      /\[\[queues\.consumers\]\][^[]*max_retries = 12\n[^[]*dead_letter_queue = "membership-mails-dead"/,
    )
  })

  it('drops a mail that was requested more than twelve hours ago, and logs it', async () => {
    await createFixture()
    const [mail] = (await requestLink('tsv', 'ada@example.org')).queued
    const before = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const mails = [11.9, 12.1].map((hours) => ({ ...mail, requested_at: before(hours) })) as QueuedMail[]
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { sent, acknowledged } = await deliverMails(mails)
    const lines = log.mock.calls.flatMap(([line]) => JSON.parse(line).failures)
    log.mockRestore()
    expect(sent).toHaveLength(1)
    expect(acknowledged).toEqual(['0', '1'])
    expect(lines).toEqual([
      { mail: '1', kind: 'portal_link', dropped: 'The request for it is more than 12 hours old.' },
    ])
  })

  it('sends no mail when more than 500 members share the address, and logs no address', async () => {
    const club = await createFixture()
    await seedMembers(club.id, 501)
    await rows("UPDATE persons SET email = 'all@example.org'")
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { sent, acknowledged } = await deliverMails((await requestLink('tsv', 'all@example.org')).queued)
    const lines = log.mock.calls.map(([line]) => line)
    log.mockRestore()
    expect([sent, acknowledged]).toEqual([[], ['0']])
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]).failures).toEqual([
      { workspace_id: club.id, not_mailed: 'Too many members share the address.' },
    ])
    expect(lines[0]).not.toContain('all@')
    expect((await env.PORTAL_LINKS.list()).keys).toEqual([])
  })

  it('makes the link of a mail valid for 43,200 seconds', async () => {
    const seconds = 43_200
    const club = await createFixture()
    const EMAIL = { send: async () => {} } as unknown as SendEmail
    const asked = { kind: 'portal_link', requested_at: new Date().toISOString() } as const
    const mail = { ...asked, workspace_id: club.id, email: 'ada@example.org', origin: PUBLIC_URL }
    const before = Date.now()
    await sendLink({ ...env, EMAIL } as Bindings, mail)
    const [key] = (await env.PORTAL_LINKS.list()).keys
    const link = JSON.parse(String(await env.PORTAL_LINKS.get(String(key?.name))))
    expect(Math.abs(Date.parse(link.expires_at) - before - seconds * 1000)).toBeLessThan(10_000)
    expect(Math.abs(Number(key?.expiration) - before / 1000 - seconds)).toBeLessThan(60)
  })

  it('tries a mail again whose kind only another version of the service knows', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const mail = { kind: 'toString', requested_at: new Date().toISOString() } as unknown as QueuedMail
    expect(await deliverMails([mail])).toMatchObject({ sent: [], acknowledged: [], retried: ['0'] })
    expect(log.mock.calls.flat().join()).toContain('"error":"UnknownKind"')
    log.mockRestore()
  })

  it('sends nothing for a portal that was disabled meanwhile', async () => {
    const club = await createFixture()
    const { queued } = await requestLink('tsv', 'ada@example.org')
    await setPortal(club, { enabled: false })
    expect(await deliverMails(queued)).toMatchObject({ sent: [], acknowledged: ['0'] })
  })
})

it('mails a former member when the membership ended, while the page tells nothing', async () => {
  const club = await createFixture()
  await createPerson(club, { email: 'former@example.org', leave_date: '2020-12-31' })
  const known = await requestLink('tsv', 'former@example.org')
  const unknown = await requestLink('tsv', 'nobody@example.org')
  expect(known.answer.text.replace('former', 'nobody')).toBe(unknown.answer.text)
  const { sent } = await deliverMails([...known.queued, ...unknown.queued])
  expect(sent.map(({ to }) => to)).toEqual(['former@example.org'])
  expect(sent[0]?.text).toContain('31. Dezember 2020')
  expect(sent[0]?.text).not.toContain('/login/')
})

it('says du where the workspace wants it', async () => {
  const club = await createFixture()
  const page = async (language = 'de') =>
    (await call('GET', '/portal/tsv', { headers: { 'Accept-Language': language } })).text
  expect(await page()).toContain('Geben Sie Ihre E-Mail-Adresse ein.')
  await setPortal(club, { address_form: 'du' })
  expect(await page()).toContain('Gib deine E-Mail-Adresse ein.')
  expect(await page('en')).toContain('Enter your email address.')
})

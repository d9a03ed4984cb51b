import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { JOIN_LIMITS } from '../../src/domain/portal/join/limits'
import { call } from '../support/call'
import { interruptedBy } from '../support/fake-d1'
import { APPLICATION, applyTo, joinable, mailedPath, STATUTES, setJoinForm } from '../support/join'
import { deliverMails, filledForm, PUBLIC_URL, setPortal } from '../support/portal'
import { operator, rows, workspace } from '../support/workspace'

const COLUMNS = {
  data: [
    { name: 'Abteilung', type: 'string', allowed_values: ['Turnen', 'Chor'], external_id: 'department' },
    { name: 'Notiz', type: 'string', external_id: 'note' },
  ],
}

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(APPLICATION).filter(([name]) => !names.includes(name)))

const from = (address: string) => ({ headers: { 'CF-Connecting-IP': address } })

const kept = () => rows<{ input: string; email: string }>('SELECT * FROM join_requests')

/** The names of the inputs of who fills the form in. */
const namesIn = async (html: string) => [
  ...new Set(
    (await filledForm(html))
      .map(([name]) => name)
      .filter((name) => !/^(\d+|more|family|consent)\./.test(name)),
  ),
]

describe('the form', () => {
  it('is found by slug and by workspace id, by search engines too, in one trip', async () => {
    const club = await joinable()
    for (const segment of ['tsv', 'TSV', club.id]) {
      const { status, text, cost, headers } = await call('GET', `/join/${segment}`)
      expect([status, cost.trips]).toEqual([200, 1])
      expect(cost.rowsRead).toBeLessThanOrEqual(6)
      expect(text).toContain('TSV Aufbau 04')
      expect(text).toContain(`href="${STATUTES}"`)
      expect(text).not.toContain('noindex')
      expect(headers.get('X-Robots-Tag')).toBeNull()
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      expect(headers.get('Cache-Control')).toBe('no-store')
    }
  })

  it('asks for what its settings choose, and links what applicants should read', async () => {
    const club = await joinable()
    await operator('PATCH', `/operator/workspaces/${club.id}`, {
      contact: { privacy_url: 'https://example.org/datenschutz' },
    })
    await club.put('/lists/members/custom_columns', COLUMNS)
    expect(await namesIn((await call('GET', '/join/tsv')).text)).toEqual([
      'name.first_name',
      'name.last_name',
      'birthdate',
      'email',
      'phone_numbers.0.number',
      'phone_numbers.0.label',
      'address.street',
      'address.postcode',
      'address.city',
      'address.country_code',
    ])
    const fields = { birthdate: 'hidden', address: 'hidden', phone_numbers: 'hidden' }
    await setJoinForm(club, {
      intro: 'Schön, dass Sie <da> sind.',
      fields: { ...fields, department: 'required', note: 'optional' },
    })
    const { text } = await call('GET', '/join/tsv')
    expect(await namesIn(text)).toEqual(['name.first_name', 'name.last_name', 'email', 'department', 'note'])
    expect(text).toContain('Schön, dass Sie &lt;da&gt; sind.')
    expect(text).toContain('Notiz (freiwillig)')
    expect(text).not.toContain('Abteilung (freiwillig)')
    expect(text).toContain('href="https://example.org/datenschutz"')
    expect(text).not.toMatch(/name="consent\.statutes"[^>]*checked/)
  })

  it('keeps the language that the link in its foot asks for', async () => {
    await joinable()
    const { text, headers } = await call('GET', '/join/tsv?lang=en')
    expect(text).toContain('<html lang="en"')
    const [cookie = ''] = (headers.get('Set-Cookie') ?? '').split(';')
    expect(cookie).toBe('__Host-language=en')
  })

  it.each([
    ['de-DE', 'du', 'Füll den Antrag aus', 'Bitte gib deinen Vornamen an.', 'Bitte stimme der Satzung zu'],
    [
      'de-DE',
      'sie',
      'Füllen Sie den Antrag',
      'Bitte geben Sie Ihren Vornamen an.',
      'Bitte stimmen Sie der Satzung',
    ],
    ['en-GB', 'sie', 'Fill in the application', 'Enter your first name.', 'Agree to the statutes.'],
  ])(
    'speaks %s with %s, and says what is missing',
    async (language, address_form, lead, missing, consent) => {
      const club = await joinable()
      await setPortal(club, { address_form })
      const headers = { 'Accept-Language': language }
      expect((await call('GET', '/join/tsv', { headers })).text).toContain(lead)
      const { answer, queued } = await applyTo('tsv', { email: 'ada@' }, { headers })
      expect([answer.status, answer.cost.trips, queued, await kept()]).toEqual([422, 1, [], []])
      expect(answer.text).toContain(missing)
      expect(answer.text).toContain(consent)
      for (const name of ['name-first_name', 'birthdate', 'email', 'address-street', 'consent-statutes'])
        expect(answer.text, name).toMatch(new RegExp(`href="#field-${name}".*id="field-${name}"`, 's'))
    },
  )

  it.each([
    [
      'de',
      [
        'Vorname: Bitte gib deinen Vornamen an.',
        'Nachname: Dieser Text ist zu lang oder enthält Zeichen, die wir nicht speichern können.',
        'Geburtsdatum: Bitte gib dein Geburtsdatum an.',
        'E-Mail-Adresse: Bitte gib deine E-Mail-Adresse an.',
        'Telefon: Bitte gib deine Telefonnummer an.',
        'Straße und Hausnummer: Bitte gib Straße und Hausnummer an.',
        'Postleitzahl: Bitte gib deine Postleitzahl an.',
        'Ort: Bitte gib deinen Wohnort an.',
        'Zahlungsart: Bitte wähle bei „Zahlungsart“ etwas aus.',
        'IBAN: Bitte gib deine IBAN an.',
        'Abteilung: Bitte wähle bei „Abteilung“ etwas aus.',
        'Notiz: Bitte fülle „Notiz“ aus.',
        'Satzung: Bitte stimme der Satzung zu. Ohne Zustimmung ist kein Antrag möglich.',
      ],
    ],
    [
      'en-GB',
      [
        'First name: Enter your first name.',
        'Last name: This text is too long or has characters that we cannot store.',
        'Date of birth: Enter your date of birth.',
        'Email address: Enter your email address.',
        'Phone: Enter your phone number.',
        'Street and number: Enter your street and number.',
        'Postcode: Enter your postcode.',
        'Town: Enter your town.',
        'Payment method: Choose an answer for “Payment method”.',
        'IBAN: Enter your IBAN.',
        'Abteilung: Choose an answer for “Abteilung”.',
        'Notiz: Fill in “Notiz”.',
        'Statutes: Agree to the statutes. You cannot apply without agreeing to them.',
      ],
    ],
  ])('names each field that is missing, in the order of the form, in %s', async (language, said) => {
    const club = await joinable()
    await setPortal(club, { address_form: 'du' })
    await club.put('/lists/members/custom_columns', COLUMNS)
    const required = ['phone_numbers', 'payment_method', 'bank_account', 'department', 'note']
    await setJoinForm(club, { fields: Object.fromEntries(required.map((key) => [key, 'required'])) })
    const typed = { 'name.last_name': 'x'.repeat(300), 'address.country_code': 'DE' }
    const { answer } = await applyTo('tsv', typed, { headers: { 'Accept-Language': language } })
    const [, list = ''] = /<ul>(.*?)<\/ul>/s.exec(answer.text) ?? []
    const listed = [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) =>
      item.replace(/<[^>]+>/g, ''),
    )
    expect([answer.status, listed]).toEqual([422, said])
    const [linked, inputs] = [/href="#(field-[^"]+)"/g, / id="(field-[^"]+)"/g].map((pattern) =>
      [...answer.text.matchAll(pattern)].map(([, id]) => id),
    )
    expect(inputs?.filter((id) => linked?.includes(id))).toEqual(linked)
    expect(Object.fromEntries(await filledForm(answer.text))).toMatchObject(typed)
    expect(await kept()).toEqual([])
  })

  it('keeps what was typed where something is refused', async () => {
    await joinable()
    const typed = { ...without('email', 'consent.statutes'), 'name.first_name': '"><b>', birthdate: '' }
    const { answer } = await applyTo('tsv', typed)
    expect(answer.status).toBe(422)
    expect(Object.fromEntries(await filledForm(answer.text))).toMatchObject(typed)
    expect(answer.text).not.toContain('"><b>')
    const agreed = await applyTo('tsv', without('email'))
    expect(agreed.answer.text).toMatch(/name="consent\.statutes"[^>]*checked/)
  })

  it('requires what its settings require, and an account for direct debits', async () => {
    const club = await joinable({ fields: { phone_numbers: 'required', payment_method: 'optional' } })
    await club.put('/lists/members/custom_columns', COLUMNS)
    await setJoinForm(club, { fields: { department: 'required', bank_account: 'optional' } })
    const { answer } = await applyTo('tsv', { ...APPLICATION, payment_method: 'direct_debit' })
    expect(answer.status).toBe(422)
    const linked = [...answer.text.matchAll(/href="#field-([\w-]+)"/g)].map(([, name]) => name)
    expect(linked).toEqual(['phone_numbers-0-number', 'bank_account-iban', 'department'])
    const complete = {
      ...APPLICATION,
      'phone_numbers.0.number': '+49 30 1234',
      payment_method: 'direct_debit',
      'bank_account.iban': 'de89 3704 0044 0532 0130 00',
      department: 'Chor',
    }
    expect((await applyTo('tsv', complete)).answer.status).toBe(200)
  })

  it('stores no country alone as an address, and nothing that it did not ask for', async () => {
    await joinable({ fields: { address: 'optional' } })
    const fields = {
      ...without('address.street', 'address.postcode', 'address.city'),
      'bank_account.iban': 'DE89370400440532013000',
      join_date: '2026-01-01',
      id: 'per_1',
    }
    expect((await applyTo('tsv', fields)).answer.status).toBe(200)
    const [{ input = '' } = {}] = await kept()
    expect(JSON.parse(input)).toEqual({
      persons: [
        {
          name: { first_name: 'Ada', last_name: 'Lovelace' },
          birthdate: '1985-12-10',
          email: 'ada@example.org',
        },
      ],
      is_joining: true,
      payer: 0,
      guardian: null,
      mandate: null,
      statutes_url: STATUTES,
    })
  })

  it('refuses forms of other sites', async () => {
    await joinable()
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await applyTo('tsv', APPLICATION, { headers })).answer.status).toBe(403)
    expect(await kept()).toEqual([])
  })

  it('is not there for unknown workspaces, and closed where it is off, with the name of the association', async () => {
    const club = await joinable()
    expect((await call('GET', '/join/nowhere')).status).toBe(404)
    expect((await applyTo('nowhere')).answer.status).toBe(404)
    for (const change of [{ join_form: { enabled: false } }, { subscription_variant: 'contacts' }]) {
      await operator('PATCH', `/operator/workspaces/${club.id}`, { join_form: { enabled: true } })
      await operator('PATCH', `/operator/workspaces/${club.id}`, change)
      for (const answer of [await call('GET', '/join/tsv'), (await applyTo('tsv')).answer]) {
        expect(answer.status).toBe(404)
        expect(answer.text).toContain('TSV Aufbau 04 nimmt hier gerade keine Anträge an')
      }
    }
    expect(await kept()).toEqual([])
  })

  it('is linked from the entry page of the portal while it is on', async () => {
    const club = await joinable()
    expect((await call('GET', '/portal/tsv')).text).toContain('href="/join/tsv"')
    await setJoinForm(club, { enabled: false })
    expect((await call('GET', '/portal/tsv')).text).not.toContain('/join/')
  })

  it('belongs to the workspace of its address, whoever manages the portal', async () => {
    const umbrella = await workspace({ name: 'Landesverband', member_portal: { slug: 'verband' } })
    const club = await joinable({}, { superordinate_workspace_id: umbrella.id, name: 'Ruderclub' })
    await setPortal(club, { managed_by: 'superordinate' })
    expect((await applyTo(club.id)).answer.text).toContain('Ruderclub')
    expect(await kept()).toMatchObject([{ workspace_id: club.id }])
    expect((await call('GET', '/join/verband')).status).toBe(404)
  })

  it('takes anything that people type', async () => {
    const club = await joinable()
    await club.put('/lists/members/custom_columns', COLUMNS)
    await setJoinForm(club, {
      fields: { bank_account: 'optional', department: 'optional', note: 'optional' },
    })
    const names = await namesIn((await call('GET', '/join/tsv')).text)
    const field = fc.constantFrom(...names, 'consent.statutes', 'name', 'updated_at', '__proto__', 'email.x')
    const typed = fc.array(fc.tuple(field, fc.string({ unit: 'binary', maxLength: 40 })), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(typed, async (fields) => {
        const { answer } = await applyTo('tsv', [...Object.entries(APPLICATION), ...fields])
        expect([200, 422, 429]).toContain(answer.status)
      }),
      { numRuns: 25 },
    )
  })
})

describe('the request', () => {
  it('waits for its mail, without its token in the database, in two trips', async () => {
    const club = await joinable()
    const { answer, queued } = await applyTo('tsv')
    expect([answer.status, answer.cost.trips]).toEqual([200, 2])
    expect(answer.text).toContain('ada@example.org')
    expect(queued).toMatchObject([
      { kind: 'join_confirmation', workspace_id: club.id, email: 'ada@example.org' },
    ])
    const [row] = await kept()
    expect(row).toMatchObject({ workspace_id: club.id, email: 'ada@example.org' })
    expect(JSON.stringify(row)).not.toContain(Object(queued[0]).token)
    expect(
      await rows("SELECT 1 FROM persons UNION ALL SELECT 1 FROM events WHERE action LIKE 'person%'"),
    ).toEqual([])
  })

  it('mails a link in the language of the applicant, and nothing that was typed', async () => {
    await joinable({}, { contact: { email: 'office@example.org' }, name: 'Rowing <Club>' })
    for (const [language, subject] of [
      ['de', 'Bestätigen Sie Ihren Antrag'],
      ['en', 'Confirm your application'],
    ] as const) {
      const { queued } = await applyTo('tsv', APPLICATION, { headers: { 'Accept-Language': language } })
      const { sent } = await deliverMails(queued)
      expect(sent).toMatchObject([
        {
          to: 'ada@example.org',
          from: { name: 'Rowing <Club>', email: env.MAIL_FROM },
          replyTo: 'office@example.org',
          subject,
        },
      ])
      expect(sent[0]?.text).toContain(`${PUBLIC_URL}/join/confirm/`)
      expect(sent[0]?.html).toContain('Rowing &lt;Club&gt;')
      for (const body of [sent[0]?.text, sent[0]?.html]) expect(body).not.toMatch(/Lovelace|\bAda\b/)
    }
  })

  it('answers members and strangers alike', async () => {
    const club = await joinable()
    await club.post('/lists/members/persons', { email: 'ada@example.org' })
    const member = await applyTo('tsv')
    const stranger = await applyTo('tsv', { ...APPLICATION, email: 'eve@example.org' })
    const told = ({ text }: { text: string }) => text.replace(/name="family.draft" value="[\w-]{43}"/, '')
    expect(told(member.answer).replaceAll('ada@', 'eve@')).toBe(told(stranger.answer))
    expect(member.answer.cost).toEqual(stranger.answer.cost)
  })

  it('tells programs that it was sent, and keeps nothing', async () => {
    await joinable()
    const { answer, queued } = await applyTo('tsv', {
      ...APPLICATION,
      'more.website': 'https://spam.example',
    })
    expect([answer.status, queued, await kept()]).toEqual([200, [], []])
    expect(answer.text).toContain('Prüfen Sie Ihr Postfach')
  })

  it('takes so many of an address in a day, and keeps the input of one more', async () => {
    await joinable()
    for (let n = 0; n < JOIN_LIMITS.addressDay; n++)
      expect((await applyTo('tsv', APPLICATION, from(`192.0.2.${n}`))).answer.status).toBe(200)
    const { answer, queued } = await applyTo('tsv', { ...APPLICATION, email: 'ADA@example.org' })
    expect([answer.status, queued, (await kept()).length]).toEqual([429, [], JOIN_LIMITS.addressDay])
    expect(answer.text).toContain('An diese E-Mail-Adresse haben wir heute schon mehrere Links geschickt')
    expect(Object.fromEntries(await filledForm(answer.text))).toMatchObject(without('email'))
    expect(answer.text).toMatch(/name="consent\.statutes"[^>]*checked/)
    expect((await applyTo('tsv', { ...APPLICATION, email: 'eve@example.org' })).answer.status).toBe(200)
  })

  it('takes so many of a caller in an hour, and goes on slowly after so many in a day', async () => {
    await joinable()
    vi.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z'), toFake: ['Date'] })
    const send = (n: number) =>
      applyTo('tsv', { ...APPLICATION, email: `a${n}@example.org` }, from(`2001:db8:1:2::${n}`))
    const statuses = []
    for (let n = 0; n < JOIN_LIMITS.caller + 1; n++) statuses.push((await send(n)).answer.status)
    vi.setSystemTime(new Date('2026-11-23T11:00:00Z'))
    for (let n = 100; n < 100 + JOIN_LIMITS.callerDay - JOIN_LIMITS.caller; n++)
      statuses.push((await send(n)).answer.status)
    vi.setSystemTime(new Date('2026-11-23T12:00:00Z'))
    for (let n = 150; n < 150 + JOIN_LIMITS.callerWhenBusy; n++) statuses.push((await send(n)).answer.status)
    const refused = (await send(200)).answer
    expect([...statuses, refused.status]).toEqual([
      ...Array(JOIN_LIMITS.caller).fill(200),
      429,
      ...Array(JOIN_LIMITS.callerDay - JOIN_LIMITS.caller + JOIN_LIMITS.callerWhenBusy).fill(200),
      429,
    ])
    expect(refused.text).toContain('Das liegt nicht an Ihnen')
    expect(refused.text).not.toContain('Internetanschluss')
    vi.setSystemTime(new Date('2026-11-23T13:00:00Z'))
    const next = await send(201)
    vi.useRealTimers()
    expect(next.answer.status).toBe(200)
  })

  it('counts what it refuses a caller for nobody else', async () => {
    await joinable()
    vi.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z'), toFake: ['Date'] })
    await applyTo('tsv', APPLICATION)
    await rows("UPDATE link_requests SET count = ? WHERE hour = '2026-11-23T10'", JOIN_LIMITS.caller)
    const refused = await applyTo('tsv', APPLICATION)
    vi.useRealTimers()
    expect(refused.answer.status).toBe(429)
    const others = await rows("SELECT count FROM link_requests WHERE hour <> '2026-11-23T10'")
    expect(others).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }])
  })

  it('slows a form down that gets a flood, and closes it for no network', async () => {
    await joinable()
    await applyTo('tsv', APPLICATION, from('192.0.2.1'))
    const counts = await rows<{ hour: string; count: number }>('SELECT hour, count FROM link_requests')
    expect(counts.map(({ count }) => count)).toEqual([1, 1, 1, 1])
    await rows('UPDATE link_requests SET count = ?', JOIN_LIMITS.busy)
    const send = async (n: number, address: string) =>
      (await applyTo('tsv', { ...APPLICATION, email: `a${n}@example.org` }, from(address))).answer
    for (let n = 0; n < JOIN_LIMITS.networkWhenBusy; n++)
      expect((await send(n, `198.51.100.${n}`)).status).toBe(200)
    const slowed = await send(10, '198.51.100.200')
    expect(slowed.status).toBe(429)
    expect(slowed.text).toContain('Das liegt nicht an Ihnen')
    expect(Object.fromEntries(await filledForm(slowed.text))).toMatchObject(without('email'))
    expect((await send(11, '203.0.113.1')).status).toBe(200)
    for (let n = 20; n < 20 + JOIN_LIMITS.networkWhenBusy; n++)
      expect((await send(n, `2001:db8:1:${n}::1`)).status).toBe(200)
    expect((await send(30, '2001:db8:1:30::1')).status).toBe(429)
    expect((await send(31, '2001:db8:2:30::1')).status).toBe(200)
    expect(await kept()).toHaveLength(1 + JOIN_LIMITS.networkWhenBusy + 1 + JOIN_LIMITS.networkWhenBusy + 1)
  })

  it('keeps no application if its form is switched off at that moment', async () => {
    const club = await joinable()
    const options = interruptedBy(() => setJoinForm(club, { enabled: false }))
    const { answer, queued } = await applyTo(club.id, APPLICATION, options)
    expect([answer.status, queued, await kept()]).toEqual([404, [], []])
  })

  it('mails nothing once it is confirmed, or its form is off', async () => {
    const club = await joinable()
    const { queued } = await applyTo('tsv')
    await setJoinForm(club, { enabled: false })
    expect((await deliverMails(queued)).sent).toEqual([])
    await setJoinForm(club, { enabled: true })
    await call('POST', await mailedPath(queued), { headers: { 'Sec-Fetch-Site': 'same-origin' } })
    expect((await deliverMails(queued)).sent).toEqual([])
  })
})

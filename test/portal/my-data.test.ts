import { describe, expect, it, vi } from 'vitest'
import { call } from '../support/call'
import { addTo, clubOf, columns, fee, person, portal, visitor } from '../support/club'
import { leadsTo } from '../support/done'
import { createPerson, filledForm, type Session, setPortal, signIn } from '../support/portal'
import { cardOf, cardPath, changeCard } from '../support/portal-cards'
import { memberId, seedMembers } from '../support/seed-members'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const ALL = { functions: ['view_data', 'edit_data', 'view_fees'] }
const EDITABLE = {
  name: 'editable',
  birthdate: 'editable',
  email: 'editable',
  phone_numbers: 'editable',
  address: 'editable',
  bank_account: 'editable',
  payment_method: 'editable',
}

const COLUMNS = [
  { name: 'Size', type: 'string', allowed_values: ['S', 'M'], external_id: 'size' },
  { name: 'Teams', type: 'array', allowed_values: ['Chess', 'Choir'], external_id: 'teams' },
  { name: 'Nicknames', type: 'array', external_id: 'nicknames' },
  { name: 'News', type: 'boolean', external_id: 'news' },
  { name: 'Hours', type: 'integer', external_id: 'hours' },
  { name: 'Rate', type: 'number', external_id: 'rate' },
  { name: 'Since', type: 'date', external_id: 'since' },
  { name: 'Second mail', type: 'email', external_id: 'mail' },
  { name: 'Site', type: 'url', external_id: 'site' },
  { name: 'Remark', type: 'string', external_id: 'remark' },
  { name: 'Secret', type: 'string', external_id: 'secret' },
]

const ADA = {
  external_id: 'ada',
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  email: 'ada@example.org',
  birthdate: '1985-12-10',
  membership_number: '1815',
  phone_numbers: [
    { label: 'mobile', number: '+49 151 1815' },
    { label: null, number: '030 1815' },
  ],
  address: { street: 'Uferweg 12', postcode: '10115', city: 'Berlin', country_code: 'DE' },
  bank_account: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', signatory: null },
  payment_method: 'direct_debit',
  size: 'M',
  teams: ['Chess', 'Choir'],
  nicknames: ['A "quoted" one', 'B'],
  news: false,
  hours: 24,
  rate: 33.3,
  since: '2020-02-29',
  mail: 'second@example.org',
  site: 'https://ada.example.org/?a=1&b=2',
  remark: 'First line\nSecond <b>line</b>',
  secret: 'for the office alone',
}

type Fixture = { club: Workspace; id: string; session: Session }

function createFixture(changed: object = {}): Promise<Fixture> {
  const own = Object.fromEntries(COLUMNS.map(({ external_id }) => [external_id, 'editable']))
  return clubOf(
    columns(COLUMNS),
    portal({ ...ALL, fields: { ...EDITABLE, ...own, secret: 'hidden' }, ...changed }),
    person(ADA),
    visitor(),
  )
}

const stored = async (club: Workspace) => (await club.get('/lists/members/persons/ada')).body.data

const CARDS = ['contact', 'address', 'bank', 'consents', 'more']
const cardOfInput = (name: string) => cardOf(name.split('.')[0] ?? '', ['news'])

/** Submits the forms of the cards that have some fields, changed; all of them where nothing is to be changed. */
async function change({ session, id }: Fixture, changes: Record<string, string>, headers = {}) {
  const names = Object.keys(changes)
  const cards = CARDS.filter((card) => names.length === 0 || names.some((name) => cardOfInput(name) === card))
  const answers = []
  for (const card of cards) {
    const own = Object.entries(changes).filter(([name]) => cardOfInput(name) === card)
    answers.push(await changeCard(session, cardPath(id, card), Object.fromEntries(own), headers))
  }
  const [first] = answers
  const answer = answers.find(({ status }) => status !== 303) ?? first
  if (!answer) throw new Error('No card has these fields.')
  return answer
}

describe('my data', () => {
  it('calls nothing a consent that members cannot decide', async () => {
    const { club, session } = await createFixture()
    await club.put('/lists/members/persons/ada', { news: true })
    expect((await session.get('/portal')).text).toContain('Erteilt am')
    await setPortal(club, { fields: { news: 'visible' } })
    const { text } = await session.get('/portal')
    expect(text).toContain('News')
    expect(text).not.toContain('Erteilt am')
  })

  it('shows the fields that the workspace makes visible, in one trip', async () => {
    const { session } = await createFixture()
    const { status, text, cost } = await session.get('/portal')
    expect([status, cost.trips]).toEqual([200, 1])
    for (const shown of [
      'Ada Lovelace',
      '10. Dezember 1985',
      'Uferweg 12',
      'Deutschland',
      '•••• 0130 00',
      '33,3',
      'Nein',
    ])
      expect(text).toContain(shown)
    expect(text).not.toContain('for the office alone')
    expect(text).not.toContain('Secret')
    expect(text).not.toMatch(/\bSEPA\b/)
  })

  it.each([
    ['en-GB,en;q=0.9', 'en', '10 December 1985', '33.3', 'Details'],
    ['en-US', 'en', 'December 10, 1985', '33.3', 'Details'],
    ['fr-FR, de-AT;q=0.8, en;q=0.7', 'de', '10. Dezember 1985', '33,3', 'Daten'],
    ['fr-FR', 'de', '10. Dezember 1985', '33,3', 'Daten'],
    ['', 'de', '10. Dezember 1985', '33,3', 'Daten'],
    ['x'.repeat(3000), 'de', '10. Dezember 1985', '33,3', 'Daten'],
    ['en;q=0, de', 'de', '10. Dezember 1985', '33,3', 'Daten'],
    ['toString, constructor, de', 'de', '10. Dezember 1985', '33,3', 'Daten'],
  ])('answers a browser of %j in %s', async (accepted, language, date, rate, title) => {
    const { session } = await createFixture()
    const { text } = await session.get('/portal', { 'Accept-Language': accepted })
    for (const shown of [`<html lang="${language}">`, date, rate, title]) expect(text).toContain(shown)
  })

  it('uses the language of the workspace when the browser has no preference', async () => {
    const { club, session } = await createFixture()
    await operator('PATCH', `/operator/workspaces/${club.id}`, { locale: 'en-GB' })
    expect((await session.get('/portal')).text).toContain('10 December 1985')
  })

  it('escapes texts in names and columns', async () => {
    const club = await workspace({ name: '<img src=x onerror=alert(1)>' })
    const bad = '"><script>alert(1)</script>'
    await club.put('/lists/members/custom_columns', {
      data: [{ name: bad, type: 'string', external_id: 'x' }],
    })
    await setPortal(club, { ...ALL, fields: { ...EDITABLE, x: 'editable' } })
    const id = await createPerson(club, { name: { first_name: bad, last_name: '&amp;' }, x: bad })
    await createPerson(club, { name: { first_name: bad }, email: 'x@example.org' })
    await club.post('/fees', { data: [{ amount: 100, description: bad, person_id: id }] })
    const session = await signIn(club, { person_id: id })
    for (const path of ['/portal', cardPath(id, 'contact'), `/portal/persons/${id}/fees`]) {
      const { text } = await session.get(path)
      expect(text).not.toMatch(/<script|<img/)
      expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
      expect(text).toContain('&lt;script&gt;')
    }
    const { text } = await session.submit(cardPath(id, 'contact'), { 'name.first_name': `${bad}2` })
    expect(text).not.toMatch(/<script/)
  })

  it.each([
    [[], 200, 'bietet hier im Moment nichts an'],
    [['view_fees'], 303, ''],
    [['view_data'], 200, 'Uferweg 12'],
    [['edit_data'], 200, 'Uferweg 12'],
  ])('follows the portal functions %j', async (functions, status, words) => {
    const { session, id } = await createFixture({ functions })
    const edit = cardPath(id, 'address')
    const home = await session.get('/portal')
    expect(home.status).toBe(status)
    expect(home.text).toContain(words)
    if (!functions.some((name) => name !== 'view_fees')) expect(home.text).not.toContain('Uferweg')
    expect((await session.get(edit)).status).toBe(functions.includes('edit_data') ? 200 : 404)
    expect((await session.submit(edit, {})).status).toBe(functions.includes('edit_data') ? 303 : 404)
    expect((await session.get(`/portal/persons/${id}/fees`)).status).toBe(
      functions.includes('view_fees') ? 200 : 404,
    )
  })
})

describe('update of my data', () => {
  it.each(['de-DE', 'en-GB'])(
    'changes nothing when the form is sent back unchanged, %s',
    async (language) => {
      const all = await createFixture()
      const before = await stored(all.club)
      const answer = await change(all, {}, { 'Accept-Language': language })
      expect([answer.status, answer.cost.trips]).toEqual([303, 1])
      expect(await stored(all.club)).toEqual(before)
    },
  )

  it('reads numbers in the language of the form, or of the workspace when the browser has none', async () => {
    const all = await createFixture()
    await operator('PATCH', `/operator/workspaces/${all.club.id}`, { locale: 'en-GB' })
    expect((await change(all, {})).status).toBe(303)
    expect((await change(all, { rate: '0.5' })).status).toBe(303)
    expect((await stored(all.club)).rate).toBe(0.5)
    const { status, text } = await change(all, { rate: '1,234', remark: 'Bonn' })
    expect(status).toBe(422)
    expect(Object.fromEntries(await filledForm(text))).toMatchObject({ rate: '1,234', remark: 'Bonn' })
  })

  it.each(['XX1', 'x', '1', '—'])(
    'shows the error of a country code like %j beside the field',
    async (code) => {
      const all = await createFixture()
      const answer = await change(all, { 'address.country_code': code })
      expect(answer.status).toBe(422)
      expect((await stored(all.club)).address.country_code).toBe('DE')
    },
  )

  it('keeps a country code that no list contains', async () => {
    const all = await createFixture()
    await all.club.put('/lists/members/persons/ada', { address: { ...ADA.address, country_code: 'QQ' } })
    expect((await change(all, { 'address.city': 'Bonn' })).status).toBe(303)
    expect((await stored(all.club)).address).toMatchObject({ city: 'Bonn', country_code: 'QQ' })
  })

  it('validates and writes as the API does, in two trips', async () => {
    const all = await createFixture()
    const answer = await change(all, {
      'name.last_name': ' King ',
      'bank_account.iban': 'nl91 abna 0417 1643 00',
      'bank_account.bic': '',
      'phone_numbers.0.number': '',
      'phone_numbers.2.number': '040 12',
      'phone_numbers.2.label': 'work',
      teams: '',
      nicknames: 'One\r\n\r\n Two ',
      news: 'true',
      hours: '-3',
      rate: '0,5',
      since: '',
    })
    expect([answer.status, answer.cost.trips]).toEqual([303, 2])
    expect(leadsTo(answer)).toContain(`/portal/persons/${all.id} after `)
    expect(await stored(all.club)).toMatchObject({
      name: { first_name: 'Ada', last_name: 'King' },
      bank_account: { iban: 'NL91ABNA0417164300', bic: null, signatory: null },
      phone_numbers: [
        { label: null, number: '030 1815' },
        { label: 'work', number: '040 12' },
      ],
      teams: null,
      nicknames: ['One', 'Two'],
      news: true,
      hours: -3,
      rate: 0.5,
      since: null,
      remark: ADA.remark,
      secret: ADA.secret,
    })
  })

  it('accepts editable fields only', async () => {
    const all = await createFixture()
    await setPortal(all.club, { fields: { email: 'visible', size: 'visible' } })
    const before = await stored(all.club)
    const answer = await change(all, {
      'address.city': 'Berlin',
      email: 'eve@example.org',
      size: 'S',
      secret: 'x',
      membership_number: '1',
      leave_date: '2030-01-01',
      external_id: 'eve',
      'sepa_mandate.reference': 'x',
      id: 'per_x',
      workspace_id: 'wsp_x',
    })
    expect(answer.status).toBe(303)
    expect(await stored(all.club)).toEqual(before)
  })

  it.each([
    ['mail', 'unknown', 'Bitte geben Sie eine E-Mail-Adresse ein', 'not a valid email address'],
    ['mail', 'no body', 'Bitte geben Sie eine E-Mail-Adresse ein', 'not a valid email address'],
    ['bank_account.iban', 'DE00 1234', 'Bitte prüfen Sie die IBAN', 'This IBAN is not right'],
    ['bank_account.iban', '', 'Für die Lastschrift brauchen wir eine IBAN', 'need an IBAN for direct debit'],
    ['bank_account.bic', 'X', 'Bitte prüfen Sie den BIC', 'This BIC is not right'],
    ['birthdate', '2026-02-30', 'Dieses Datum gibt es nicht', 'This date does not exist'],
    ['since', 'gestern', 'Dieses Datum gibt es nicht', 'This date does not exist'],
    ['hours', '1,5', 'Bitte geben Sie eine ganze Zahl ein', 'enter a whole number'],
    ['rate', 'viel', 'Bitte geben Sie eine Zahl ein', 'enter a number'],
    ['site', 'javascript:alert(1)', 'mit https:// oder http:// beginnt', 'begins with https:// or http://'],
    ['size', 'XXL', 'Bitte wählen Sie einen der angebotenen Werte', 'choose one of the values'],
    ['teams', 'Golf', 'Bitte wählen Sie einen der angebotenen Werte', 'choose one of the values'],
    ['payment_method', 'gold', 'Bitte wählen Sie einen der angebotenen Werte', 'choose one of the values'],
    ['phone_numbers.1.number', '1'.repeat(65), 'höchstens 64 Zeichen', 'at most 64 characters'],
    ['address.street', 'x'.repeat(256), 'Dieser Text ist zu lang', 'This text is too long'],
    ['name.first_name', 'x'.repeat(256), 'Dieser Text ist zu lang', 'This text is too long'],
    ['remark', 'x'.repeat(5001), 'Dieser Text ist zu lang', 'This text is too long'],
  ])('shows beside the field that %s cannot be %j', async (name, value, german, english) => {
    const all = await createFixture()
    const before = await stored(all.club)
    for (const [language, words] of [
      ['de', german],
      ['en', english],
    ] as const) {
      const { status, text } = await change(all, { [name]: value }, { 'Accept-Language': language })
      expect(status).toBe(422)
      const id = `field-${name.replaceAll('.', '-')}`
      expect(text).toContain(`href="#${id}"`)
      expect(text).toContain(` id="${id}"`)
      expect(text.split(words)).toHaveLength(3)
      if (name !== 'teams') {
        expect(text).toContain(`id="${id}-fault"`)
        expect(text).toMatch(new RegExp(`id="${id}" name="${name}" aria-invalid="true"`))
      }
      expect(text).not.toContain('must be')
    }
    expect(await stored(all.club)).toEqual(before)
  })

  it('says what is wrong with a custom column by its type, whatever its key', async () => {
    const all = await clubOf(
      columns([{ name: 'Second account', type: 'string', external_id: 'iban' }]),
      portal({ ...ALL, fields: { iban: 'editable' } }),
      person({ external_id: 'ada' }),
      visitor(),
    )
    const { status, text } = await change(all, { iban: 'x'.repeat(5001) })
    expect(status).toBe(422)
    expect(text.split('Dieser Text ist zu lang')).toHaveLength(3)
  })

  it('keeps what was typed beside an error', async () => {
    const all = await createFixture()
    const { text } = await change(all, {
      birthdate: '2026-02-30',
      'name.last_name': '"<King>',
      'phone_numbers.2.number': '0221',
    })
    const fields = Object.fromEntries(await filledForm(text))
    expect(fields).toMatchObject({
      birthdate: '2026-02-30',
      'name.last_name': '"<King>',
      'phone_numbers.2.number': '0221',
    })
  })

  it('refuses to clear the last identification', async () => {
    const all = await clubOf(
      portal({ ...ALL, fields: EDITABLE }),
      person({ name: { first_name: 'Ada' } }),
      visitor(),
    )
    const { status, text } = await change(all, { 'name.first_name': '' })
    expect(status).toBe(422)
    expect(text).toContain('Bitte geben Sie einen Namen ein.')
  })
})

describe('my fees', () => {
  it('create a few formatters, however many fees there are', async () => {
    const { club, id, session } = await createFixture()
    await addTo(club, ...Array.from({ length: 500 }, () => fee(100, { person_id: id })))
    await rows("UPDATE fees SET status = 'paid', paid_amount = 100 WHERE workspace_id = ?", club.id)
    const made = ['DateTimeFormat', 'NumberFormat', 'DisplayNames', 'Collator'] as const
    const spies = made.map((name) => vi.spyOn(Intl, name))
    const { text } = await session.get(`/portal/persons/${id}/fees`, { 'Accept-Language': 'de-LU' })
    const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    for (const spy of spies) spy.mockRestore()
    expect(text.match(/1,00/g)).toHaveLength(50)
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(5)
  })

  it('say so when there are none', async () => {
    const { id, session } = await createFixture()
    expect((await session.get(`/portal/persons/${id}/fees`)).text).toContain('Im Moment ist nichts offen.')
  })
})

describe('data of other persons', () => {
  it('returns 404 on every page and in every form, within the workspace and in others', async () => {
    const { club, session } = await createFixture()
    const elsewhere = await workspace()
    await setPortal(elsewhere, ALL)
    const others = [
      await createPerson(club, { name: { first_name: 'Grace' } }),
      await createPerson(elsewhere, { name: { first_name: 'Grace' } }),
      await createPerson(club, { name: { first_name: 'Grace' } }, 'contacts'),
      'per_unknown',
      'ada',
    ]
    for (const other of others) {
      const answers = [
        await session.get(`/portal/persons/${other}`),
        await session.get(cardPath(other, 'contact')),
        await session.get(`/portal/persons/${other}/fees`),
        await session.submit(cardPath(other, 'contact'), { 'name.first_name': 'Eve' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
      for (const { text } of answers) expect(text).not.toMatch(/\bGrace\b/)
    }
    expect(await rows("SELECT * FROM persons WHERE first_name = 'Eve'")).toEqual([])
  })
})

it('costs the same, however many members and fees the workspace has', async () => {
  for (const size of [600, 3000]) {
    const club = await workspace()
    await setPortal(club, { ...ALL, fields: EDITABLE })
    await seedMembers(club.id, size)
    await addTo(club, ...Array.from({ length: size }, (_, n) => fee(100, { person_id: memberId(n + 1) })))
    const session = await signIn(club, { person_id: memberId(77) })
    const path = `/portal/persons/${memberId(77)}`
    for (const page of ['/portal', path, `${path}/edit/contact`, `${path}/fees`]) {
      const { cost } = await session.get(page)
      expect([page, cost.trips, cost.rowsWritten]).toEqual([page, 1, 0])
      expect(cost.rowsRead, page).toBeLessThanOrEqual(page.endsWith('/fees') ? 75 : 56)
    }
    const changed = await change({ club, session, id: memberId(77) }, { birthdate: '2000-01-01' })
    expect([changed.status, changed.cost.trips, changed.cost.rowsWritten]).toEqual([303, 2, 4])
    expect(changed.cost.rowsRead).toBeLessThanOrEqual(90)
  }
})

describe('portal settings', () => {
  it('are returned to the operator and by /me, and merge', async () => {
    const club = await workspace()
    await club.put('/lists/members/custom_columns', { data: COLUMNS })
    const begin = (await operator('GET', `/operator/workspaces/${club.id}`)).body.data.member_portal
    expect(begin).toMatchObject({
      functions: ['view_data', 'view_fees'],
      slug: null,
      colour: null,
      sender_name: null,
    })
    expect(begin.fields).toMatchObject({ name: 'visible', bank_account: 'hidden' })
    await setPortal(club, { fields: { size: 'editable' }, colour: '#C8102E' })
    const { body } = await setPortal(club, {
      slug: 'tsv',
      fields: { name: 'editable' },
      functions: ['view_fees', 'view_data'],
    })
    expect(body.data.member_portal).toMatchObject({
      enabled: true,
      functions: ['view_data', 'view_fees'],
      slug: 'tsv',
      colour: '#c8102e',
      fields: { size: 'editable', name: 'editable', email: 'visible' },
    })
    expect((await club.get('/me')).body.data.member_portal).toEqual({
      enabled: true,
      url: 'http://mas.test/portal/tsv',
      functions: ['view_data', 'view_fees'],
      managed_by: 'workspace',
    })
    await setPortal(club, { slug: null })
    expect((await club.get('/me')).body.data.member_portal.url).toBe(`http://mas.test/portal/${club.id}`)
  })

  it.each([
    [{ fields: { nothing: 'visible' } }, 'member_portal.fields.nothing'],
    [{ fields: { external_id: 'visible' } }, 'member_portal.fields.external_id'],
    [{ fields: { toString: 'visible' } }, 'member_portal.fields.toString'],
    [{ fields: { membership_number: 'editable' } }, 'member_portal.fields.membership_number'],
    [{ fields: { name: 'secret' } }, 'member_portal.fields.name'],
    [{ functions: ['fly'] }, 'member_portal.functions.0'],
    [{ slug: 'Login' }, 'member_portal.slug'],
    [{ slug: 'login' }, 'member_portal.slug'],
    [{ slug: 'a--b' }, 'member_portal.slug'],
    [{ slug: 'taken' }, 'member_portal.slug'],
    [{ colour: 'red' }, 'member_portal.colour'],
    [{ sender_name: 'a\r\nBcc: eve@example.com' }, 'member_portal.sender_name'],
    [{ sender_name: '' }, 'member_portal.sender_name'],
  ])('refuse %j', async (settings, path) => {
    await workspace({ member_portal: { slug: 'taken' } })
    const club = await workspace()
    const { status, body } = await setPortal(club, settings)
    expect([status, Object.keys(body.errors)]).toEqual([422, [path]])
  })

  it('give a slug to one of two workspaces that ask for it at once', async () => {
    const clubs = await Promise.all([workspace(), workspace()])
    const answers = await Promise.all(clubs.map((club) => setPortal(club, { slug: 'tsv' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await setPortal(clubs[0], { slug: 'tsv' })).status).toBe(answers[0]?.status)
    expect((await call('GET', '/portal/tsv')).status).toBe(200)
  })
})

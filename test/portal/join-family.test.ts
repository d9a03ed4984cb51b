import { describe, expect, it } from 'vitest'
import { call } from '../support/call'
import { addTo, columns } from '../support/club'
import { eventsOf } from '../support/events'
import { APPLICATION, appliedPath, applyTo, joinable, mailedPath, setJoinForm } from '../support/join'
import { filledForm, submit } from '../support/portal'
import { operator, rows } from '../support/workspace'

const IBAN = 'DE89370400440532013000'
const PARENT = { ...APPLICATION, 'family.asks': '1', 'family.joins': '1', 'family.blocks': '5' }
const CHILD = (place: number, name: string, birthdate = '2017-03-04') => ({
  [`${place}.name.first_name`]: name,
  [`${place}.name.last_name`]: 'Lovelace',
  [`${place}.birthdate`]: birthdate,
})
const PROMISED = { 'consent.custody': '1', 'consent.pays': '1' }
const FAMILY = {
  ...PARENT,
  ...PROMISED,
  ...CHILD(2, 'Ben', '1984-01-01'),
  ...CHILD(3, 'Cleo'),
  ...CHILD(4, 'Dan'),
  ...CHILD(5, 'Eli'),
}

type Row = {
  id: string
  list_id: string
  area: string
  first_name: string
  email: string
  address: string
  bank_account: string
  payer_id: string | null
  payer_agreed_on: string | null
  guardian_id: string | null
  application_id: string
}
const persons = () => rows<Row>('SELECT * FROM persons ORDER BY id')

/** Applies, and presses the button of the mail. */
const confirmed = async (fields: Record<string, string>) => submit(await appliedPath('tsv', fields))

const linkedIn = (html: string) => [...html.matchAll(/href="#field-([\w-]+)"/g)].map(([, name]) => name)

const focused = (html: string) =>
  [...html.matchAll(/<(?:input|select|textarea|div)[^>]* autofocus[^>]*>/g)].map(
    ([tag]) => / id="([^"]+)"/.exec(tag)?.[1],
  )

describe('a family', () => {
  it('applies with one form, one mail and one link, and is stored together', async () => {
    const club = await joinable({ fields: { bank_account: 'optional' } })
    const { answer, queued } = await applyTo('tsv', { ...FAMILY, 'bank_account.iban': IBAN })
    expect([answer.status, queued.length, (await persons()).length]).toEqual([200, 1, 0])
    const { status, cost } = await submit(await mailedPath(queued))
    expect([status, cost.trips]).toEqual([200, 2])
    const [parent, ...others] = await persons()
    expect(others).toHaveLength(4)
    expect(new Set([parent, ...others].map((one) => one?.application_id)).size).toBe(1)
    const today = new Date().toISOString().slice(0, 10)
    for (const one of others)
      expect(one).toMatchObject({
        ...{ list_id: 'members', area: 'applications', email: 'ada@example.org', payer_agreed_on: today },
        ...{ payer_id: parent?.id, address: parent?.address, bank_account: null },
      })
    expect(others.map(({ first_name, guardian_id }) => [first_name, guardian_id])).toEqual([
      ['Ben', null],
      ['Cleo', parent?.id],
      ['Dan', parent?.id],
      ['Eli', parent?.id],
    ])
    expect(parent).toMatchObject({ payer_id: null, guardian_id: null, first_name: 'Ada' })
    const actions = (await eventsOf(club)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'person.applied')).toHaveLength(5)
    expect(actions.filter((action) => action === 'person.created')).toHaveLength(5)
  })

  it('is shown with what is promised before it is confirmed, and changes nothing for scanners', async () => {
    await joinable()
    const path = await appliedPath('tsv', FAMILY)
    for (let n = 0; n < 3; n++) {
      const { text, status, cost } = await call('GET', path)
      expect([status, cost.rowsWritten]).toEqual([200, 0])
      for (const shown of ['Ben Lovelace', 'Eli Lovelace', 'Ich handle für alle', 'Ich bezahle die Beiträge'])
        expect(text).toContain(shown)
    }
    expect(await persons()).toEqual([])
  })

  it('becomes applicants however often and from wherever its button is pressed', async () => {
    await joinable()
    const path = await appliedPath('tsv', FAMILY)
    for (const { status } of await Promise.all([submit(path), submit(path), submit(path)]))
      expect(status).toBe(200)
    expect(await persons()).toHaveLength(5)
  })

  it('leaves a parent out who becomes no member, and keeps it as a contact that pays', async () => {
    const club = await joinable({ fields: { bank_account: 'optional' } })
    const { 'family.joins': _, ...parent } = PARENT
    await confirmed({ ...parent, ...PROMISED, ...CHILD(2, 'Ben'), 'bank_account.iban': IBAN })
    const [contact, child, ...others] = await persons()
    expect(others).toEqual([])
    expect(contact).toMatchObject({ list_id: 'contacts', area: 'regular', first_name: 'Ada' })
    expect(contact?.bank_account).toContain(IBAN)
    expect(child).toMatchObject({ list_id: 'members', payer_id: contact?.id, guardian_id: contact?.id })
    expect((await club.get('/lists/contacts/persons')).body.data).toHaveLength(1)
  })

  it('asks for a guardian of a minor who fills it in, mails the guardian, and makes it the payer', async () => {
    await joinable({ fields: { bank_account: 'optional' } })
    const minor = { ...PARENT, birthdate: '2015-06-01', 'bank_account.iban': IBAN }
    const { answer, queued } = await applyTo('tsv', minor)
    expect([answer.status, queued]).toEqual([422, []])
    expect(linkedIn(answer.text)).toEqual([
      'guardian-name-first_name',
      'guardian-name-last_name',
      'guardian-email',
      'consent-custody',
      'consent-pays',
    ])
    expect(answer.text).toContain('Bitte geben Sie bei der sorgeberechtigten Person den Vornamen an.')
    expect(focused(answer.text)).toEqual(['field-guardian-name-first_name'])
    const guardian = {
      'guardian.name.first_name': 'Mia',
      'guardian.name.last_name': 'Lovelace',
      'guardian.email': 'mia@example.org',
    }
    const sent = await applyTo('tsv', { ...minor, ...guardian, ...PROMISED })
    expect(sent.queued).toMatchObject([{ email: 'mia@example.org' }])
    await submit(await mailedPath(sent.queued))
    const [child, parent] = await persons()
    expect(parent).toMatchObject({ list_id: 'contacts', first_name: 'Mia', email: 'mia@example.org' })
    expect(parent?.bank_account).toContain(IBAN)
    expect(child).toMatchObject({ payer_id: parent?.id, guardian_id: parent?.id, bank_account: null })
  })

  it('needs a guardian who is a member where the workspace has no contacts, and says so', async () => {
    const club = await joinable()
    await operator('PATCH', `/operator/workspaces/${club.id}`, { subscription_variant: 'members' })
    expect((await call('GET', '/join/tsv')).text).not.toContain('family.joins')
    const alone = await applyTo('tsv', { ...APPLICATION, birthdate: '2015-06-01' })
    expect(alone.answer.status).toBe(422)
    expect(alone.answer.text).toContain('Ein Elternteil füllt das Formular aus und wird selbst Mitglied')
    const { 'family.joins': _, ...parent } = PARENT
    expect((await applyTo('tsv', { ...parent, ...PROMISED, ...CHILD(2, 'Ben') })).answer.status).toBe(422)
    expect((await confirmed({ ...APPLICATION, ...PROMISED, ...CHILD(2, 'Ben') })).status).toBe(200)
    expect((await persons()).map(({ list_id }) => list_id)).toEqual(['members', 'members'])
  })

  it.each([
    ['without the promise to pay', { 'consent.pays': '' }, ['consent-pays']],
    ['without the word for all who have custody', { 'consent.custody': '' }, ['consent-custody']],
    ['with a child that pays', { 'family.payer': '2' }, ['family-payer']],
    ['with nobody who joins', { 'family.joins': '', '3.name.first_name': '' }, []],
  ])('is refused %s', async (_, changes, linked) => {
    await joinable()
    const fields = Object.entries({ ...PARENT, ...PROMISED, ...CHILD(2, 'Ben'), ...changes })
    const sent = Object.fromEntries(fields.filter(([, value]) => value !== ''))
    const { answer } = await applyTo('tsv', sent)
    expect(answer.status).toBe(linked.length === 0 ? 200 : 422)
    expect(linkedIn(answer.text)).toEqual(linked)
  })

  it('needs somebody who becomes a member', async () => {
    await joinable()
    const { 'family.joins': _, ...parent } = PARENT
    const { answer } = await applyTo('tsv', parent)
    expect([answer.status, linkedIn(answer.text)]).toEqual([422, ['family-joins']])
    expect(answer.text).toContain('mindestens eine Person')
  })

  it('may have another adult who pays, who promised nothing here', async () => {
    await joinable()
    const { 'consent.pays': _, ...fields } = FAMILY
    await confirmed({ ...fields, 'family.payer': '2' })
    const [ada, ben, cleo] = await persons()
    expect(ben).toMatchObject({ first_name: 'Ben', payer_id: null })
    expect(ada).toMatchObject({ payer_id: ben?.id, payer_agreed_on: null })
    expect(cleo).toMatchObject({ payer_id: ben?.id, payer_agreed_on: null, guardian_id: ada?.id })
  })

  it('may have adults who pay for themselves, from the account of the first', async () => {
    await joinable({ fields: { bank_account: 'required' } })
    await confirmed({ ...FAMILY, 'family.payer': 'each', 'bank_account.iban': IBAN })
    const [ada, ben, cleo] = await persons()
    expect(ben).toMatchObject({ payer_id: null, bank_account: ada?.bank_account })
    expect(cleo).toMatchObject({ payer_id: ada?.id, bank_account: null })
  })

  it('names the fields of each person that are missing, and opens on the first', async () => {
    await joinable()
    const left = ['name.first_name', '4.birthdate', '5.name.first_name']
    const fields = Object.fromEntries(Object.entries(FAMILY).filter(([name]) => !left.includes(name)))
    const others = await applyTo('tsv', { ...fields, 'name.first_name': 'Ada' })
    expect(linkedIn(others.answer.text)).toEqual(['4-birthdate', '5-name-first_name'])
    expect(others.answer.text).toContain('Bitte geben Sie bei Person 4 das Geburtsdatum an.')
    expect(focused(others.answer.text)).toEqual(['field-4-birthdate'])
    expect(Object.fromEntries(await filledForm(others.answer.text))).toMatchObject(fields)
    const first = await applyTo('tsv', fields)
    expect(focused(first.answer.text)).toEqual(['field-name-first_name'])
  })

  it('gets one more block by a button, up to eight, and loses nothing by it', async () => {
    await joinable()
    let { text } = (await applyTo('tsv', { ...FAMILY, 'family.add': '1' })).answer
    for (const blocks of ['6', '7', '8']) {
      const form = Object.fromEntries(await filledForm(text))
      expect(form).toMatchObject({ ...FAMILY, 'family.blocks': blocks })
      expect(text).toContain(`name="${blocks}.name.first_name"`)
      text = (await applyTo('tsv', { ...form, 'family.add': '1' })).answer.text
    }
    expect(text).toContain('höchstens 8 Personen')
    expect(text).not.toContain('name="9.name.first_name"')
    expect(await rows('SELECT 1 FROM join_requests UNION ALL SELECT 1 FROM link_requests')).toEqual([])
  })

  it('keeps markup and formulas in names as they are typed', async () => {
    const club = await joinable()
    const name = '=HYPERLINK("x")<script>'
    const path = await appliedPath('tsv', { ...FAMILY, '2.name.first_name': name })
    const { text } = await call('GET', path)
    expect(text).toContain('=HYPERLINK(&quot;x&quot;)&lt;script&gt;')
    await submit(path)
    expect((await persons())[1]).toMatchObject({ first_name: name })
    const csv = await club.get('/lists/members/persons', { headers: { Accept: 'text/csv' } })
    expect(csv.text).not.toContain(',=HYPERLINK')
  })

  it('is the one of its workspace alone', async () => {
    const other = await joinable({}, { member_portal: { slug: 'other' }, name: 'Other' })
    await joinable()
    const { queued } = await applyTo('tsv', FAMILY)
    const draft = String((queued[0] as { token?: string }).token)
    const { answer } = await applyTo('other', { 'family.link': draft, 'family.change': '1' })
    expect(answer.text).not.toContain('Lovelace')
    expect(answer.text).toContain('Dieser Antrag ist schon eingegangen')
    await submit(await mailedPath(queued))
    expect(await rows('SELECT 1 FROM persons WHERE workspace_id = ?', other.id)).toEqual([])
  })
})

describe('an application that waits', () => {
  const draftOf = (html: string) => String(/name="family.draft" value="([\w-]{43})"/.exec(html)?.[1])

  it('is corrected after sending: with another address the first mail is worth nothing', async () => {
    await joinable({ fields: { bank_account: 'optional' } })
    const typo = { ...FAMILY, email: 'ada@exmaple.org', 'bank_account.iban': IBAN }
    const first = await applyTo('tsv', typo)
    const draft = draftOf(first.answer.text)
    const asked = await applyTo('tsv', { 'family.draft': draft, 'family.change': '1' })
    const form = Object.fromEntries(await filledForm(asked.answer.text))
    expect(form).toMatchObject({
      ...typo,
      'bank_account.iban': 'DE89 3704 0044 0532 0130 00',
      'family.draft': draft,
    })
    const second = await applyTo('tsv', { ...form, email: 'ada@example.org' })
    expect(second.queued).toMatchObject([{ email: 'ada@example.org' }])
    expect(await rows('SELECT email FROM join_requests')).toEqual([{ email: 'ada@example.org' }])
    const path = `/join/confirm/${(first.queued[0] as { token?: string }).token}`
    expect((await submit(path)).status).toBe(404)
    await submit(await mailedPath(second.queued))
    expect((await persons()).map(({ email }) => email)).toEqual(Array(5).fill('ada@example.org'))
  })

  it('is changed from the page that checks it, with the account as it was and no other mail', async () => {
    await joinable({ fields: { bank_account: 'optional' } })
    const path = await appliedPath('tsv', { ...FAMILY, 'bank_account.iban': IBAN })
    const page = await call('GET', path)
    const link = path.split('/').at(-1) ?? ''
    expect(page.text).toContain(`name="family.link" value="${link}"`)
    const asked = await applyTo('tsv', { 'family.link': link, 'family.change': '1' })
    expect(asked.answer.text).not.toMatch(/3704 ?0044/)
    expect(asked.answer.text).toContain('das auf 3000 endet')
    const form = Object.fromEntries(await filledForm(asked.answer.text))
    const { answer, queued } = await applyTo('tsv', { ...form, '3.name.first_name': 'Clea' })
    expect([answer.status, answer.headers.get('Location'), queued]).toEqual([303, path, []])
    expect((await call('GET', path)).text).toContain('Clea Lovelace')
    await submit(path)
    const [ada, , clea] = await persons()
    expect([ada?.bank_account.includes(IBAN), clea?.first_name]).toEqual([true, 'Clea'])
  })

  it('is no longer changed once it is confirmed, nor by a token that is made up', async () => {
    await joinable()
    const sent = await applyTo('tsv', FAMILY)
    await submit(await mailedPath(sent.queued))
    for (const draft of [draftOf(sent.answer.text), 'x'.repeat(43), "'"]) {
      const { answer } = await applyTo('tsv', { 'family.draft': draft, 'family.change': '1' })
      expect([answer.status, answer.text.includes('Lovelace')]).toEqual([200, false])
    }
  })

  it('cannot be confirmed by the browser that sent it', async () => {
    await joinable()
    const { answer } = await applyTo('tsv', FAMILY)
    expect((await submit(`/join/confirm/${draftOf(answer.text)}`)).status).toBe(404)
    expect(await persons()).toEqual([])
  })

  it('ends where a later one of the same address is confirmed, and tells of it before', async () => {
    await joinable()
    const older = await appliedPath('tsv')
    await rows("UPDATE join_requests SET created_at = '2026-01-01T00:00:00.000Z'")
    const newer = await appliedPath('tsv', { ...FAMILY, email: 'ADA@example.org' })
    const other = await appliedPath('tsv', { ...APPLICATION, email: 'eve@example.org' })
    expect((await call('GET', older)).text).toContain('Bestätigen Sie den neueren')
    expect((await call('GET', newer)).text).not.toContain('Bestätigen Sie den neueren')
    expect((await submit(newer)).status).toBe(200)
    expect((await submit(older)).status).toBe(404)
    expect((await call('GET', other)).status).toBe(200)
    expect(await persons()).toHaveLength(5)
  })

  it('of an earlier version is one person, and is confirmed as such', async () => {
    await joinable()
    const path = await appliedPath('tsv')
    const person = {
      name: { first_name: 'Old', last_name: 'Row' },
      email: 'ada@example.org',
      birthdate: '1980-01-01',
    }
    const address = { street: 'A 1', postcode: '1', city: 'B', country_code: 'DE' }
    await rows(
      'UPDATE join_requests SET input = ?',
      JSON.stringify({ person: { ...person, address }, statutes_url: 'https://example.org/s' }),
    )
    expect((await submit(path)).status).toBe(200)
    expect(await persons()).toMatchObject([{ first_name: 'Old', payer_id: null, guardian_id: null }])
  })
})

describe('the address of the form', () => {
  it('fills in one value that a column allows, and nothing else', async () => {
    const { club } = await addTo(
      await joinable(),
      columns([
        { name: 'Abteilung', type: 'array', allowed_values: ['Tennis', 'Chor'], external_id: 'section' },
        { name: 'Gruppe', type: 'string', allowed_values: ['Kind', 'Erwachsen'], external_id: 'group' },
        { name: 'Notiz', type: 'string', external_id: 'note' },
      ]),
    )
    await setJoinForm(club, { fields: { section: 'optional', group: 'optional', note: 'optional' } })
    const filled = async (query: string) => {
      const form = await filledForm((await call('GET', `/join/tsv?${query}`)).text)
      return form.filter(([name, value]) => ['section', 'group', 'note'].includes(name) && value !== '')
    }
    expect(await filled('section=Tennis')).toEqual([['section', 'Tennis']])
    expect(await filled('group=Kind')).toEqual([['group', 'Kind']])
    expect(await filled('section=Tennis&group=Kind')).toHaveLength(1)
    for (const query of ['section=Golf', 'note=x', 'email=a@b.de', 'unknown=1'])
      expect(await filled(query)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { clubOf, columns, person, portal, visitor } from '../support/club'
import { eventsOf } from '../support/events'
import { createPerson, filledForm, type Session, signIn } from '../support/portal'
import { cardPath, changeCard, followed, withChanges } from '../support/portal-cards'
import type { Workspace } from '../support/workspace'

const FIELDS = {
  name: 'editable',
  birthdate: 'editable',
  phone_numbers: 'editable',
  address: 'editable',
  payment_method: 'editable',
  bank_account: 'editable',
  news: 'editable',
  hours: 'editable',
  rate: 'editable',
  site: 'editable',
}

const COLUMNS = [
  { name: 'Newsletter', type: 'boolean', external_id: 'news' },
  { name: 'Hours', type: 'integer', external_id: 'hours' },
  { name: 'Rate', type: 'number', external_id: 'rate' },
  { name: 'Site', type: 'url', external_id: 'site' },
]

const IBAN = 'DE89370400440532013000'
const OTHER_IBAN = 'NL91ABNA0417164300'
const ADDRESS = { street: 'Uferweg 12', postcode: '10115', city: 'Berlin', country_code: 'DE' }

const ADA = {
  external_id: 'ada',
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  email: 'family@example.org',
  address: ADDRESS,
  bank_account: { iban: IBAN, bic: 'COBADEFFXXX', signatory: null },
}

type Fixture = { club: Workspace; id: string; session: Session }

const createFixture = (fields: object = ADA, changed: object = {}): Promise<Fixture> =>
  clubOf(
    columns(COLUMNS),
    portal({ functions: ['view_data', 'edit_data'], fields: FIELDS, ...changed }),
    person(fields),
    visitor(),
  )

const stored = async (club: Workspace, person = 'ada') =>
  (await club.get(`/lists/members/persons/${person}`)).body.data
const update = (club: Workspace, change: object, person = 'ada') =>
  club.put(`/lists/members/persons/${person}`, change)
const formOf = async ({ session, id }: Fixture, card: string) =>
  filledForm((await session.get(cardPath(id, card))).text)

describe('form of a card', () => {
  it('takes a birth date of today, and none of tomorrow', async () => {
    const { club, id, session } = await createFixture()
    const day = (offset: number) =>
      new Date(Date.now() + offset * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' })
    const path = cardPath(id, 'contact')
    expect((await changeCard(session, path, { birthdate: day(1) })).status).toBe(422)
    expect((await changeCard(session, path, { birthdate: day(0) })).status).toBe(303)
    expect((await stored(club)).birthdate).toBe(day(0))
  })

  it('keeps what was typed and what another changed elsewhere in the same card', async () => {
    const all = await createFixture()
    const form = await formOf(all, 'address')
    await update(all.club, { address: { ...ADDRESS, city: 'Potsdam' } })
    const sent = withChanges(form, { 'address.street': 'Neue Straße 1' })
    const { status, cost } = await all.session.submit(cardPath(all.id, 'address'), sent)
    expect([status, cost.trips]).toEqual([303, 2])
    expect((await stored(all.club)).address).toMatchObject({ street: 'Neue Straße 1', city: 'Potsdam' })
  })

  it.each([
    ['de', 'Hier steht inzwischen: Lindenallee 8. Ihre Eingabe: Neue Straße 1.'],
    ['en', 'This now says: Lindenallee 8. You entered: Neue Straße 1.'],
  ])('tells of another value in the same field, and a second submit decides (%s)', async (language, told) => {
    const all = await createFixture()
    const headers = { 'Accept-Language': language }
    const path = cardPath(all.id, 'address')
    const form = await formOf(all, 'address')
    await update(all.club, { address: { ...ADDRESS, street: 'Lindenallee 8' } })
    const sent = withChanges(form, { 'address.street': 'Neue Straße 1' })
    const refused = await all.session.submit(path, sent, headers)
    expect([refused.status, refused.cost.trips, refused.cost.rowsWritten]).toEqual([422, 1, 0])
    expect(refused.text.split(told)).toHaveLength(3)
    expect((await stored(all.club)).address.street).toBe('Lindenallee 8')
    const again = await filledForm(refused.text)
    expect(Object.fromEntries(again)['address.street']).toBe('Neue Straße 1')
    expect((await all.session.submit(path, again, headers)).status).toBe(303)
    expect((await stored(all.club)).address.street).toBe('Neue Straße 1')
  })

  it('saves what is typed twice, and says so both times, but not when the page is loaded again', async () => {
    const all = await createFixture()
    const sent = withChanges(await formOf(all, 'address'), { 'address.street': 'Neue Straße 1' })
    for (const trips of [2, 1]) {
      const answer = await all.session.submit(cardPath(all.id, 'address'), sent)
      expect([answer.status, answer.cost.trips]).toEqual([303, trips])
      expect(answer.headers.get('Location')).toBe(`/portal/persons/${all.id}`)
      const page = await followed(all.session, answer)
      expect(page.text).toContain('Gespeichert: Anschrift.')
      expect(page.headers.get('Set-Cookie')).toMatch(/^__Host-done=; Max-Age=0;/)
    }
    expect((await all.session.get(`/portal/persons/${all.id}`)).text).not.toContain('Gespeichert')
    expect(await eventsOfAct(all)).toHaveLength(1)
  })

  it('says that there was nothing to change', async () => {
    const all = await createFixture()
    const answer = await changeCard(all.session, cardPath(all.id, 'address'), {})
    const { text } = await followed(all.session, answer)
    expect(text).toContain('Anschrift: Es war nichts zu ändern.')
    expect(text).not.toContain('Gespeichert')
  })

  it('has no tabs and no other persons, and returns 404 for cards without an input', async () => {
    const all = await createFixture(ADA, { fields: { ...FIELDS, membership_number: 'visible' } })
    await createPerson(all.club, { ...ADA, external_id: 'ben', name: { first_name: 'Ben' } })
    const session = await signIn(all.club, { email: ADA.email })
    expect((await session.get(`/portal/persons/${all.id}`)).text).toContain('class="chips')
    const { text } = await session.get(cardPath(all.id, 'contact'))
    expect(text).not.toMatch(/class="(chips|tabs)/)
    for (const card of ['membership', 'nothing', 'toString'])
      expect((await session.get(cardPath(all.id, card))).status).toBe(404)
  })

  it('is short for phones: keyboards, own country first, no BIC within SEPA', async () => {
    const all = await createFixture()
    const address = (await all.session.get(cardPath(all.id, 'address'))).text
    expect(address).toMatch(/name="address.postcode"[^>]* inputmode="numeric"/)
    expect(address).toMatch(/<option value="">[^<]*<\/option><option value="DE"/)
    const bank = (await all.session.get(cardPath(all.id, 'bank'))).text
    expect(bank).toMatch(/name="bank_account.iban"[^>]* autocapitalize="characters" spellcheck="false"/)
    expect(bank).not.toContain('name="bank_account.bic"')
    await update(all.club, { bank_account: { iban: 'TR330006100519786457841326', bic: null } })
    expect((await all.session.get(cardPath(all.id, 'bank'))).text).toContain('BIC (nur außerhalb der EU)')
  })

  it('forgets the BIC of another account, and keeps that of the same', async () => {
    const all = await createFixture()
    await changeCard(all.session, cardPath(all.id, 'bank'), { 'bank_account.signatory': 'Ada' })
    expect((await stored(all.club)).bank_account).toEqual({
      iban: IBAN,
      bic: 'COBADEFFXXX',
      signatory: 'Ada',
    })
    await changeCard(all.session, cardPath(all.id, 'bank'), { 'bank_account.iban': OTHER_IBAN })
    expect((await stored(all.club)).bank_account).toMatchObject({ iban: OTHER_IBAN, bic: null })
  })
})

describe('what members enter', () => {
  const TOMORROW = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

  it.each([
    [{ 'name.first_name': '', 'name.last_name': '' }, 'Bitte geben Sie einen Namen ein.', 'name-first_name'],
    [{ birthdate: TOMORROW }, 'Bitte prüfen Sie das Jahr.', 'birthdate'],
    [{ birthdate: '1899-12-31' }, 'Bitte prüfen Sie das Jahr.', 'birthdate'],
    [{ 'phone_numbers.0.number': 'ruf mich an' }, 'mindestens drei Ziffern', 'phone_numbers-0-number'],
    [{ 'phone_numbers.0.label': 'Mobil' }, 'auch die Nummer ein', 'phone_numbers-0-number'],
  ])('is refused where it does harm: contact %j', async (changes, told, input) => {
    await expectRefused('contact', changes, told, input)
  })

  it.each([
    [
      { payment_method: 'direct_debit', 'bank_account.iban': '' },
      'Für die Lastschrift brauchen wir eine IBAN. Oder wählen Sie Überweisung.',
      'bank_account-iban',
    ],
    [
      { 'bank_account.iban': '', 'bank_account.signatory': 'Ada' },
      'Hier fehlt die IBAN. Ohne Konto leeren Sie bitte auch die anderen Felder des Kontos.',
      'bank_account-iban',
    ],
    [{ 'bank_account.iban': 'DE88370400440532013000' }, 'Bitte prüfen Sie die IBAN', 'bank_account-iban'],
    [{ 'bank_account.bic': 'X' }, 'Bitte prüfen Sie den BIC', 'bank_account-bic'],
  ])('is refused where it does harm: bank %j', async (changes, told, input) => {
    const { text } = await expectRefused('bank', changes, told, input)
    expect(text).toMatch(input === 'bank_account-bic' ? />BIC<\/a>: / : />IBAN<\/a>: /)
  })

  it('names no other way to pay than direct debit if the form has none', async () => {
    const all = await createFixture(
      { ...ADA, payment_method: 'direct_debit' },
      { fields: { ...FIELDS, payment_method: 'visible' } },
    )
    const path = cardPath(all.id, 'bank')
    const { status, text } = await changeCard(all.session, path, { 'bank_account.iban': '' })
    expect(status).toBe(422)
    expect(text).toContain('Für die Lastschrift brauchen wir eine IBAN.<')
    expect(text).not.toContain('Oder wählen Sie Überweisung')
    expect((await stored(all.club)).bank_account.iban).toBe(IBAN)
  })

  async function expectRefused(card: string, changes: object, told: string, input: string) {
    const all = await createFixture()
    const before = await stored(all.club)
    const answer = await changeCard(all.session, cardPath(all.id, card), changes as Record<string, string>)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(told)
    expect(answer.text).toContain(`href="#field-${input}"`)
    expect(answer.text).toMatch(/role="alert" tabindex="-1" autofocus/)
    expect(Object.fromEntries(await filledForm(answer.text))).toMatchObject(
      'bank_account.iban' in changes && changes['bank_account.iban'] ? {} : changes,
    )
    expect(await stored(all.club)).toEqual(before)
    return answer
  }

  it.each([
    ['more', { hours: '1.000' }, { hours: 1000 }],
    ['more', { rate: '33.3' }, { rate: 33.3 }],
    ['more', { rate: '1.000,5' }, { rate: 1000.5 }],
    ['more', { site: 'www.katrin.de' }, { site: 'https://www.katrin.de' }],
    [
      'bank',
      { 'bank_account.iban': 'IBAN: nl91\u00a0ABNA.0417-1643 00' },
      { bank_account: { iban: OTHER_IBAN } },
    ],
  ])('is understood in %s: %j', async (card, changes, expected) => {
    const all = await createFixture()
    expect((await changeCard(all.session, cardPath(all.id, card), changes)).status).toBe(303)
    expect(await stored(all.club)).toMatchObject(expected)
  })

  it('leaves alone what is stored and breaks these rules', async () => {
    const odd = { birthdate: '1850-01-01', phone_numbers: [{ label: null, number: 'next door' }] }
    const all = await createFixture({ external_id: 'ada', ...odd, payment_method: 'direct_debit' })
    const path = cardPath(all.id, 'contact')
    expect((await changeCard(all.session, path, { 'name.last_name': 'King' })).status).toBe(303)
    expect(await stored(all.club)).toMatchObject(odd)
  })
})

describe('a mandate', () => {
  const WITH_MANDATE = {
    ...ADA,
    payment_method: 'direct_debit',
    sepa_mandate: { reference: 'TSV-M-1004', signature_date: '2020-01-01' },
  }

  it('is named beside the account, and confirmed for another one', async () => {
    const all = await createFixture(WITH_MANDATE)
    const path = cardPath(all.id, 'bank')
    expect((await all.session.get(path)).text).toContain('einzuziehen (Mandat TSV-M-1004).')
    const other = { 'bank_account.iban': OTHER_IBAN }
    const refused = await changeCard(all.session, path, other)
    expect(refused.status).toBe(422)
    expect(refused.text.split('Bitte bestätigen Sie, dass Beiträge vom neuen Konto')).toHaveLength(3)
    expect(refused.text).toContain('href="#field-mandate-confirmation"')
    expect((await stored(all.club)).bank_account.iban).toBe(IBAN)
    const saved = await changeCard(all.session, path, { ...other, 'mandate.confirmation': '1' })
    expect([saved.status, saved.cost.trips]).toEqual([303, 3])
    expect((await stored(all.club)).bank_account.iban).toBe(OTHER_IBAN)
    expect(await eventsOfAct(all)).toEqual([
      {
        action: 'person.mandate_confirmed',
        actor_id: all.id,
        changes: {
          sepa_mandate: [null, { reference: 'TSV-M-1004' }],
          bank_account: [{ iban: '3000' }, { iban: '4300' }],
        },
      },
      expect.objectContaining({ action: 'person.updated', actor_id: all.id }),
    ])
  })

  it('is not asked about where the account stays', async () => {
    const all = await createFixture(WITH_MANDATE)
    const changes = { 'bank_account.signatory': 'Ada Lovelace' }
    expect((await changeCard(all.session, cardPath(all.id, 'bank'), changes)).status).toBe(303)
  })
})

describe('a family', () => {
  const person = (first: string, more: object = {}) => ({
    ...ADA,
    external_id: first.toLowerCase(),
    name: { first_name: first, last_name: 'Lovelace' },
    ...more,
  })
  const ELSEWHERE = { ...ADDRESS, street: 'Anderswo 3' }

  async function createFamily(): Promise<Fixture & { ben: string; cleo: string }> {
    const all = await createFixture()
    const ben = await createPerson(all.club, person('Ben'))
    const cleo = await createPerson(all.club, person('Cleo', { address: ELSEWHERE }))
    return { ...all, ben, cleo, session: await signIn(all.club, { email: ADA.email }) }
  }

  it('moves together in one trip, but for those who live elsewhere', async () => {
    const all = await createFamily()
    const path = cardPath(all.id, 'address')
    expect((await all.session.get(path)).text).toContain('Dort steht jetzt: Anderswo 3, 10115 Berlin')
    const answer = await changeCard(all.session, path, { 'address.street': 'Neue Straße 1' })
    expect([answer.status, answer.cost.trips]).toEqual([303, 2])
    expect((await followed(all.session, answer)).text).toContain('auch für die anderen ausgewählten Personen')
    expect((await stored(all.club, 'ben')).address).toEqual({ ...ADDRESS, street: 'Neue Straße 1' })
    expect((await stored(all.club, 'cleo')).address).toEqual(ELSEWHERE)
    const acts = await eventsOf(all.club)
    const updates = acts.filter(({ action }) => action === 'person.updated')
    expect(updates.map(({ subject_id, actor_id }) => [subject_id, actor_id])).toEqual([
      [all.id, all.id],
      [all.ben, all.id],
    ])
    expect(new Set(updates.map(({ batch_id }) => batch_id)).size).toBe(1)
  })

  it('is asked where one of them got something else meanwhile', async () => {
    const all = await createFamily()
    const path = cardPath(all.id, 'address')
    const form = withChanges(await formOf(all, 'address'), { 'address.street': 'Neue Straße 1' })
    await update(all.club, { address: ELSEWHERE }, 'ben')
    const refused = await all.session.submit(path, form)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Bei einer ausgewählten Person steht inzwischen etwas anderes.')
    expect((await stored(all.club, 'ben')).address).toEqual(ELSEWHERE)
    expect((await all.session.submit(path, await filledForm(refused.text))).status).toBe(303)
    expect((await stored(all.club, 'ben')).address.street).toBe('Neue Straße 1')
  })

  it('keeps the account of a relative who pays by direct debit', async () => {
    const all = await createFamily()
    await update(all.club, { payment_method: 'direct_debit' }, 'ben')
    const { status, text } = await changeCard(all.session, cardPath(all.id, 'bank'), {
      'bank_account.iban': '',
    })
    expect(status).toBe(422)
    expect(text).toContain('Für die Lastschrift brauchen wir eine IBAN.')
    expect((await stored(all.club, 'ben')).bank_account.iban).toBe(IBAN)
  })

  it('does not reach persons of other sessions', async () => {
    const all = await createFamily()
    const stranger = await createPerson(all.club, person('Dora', { email: 'dora@example.org' }))
    const form = await formOf(all, 'address')
    const sent = withChanges(form, { 'address.street': 'Neue Straße 1', 'relatives.ids': stranger })
    expect((await all.session.submit(cardPath(all.id, 'address'), sent)).status).toBe(303)
    expect((await stored(all.club, 'dora')).address).toEqual(ADDRESS)
    expect((await stored(all.club, 'ben')).address).toEqual(ADDRESS)
  })
})

/** The events of what members did, oldest first. */
const eventsOfAct = async ({ club }: Fixture) =>
  (await eventsOf(club))
    .filter(({ door }) => door === 'portal')
    .map(({ action, actor_id, changes }) => ({ action, actor_id, changes }))

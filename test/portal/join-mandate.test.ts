import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../support/call'
import { runCron } from '../support/cron'
import { ibanOf } from '../support/direct-debit-file'
import { CREDITOR, stored, TODAY } from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { APPLICATION, appliedPath, applyTo, mailedPath, setJoinForm } from '../support/join'
import {
  collectingForm,
  confirmAt,
  IBAN,
  joinWithMandate,
  takeBackPath,
  WITH_MANDATE,
} from '../support/join-mandate'
import { deliverMails, filledForm, submit } from '../support/portal'
import { operator, rows, type Workspace } from '../support/workspace'

const DE = { headers: { 'Accept-Language': 'de' } }
const DAY = 86_400_000
const ALONE = { ...APPLICATION, 'bank_account.iban': IBAN, 'family.mandate': '1' }
const GUARDIAN = {
  'guardian.name.first_name': 'Mia',
  'guardian.name.last_name': 'Lovelace',
  'guardian.email': 'mia@example.org',
}
const PROMISED = { 'consent.custody': '1', 'consent.pays': '1' }
const PAID_BY_PARENT = {
  ...ALONE,
  birthdate: '2015-06-01',
  'family.asks': '1',
  'family.joins': '1',
  ...GUARDIAN,
  ...PROMISED,
}

type Row = {
  id: string
  list_id: string
  first_name: string
  payment_method: string | null
  bank_account: string | null
  sepa_mandate: string | null
  payer_id: string | null
}
const persons = () => rows<Row>('SELECT * FROM persons ORDER BY id')
const personNamed = async (name: string) => (await persons()).find(({ first_name }) => first_name === name)
const mandatesOf = async (club: Workspace) => (await stored(club, 'mandates')) as Record<string, unknown>[]
const linkedIn = (html: string) => [...html.matchAll(/href="#field-([\w-]+)"/g)].map(([, name]) => name)

const setClub = (club: Workspace, change: object) =>
  operator('PATCH', `/operator/workspaces/${club.id}`, change)

afterEach(() => vi.useRealTimers())

describe('the setting', () => {
  it('is off by default, and needs a creditor', async () => {
    const club = await collectingForm('off', {}, { creditor: undefined })
    for (const mandate of ['offered', 'required']) {
      const refused = await setJoinForm(club, { mandate })
      expect([refused.status, refused.body.issues]).toMatchObject([
        422,
        [{ path: 'join_form.mandate', code: 'creditor_missing' }],
      ])
    }
    expect((await setJoinForm(club, { mandate: 'off' })).status).toBe(200)
    const both = await setClub(club, { creditor: CREDITOR, join_form: { mandate: 'required' } })
    expect(both.body.data.join_form.mandate).toBe('required')
    expect((await setClub(club, { creditor: null, join_form: { mandate: 'offered' } })).status).toBe(422)
    expect((await setJoinForm(club, { intro: 'Willkommen' })).body.data.join_form.mandate).toBe('required')
  })

  it('asks for nothing once the creditor is gone', async () => {
    const club = await collectingForm('required')
    await setClub(club, { creditor: null })
    const { text } = await call('GET', '/join/tsv', DE)
    expect(text).not.toContain('family.mandate')
    expect((await applyTo('tsv', APPLICATION)).answer.status).toBe(200)
  })
})

describe('the form', () => {
  it('shows creditor, identifier, kind and the standard text, with an account that is hidden else', async () => {
    await collectingForm()
    const { text } = await call('GET', '/join/tsv', DE)
    const page = textOf(text)
    for (const part of [
      'Zahlungsempfänger Ruderclub e. V.',
      'Gläubiger-ID DE98ZZZ09999999999',
      'Art der Zahlung Wiederkehrende Zahlungen',
      'Ich ermächtige Ruderclub e. V., Zahlungen von meinem Konto mittels Lastschrift einzuziehen',
      'innerhalb von acht Wochen',
      'Freiwillig: Mit dem Häkchen bezahlen Sie',
    ])
      expect(page).toContain(part)
    expect(text).toContain('name="bank_account.iban"')
    expect(text).toContain('name="bank_account.signatory"')
    expect(text).not.toContain('<script')
    const english = await call('GET', '/join/tsv', { headers: { 'Accept-Language': 'en' } })
    expect(textOf(english.text)).toContain('I give the SEPA direct debit mandate')
    await setClub((await rows<{ id: string }>('SELECT id FROM workspaces'))[0] as Workspace, {
      member_portal: { address_form: 'du' },
    })
    expect(textOf((await call('GET', '/join/tsv', DE)).text)).toContain('bezahlst du per Lastschrift')
  })

  it('says nothing of a mandate while it is off, and stores none for a tick that was made up', async () => {
    const club = await collectingForm('off', { fields: { bank_account: 'optional' } })
    expect((await call('GET', '/join/tsv')).text).not.toContain('family.mandate')
    const { answer, queued } = await applyTo('tsv', ALONE, DE)
    expect([answer.status, queued]).toEqual([422, []])
    expect(textOf(answer.text)).toContain('Das Formular hat sich geändert')
    expect(await mandatesOf(club)).toEqual([])
  })

  it.each([
    ['without an IBAN', { 'bank_account.iban': '' }, 'bank_account-iban', 'Bitte geben Sie Ihre IBAN an.'],
    [
      'with an account outside of the EEA',
      { 'bank_account.iban': 'GB29NWBK60161331926819' },
      'bank_account-iban',
      'im Europäischen Wirtschaftsraum',
    ],
    ['with no IBAN at all', { 'bank_account.iban': 'DE00' }, 'bank_account-iban', 'IBAN'],
    ['by a member who does not say how old it is', { birthdate: '' }, 'birthdate', 'Geburtsdatum'],
  ])('refuses a mandate %s', async (_, change, field, sentence) => {
    await collectingForm('offered', { fields: { birthdate: 'hidden' } })
    const { answer, queued } = await applyTo('tsv', { ...ALONE, ...change }, DE)
    expect([answer.status, queued, linkedIn(answer.text)]).toEqual([422, [], [field]])
    expect(textOf(answer.text)).toContain(sentence)
    expect(Object.fromEntries(await filledForm(answer.text))).toMatchObject({ 'family.mandate': '1' })
  })

  it('takes no application without the tick if everybody gives a mandate', async () => {
    await collectingForm('required', { fields: { payment_method: 'required' } })
    const { 'family.mandate': _, ...without } = ALONE
    const { answer } = await applyTo('tsv', without, DE)
    expect([answer.status, linkedIn(answer.text)]).toEqual([422, ['family-mandate']])
    expect(textOf(answer.text)).toContain('Beiträge werden hier per Lastschrift bezahlt')
    expect(answer.text).not.toContain('name="payment_method"')
    const none = await applyTo('tsv', APPLICATION, DE)
    expect(linkedIn(none.answer.text)).toEqual(['bank_account-iban', 'family-mandate'])
    expect((await applyTo('tsv', ALONE)).answer.status).toBe(200)
  })

  it('wants one payer for all then, and one who pays for somebody in any case', async () => {
    await collectingForm('required')
    const each = await applyTo('tsv', { ...WITH_MANDATE, 'family.payer': 'each' }, DE)
    expect([each.answer.status, linkedIn(each.answer.text)]).toEqual([422, ['family-payer']])
    expect(textOf(each.answer.text)).toContain('Das Mandat erteilt, wer bezahlt')
    await setJoinForm((await rows<{ id: string }>('SELECT id FROM workspaces'))[0] as Workspace, {
      mandate: 'offered',
    })
    const { 'family.joins': _, ...parent } = {
      ...ALONE,
      'family.asks': '1',
      'family.joins': '1',
      '2.name.first_name': 'Ben',
      '2.name.last_name': 'Lovelace',
      '2.birthdate': '1984-01-01',
    }
    const nobody = await applyTo('tsv', { ...parent, 'family.payer': 'each' }, DE)
    expect(linkedIn(nobody.answer.text)).toEqual(['family-payer'])
  })

  it('is not taken from a minor, nor for one who pays', async () => {
    const club = await collectingForm()
    const minor = { ...ALONE, birthdate: '2015-06-01', 'family.asks': '1', 'family.joins': '1' }
    expect((await applyTo('tsv', minor)).answer.status).toBe(422)
    expect((await applyTo('tsv', { ...WITH_MANDATE, 'family.payer': '3' })).answer.status).toBe(422)
    await setClub(club, { subscription_variant: 'members' })
    expect((await applyTo('tsv', { ...minor, ...GUARDIAN, ...PROMISED })).answer.status).toBe(422)
    expect(await rows('SELECT 1 FROM join_requests')).toEqual([])
  })
})

describe('the page that confirms it', () => {
  it('shows the mandate in full but for the IBAN, and writes nothing', async () => {
    const club = await collectingForm()
    const path = await appliedPath('tsv', { ...WITH_MANDATE, 'bank_account.signatory': 'Byron <b>King</b>' })
    const { text, cost } = await call('GET', path, DE)
    const page = textOf(text)
    for (const part of [
      'Zahlungsempfänger Ruderclub e. V.',
      'Gläubiger-ID DE98ZZZ09999999999',
      `IBAN •••• ${IBAN.slice(-4)}`,
      'Datum 2. März 2026',
      'Ich ermächtige Ruderclub e. V.',
      'Ich erteile das SEPA-Lastschriftmandat.',
      'Wiederkehrende Zahlungen',
    ])
      expect(page).toContain(part)
    expect(page).toMatch(/Mandatsreferenz TSV-[A-Z0-9]{8} /)
    expect(text).toContain('Byron &lt;b&gt;King&lt;/b&gt;')
    expect(text).not.toContain(IBAN)
    expect([cost.trips, cost.rowsWritten]).toEqual([1, 0])
    expect(await mandatesOf(club)).toEqual([])
  })

  it('brings all values back by "Ändern", the tick and the holder too, and keeps the IBAN', async () => {
    const club = await collectingForm()
    const path = await appliedPath('tsv', { ...WITH_MANDATE, 'bank_account.signatory': 'Byron King' })
    const link = String(path.split('/').at(-1))
    const { answer } = await applyTo('tsv', { 'family.link': link, 'family.change': '1' }, DE)
    const form = Object.fromEntries(await filledForm(answer.text))
    expect(form).toMatchObject({ 'family.mandate': '1', 'bank_account.signatory': 'Byron King' })
    expect(answer.text).not.toContain(IBAN)
    const again = await applyTo('tsv', {
      ...form,
      'bank_account.signatory': 'Ada King',
      'name.first_name': 'Ada M.',
    })
    expect(again.answer.status).toBe(303)
    await confirmAt(path)
    expect(await mandatesOf(club)).toMatchObject([{ holder: 'Ada King', iban: IBAN }])
  })

  it('gives nothing that it did not show: a press without its mark shows it again', async () => {
    const club = await collectingForm()
    const path = await appliedPath('tsv', ALONE)
    for (const fields of [{}, { 'family.shown': 'x' }] as Record<string, string>[]) {
      const answer = await submit(path, fields, DE)
      expect([answer.status, textOf(answer.text)]).toEqual([
        409,
        expect.stringContaining('Das SEPA-Lastschriftmandat hat sich geändert'),
      ])
    }
    expect([await mandatesOf(club), await persons()]).toEqual([[], []])
  })

  it('says so if the creditor has changed, and takes a new press', async () => {
    const club = await collectingForm()
    const path = await appliedPath('tsv', ALONE)
    const form = Object.fromEntries(await filledForm((await call('GET', path)).text))
    await setClub(club, { creditor: { ...CREDITOR, name: 'Ruderverein 2' } })
    const refused = await submit(path, form, DE)
    expect([refused.status, await persons()]).toEqual([409, []])
    const { page, answer } = await confirmAt(path)
    expect(page).toContain('Das SEPA-Lastschriftmandat hat sich geändert')
    expect(page).toContain('Ich ermächtige Ruderverein 2')
    expect(answer.status).toBe(200)
    expect(JSON.parse(String((await mandatesOf(club))[0]?.creditor))).toMatchObject({ name: 'Ruderverein 2' })
  })

  it.each([['off'], ['gone']])('leads back to the form if the mandate is %s by then', async (change) => {
    const club = await collectingForm('required')
    const path = await appliedPath('tsv', ALONE)
    await (change === 'off' ? setJoinForm(club, { mandate: 'off' }) : setClub(club, { creditor: null }))
    const { answer, queued } = await confirmAt(path)
    expect([answer.status, queued, await persons()]).toEqual([422, [], []])
    expect(textOf(answer.text)).toContain('Das Formular hat sich geändert')
    const form = Object.fromEntries(await filledForm(answer.text))
    await applyTo('tsv', { ...form, 'consent.statutes': '1' })
    expect((await confirmAt(path)).answer.status).toBe(200)
    expect([await mandatesOf(club), (await persons()).length]).toEqual([[], 1])
  })

  it('leads back to the form if everybody gives one by then', async () => {
    const club = await collectingForm('off')
    const path = await appliedPath('tsv', APPLICATION)
    await setJoinForm(club, { mandate: 'required' })
    const { answer } = await confirmAt(path)
    expect([answer.status, linkedIn(answer.text)]).toEqual([422, ['bank_account-iban', 'family-mandate']])
  })
})

describe('a mandate of an application', () => {
  it('is stored with its proof once the link is confirmed, in two trips and once', async () => {
    const club = await collectingForm()
    const path = await appliedPath('tsv', WITH_MANDATE)
    expect(await mandatesOf(club)).toEqual([])
    vi.setSystemTime(new Date('2026-03-02T23:30:00Z'))
    const { answer, queued, page } = await confirmAt(path)
    expect([answer.status, answer.cost.trips]).toEqual([200, 2])
    const reference = /Mandatsreferenz (TSV-[A-Z0-9]{8})/.exec(page)?.[1]
    const ada = await personNamed('Ada')
    expect(ada?.payment_method).toBe('direct_debit')
    expect(JSON.parse(String(ada?.bank_account))).toMatchObject({ iban: IBAN, signatory: null })
    expect(JSON.parse(String(ada?.sepa_mandate))).toEqual({
      ...{ reference, last_used_on: null },
      signature_date: '2026-03-03',
    })
    const others = (await persons()).filter(({ id }) => id !== ada?.id)
    for (const other of others)
      expect(other).toMatchObject({
        payer_id: ada?.id,
        sepa_mandate: null,
        bank_account: null,
        payment_method: null,
      })
    expect(await mandatesOf(club)).toMatchObject([
      {
        ...{ reference, granted: 'online', text_version: '2026-11-de', holder: 'Ada Lovelace', iban: IBAN },
        ...{ granted_at: '2026-03-02T23:30:00.000Z', confirmed_by: 'ada@example.org', ended_at: null },
        ...{ person_id: ada?.id, signed_on: '2026-03-03' },
        creditor: JSON.stringify({ name: CREDITOR.name, id: CREDITOR.creditor_id }),
      },
    ])
    const [granted] = (await eventsOf(club)).filter(({ action }) => action === 'person.mandate_granted')
    expect(granted).toMatchObject({ subject_id: ada?.id, door: 'portal', actor_kind: 'member' })
    expect(JSON.stringify(granted)).toMatch(/2026-11-de \(SHA-256 [0-9a-f]{64}\)/)
    expect(JSON.stringify(granted)).not.toContain(IBAN)
    expect(queued).toMatchObject([{ kind: 'mandate_notice', to: 'ada@example.org', reference }])
    const again = await submit(path, {}, DE)
    expect([again.status, (await mandatesOf(club)).length]).toEqual([200, 1])
    await expectSoundBooks(club.id)
  })

  it('is in the language in which it was read, wherever it is confirmed', async () => {
    const club = await collectingForm()
    const { queued } = await applyTo('tsv', ALONE, { headers: { 'Accept-Language': 'en' } })
    const { page } = await confirmAt(await mailedPath(queued))
    expect(page).toContain('I authorise Ruderclub e. V.')
    expect(await mandatesOf(club)).toMatchObject([{ text_version: '2026-11-en' }])
  })

  it('may be of another holder, with markup and formulas as they were typed', async () => {
    const club = await collectingForm()
    await joinWithMandate({ ...ALONE, 'bank_account.signatory': '=HYPERLINK("x")<script>' })
    expect(await mandatesOf(club)).toMatchObject([{ holder: '=HYPERLINK("x")<script>' }])
    const csv = await club.get('/lists/members/persons', { headers: { Accept: 'text/csv' } })
    expect(csv.text).not.toMatch(/(^|,)=HYPERLINK/m)
  })

  it('is of the guardian of a minor, who is a contact', async () => {
    const club = await collectingForm('required')
    const minor = { ...ALONE, birthdate: '2015-06-01', 'family.asks': '1', 'family.joins': '1' }
    const { queued } = await joinWithMandate({ ...minor, ...GUARDIAN, ...PROMISED })
    const [mia, child] = [await personNamed('Mia'), await personNamed('Ada')]
    expect(child).toMatchObject({ bank_account: null, sepa_mandate: null, payer_id: mia?.id })
    expect(mia).toMatchObject({ list_id: 'contacts', payment_method: 'direct_debit' })
    expect(await mandatesOf(club)).toMatchObject([
      { person_id: mia?.id, holder: 'Mia Lovelace', confirmed_by: 'mia@example.org' },
    ])
    expect(queued).toMatchObject([{ to: 'mia@example.org' }])
    const granted = (await eventsOf(club)).filter(({ action }) => action === 'person.mandate_granted')
    expect(granted).toMatchObject([{ subject_kind: 'contact', subject_id: mia?.id }])
  })

  it('is of a parent who becomes no member, and of another adult who pays', async () => {
    const club = await collectingForm()
    const { 'family.joins': _, ...parent } = WITH_MANDATE
    await joinWithMandate(parent)
    expect(await personNamed('Ada')).toMatchObject({ list_id: 'contacts', payment_method: 'direct_debit' })
    const { queued } = await joinWithMandate({
      ...WITH_MANDATE,
      ...{ email: 'eve@example.org', 'name.first_name': 'Eve', 'family.payer': '2' },
      ...{ '2.name.first_name': 'Bo', '2.email': 'bo@example.org' },
    })
    const [bo, eve] = [await personNamed('Bo'), await personNamed('Eve')]
    expect(eve).toMatchObject({ bank_account: null, sepa_mandate: null, payer_id: bo?.id })
    const all = await mandatesOf(club)
    expect(all).toHaveLength(2)
    expect(all.find(({ person_id }) => person_id === bo?.id)).toMatchObject({
      ...{ holder: 'Bo Lovelace', confirmed_by: 'eve@example.org' },
    })
    expect(queued).toMatchObject([{ to: 'eve@example.org' }, { to: 'bo@example.org' }])
  })

  it('is for its account alone: adults who pay for themselves get no copy of it', async () => {
    const club = await collectingForm('offered', { fields: { payment_method: 'optional' } })
    await joinWithMandate({ ...WITH_MANDATE, 'family.payer': 'each', payment_method: 'bank_transfer' })
    expect(await personNamed('Ada')).toMatchObject({ payment_method: 'direct_debit' })
    expect(await personNamed('Ben')).toMatchObject({
      ...{ payer_id: null, payment_method: null, bank_account: null, sepa_mandate: null },
    })
    expect(await mandatesOf(club)).toHaveLength(1)
  })

  it('is none if the application is never confirmed, and the newest of two wins', async () => {
    const club = await collectingForm()
    const first = await appliedPath('tsv', ALONE)
    vi.setSystemTime(Date.now() + 1000)
    await joinWithMandate({ ...ALONE, 'bank_account.iban': ibanOf(6) })
    expect((await call('GET', first)).status).toBe(404)
    expect((await submit(first)).status).toBe(404)
    expect(await mandatesOf(club)).toMatchObject([{ iban: ibanOf(6) }])
    const late = await appliedPath('tsv', { ...ALONE, email: 'late@example.org' })
    vi.setSystemTime(Date.now() + 2 * DAY + 1000)
    expect((await submit(late)).status).toBe(404)
    expect(await mandatesOf(club)).toHaveLength(1)
  })

  it('is given once, however often its button is pressed at a time', async () => {
    const club = await collectingForm()
    const path = await appliedPath('tsv', WITH_MANDATE)
    const form = Object.fromEntries(await filledForm((await call('GET', path)).text))
    for (const { status } of await Promise.all([submit(path, form), submit(path, form), submit(path, form)]))
      expect(status).toBe(200)
    expect([(await persons()).length, (await mandatesOf(club)).length]).toEqual([5, 1])
  })
})

describe('taking it back', () => {
  it.each([
    ['an applicant', ALONE, 'members', 'Ada'],
    ['a contact who pays', PAID_BY_PARENT, 'contacts', 'Mia'],
  ])('works for %s, without a portal, by the button alone, for 14 days', async (_, fields, list, name) => {
    const club = await collectingForm()
    const { queued } = await joinWithMandate(fields)
    const { sent } = await deliverMails(queued)
    expect(sent[0]?.text).toContain('mit einem Antrag auf Mitgliedschaft')
    expect(sent[0]?.text).not.toContain(IBAN)
    const path = await takeBackPath(queued)
    expect(path).toMatch(/^\/join\/wsp_\w+\/mandate\//)
    const page = await call('GET', path, DE)
    expect([page.status, page.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
    expect(await mandatesOf(club)).toMatchObject([{ ended_at: null }])
    const taken = await submit(path, {}, DE)
    expect([taken.status, textOf(taken.text)]).toEqual([
      200,
      expect.stringContaining('Das Mandat ist widerrufen'),
    ])
    expect(await personNamed(name)).toMatchObject({
      ...{ list_id: list, sepa_mandate: null, payment_method: 'bank_transfer' },
    })
    expect(await mandatesOf(club)).toMatchObject([{ end_reason: 'withdrawn' }])
    expect((await submit(path)).status).toBe(409)
    const withdrawn = (await eventsOf(club)).filter(({ action }) => action === 'person.mandate_reversed')
    expect(withdrawn).toHaveLength(1)
    await expectSoundBooks(club.id)
  })

  it('ends after 14 days', async () => {
    const club = await collectingForm()
    const path = await takeBackPath((await joinWithMandate(ALONE)).queued)
    vi.setSystemTime(Date.now() + 14 * DAY + 1000)
    expect((await submit(path)).status).toBe(404)
    expect(await mandatesOf(club)).toMatchObject([{ ended_at: null }])
  })
})

it('is void once the address that confirmed it is changed within 24 hours', async () => {
  const club = await collectingForm()
  await joinWithMandate(PAID_BY_PARENT)
  await runCron()
  expect(await mandatesOf(club)).toMatchObject([{ ended_at: null }])
  await club.put(`/lists/contacts/persons/${(await personNamed('Mia'))?.id}`, { email: 'other@example.org' })
  await runCron()
  expect(await mandatesOf(club)).toMatchObject([{ end_reason: 'withdrawn' }])
  expect(await personNamed('Mia')).toMatchObject({ sepa_mandate: null, payment_method: 'bank_transfer' })
  expect((await eventsOf(club)).map(({ action }) => action)).toContain('person.mandate_voided')
})

it(`signs on the day of the confirmation, which is ${TODAY} here`, async () => {
  const club = await collectingForm()
  await joinWithMandate(ALONE)
  expect(await mandatesOf(club)).toMatchObject([{ signed_on: TODAY }])
})

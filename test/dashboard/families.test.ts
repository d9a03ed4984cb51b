import { describe, expect, it } from 'vitest'
import { todayIn } from '../../src/domain/shared/dates'
import { addTo, clubOf, fee, person, signedIn } from '../support/club'
import { eventsOf } from '../support/events'
import { formValues, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { seedMembers } from '../support/seed-members'
import { rows, type Workspace } from '../support/workspace'

const IBAN = 'DE89370400440532013000'
const OTHER_IBAN = 'GB29NWBK60161331926819'
const MANDATE = { reference: 'M-7', signature_date: '2026-01-31', last_used_on: '2026-02-15' }
const UWE = { name: { first_name: 'Uwe', last_name: 'Roth' }, birthdate: '1980-01-01' }
const LENA = { name: { first_name: 'Lena', last_name: 'Roth' }, birthdate: '2015-01-01' }
const account = (iban: string, signatory: string | null = null) => ({
  bank_account: { iban, bic: null, signatory },
})

const get = async (club: Workspace, id: string) => (await club.get(`/lists/members/persons/${id}`)).body.data

async function family(
  uwe: object = {},
  lena: object = {},
  role: 'treasurer' | 'office' | 'owner' = 'treasurer',
) {
  const world = await clubOf(person({ ...UWE, ...uwe }), person({ ...LENA, ...lena }), signedIn(role))
  const [uweId, lenaId] = world.ids
  const at = (id: string, page = '') => `/dashboard/${world.club.id}/members/${id}${page}`
  return { ...world, uwe: uweId, lena: lenaId, at }
}

type Family = Awaited<ReturnType<typeof family>>

/** Sets Uwe as the payer of Lena as the pages do. */
async function setPayer({ staff, at, lena, uwe }: Family, choice: object = {}) {
  const asked = await staff.get(at(lena, `/payer?payer=${uwe}`))
  expect([asked.status, asked.cost.trips]).toEqual([200, 1])
  const form = Object.fromEntries(formValues(asked.text))
  return {
    asked: textOf(asked.text),
    form,
    saved: await staff.submit(at(lena, '/payer'), { ...form, ...choice }),
  }
}

describe('the card of a family', () => {
  it('names payer and dependants, with what is open of all', async () => {
    const world = await family()
    await addTo(world.club, fee(4500, { person_id: world.uwe }), fee(3000, { person_id: world.lena }))
    const { saved } = await setPayer(world)
    expect([saved.status, saved.cost.trips]).toEqual([303, 2])
    const { text } = await world.staff.get(world.at(world.lena))
    expect(text).toContain(`href="${world.at(world.uwe)}"`)
    expect(textOf(text)).toContain('Zusammen offen: 75,00 €')
    expect(textOf((await world.staff.get(world.at(world.uwe))).text)).toContain('Zusammen offen: 75,00 €')
    expect(textOf(text)).toContain('Der Zahler ist festgelegt.')
  })

  it('removes a payer', async () => {
    const world = await family()
    await setPayer(world)
    expect((await world.staff.submit(world.at(world.lena, '/payer'), { payer: '' })).status).toBe(303)
    expect((await get(world.club, world.lena)).payer_id).toBe(null)
  })

  it('finds who may pay, and for whom a person may pay', async () => {
    const world = await family()
    const likely = await world.staff.get(world.at(world.lena, '/payer'))
    expect([likely.status, likely.cost.trips]).toEqual([200, 1])
    expect(likely.text).toContain(`/payer?payer=${world.uwe}`)
    const found = await world.staff.get(world.at(world.uwe, '/dependants?search=Lena'))
    expect(found.text).toContain(`${world.at(world.lena, '/payer')}?payer=${world.uwe}`)
    expect(textOf((await world.staff.get(world.at(world.uwe, '/payer?search=xyz'))).text)).toContain(
      'Niemand gefunden',
    )
  })
})

describe('the choice of a payer', () => {
  const namesIn = (html: string) => [...html.matchAll(/payer\?payer=(per_\w+)/g)].map(([, id]) => id)

  it('offers who could pay, adults first', async () => {
    const world = await family(account(IBAN), account(IBAN))
    const { ids } = await addTo(
      world.club,
      person({ ...LENA, name: { first_name: 'Ole', last_name: 'Roth' }, ...account(IBAN) }),
      person({ name: { first_name: 'Ida', last_name: 'Roth' }, birthdate: '1985-01-01' }),
      person({ name: { first_name: 'Jan', last_name: 'Roth' }, birthdate: null }),
    )
    const [ole = '', ida = '', jan = ''] = ids.slice(-3)
    for (const page of ['/payer', '/payer?search=Roth']) {
      const offered = namesIn((await world.staff.get(world.at(world.lena, page))).text)
      expect(offered.slice(0, 3).sort()).toEqual([world.uwe, ida, jan].sort())
      expect(offered.slice(3)).toEqual([ole])
    }
    await world.club.put(`/lists/members/persons/${ida}`, { payer_id: world.uwe })
    for (const page of ['/payer', '/payer?search=Roth']) {
      const offered = namesIn((await world.staff.get(world.at(world.lena, page))).text)
      expect(offered.slice().sort()).toEqual([world.uwe, jan, ole].sort())
    }
  })

  it('offers nobody as a dependant who pays for others', async () => {
    const world = await family()
    const { ids } = await addTo(world.club, person({ name: { first_name: 'Jan', last_name: 'Roth' } }))
    await setPayer(world)
    const jan = ids.at(-1) ?? ''
    for (const page of ['/dependants', '/dependants?search=Roth']) {
      const { text } = await world.staff.get(world.at(jan, page))
      expect(text).toContain(`${world.at(world.lena, '/payer')}?payer=${jan}`)
      expect(text).not.toContain(`${world.at(world.uwe, '/payer')}?payer=${jan}`)
    }
  })
})

describe('the page of who has a payer', () => {
  it('says that the mandate of the payer is used', async () => {
    const world = await family(
      { ...account(IBAN), sepa_mandate: MANDATE },
      { payment_method: 'direct_debit' },
    )
    expect(textOf((await world.staff.get(world.at(world.lena))).text)).toContain('SEPA-Mandat fehlt')
    await setPayer(world)
    const page = await world.staff.get(world.at(world.lena))
    expect(page.cost.trips).toBe(1)
    const text = textOf(page.text)
    expect(text).toContain('SEPA-Mandat eingezogen wird bei Uwe Roth')
    expect(text).toContain('Eingezogen wird bei Uwe Roth Mandat gültig, bis')
    expect(text).not.toContain('Mandat fehlt')
    // Who keeps an account and a mandate of its own is debited itself.
    await world.club.put(`/lists/members/persons/${world.lena}`, {
      ...account(OTHER_IBAN, 'Lena Roth'),
      sepa_mandate: { ...MANDATE, reference: 'L-1' },
    })
    expect(textOf((await world.staff.get(world.at(world.lena))).text)).not.toContain('Eingezogen wird bei')
  })

  it('names those of the family once, and others with its address apart', async () => {
    const world = await family({ email: 'roth@example.org' }, { email: 'roth@example.org' })
    const page = async () => textOf((await world.staff.get(world.at(world.lena))).text)
    expect(await page()).toContain('Gleiche E-Mail-Adresse')
    await setPayer(world)
    expect(await page()).not.toContain('Gleiche E-Mail-Adresse')
    await addTo(world.club, person({ name: { first_name: 'Jan' }, email: 'roth@example.org' }))
    expect(await page()).toMatch(/Gleiche E-Mail-Adresse\W+Jan/)
  })
})

describe('setting a payer', () => {
  it('moves the mandate of the same account, with its date and last use', async () => {
    const world = await family(account(IBAN), { ...account(IBAN, 'Uwe Roth'), sepa_mandate: MANDATE })
    const { asked, form } = await setPayer(world)
    expect(asked).toContain('Das Mandat M-7 geht mit Datum und letzter Nutzung über.')
    expect(form.account).toBe('give_up')
    expect(await get(world.club, world.uwe)).toMatchObject({ sepa_mandate: MANDATE, payer_id: null })
    expect(await get(world.club, world.lena)).toMatchObject({
      sepa_mandate: null,
      bank_account: null,
      payer_id: world.uwe,
    })
    await expectSoundBooks(world.club.id)
  })

  it('moves account and mandate of the same holder by name', async () => {
    const world = await family({}, { ...account(IBAN, 'Uwe Roth'), sepa_mandate: MANDATE })
    await setPayer(world, { account: 'give_up' })
    expect(await get(world.club, world.uwe)).toMatchObject({
      sepa_mandate: MANDATE,
      bank_account: { iban: IBAN, signatory: 'Uwe Roth' },
    })
  })

  it('never moves a mandate to another holder, and says what is needed', async () => {
    const world = await family(account(OTHER_IBAN), { ...account(IBAN), sepa_mandate: MANDATE })
    const { asked, form } = await setPayer(world, { account: 'give_up' })
    expect(form.account).toBe('keep')
    expect(asked).toContain('Uwe Roth hat noch kein Mandat')
    expect(asked).toContain('neues Mandat mit neuer Referenz')
    expect(await get(world.club, world.uwe)).toMatchObject({
      sepa_mandate: null,
      bank_account: { iban: OTHER_IBAN },
    })
    expect(await get(world.club, world.lena)).toMatchObject({ sepa_mandate: null, bank_account: null })
  })

  it('keeps an account and mandate of its own by choice', async () => {
    const world = await family(account(IBAN), { ...account(IBAN), sepa_mandate: MANDATE })
    await setPayer(world, { account: 'keep' })
    expect(await get(world.club, world.lena)).toMatchObject({ sepa_mandate: MANDATE, payer_id: world.uwe })
    expect((await get(world.club, world.uwe)).sepa_mandate).toBe(null)
  })

  it('leaves accounts to who may write them', async () => {
    const world = await family(account(IBAN), { ...account(IBAN), sepa_mandate: MANDATE }, 'office')
    const { asked } = await setPayer(world, { account: 'give_up' })
    expect(asked).toContain('Eigenes Konto und Mandat bleiben.')
    expect(await get(world.club, world.lena)).toMatchObject({ sepa_mandate: MANDATE, payer_id: world.uwe })
  })

  it('says why it is refused, and saves nothing that has changed since', async () => {
    const world = await family()
    await setPayer(world)
    const refused = await world.staff.submit(world.at(world.uwe, '/payer'), { payer: world.lena })
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('Für diese Person zahlt schon jemand.')
    const stale = await world.staff.submit(world.at(world.lena, '/payer'), {
      payer: world.uwe,
      revision: '1',
    })
    expect(stale.status).toBe(422)
    expect(textOf(stale.text)).toContain('Die Person wurde inzwischen geändert.')
  })

  it('is taken back, unless the payer is gone', async () => {
    const world = await family({}, {}, 'owner')
    await setPayer(world)
    const undo = async () => {
      const batch =
        (await eventsOf(world.club)).findLast(({ subject_id }) => subject_id === world.lena)?.batch_id ?? ''
      return world.staff.submit(`/dashboard/${world.club.id}/undo`, { batch, back: world.at(world.lena) })
    }
    expect((await undo()).status).toBe(303)
    expect((await get(world.club, world.lena)).payer_id).toBe(null)
    await setPayer(world)
    await world.staff.submit(world.at(world.lena, '/payer'), { payer: '' })
    await world.club.delete(`/lists/members/persons/${world.uwe}`)
    await undo()
    expect((await get(world.club, world.lena)).payer_id).toBe(null)
    await expectSoundBooks(world.club.id)
  })
})

describe('what a payer agreed to', () => {
  const paid = async (id: string) =>
    (
      await rows(
        'SELECT payer_id AS payer, payer_agreed_on AS agreedOn, hides_fees_from_payer AS hides FROM persons WHERE id = ?',
        id,
      )
    )[0]
  const hide = (id: string) => rows('UPDATE persons SET hides_fees_from_payer = 1 WHERE id = ?', id)
  const card = async (world: Family, id: string) => textOf((await world.staff.get(world.at(id))).text)

  it('is noted with its day, which is today unless told', async () => {
    const world = await family({}, {}, 'owner')
    const asked = await world.staff.get(world.at(world.lena, `/payer?payer=${world.uwe}`))
    expect(textOf(asked.text)).toContain('Uwe Roth hat zugesagt, die Beiträge zu zahlen')
    const form = Object.fromEntries(formValues(asked.text))
    expect(form.agreed).toBe(undefined)
    const today = todayIn('Europe/Berlin', new Date())
    expect(form.agreed_on).toBe(today)
    await world.staff.submit(world.at(world.lena, '/payer'), { ...form, agreed: '1' })
    expect(await paid(world.lena)).toMatchObject({ payer: world.uwe, agreedOn: today })
    const event = (await eventsOf(world.club)).findLast(({ subject_id }) => subject_id === world.lena)
    expect(event?.changes).toEqual({ payer_id: [null, world.uwe], payer_agreed_on: [null, today] })
    const log = textOf((await world.staff.get(`/dashboard/${world.club.id}/log`)).text)
    expect(log).toContain('Zusage des Zahlers')
  })

  it('is shown on the card of the family, also if it is not noted', async () => {
    const world = await family()
    await setPayer(world)
    expect(await card(world, world.lena)).toContain('Zusage: nicht vermerkt')
    await setPayer(world, { agreed: '1', agreed_on: '2026-05-03' })
    for (const id of [world.lena, world.uwe]) {
      expect(await card(world, id)).toContain('Zusage vom 3. Mai 2026')
      expect(await card(world, id)).not.toContain('Zusage: nicht vermerkt')
    }
  })

  it('is noted later, kept, and taken out again for the same payer', async () => {
    const world = await family()
    await setPayer(world)
    const { text } = await world.staff.get(world.at(world.lena))
    expect(text).toContain(`${world.at(world.lena, '/payer')}?payer=${world.uwe}`)
    await setPayer(world, { agreed: '1', agreed_on: '2026-05-03' })
    const { form, saved } = await setPayer(world)
    expect(form).toMatchObject({ agreed: '1', agreed_on: '2026-05-03' })
    expect(saved.status).toBe(303)
    expect(await paid(world.lena)).toMatchObject({ agreedOn: '2026-05-03' })
    const { agreed: _, ...unticked } = form
    await world.staff.submit(world.at(world.lena, '/payer'), unticked as Record<string, string>)
    expect(await paid(world.lena)).toMatchObject({ payer: world.uwe, agreedOn: null })
  })

  it.each([
    ['2999-01-01', 'Das Datum liegt in der Zukunft.'],
    ['', 'Bitte fülle dieses Feld aus.'],
    ['2026-02-30', 'Bitte fülle dieses Feld aus.'],
  ])('is refused on the day "%s", and what was entered stays', async (agreed_on, text) => {
    const world = await family()
    const { saved } = await setPayer(world, { agreed: '1', agreed_on })
    expect(saved.status).toBe(422)
    expect(textOf(saved.text)).toContain(text)
    const form = Object.fromEntries(formValues(saved.text))
    expect(form).toMatchObject({ agreed: '1', payer: world.uwe })
    expect(await paid(world.lena)).toMatchObject({ payer: null, agreedOn: null })
  })

  it('ends with its payer, and comes back with it, as does what the person hid', async () => {
    const world = await family({}, {}, 'owner')
    await setPayer(world, { agreed: '1', agreed_on: '2026-05-03' })
    await hide(world.lena)
    await world.staff.submit(world.at(world.lena, '/payer'), { payer: '' })
    expect(await paid(world.lena)).toEqual({ payer: null, agreedOn: null, hides: 0 })
    const { batch_id: batch, changes } =
      (await eventsOf(world.club)).findLast(({ subject_id }) => subject_id === world.lena) ?? {}
    expect(changes).toEqual({
      payer_id: [world.uwe, null],
      payer_agreed_on: ['2026-05-03', null],
      hides_fees_from_payer: [true, false],
    })
    await world.staff.submit(`/dashboard/${world.club.id}/undo`, {
      batch: String(batch),
      back: world.at(world.lena),
    })
    expect(await paid(world.lena)).toEqual({ payer: world.uwe, agreedOn: '2026-05-03', hides: 1 })
    const undone = (await eventsOf(world.club)).findLast(({ subject_id }) => subject_id === world.lena)
    expect(undone?.changes).toEqual({
      payer_id: [null, world.uwe],
      payer_agreed_on: [null, '2026-05-03'],
      hides_fees_from_payer: [false, true],
    })
  })

  it('is what the payer before agreed to, if the next one is taken back', async () => {
    const world = await family({}, {}, 'owner')
    const { ids } = await addTo(world.club, person({ name: { first_name: 'Oma' } }))
    await setPayer(world, { agreed: '1', agreed_on: '2026-05-03' })
    await setPayer({ ...world, uwe: String(ids[0]) })
    const { batch_id: batch } =
      (await eventsOf(world.club)).findLast(({ subject_id }) => subject_id === world.lena) ?? {}
    await setPayer({ ...world, uwe: String(ids[0]) }, { agreed: '1', agreed_on: '2026-06-01' })
    await world.staff.submit(`/dashboard/${world.club.id}/undo`, {
      batch: String(batch),
      back: world.at(world.lena),
    })
    expect(await paid(world.lena)).toMatchObject({ payer: world.uwe, agreedOn: '2026-05-03' })
    const undone = (await eventsOf(world.club)).findLast(({ subject_id }) => subject_id === world.lena)
    expect(undone?.changes).toMatchObject({ payer_agreed_on: ['2026-06-01', '2026-05-03'] })
  })

  it('is not taken back alone, nor is what the person hides', async () => {
    const world = await family({}, {}, 'owner')
    await setPayer(world)
    await setPayer(world, { agreed: '1', agreed_on: '2026-05-03' })
    const { batch_id: batch } =
      (await eventsOf(world.club)).findLast(({ subject_id }) => subject_id === world.lena) ?? {}
    await world.staff.submit(`/dashboard/${world.club.id}/undo`, {
      batch: String(batch),
      back: world.at(world.lena),
    })
    expect(await paid(world.lena)).toMatchObject({ payer: world.uwe, agreedOn: '2026-05-03' })
  })

  it('ends when the payer is deleted, also with another person who pays then', async () => {
    const world = await family({}, {}, 'office')
    const { ids } = await addTo(world.club, person({ name: { first_name: 'Olaf' }, payer_id: world.uwe }))
    await setPayer(world)
    await rows(
      `UPDATE persons SET payer_agreed_on = '2026-05-03', hides_fees_from_payer = 1 WHERE payer_id IS NOT NULL`,
    )
    const asked = await world.staff.get(world.at(world.uwe, '/delete'))
    const form = { ...Object.fromEntries(formValues(asked.text)), payer: world.lena }
    expect((await world.staff.submit(world.at(world.uwe, '/delete'), form)).status).toBe(303)
    expect(await paid(world.lena)).toEqual({ payer: null, agreedOn: null, hides: 0 })
    expect(await paid(String(ids[0]))).toEqual({ payer: world.lena, agreedOn: null, hides: 0 })
  })

  it('is of nobody whom the finder of families gives a payer', async () => {
    const world = await family(account(IBAN), account(IBAN))
    const path = `/dashboard/${world.club.id}/members/families`
    const form = Object.fromEntries(formValues((await world.staff.get(path)).text))
    await world.staff.submit(path, { ...form, family: '0' })
    expect(await paid(world.lena)).toEqual({ payer: world.uwe, agreedOn: null, hides: 0 })
  })

  it('is ticked where the payer is set already and the agreement alone is noted', async () => {
    const world = await family()
    await setPayer(world)
    const asked = await world.staff.get(world.at(world.lena, `/payer?payer=${world.uwe}`))
    expect(textOf(asked.text)).toContain('Zusage vermerken')
    const form = Object.fromEntries(formValues(asked.text))
    expect((await world.staff.submit(world.at(world.lena, '/payer'), form)).status).toBe(303)
    const [lena] = await rows<{ agreed: string }>(
      'SELECT payer_agreed_on AS agreed FROM persons WHERE id = ?',
      world.lena,
    )
    expect(lena?.agreed).toBe(todayIn('Europe/Berlin', new Date()))
  })

  it('says to the office that a person hides its fees', async () => {
    const world = await family()
    await setPayer(world)
    await hide(world.lena)
    expect(await card(world, world.lena)).toContain('zeigt dem Zahler Beiträge und Zahlungen nicht')
  })
})

describe('deleting a payer', () => {
  it.each(['themselves', 'one of them'])('asks who pays then: %s', async (who) => {
    const world = await family({}, {}, 'office')
    const { ids } = await addTo(world.club, person({ name: { first_name: 'Olaf' }, payer_id: world.uwe }))
    await setPayer(world)
    const asked = await world.staff.get(world.at(world.uwe, '/delete'))
    expect(textOf(asked.text)).toMatch(/Wer zahlt dann für Lena Roth, Olaf\?/)
    const payer = who === 'themselves' ? '' : world.lena
    const form = { ...Object.fromEntries(formValues(asked.text)), payer }
    expect((await world.staff.submit(world.at(world.uwe, '/delete'), form)).status).toBe(303)
    expect((await get(world.club, world.lena)).payer_id).toBe(null)
    expect((await get(world.club, String(ids[0]))).payer_id).toBe(payer || null)
    expect(
      await rows(`SELECT 1 FROM events WHERE subject_name LIKE '%Uwe%' OR changes LIKE '%Uwe%'`),
    ).toEqual([])
    await expectSoundBooks(world.club.id)
  })

  it('offers no minor as the payer', async () => {
    const world = await family({}, {}, 'office')
    await addTo(world.club, person({ name: { first_name: 'Olaf' }, payer_id: world.uwe }))
    await setPayer(world)
    const asked = textOf((await world.staff.get(world.at(world.uwe, '/delete'))).text)
    expect(asked).toContain('Olaf zahlt für alle')
    expect(asked).not.toContain('Lena Roth zahlt für alle')
  })

  it('refuses somebody else', async () => {
    const world = await family({}, {}, 'office')
    const asked = await world.staff.get(world.at(world.uwe, '/delete'))
    const form = { ...Object.fromEntries(formValues(asked.text)), payer: world.lena }
    expect((await world.staff.submit(world.at(world.uwe, '/delete'), form)).status).toBe(422)
    expect((await get(world.club, world.uwe)).id).toBe(world.uwe)
  })
})

describe('the log', () => {
  it('names the payer, on the page of the person and in its file too, until that is deleted', async () => {
    const world = await family({}, {}, 'owner')
    await setPayer(world)
    const { club, staff, uwe, lena, at } = world
    const log = `/dashboard/${club.id}/log`
    const file = () => staff.submit(`${log}/export`, {})
    for (const page of [log, at(lena), `/dashboard/${club.id}`]) {
      const { text, cost } = await staff.get(page)
      expect([cost.trips, textOf(text)]).toEqual([1, expect.stringMatching(/Zahler[^.]*: (– → )?Uwe Roth/)])
    }
    expect((await file()).text).toContain('Zahler: – → Uwe Roth')
    await club.delete(`/lists/members/persons/${uwe}`)
    for (const page of [log, at(lena)]) {
      const { text } = await staff.get(page)
      expect(textOf(text)).toContain('(gelöscht)')
      expect(textOf(text)).not.toContain('Uwe Roth')
    }
    expect((await file()).text).toContain('Zahler: (gelöscht) → –')
  })
})

describe('the persons without a payer', () => {
  const TODAY = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Berlin' })

  /** Lena, for whom Uwe paid, who was deleted. */
  async function alone(role: 'treasurer' | 'office' | 'owner' = 'office') {
    const world = await family({}, {}, role)
    const { club, uwe, lena } = world
    expect((await club.put(`/lists/members/persons/${lena}`, { payer_id: uwe })).status).toBe(200)
    await addTo(club, fee(3000, { person_id: lena }))
    expect((await club.delete(`/lists/members/persons/${uwe}`)).status).toBe(204)
    return { ...world, home: `/dashboard/${club.id}`, list: `/dashboard/${club.id}/members/without-payer` }
  }

  const lostOn = async (id: string) =>
    (await rows<{ day: string | null }>('SELECT payer_lost_on AS day FROM persons WHERE id = ?', id))[0]?.day

  it.each(['office', 'treasurer', 'owner'] as const)('wait for the %s, with what is open', async (role) => {
    const { staff, home, list, lena } = await alone(role)
    const overview = await staff.get(home)
    expect([overview.status, overview.cost.trips]).toEqual([200, 1])
    expect(overview.text).toContain(`<a href="${list}">1 Person hat keinen Zahler mehr</a>`)
    const { status, text, cost } = await staff.get(list)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(text)).toContain('Lena Roth')
    expect(textOf(text)).toContain('30,00 €')
    expect(text).toContain(`/members/${lena}/payer"`)
  })

  it('pay for themselves once somebody says so, with an event', async () => {
    const { club, staff, home, list, lena, at } = await alone()
    const { text } = await staff.get(list)
    const [, form = ''] = /<form method="post"[^>]*\/payer">([\s\S]*?)<\/form>/.exec(text) ?? []
    const fields = Object.fromEntries(formValues(`<form class="stack">${form}</form>`))
    const sent = await staff.submit(at(lena, '/payer'), fields)
    expect([sent.status, sent.headers.get('Location'), sent.cost.trips]).toEqual([303, list, 2])
    expect(await lostOn(lena)).toBe(null)
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'person.updated',
      changes: { payer_lost_on: [TODAY, null] },
    })
    expect(textOf((await staff.get(list)).text)).toContain('Alle haben einen Zahler oder zahlen selbst')
    expect((await staff.get(home)).text).not.toContain('keinen Zahler mehr')
    const again = await staff.submit(at(lena, '/payer'), fields)
    expect([again.status, again.cost.rowsWritten]).toEqual([303, 0])
  })

  it('keep a payer whom somebody gave them meanwhile', async () => {
    const { club, staff, list, lena, at } = await alone()
    const { text } = await staff.get(list)
    const [, form = ''] = /<form method="post"[^>]*\/payer">([\s\S]*?)<\/form>/.exec(text) ?? []
    const { id } = await addTo(club, person({ name: { first_name: 'Eva' } }))
    await club.put(`/lists/members/persons/${lena}`, { payer_id: id })
    expect(await lostOn(lena)).toBe(null)
    const fields = Object.fromEntries(formValues(`<form class="stack">${form}</form>`))
    expect((await staff.submit(at(lena, '/payer'), fields)).status).toBe(422)
    expect((await get(club, lena)).payer_id).toBe(id)
  })

  it('are told on their card, which settles it, too', async () => {
    const { staff, lena, at } = await alone()
    const page = await staff.get(at(lena))
    expect(textOf(page.text)).toContain('Wer zahlt jetzt?')
    const [, form = ''] = /<form method="post"[^>]*\/payer">([\s\S]*?)<\/form>/.exec(page.text) ?? []
    const fields = Object.fromEntries(formValues(`<form class="stack">${form}</form>`))
    expect((await staff.submit(at(lena, '/payer'), fields)).status).toBe(303)
    const after = textOf((await staff.get(at(lena))).text)
    expect(after).toContain('Die Person zahlt jetzt selbst.')
    expect(after).not.toContain('Wer zahlt jetzt?')
    expect(after).toContain('Ohne Zahler seit')
  })

  it('do not wait once they have left', async () => {
    const { club, staff, home, list, lena } = await alone()
    await club.put(`/lists/members/persons/${lena}`, { leave_date: '2026-01-31' })
    expect((await staff.get(home)).text).not.toContain('keinen Zahler mehr')
    expect(textOf((await staff.get(list)).text)).not.toContain('Lena Roth')
  })

  it('are none where the deletion says who pays, be it each for itself', async () => {
    const world = await family({}, {}, 'office')
    const { club, staff, uwe, lena, at } = world
    await club.put(`/lists/members/persons/${lena}`, { payer_id: uwe })
    const asked = await staff.get(at(uwe, '/delete'))
    expect((await staff.submit(at(uwe, '/delete'), formValues(asked.text))).status).toBe(303)
    expect([(await get(club, lena)).payer_id, await lostOn(lena)]).toEqual([null, null])
  })

  it('are counted by as many reads among 2,000 members', async () => {
    const { club, staff, list } = await alone()
    const small = await staff.get(list)
    await seedMembers(club.id, 2000)
    const large = await staff.get(list)
    expect(large.cost.rowsRead).toBeLessThan(small.cost.rowsRead + 5)
  })
})

describe('finding families', () => {
  const address = { street: 'Uferweg 1', postcode: '10115', city: 'Berlin' }

  async function club() {
    const world = await clubOf(
      person({
        name: { first_name: 'Oma', last_name: 'Roth' },
        birthdate: '1950-01-01',
        ...account(IBAN, 'Uwe Roth'),
      }),
      person({ ...UWE, ...account(IBAN) }),
      person({ ...LENA, ...account(IBAN), sepa_mandate: MANDATE }),
      person({ name: { first_name: 'Eva', last_name: 'Berg' }, birthdate: '1980-01-01', address }),
      person({ name: { first_name: 'Kai', last_name: 'Berg' }, birthdate: '2016-01-01', address }),
      person({ name: { first_name: 'Jan', last_name: 'Kind' }, birthdate: '2016-01-01', address }),
      person({ name: { first_name: 'Ole', last_name: 'Kind' }, birthdate: '2018-01-01', address }),
      signedIn('treasurer'),
    )
    return { ...world, path: `/dashboard/${world.club.id}/members/families` }
  }

  it('proposes the holder of an account, else the oldest adult, in one trip', async () => {
    const { staff, path, ids } = await club()
    const { status, text, cost } = await staff.get(path)
    expect([status, cost.trips]).toEqual([200, 1])
    const form = Object.fromEntries(formValues(text))
    expect(form).toMatchObject({ 'payer.0': ids[1], 'payer.1': ids[3] })
    expect(form).not.toHaveProperty('family')
    expect(textOf(text)).not.toContain('Jan Kind')
  })

  it('saves those that are ticked, with their mandate, in one act', async () => {
    const { staff, path, ids, club: own } = await club()
    const form = Object.fromEntries(formValues((await staff.get(path)).text))
    expect((await staff.submit(path, form)).status).toBe(422)
    const saved = await staff.submit(path, { ...form, family: '0' })
    expect([saved.status, saved.cost.trips]).toEqual([303, 2])
    expect(await get(own, String(ids[1]))).toMatchObject({ payer_id: null, sepa_mandate: MANDATE })
    expect(await get(own, String(ids[2]))).toMatchObject({
      payer_id: ids[1],
      sepa_mandate: null,
      bank_account: null,
    })
    expect((await get(own, String(ids[0]))).payer_id).toBe(ids[1])
    expect((await get(own, String(ids[4]))).payer_id).toBe(null)
    const after = await staff.get(path)
    expect(textOf(after.text)).toContain('2 Personen haben jetzt einen Zahler.')
    expect(textOf(after.text)).not.toContain('Lena Roth')
    await expectSoundBooks(own.id)
  })

  it('saves nothing of what has changed since', async () => {
    const { staff, path, ids, club: own } = await club()
    const form = Object.fromEntries(formValues((await staff.get(path)).text))
    await own.delete(`/lists/members/persons/${ids[1]}`)
    const saved = await staff.submit(path, { ...form, family: '0' })
    expect(saved.status).toBe(422)
    expect((await get(own, String(ids[2]))).payer_id).toBe(null)
  })
})

import { describe, expect, it } from 'vitest'
import { addTo, clubOf, fee, person, signedIn } from '../support/club'
import { eventsOf } from '../support/events'
import { formValues, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
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

  it('refuses somebody else', async () => {
    const world = await family({}, {}, 'office')
    const asked = await world.staff.get(world.at(world.uwe, '/delete'))
    const form = { ...Object.fromEntries(formValues(asked.text)), payer: world.lena }
    expect((await world.staff.submit(world.at(world.uwe, '/delete'), form)).status).toBe(422)
    expect((await get(world.club, world.uwe)).id).toBe(world.uwe)
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

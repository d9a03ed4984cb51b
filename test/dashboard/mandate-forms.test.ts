import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { ADA, clubOf, fee, person, portal, settings, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { formValues, textOf } from '../support/html'
import { LENA, OLAF, setPayer } from '../support/payer'
import { seedMembers } from '../support/seed-members'
import type { Workspace } from '../support/workspace'

const CREDITOR = {
  name: 'TSV Lindental 1898 e. V.',
  iban: 'DE02120300000000202051',
  creditor_id: 'DE98ZZZ09999999999',
}
const IBAN = 'DE89370400440532013000'
const UWE = {
  external_id: 'uwe',
  name: { first_name: 'Uwe', last_name: 'Roth' },
  membership_number: '1001',
  address: { street: 'Am Hang 3', postcode: '01067', city: 'Dresden' },
  bank_account: { iban: IBAN },
}
const SIGNED = {
  external_id: 'ada',
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  sepa_mandate: { reference: 'M-7', signature_date: '2026-01-31' },
}

async function world(role: Role = 'treasurer') {
  const { club, ids, staff } = await clubOf(
    settings({ creditor: CREDITOR, member_portal: { slug: 'lindental' } }),
    person(UWE),
    person(LENA),
    person(OLAF),
    person(SIGNED),
    signedIn(role),
  )
  await setPayer(club, 'uwe', 'lena')
  const [uwe, lena, olaf, ada] = ids
  const at = (id: string, page = '') => `/dashboard/${club.id}/members/${id}${page}`
  const print = (...chosen: string[]) =>
    staff.submit(`/dashboard/${club.id}/members/bulk`, [
      ['action', 'print'],
      ...chosen.map((id): [string, string] => ['id', id]),
    ])
  return { club, staff, uwe, lena, olaf, ada, at, print }
}

const sheetsOf = (html: string): string[] =>
  [...html.matchAll(/<article class="letter".*?<\/article>/gs)].map(([sheet]) => textOf(sheet))

describe('the form for a mandate', () => {
  it('is filled in with what is known, in one trip', async () => {
    const { staff, at, uwe } = await world()
    const { status, text, cost } = await staff.get(at(uwe, '/mandate'))
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    const [sheet = ''] = sheetsOf(text)
    for (const part of [
      'SEPA-Lastschriftmandat',
      CREDITOR.name,
      CREDITOR.creditor_id,
      'LINDENTAL-1001',
      'Wiederkehrende Zahlungen',
      'Ich ermächtige TSV Lindental 1898 e. V.',
      'Uwe Roth',
      'Am Hang 3',
      '01067 Dresden',
      'DE89 3704 0044 0532 0130 00',
    ])
      expect(sheet).toContain(part)
  })

  it('leaves the account blank for staff who see it masked', async () => {
    const { staff, at, uwe } = await world('office')
    const { text } = await staff.get(at(uwe, '/mandate'))
    expect(sheetsOf(text)[0]).toContain('LINDENTAL-1001')
    expect(textOf(text)).not.toMatch(/0130 00\b/)
    expect(text).not.toContain('name="sepa_mandate.reference"')
  })

  it('is made out to the payer', async () => {
    const { staff, at, lena, uwe } = await world()
    const { text } = await staff.get(at(lena, '/mandate'))
    expect(sheetsOf(text)[0]).toContain('Lena Roth')
    expect(textOf(text)).toContain('Für diese Person zahlt Uwe Roth')
    expect(text).toContain(`/members/${uwe}/mandate"`)
    expect(text).not.toContain('name="sepa_mandate.reference"')
  })

  it('is not printed for who has a mandate', async () => {
    const { staff, at, ada } = await world()
    const { text } = await staff.get(at(ada, '/mandate'))
    expect(textOf(text)).toContain('Ada Lovelace hat schon ein Mandat')
    expect(sheetsOf(text)).toEqual([])
  })

  it('has letters of the id where there is no number', async () => {
    const { staff, at, olaf } = await world()
    const { text } = await staff.get(at(olaf, '/mandate'))
    expect(sheetsOf(text)[0]).toContain(`LINDENTAL-${olaf.slice(-8).toUpperCase()}`)
  })
})

describe('a signed form', () => {
  const signed = {
    'sepa_mandate.signature_date': '2026-11-20',
    'bank_account.iban': IBAN,
    'bank_account.signatory': 'Petra Roth',
  }

  it('becomes the mandate of the person, who pays by direct debit from then on', async () => {
    const { club, staff, at, uwe } = await world()
    const { text } = await staff.get(at(uwe, '/mandate'))
    const form = { ...Object.fromEntries(formValues(text)), ...signed }
    const saved = await staff.submit(at(uwe, '/mandate'), form)
    expect([saved.status, saved.cost.trips]).toEqual([303, 2])
    const { sepa_mandate, bank_account, payment_method } = (await club.get('/lists/members/persons/uwe')).body
      .data
    expect(sepa_mandate).toMatchObject({ reference: 'LINDENTAL-1001', signature_date: '2026-11-20' })
    expect(bank_account).toMatchObject({ iban: IBAN, signatory: 'Petra Roth' })
    expect(payment_method).toBe('direct_debit')
  })

  it('needs the date and the account, and keeps what was typed', async () => {
    const { club, staff, at, uwe } = await world()
    const { text } = await staff.get(at(uwe, '/mandate'))
    const form = {
      ...Object.fromEntries(formValues(text)),
      ...signed,
      'sepa_mandate.signature_date': '',
      'bank_account.iban': ' ',
    }
    const refused = await staff.submit(at(uwe, '/mandate'), form)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('value="Petra Roth"')
    expect((await club.get('/lists/members/persons/uwe')).body.data.sepa_mandate).toBe(null)
  })

  it('is refused with the reference of somebody else', async () => {
    const { club, staff, at, uwe } = await world()
    const { text } = await staff.get(at(uwe, '/mandate'))
    const form = { ...Object.fromEntries(formValues(text)), ...signed, 'sepa_mandate.reference': 'm-7' }
    const refused = await staff.submit(at(uwe, '/mandate'), form)
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringMatching(/Mandatsreferenz : Diese Mandatsreferenz/),
    ])
    expect((await club.get('/lists/members/persons/uwe')).body.data.sepa_mandate).toBe(null)
  })

  it('says that the person was changed meanwhile', async () => {
    const { club, staff, at, uwe } = await world()
    const { text } = await staff.get(at(uwe, '/mandate'))
    const form = { ...Object.fromEntries(formValues(text)), ...signed }
    await club.put('/lists/members/persons/uwe', { sex: 'm' })
    const refused = await staff.submit(at(uwe, '/mandate'), form)
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining('Die Person wurde inzwischen geändert.'),
    ])
  })

  it('gives the next mandate another reference', async () => {
    const { club, staff, at, uwe } = await world()
    const mandate = { reference: 'Lindental-1001', signature_date: '2026-01-31' }
    await club.put('/lists/members/persons/uwe', { sepa_mandate: mandate })
    await club.put('/lists/members/persons/uwe', { sepa_mandate: null })
    const { text } = await staff.get(at(uwe, '/mandate'))
    expect(sheetsOf(text)[0]).toContain('LINDENTAL-1001-2')
  })
})

describe('forms for many', () => {
  it('are one for each who is debited, without those who have a mandate, in one trip', async () => {
    const { print, uwe, lena, olaf, ada } = await world()
    const { status, text, cost } = await print(lena, uwe, olaf, ada)
    expect([status, cost.trips]).toEqual([200, 1])
    const sheets = sheetsOf(text)
    expect(sheets.map((sheet) => /LINDENTAL-\S+/.exec(sheet)?.[0])).toEqual([
      'LINDENTAL-1001',
      `LINDENTAL-${olaf.slice(-8).toUpperCase()}`,
    ])
    expect(sheets[0]).toContain('Für die Beiträge von Uwe Roth, Lena Roth')
    expect(textOf(text)).toContain('Eine Person hat schon ein Mandat')
    expect(textOf(text)).toContain('Ada Lovelace : M-7')
  })

  it('say that all have a mandate', async () => {
    const { print, ada } = await world()
    const { status, text } = await print(ada)
    expect([status, textOf(text)]).toEqual([422, expect.stringContaining('Nichts zu drucken')])
  })

  it('are 500 at most', async () => {
    const { club, staff } = await world()
    await seedMembers(club.id, 500)
    const { status, text } = await staff.submit(`/dashboard/${club.id}/members/bulk`, {
      action: 'print',
      scope: 'all',
      query: '',
    })
    expect([status, textOf(text)]).toEqual([422, expect.stringContaining('Mehr als 500 auf einmal')])
  })
})

describe('the fees of a person without the mandate that its debits need', () => {
  const WITHOUT = { ...ADA, payment_method: 'direct_debit' }
  const fees = async (staff: Staff, club: Workspace, id: string) =>
    (
      await staff.get(`/dashboard/${club.id}/members/${id}?tab=fees`, {
        headers: { 'Accept-Language': 'de' },
      })
    ).text

  it('lead each role to what it can do about it', async () => {
    const { club, id } = await clubOf(
      portal({ functions: ['view_data', 'grant_mandate'] }),
      person(WITHOUT),
      fee(),
    )
    const treasurer = await fees(await staffOf(club, 'treasurer'), club, id)
    expect(textOf(treasurer)).toContain('Mandat fehlt Mandat drucken oder eintragen')
    expect(treasurer).toContain(`/members/${id}/mandate"`)
    expect(treasurer).not.toContain('Portal-Link schicken')
    const office = textOf(await fees(await staffOf(club, 'office'), club, id))
    expect(office).toContain('Mandat fehlt SEPA-Mandat drucken · Portal-Link schicken')
  })

  it('lead nowhere for who pays otherwise', async () => {
    const { club, id } = await clubOf(person(ADA), fee())
    const text = await fees(await staffOf(club, 'treasurer'), club, id)
    expect(text).not.toContain('Mandat drucken oder eintragen')
  })
})

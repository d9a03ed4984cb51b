import { describe, expect, it, vi } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, fee, person, settings, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { LENA, setPayer, UWE } from '../support/payer'
import { codesOf } from '../support/qr'
import { rows } from '../support/workspace'

const CREDITOR = {
  name: 'TSV Lindental 1898 e. V.',
  iban: 'DE02120300000000202051',
  creditor_id: 'DE98ZZZ09999999999',
}

async function fixture(role: Role, given: object = { creditor: CREDITOR }) {
  const { club, fees, staff } = await clubOf(
    settings(given),
    person({
      name: { first_name: 'Ada', last_name: 'Lovelace & Söhne' },
      address: { street: 'Lindenallee 9', postcode: '01067', city: 'Dresden', country_code: 'DE' },
    }),
    fee(123456, { description: 'Jahresbeitrag 2026', due_on: '2026-12-31' }),
    signedIn(role),
  )
  const [{ id, reference }] = fees
  return { club, id, reference, staff, path: `/dashboard/${club.id}/fees/${id}/notice` }
}

describe('the payment notice of a fee', () => {
  it('is a letter with a GiroCode that banking apps read, in one trip', async () => {
    const { staff, path, reference } = await fixture('office')
    const { status, text, cost } = await staff.get(path)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    expect(codesOf(text)).toEqual([
      `BCD\n002\n1\nSCT\n\nTSV Lindental 1898 e. V.\nDE02120300000000202051\nEUR1234.56\n\n${reference}`,
    ])
    const page = textOf(text)
    for (const part of [
      'Lovelace & Söhne',
      'Lindenallee 9',
      '01067 Dresden',
      '1.234,56 €',
      '31. Dezember 2026',
    ])
      expect(page).toContain(part)
    expect(page).toContain('DE02 1203 0000 0000 2020 51')
    expect(page).toContain(reference.replaceAll(/(.{4})(?=.)/g, '$1 '))
    expect(text).not.toMatch(/ style=/)
  })

  it('names the country of an address abroad, and not its own', async () => {
    const { club, id, staff, path } = await fixture('office')
    expect(textOf((await staff.get(path)).text)).not.toContain('Deutschland')
    const [fee] = await rows<{ person_id: string }>('SELECT person_id FROM fees WHERE id = ?', id)
    const address = { street: 'Ring 1', postcode: '1010', city: 'Wien', country_code: 'AT' }
    await club.put(`/lists/members/persons/${fee?.person_id}`, { address })
    expect(textOf((await staff.get(path)).text)).toContain('1010 Wien Österreich')
  })

  it('goes to who pays for the person, and names the person, in one trip', async () => {
    const { club, fees, staff } = await clubOf(
      settings({ creditor: CREDITOR }),
      person({ ...UWE, address: { street: 'Am Hang 3', postcode: '01067', city: 'Dresden' } }),
      person({ ...LENA, address: { street: 'Ring 1', postcode: '10115', city: 'Berlin' } }),
      fee(4500, { description: 'Beitrag 2027', person_external_id: 'lena' }),
      signedIn('office'),
    )
    await setPayer(club, 'uwe', 'lena')
    const { text, cost } = await staff.get(`/dashboard/${club.id}/fees/${fees[0].id}/notice`)
    expect(cost.trips).toBe(1)
    const page = textOf(text)
    for (const part of ['Guten Tag Uwe Roth', 'Am Hang 3', 'Beitrag 2027, für Lena Roth'])
      expect(page).toContain(part)
    expect(page).not.toContain('Ring 1')
  })

  it('calls a fee overdue from the day after its due date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T12:00:00Z') })
    const { club, staff, path } = await fixture('office')
    expect(textOf((await staff.get(path)).text)).not.toContain('Fällig seit')
    vi.setSystemTime(new Date('2027-01-01T12:00:00Z'))
    const later = await staffOf(club, 'office')
    expect(textOf((await later.get(path)).text)).toContain('Fällig seit')
  })

  it('is in the language of the workspace, whatever that of the reader', async () => {
    const { staff, path } = await fixture('treasurer', { creditor: CREDITOR, locale: 'en-GB' })
    const { text } = await staff.get(path, { headers: { 'Accept-Language': 'de-DE' } })
    expect(text).toContain('<article class="letter" lang="en-GB">')
    expect(textOf(text)).toContain('Payment request')
    expect(textOf(text)).toContain('Zahlungsaufforderung')
  })

  it('asks for the open rest, and shows an auditor no address', async () => {
    const { club, path, id } = await fixture('auditor')
    const auditor = await staffOf(club, 'auditor')
    const payment = { fee_id: id, amount: 100000, paid_on: '2026-01-31', method: 'bank_transfer' }
    await club.post('/payments', { data: [payment] })
    const { text } = await auditor.get(path)
    expect(textOf(text)).toContain('234,56 €')
    expect(textOf(text)).not.toContain('1.234,56 €')
    expect(text).not.toContain('Lindenallee')
  })

  it('says what to do without an IBAN of the association', async () => {
    const { staff, path, club } = await fixture('owner', {})
    const { text } = await staff.get(path)
    expect(text).not.toContain('qr-code"')
    expect(textOf(text)).toContain('noch keine IBAN')
    expect(text).toContain(`/dashboard/${club.id}/settings/direct-debit`)
    const office = await (await staffOf(club, 'office')).get(path)
    expect(textOf(office.text)).toContain('Bitte jemanden mit Vollzugriff')
  })

  it('says that nothing is to be paid of a fee that is paid', async () => {
    const { staff, path, id, club } = await fixture('treasurer')
    const payment = { fee_id: id, amount: 123456, paid_on: '2026-01-31', method: 'bank_transfer' }
    await club.post('/payments', { data: [payment] })
    const { status, text } = await staff.get(path)
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Hier ist nichts zu zahlen')
    expect(text).not.toContain('class="letter"')
  })
})

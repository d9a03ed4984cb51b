import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { staffOf } from '../support/dashboard'
import { addPersons, claim, clubWithFees, collectingClub, payer, submitted } from '../support/direct-debits'
import { textOf } from '../support/html'
import { rows } from '../support/workspace'

const GERMAN = { headers: { 'Accept-Language': 'de' } }

const ADDRESS = { street: 'Uferweg 1', postcode: '50667', city: 'Köln', country_code: 'DE' }

async function fixture(role: Role) {
  const club = await collectingClub()
  await addPersons(club, [payer(1, { address: ADDRESS })])
  const { id } = (await club.get('/lists/members/persons/m1')).body.data
  const collection = await submitted(club, await claim(club, [{ person_external_id: 'm1' }]))
  const path = `/dashboard/${club.id}/mandates?reference=M-1`
  return { club, staff: await staffOf(club, role), id: id as string, collection, path }
}

describe('the evidence of a mandate', () => {
  it('says who may collect from whom, how it was given, and what was collected', async () => {
    const { staff, id, collection, path, club } = await fixture('treasurer')
    const { status, text, cost } = await staff.get(path, GERMAN)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    const page = textOf(text)
    for (const part of [
      'SEPA-Mandat M-1',
      'Zahlungsempfänger Ruderclub e. V.',
      'Gläubiger-ID DE98ZZZ09999999999',
      'Kontoinhaber Ada Lovelace 1',
      'Uferweg 1 50667 Köln',
      'Unterschrieben am 31. Januar 2025',
      'Erteilt auf Papier',
      'Gilt',
      '45,00 €',
      'Unterwegs',
    ])
      expect(page).toContain(part)
    expect(text).toContain(`/dashboard/${club.id}/members/${id}"`)
    expect(text).toContain(`/dashboard/${club.id}/direct-debits/${collection.id}"`)
    expect(text).not.toMatch(/ style=/)
  })

  it.each<[Role, boolean, boolean]>([
    ['owner', true, true],
    ['treasurer', true, true],
    ['office', false, true],
    ['auditor', false, false],
  ])('shows the %s the IBAN whole (%s) and the address (%s)', async (role, seesIban, seesAddress) => {
    const { staff, path, club } = await fixture(role)
    const page = textOf((await staff.get(path, GERMAN)).text)
    const withoutBlanks = page.replaceAll(' ', '')
    const { iban } = (await club.get('/lists/members/persons/m1')).body.data.bank_account
    expect(withoutBlanks.includes(iban)).toBe(seesIban)
    expect(withoutBlanks).toContain(iban.slice(-4))
    expect(page.includes('Uferweg 1')).toBe(seesAddress)
  })

  it('stays when the person is deleted, and says so', async () => {
    const { staff, path, club } = await fixture('treasurer')
    await club.delete('/lists/members/persons/m1')
    const page = textOf((await staff.get(path, GERMAN)).text)
    expect(page).toContain('Beendet')
    expect(page).toContain('die Person wurde gelöscht')
    expect(page).toContain('Kontoinhaber Ada Lovelace 1')
    expect(page).toContain('45,00 €')
  })

  it('is linked from the person and from a debit', async () => {
    const { staff, path, club, id, collection } = await fixture('owner')
    for (const page of [`members/${id}`, `direct-debits/${collection.id}`])
      expect((await staff.get(`/dashboard/${club.id}/${page}`)).text).toContain(`href="${path}"`)
  })

  it('is found without regard to case, and not for an unknown reference or in another workspace', async () => {
    const { staff, path } = await fixture('owner')
    expect((await staff.get(path.replace('M-1', 'm-1'))).status).toBe(200)
    expect((await staff.get(path.replace('M-1', 'M-2'))).status).toBe(404)
    const other = await clubWithFees(2)
    const stranger = await staffOf(other.club, 'owner')
    const elsewhere = `/dashboard/${other.club.id}/mandates?reference=`
    expect(textOf((await stranger.get(`${elsewhere}M-2`)).text)).toContain('Ada Lovelace 2')
    expect((await staff.get(path.replace('M-1', 'M-2'))).status).toBe(404)
  })
})

it('says on the form of a person that a reference belongs to another mandate', async () => {
  const { club, staff } = await fixture('owner')
  await addPersons(club, [payer(2)])
  const { id } = (await club.get('/lists/members/persons/m2')).body.data
  const path = `/dashboard/${club.id}/members/${id}/edit`
  const version = /name="form.version" value="([^"]*)"/.exec((await staff.get(path)).text)?.[1] ?? ''
  const answer = await staff.submit(
    path,
    { 'form.version': version, 'sepa_mandate.reference': 'M-1' },
    GERMAN,
  )
  expect(answer.status).toBe(422)
  expect(textOf(answer.text)).toContain('Diese Mandatsreferenz gehört zu einem anderen Mandat.')
})

it('shows the text that was agreed to online', async () => {
  const { club, staff, path } = await fixture('office')
  await rows(
    "UPDATE mandates SET granted = 'online', text_version = '2026-11-en', granted_at = created_at, confirmed_by = 'ada@example.org' WHERE workspace_id = ?",
    club.id,
  )
  const page = textOf((await staff.get(path, GERMAN)).text)
  expect(page).toContain('I authorise Ruderclub e. V. to send instructions to my bank')
  expect(page).toContain('Bestätigt von ada@example.org')
  expect(page).not.toContain('Unterschrieben am')
})

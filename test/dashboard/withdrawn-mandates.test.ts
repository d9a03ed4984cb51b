import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, claim, collectingClub, payer } from '../support/direct-debits'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { setPortal, signIn } from '../support/portal'
import { rows, type Workspace } from '../support/workspace'

const PAGE = '/members/withdrawn-mandates'
const ONE = '1 Mandat wurde widerrufen'

let club: Workspace

/** Ada withdraws her mandate in the portal, under which nothing is collected. */
beforeEach(async () => {
  club = await collectingClub()
  await setPortal(club, { slug: 'ruder', functions: ['view_data', 'grant_mandate'] })
  await addPersons(club, [payer(1)])
  await claim(club, [{ person_external_id: 'm1' }])
  const { id } = (await club.get('/lists/members/persons/m1')).body.data
  const member = await signIn(club, { person_id: id })
  expect((await member.submit(`/portal/persons/${id}/mandate/withdrawal`, {})).status).toBe(303)
})
afterEach(() => vi.useRealTimers())

const home = async (role: 'office' | 'treasurer' | 'owner' = 'office') =>
  textOf((await (await staffOf(club, role)).get(`/dashboard/${club.id}`)).text)

it('waits on home for who writes members, until it is ticked off', async () => {
  expect(await home()).toContain(ONE)
  expect(await home('treasurer')).not.toContain(ONE)
  const office = await staffOf(club, 'office')
  const page = await office.get(`/dashboard/${club.id}${PAGE}`)
  expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
  expect(textOf(page.text)).toMatch(/Ada Lovelace 1 M-1 .* 45,00\s€ Erledigt/)
  expect(textOf(page.text)).not.toContain('läuft noch')
  const settle = () => office.submit(`/dashboard/${club.id}${PAGE}`, { reference: 'm-1' })
  expect(leadsTo(await settle())).toBe(`/dashboard/ruder${PAGE} after settled`)
  expect(textOf((await office.get(`/dashboard/${club.id}${PAGE}`)).text)).toContain('Keine Widerrufe')
  expect(await home()).not.toContain(ONE)
  expect((await settle()).status).toBe(303)
  const settled = (await eventsOf(club)).filter(
    ({ action }) => action === 'person.mandate_withdrawal_settled',
  )
  expect(settled).toHaveLength(1)
  const owner = await staffOf(club, 'owner')
  expect(textOf((await owner.get(`/dashboard/${club.id}/log`)).text)).toContain(
    'hat den Widerruf des SEPA-Mandats von Ada Lovelace 1 abgehakt',
  )
})

it.each([
  ['another mandate', () => addPersons(club, [payer(1, { sepa_mandate: { reference: 'M-2' } })])],
  ['the deletion of the person', () => club.delete('/lists/members/persons/m1')],
])('is settled by %s', async (_, happen) => {
  expect((await happen()).status).toBeLessThan(300)
  expect(await home()).not.toContain(ONE)
})

it('does not wait where a mandate was removed by staff', async () => {
  await addPersons(club, [payer(2, { bank_account: { iban: ibanOf(2) } })])
  await club.put('/lists/members/persons/m2', { sepa_mandate: null })
  expect(await home()).toContain(ONE)
  expect(await rows("SELECT count(*) AS count FROM mandates WHERE end_reason = 'removed'")).toEqual([
    { count: 1 },
  ])
})

it('is ticked off by nobody who may not write members', async () => {
  const treasurer = await staffOf(club, 'treasurer')
  expect((await treasurer.get(`/dashboard/${club.id}${PAGE}`)).status).toBe(403)
  expect((await treasurer.submit(`/dashboard/${club.id}${PAGE}`, { reference: 'M-1' })).status).toBe(403)
})

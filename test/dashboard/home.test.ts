import { describe, expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { createPerson } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

const count = (club: Workspace, day: string, members: number, openAmount = 0) =>
  rows(
    'INSERT INTO daily_counts (workspace_id, day, members, contacts, open_fees, open_amount) VALUES (?, ?, ?, 3, 2, ?)',
    club.id,
    day,
    members,
    openAmount,
  )

const textOf = (html: string): string => html.replaceAll('\u00a0', ' ')

describe('home', () => {
  it('shows the latest counts and the change of this month, in one trip that writes nothing', async () => {
    const club = await workspace()
    await count(club, '2026-10-31', 300)
    await count(club, '2026-11-20', 312, 431000)
    const { status, text, cost } = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}`)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    for (const part of ['312', '+12', '4.310,00 €', '20. November 2026']) expect(textOf(text)).toContain(part)
  })

  it('shows sums of fees only to those who may read fees, and persons only to those who may read them', async () => {
    const club = await workspace()
    await count(club, '2026-11-20', 312, 431000)
    const home = async (role: 'auditor' | 'office') =>
      textOf((await (await staffOf(club, role)).get(`/dashboard/${club.id}`)).text)
    expect(await home('auditor')).not.toContain('312')
    expect(await home('auditor')).toContain('4.310,00 €')
    expect(await home('office')).toContain('312')
  })

  it('leads to the applications that wait, and counts them up to a hundred', async () => {
    const club = await workspace()
    const owner = await staffOf(club, 'owner')
    const home = async () => (await owner.get(`/dashboard/${club.id}`)).text
    expect(await home()).toContain('Alles erledigt')
    await createPerson(club, { name: { first_name: 'Ada' }, creation_behaviour: 'unconfirmed' })
    expect(await home()).toContain('1 Antrag wartet')
    await rows(
      `INSERT INTO persons (workspace_id, list_id, area, id, first_name, custom_values, created_at, updated_at)
      SELECT ?, 'members', 'applications', 'per_' || value, 'Ada', '{}', '', '' FROM json_each(?)`,
      club.id,
      JSON.stringify(Array.from({ length: 120 }, (_, index) => index)),
    )
    expect(await home()).toContain('mehr als 99 Anträge warten')
  })

  it('tells an empty association how to begin, and ticks what is done', async () => {
    const club = await workspace()
    const owner = await staffOf(club, 'owner')
    const done = async () => (await owner.get(`/dashboard/${club.id}`)).text.split('steps-done').length - 1
    expect(await done()).toBe(0)
    const id = await createPerson(club, { name: { first_name: 'Ada' } })
    await club.put('/lists/members/custom_columns', { data: [{ name: 'Instrument', type: 'string' }] })
    await club.post('/fees', { data: [{ amount: 100, description: 'Fee', person_id: id }] })
    expect(await done()).toBe(3)
    await staffOf(club, 'treasurer')
    expect((await owner.get(`/dashboard/${club.id}`)).text).not.toContain('So geht es los')
  })
})

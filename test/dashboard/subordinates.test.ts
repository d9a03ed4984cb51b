import { expect, it } from 'vitest'
import { ADA, clubOf, fee, person, settings } from '../support/club'
import { runNightly } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { rows, workspace } from '../support/workspace'

async function createUmbrella() {
  const umbrella = await workspace({ name: 'Landesverband' })
  const { club } = await clubOf(
    settings({ name: 'Ruderverein', superordinate_workspace_id: umbrella.id }),
    person(ADA),
    person({ name: { first_name: 'Alan' }, leave_date: '2020-12-31' }),
    person({ name: { first_name: 'Grace' }, creation_behaviour: 'unconfirmed' }),
    person({ name: { first_name: 'Edsger' } }, 'contacts'),
    fee(4550),
  )
  return { umbrella, club }
}

it('counts current members, contacts and open fees of every workspace at night', async () => {
  const { club, umbrella } = await createUmbrella()
  await runNightly()
  await runNightly()
  const counted = await rows('SELECT * FROM daily_counts')
  expect(counted.find(({ workspace_id }) => workspace_id === club.id)).toMatchObject({
    members: 1,
    contacts: 1,
    open_fees: 1,
    open_amount: 4550,
  })
  expect(counted.find(({ workspace_id }) => workspace_id === umbrella.id)).toMatchObject({
    members: 0,
    open_fees: 0,
    open_amount: 0,
  })
  expect(counted).toHaveLength(2)
})

it('shows the owner of an umbrella the sizes of the workspaces below, and none of their persons', async () => {
  const { umbrella, club } = await createUmbrella()
  await runNightly()
  const owner = await staffOf(umbrella, 'owner')
  const home = await owner.get(`/dashboard/${umbrella.id}`)
  expect(home.text).toContain(`/dashboard/${umbrella.id}/associations`)
  const { status, text, cost } = await owner.get(`/dashboard/${umbrella.id}/associations`)
  expect([status, cost.trips]).toEqual([200, 1])
  expect(text).toContain('Ruderverein')
  expect(text.replaceAll('\u00a0', ' ')).toContain('45,50 €')
  expect(text).not.toMatch(/\bAda\b/)
  expect((await owner.get(`/dashboard/${club.id}`)).status).toBe(404)
})

it('lists nothing of workspaces that are not below', async () => {
  await createUmbrella()
  const other = await workspace()
  const owner = await staffOf(other, 'owner')
  expect((await owner.get(`/dashboard/${other.id}/associations`)).text).not.toContain('Ruderverein')
})

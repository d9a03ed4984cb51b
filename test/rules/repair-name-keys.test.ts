import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { open } from '../../src/db/client'
import { repairNameKeys } from '../../src/domain/persons/repair-name-keys'
import { runNightly } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { metered } from '../support/meter'
import { rows, type Workspace, workspace } from '../support/workspace'

const NAMES = [
  { external_id: 'zoe', name: { first_name: 'Zoë', last_name: 'Ørsted' } },
  { external_id: 'ben', name: { first_name: 'Ben' } },
  { external_id: 'club', email: 'club@example.org' },
]

async function clubOfOldVersion(): Promise<Workspace> {
  const club = await workspace()
  for (const list of ['members', 'contacts']) await club.put(`/lists/${list}/persons`, { data: NAMES })
  await rows("UPDATE persons SET first_name_key = '', last_name_key = '' WHERE workspace_id = ?", club.id)
  return club
}

let searches = 0

/** Which of the names are on the page of a search by staff. */
async function found(club: Workspace, text: string): Promise<string[]> {
  const staff = await staffOf(club, 'office', { email: `${text}.${++searches}@example.org` })
  const page = await staff.get(`/dashboard/${club.id}/members?search=${text}`)
  return ['Zoë', 'Ben'].filter((name) => page.text.includes(`>${name}`) || page.text.includes(`, ${name}`))
}

it('finds persons that a version without keys has written, after the nightly run', async () => {
  await runNightly()
  const club = await clubOfOldVersion()
  const before = await rows('SELECT id, revision, updated_at FROM persons ORDER BY list_id, id')
  expect(await found(club, 'orsted')).toEqual([])
  await runNightly()
  expect([await found(club, 'orsted'), await found(club, 'ben')]).toEqual([['Zoë'], ['Ben']])
  expect(await rows('SELECT id, revision, updated_at FROM persons ORDER BY list_id, id')).toEqual(before)
  expect(await rows("SELECT DISTINCT last_name_key FROM persons WHERE external_id = 'zoe'")).toEqual([
    { last_name_key: 'orsted' },
  ])
})

it('reads only who has no key, in one trip once all have one', async () => {
  const club = await clubOfOldVersion()
  await repairNameKeys(open(env.DB))
  const data = Array.from({ length: 500 }, (_, n) => ({
    external_id: `n-${n}`,
    name: { last_name: `N${n}` },
  }))
  await club.put('/lists/members/persons', { data })
  const { db, cost } = metered(env.DB)
  await repairNameKeys(open(db))
  expect([cost.trips, cost.rowsWritten]).toEqual([1, 0])
  expect(cost.rowsRead).toBeLessThan(30)
})

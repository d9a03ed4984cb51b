import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { open, trip } from '../../src/db/client'
import { repairAgain } from '../../src/domain/shared/repairs'
import { addAccount, credit, importEntries } from '../support/bank'
import { runNightly } from '../support/cron'
import { rows, type Workspace, workspace } from '../support/workspace'

const ENDED = [
  { name: 'party_keys', hasEnded: 1 },
  { name: 'tidy_texts', hasEnded: 1 },
]

const passes = () => rows('SELECT name, finished_at IS NOT NULL AS hasEnded FROM repairs ORDER BY name')

const untidy = (club: Workspace) =>
  rows<{ count: number }>(
    "SELECT count(*) AS count FROM persons WHERE workspace_id = ? AND last_name LIKE ' %'",
    club.id,
  ).then(([found]) => found?.count)

/** Stores rows as a version before the repairs did. */
async function makeOld(club: Workspace): Promise<void> {
  await rows("UPDATE persons SET last_name = ' ' || last_name WHERE workspace_id = ?", club.id)
  await rows('UPDATE bank_lines SET party_key = NULL WHERE workspace_id = ?', club.id)
  await rows("UPDATE custom_columns SET name = ' Size' WHERE workspace_id = ?", club.id)
}

const load = (club: Workspace) => trip(open(env.DB), { again: repairAgain(club.id) })

describe('a workspace that is loaded after the repairs have ended', () => {
  let club: Workspace
  let other: Workspace

  beforeEach(async () => {
    const clubs = [await workspace(), await workspace()]
    for (const one of clubs) {
      const data = Array.from({ length: 600 }, (_, index) => ({
        external_id: `n-${index}`,
        name: { last_name: 'Z' },
      }))
      await one.put('/lists/members/persons', { data })
      await one.put('/lists/members/custom_columns', {
        data: [{ name: 'Size', type: 'string', external_id: 'size' }],
      })
      await importEntries(one, await addAccount(one), [credit(4500, 'Beitrag')])
    }
    // The pass over both ends before a row of the first one is read again.
    ;[club, other] = clubs.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Workspace, Workspace]
    await runNightly()
    expect(await passes()).toEqual(ENDED)
    await makeOld(club)
    await makeOld(other)
  })

  it('is repaired in the next night, and no other one', async () => {
    await runNightly()
    expect([await untidy(club), await untidy(other)]).toEqual([600, 600])
    await load(club)
    await runNightly()
    expect([await untidy(club), await untidy(other)]).toEqual([0, 600])
    expect(await rows('SELECT party_key IS NULL AS isOld FROM bank_lines ORDER BY workspace_id')).toEqual([
      { isOld: 0 },
      { isOld: 1 },
    ])
    expect(await rows('SELECT name FROM custom_columns ORDER BY workspace_id')).toEqual([
      { name: 'Size' },
      { name: ' Size' },
    ])
    expect(await passes()).toEqual(ENDED)
  })

  it('is repaired from its first row on if it is loaded again meanwhile', async () => {
    await load(club)
    await rows("UPDATE repairs SET position = json_array(?, 'zz', 'zz', 'zz') WHERE name LIKE '% %'", club.id)
    await load(club)
    await runNightly()
    expect(await untidy(club)).toBe(0)
  })

  it('is repaired also while the pass over all has not ended', async () => {
    await rows("UPDATE repairs SET finished_at = NULL, position = json_array(?, 'zz', 'zz', 'zz')", other.id)
    await load(club)
    await runNightly()
    expect([await untidy(club), await untidy(other)]).toEqual([0, 600])
    expect(await passes()).toEqual(ENDED)
  })
})

it('repairs every workspace again after a statement of the operator', async () => {
  const club = await workspace()
  await club.put('/lists/members/persons', { data: [{ external_id: 'ada', name: { last_name: 'Z' } }] })
  await runNightly()
  await makeOld(club)
  await rows('UPDATE repairs SET position = NULL, finished_at = NULL')
  await runNightly()
  expect(await untidy(club)).toBe(0)
})

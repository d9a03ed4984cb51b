import { expect, it } from 'vitest'
import type { Bindings } from '../../../src/env'
import {
  DATABASES,
  goOnOnce,
  goOnTo,
  inPlace,
  type Letter,
  locksIn,
  moved,
  schedule,
  useDatabases,
  view,
} from '../../support/moves'
import { PAUSED } from '../../support/restores'
import { operator, type Workspace, workspace } from '../../support/workspace'

useDatabases()

const SEVERAL = { env: DATABASES as Partial<Bindings> }

const ADA = { name: { last_name: 'Lovelace' } }

const record = (place: Letter) =>
  operator(
    'POST',
    `/operator/restores?database=${place}`,
    { bookmark: new Date().toISOString() },
    { env: { ...DATABASES, ...PAUSED } as Partial<Bindings> },
  )

/** A workspace with a person, whose move from the first to the second database has come to a step. */
async function movingClub(step: Parameters<typeof goOnTo>[1]): Promise<Workspace> {
  const club = await workspace()
  await club.post('/lists/members/persons', ADA)
  await schedule(club, 'b')
  await goOnTo(club, step)
  return club
}

async function endMove(club: Workspace): Promise<void> {
  for (let run = 0; run < 20; run++) if ((await goOnOnce(club)).left === 'nothing') return
  throw new Error('The move has not ended.')
}

const idsIn = async (table: string) =>
  Promise.all(
    (['a', 'b'] as const).map(async (letter) => (await inPlace(letter, `SELECT 1 FROM ${table}`)).length),
  )

it.each([
  ['draining', 'a'],
  ['copying', 'a'],
  ['copying', 'b'],
  ['arriving', 'a'],
  ['arriving', 'b'],
  ['verifying', 'a'],
  ['verifying', 'b'],
  ['leaving', 'b'],
] as const)('a move in %s is cancelled by a restore of %s', async (step, place) => {
  const club = await movingClub(step)
  expect((await record(place)).status).toBe(201)
  expect(await view(club)).toMatchObject({
    step: 'cancelling',
    failure: `Database ${place} was restored meanwhile. Schedule the move again.`,
  })
  expect((await club.post('/lists/members/persons', ADA, SEVERAL)).status).toBe(201)
  await endMove(club)
  expect([await idsIn('workspaces'), await idsIn('persons')]).toEqual([
    [1, 0],
    [2, 0],
  ])
  expect([await locksIn('a'), await locksIn('b')]).toEqual([0, 0])
  expect(await moved(club, 'b')).toMatchObject({ step: 'done' })
  expect(await idsIn('persons')).toEqual([0, 2])
})

it('what the target has lost of a copy is not taken for the workspace', async () => {
  const club = await movingClub('arriving')
  await inPlace('b', 'DELETE FROM persons')
  await record('b')
  await endMove(club)
  expect([await idsIn('workspaces'), await idsIn('persons')]).toEqual([
    [1, 0],
    [1, 0],
  ])
})

it.each(['a', 'b'] as const)(
  'a workspace that has left stays where it came by a restore of %s',
  async (place) => {
    const club = await movingClub('opening')
    expect((await record(place)).status).toBe(201)
    await endMove(club)
    expect([await idsIn('workspaces'), await idsIn('persons')]).toEqual([
      [0, 1],
      [0, 1],
    ])
    const [stored] = await inPlace<{ restores: string }>('b', 'SELECT restores FROM workspaces')
    expect(JSON.parse(stored?.restores ?? '')).toHaveLength(place === 'b' ? 1 : 0)
    expect((await club.post('/lists/members/persons', ADA, SEVERAL)).status).toBe(201)
  },
)

it('a move that has not begun goes on', async () => {
  const club = await movingClub('scheduled')
  expect((await record('b')).status).toBe(201)
  await endMove(club)
  expect(await view(club)).toMatchObject({ step: 'done', failure: null })
})

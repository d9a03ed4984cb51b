import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { open } from '../../src/db/client'
import { listEndpointsBehind, listWorkspacesBehind, sendEvents } from '../../src/domain/webhooks/send'
import { metered } from '../support/meter'
import { addEndpoint } from '../support/receiver'
import { rows, type Workspace, workspace } from '../support/workspace'

const TAKEN = { status: 204, failure: null, text: null, milliseconds: 1 }

/** Sends an endpoint what waits, and returns what it cost, and the number of deliveries. */
async function send({ id }: Workspace, endpointId: string) {
  const { db, cost } = metered(env.DB)
  let deliveries = 0
  const rest = await sendEvents(
    open(db),
    { workspaceId: id, endpointId },
    {
      post: async () => {
        deliveries++
        return TAKEN
      },
      isTimeUp: () => false,
      now: () => new Date(),
    },
  )
  expect(rest.state).toBe('done')
  return { ...cost, deliveries }
}

const addPerson = (club: Workspace) => club.post('/lists/members/persons', { name: { last_name: 'New' } })

it('sends one delivery in three trips', async () => {
  const club = await workspace()
  const { id } = await addEndpoint(club, ['person.*'])
  await addPerson(club)
  const cost = await send(club, id)
  expect(cost).toMatchObject({ deliveries: 1, trips: 3, rowsWritten: 4 })
  expect(cost.rowsRead).toBeLessThanOrEqual(40)
})

it('sends a hundred deliveries in a trip each, which reads and writes a few rows', async () => {
  const club = await workspace()
  const { id } = await addEndpoint(club, ['person.*'])
  for (let n = 0; n < 100; n++) await addPerson(club)
  const cost = await send(club, id)
  expect(cost).toMatchObject({ deliveries: 100, trips: 102 })
  expect(cost.rowsRead).toBeLessThanOrEqual(7 * 100)
  expect(cost.rowsWritten).toBeLessThanOrEqual(2 * 100 + 4)
})

it('sends 10,000 persons of one act in a hundred deliveries', { timeout: 120_000 }, async () => {
  const club = await workspace()
  const { id } = await addEndpoint(club, ['person.*'])
  const data = Array.from({ length: 10_000 }, (_, n) => ({ external_id: `p${n}` }))
  expect((await club.put('/lists/members/persons', { data })).status).toBe(200)
  const cost = await send(club, id)
  // A page of events that ends within a hundred makes one more.
  expect(cost.deliveries).toBeLessThanOrEqual(101)
  expect(cost.trips).toBeLessThanOrEqual(1.5 * 100)
  expect(cost.rowsRead).toBeLessThanOrEqual(3.1 * 10_000)
})

/** A copy of the rows that a workspace has in a table for each of a hundred others. */
async function copyRows(club: Workspace, table: string, times: number): Promise<void> {
  const columns = (await rows<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)).map(
    ({ name }) => name,
  )
  const values = columns.map((name) =>
    name === 'workspace_id' ? `'wsp_' || n` : name === 'id' ? `id || n || '_' || m` : name,
  )
  await rows(
    `WITH RECURSIVE ns (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ns WHERE n < 100),
      ms (m) AS (SELECT 1 UNION ALL SELECT m + 1 FROM ms WHERE m < ${times})
     INSERT INTO ${table} (${columns}) SELECT ${values} FROM ns CROSS JOIN ms CROSS JOIN ${table}
     WHERE workspace_id = ?`,
    club.id,
  )
}

it('finds a thousand endpoints that are behind in one trip, by a few rows each', async () => {
  const club = await workspace()
  await addEndpoint(club, ['person.*'])
  await addPerson(club)
  await copyRows(club, 'events', 1)
  await copyRows(club, 'webhook_endpoints', 10)
  const { db, cost } = metered(env.DB)
  expect(await listWorkspacesBehind(open(db), new Date())).toHaveLength(101)
  expect(cost.trips).toBe(1)
  expect(cost.rowsRead).toBeLessThanOrEqual(6 * 1001)
  const ofOne = metered(env.DB)
  expect(await listEndpointsBehind(open(ofOne.db), 'wsp_1', new Date())).toHaveLength(10)
  expect(ofOne.cost.trips).toBe(1)
  expect(ofOne.cost.rowsRead).toBeLessThanOrEqual(6 * 10)
})

it('reads a thousand endpoints that are up to date as cheaply', async () => {
  const club = await workspace()
  const { id } = await addEndpoint(club, ['person.*'])
  await addPerson(club)
  await send(club, id)
  await copyRows(club, 'events', 1)
  await copyRows(club, 'webhook_endpoints', 10)
  const { db, cost } = metered(env.DB)
  expect(await listWorkspacesBehind(open(db), new Date())).toEqual([])
  expect([cost.trips, cost.rowsWritten]).toEqual([1, 0])
  expect(cost.rowsRead).toBeLessThanOrEqual(6 * 1001)
})

import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { LAST_MIGRATION } from '../../src/db/migration'
import type { Bindings } from '../../src/env'
import { call } from '../support/call'
import { threeDatabases } from '../support/databases'
import { createPerson } from '../support/portal'
import { PAUSED } from '../support/restores'
import { rows, type Workspace, workspace } from '../support/workspace'

let databases: Pick<Bindings, 'DB_B' | 'DB_C'>
beforeEach(async () => {
  databases = await threeDatabases()
})

const operator = (
  method: string,
  path: string,
  { body, isPaused = false }: { body?: object; isPaused?: boolean } = {},
) =>
  call(method, path, {
    key: env.OPERATOR_TOKEN as string,
    body,
    env: { ...databases, ...(isPaused && PAUSED) },
  })

const stateOf = async (place: string) =>
  (await operator('GET', `/operator/restores/database?database=${place}`)).body.data

const record = (place: string) =>
  operator('POST', `/operator/restores?database=${place}`, {
    body: { bookmark: new Date().toISOString() },
    isPaused: true,
  })

/** Gives a database rows that the first one has of a workspace. */
async function copyTo(d1: D1Database, table: string, { id }: Workspace, change: object = {}): Promise<void> {
  const column = table === 'workspaces' ? 'id' : 'workspace_id'
  for (const row of await rows(`SELECT * FROM ${table} WHERE ${column} = ?`, id)) {
    const all = { ...row, ...change }
    const names = Object.keys(all)
    await d1
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .bind(...Object.values(all))
      .run()
  }
}

const moved = (d1: D1Database, id: string, place: string) =>
  d1
    .prepare(
      "INSERT INTO moves (moved_id, place, step, due_at, moved_at, finished_at) VALUES (?, ?, 'done', ?, ?, ?)",
    )
    .bind(id, place, ...Array(3).fill('2026-11-01T03:00:00.000Z'))
    .run()

it('a workspace that had moved on is not recorded twice, is deleted where it came back, and is found again', async () => {
  const club = await workspace()
  const neighbour = await workspace()
  await createPerson(club, { name: { last_name: 'Lovelace' } })
  await copyTo(env.SECOND, 'workspaces', club)
  await copyTo(env.SECOND, 'api_keys', club)
  expect(await stateOf('a')).toMatchObject({ twice_ids: [club.id], missing_ids: [] })

  const refused = await record('a')
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining(club.id)])
  expect(await rows('SELECT * FROM restores')).toEqual([])

  const path = (id: string) => `/operator/restores/${id}/rows?database=a&migration=${LAST_MIGRATION}`
  expect((await operator('DELETE', path(club.id))).status).toBe(422)
  expect((await operator('DELETE', path(neighbour.id), { isPaused: true })).status).toBe(422)
  await env.DB.exec(
    `CREATE TRIGGER moving_${club.id}_persons_delete BEFORE DELETE ON persons WHEN OLD.workspace_id = '${club.id}' BEGIN SELECT RAISE(ABORT, 'workspace_moving'); END`,
  )
  const cleared = await operator('DELETE', path(club.id), { isPaused: true })
  expect([cleared.status, cleared.body.data]).toEqual([200, { is_complete: true }])
  expect(await rows('SELECT id FROM persons')).toEqual([])
  expect(await rows('SELECT id FROM workspaces')).toEqual([{ id: neighbour.id }])
  expect((await env.SECOND.prepare('SELECT id FROM workspaces').all()).results).toEqual([{ id: club.id }])

  expect((await record('a')).status).toBe(201)
  expect(await rows('SELECT moved_id, place, step FROM moves')).toEqual([
    { moved_id: club.id, place: 'b', step: 'done' },
  ])
  expect((await club.get('/me', { env: databases })).status).toBe(200)
  expect(await stateOf('a')).toMatchObject({ twice_ids: [], missing_ids: [] })
})

it('a workspace that had arrived is missing, and its files are of the database that it was in last', async () => {
  const club = await workspace()
  // The tests of an isolate share a bucket.
  for (const { key } of (await env.BACKUPS.list()).objects) await env.BACKUPS.delete(key)
  const [other, erased] = ['wsp_0000000000000000000OTHER', 'wsp_0000000000000000000GONE']
  for (const id of [club.id, other, erased]) await moved(env.DB, id, 'b')
  await moved(env.SECOND, other, 'c')
  await env.SECOND.prepare(
    "INSERT INTO workspace_erasures (erased_id, suspended_at, started_at, request_id) VALUES (?, ?, ?, 'r')",
  )
    .bind(erased, '2026-11-02', '2026-11-03')
    .run()
  await rows('DELETE FROM workspaces WHERE id = ?', club.id)
  await env.BACKUPS.put(`workspaces/${club.id}/2026.ndjson.gz`, 'file')
  expect(await stateOf('b')).toMatchObject({
    missing_ids: [club.id],
    twice_ids: [],
    backed_up_ids: [club.id],
  })
  expect(await stateOf('a')).toMatchObject({ missing_ids: [], backed_up_ids: [] })
})

it('a workspace that is on its way is in one place', async () => {
  const club = await workspace()
  await copyTo(env.SECOND, 'workspaces', club, { moving_to: 'b' })
  expect(await stateOf('a')).toMatchObject({ twice_ids: [] })
  expect((await record('a')).status).toBe(201)
})

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, it, vi } from 'vitest'
import { open } from '../../src/db/client'
import { LAST_MIGRATION } from '../../src/db/migration'
import { sha256 } from '../../src/domain/shared/hash'
import { backUp, listToBackUp } from '../../src/domain/workspaces/copy/back-up'
import { deleteRows } from '../../src/domain/workspaces/copy/delete-rows'
import { storeFile } from '../../src/domain/workspaces/copy/store-file'
import { readTables } from '../../src/domain/workspaces/copy/tables'
import type { Bindings } from '../../src/env'
import worker from '../../src/index'
import { call } from '../support/call'
import { sortedRows } from '../support/copied'
import { runNightly } from '../support/cron'
import { addStaff } from '../support/dashboard'
import { interruptedAt } from '../support/fake-d1'
import { rows, workspace } from '../support/workspace'

const db = open(env.DB)
const bucket = env.BACKUPS as R2Bucket
const DAY = 86_400_000
const key = env.OPERATOR_TOKEN
const NOW = new Date('2026-11-28T03:37:00Z')

beforeEach(async () => {
  const { objects } = await bucket.list()
  await bucket.delete(objects.map((object) => object.key))
})

const backUpOf = (workspaceId: string | null, now = NOW, from = db) =>
  backUp(from, bucket, { workspaceId, version: 'v1', now })

type Head = { table: string; columns: string[] }

/** A file by its parts. */
function readFile(packed: ArrayBuffer | Uint8Array) {
  const lines = gunzipSync(packed).toString().trimEnd().split('\n')
  const tables: Record<string, { head: string; rows: string[] }> = {}
  let rowsOfTable: string[] = []
  for (const line of lines.slice(1, -1))
    if (line.startsWith('{')) {
      rowsOfTable = []
      tables[(JSON.parse(line) as Head).table] = { head: line, rows: rowsOfTable }
    } else rowsOfTable.push(line)
  return { manifest: JSON.parse(lines[0] ?? ''), tables, end: JSON.parse(lines.at(-1) ?? '') }
}

const stored = async (name: string) =>
  readFile(await ((await bucket.get(name)) as R2ObjectBody).arrayBuffer())

it('stores a file that says what it is of, and by whose last line a cut or changed one is noticed', async () => {
  const club = await workspace()
  await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })
  const result = await backUpOf(club.id)
  expect(result).toMatchObject({ status: 'stored', is_consistent: true })
  const { manifest, tables, end } = await stored((result as { key: string }).key)
  const [{ number } = { number: 0 }] = await rows<{ number: number }>(
    'SELECT max(number) AS number FROM events WHERE workspace_id = ?',
    club.id,
  )
  expect(number).toBeGreaterThan(0)
  expect(manifest).toEqual({
    format: 'membership-backup',
    format_version: 1,
    workspace_id: club.id,
    migration: LAST_MIGRATION,
    version: 'v1',
    taken_at: NOW.toISOString(),
    last_event: number,
  })
  expect(tables.persons?.rows).toHaveLength(1)
  expect(Object.keys(tables).at(-1)).toBe('workspaces')
  expect(Object.keys(tables)).not.toContain('portal_sessions')
  expect(Object.keys(end.tables)).toEqual(Object.keys(tables))
  for (const [name, { rows }] of Object.entries(tables))
    expect(end.tables[name]).toEqual({
      rows: rows.length,
      sha256: sha256(rows.map((line) => `${line}\n`).join('')),
    })
})

it('stores staff and passkeys in a file of their own, and no session', async () => {
  await addStaff(await workspace(), 'owner')
  const { key } = (await backUpOf(null)) as { key: string }
  const { manifest, tables } = await stored(key)
  expect(manifest.workspace_id).toBeNull()
  expect(Object.keys(tables)).toEqual([
    'moves',
    'passkeys',
    'slugs',
    'staff',
    'staff_places',
    'workspace_erasures',
  ])
  expect(tables.staff?.rows).toHaveLength(1)
})

it('skips a workspace in which nothing was written, for seven days', async () => {
  const club = await workspace()
  await backUpOf(club.id)
  expect(await backUpOf(club.id)).toEqual({ status: 'unchanged' })
  expect(await backUpOf(club.id, new Date(Date.now() + 8 * DAY))).toMatchObject({ status: 'stored' })
  // No event is recorded of this.
  await rows("INSERT INTO blocked_addresses VALUES (?, 'a@example.org', 'bounced', '2026-01-01')", club.id)
  expect(await backUpOf(club.id, new Date(Date.now() + 9 * DAY))).toMatchObject({ status: 'stored' })
})

it('deletes files after 35 days, but not the newest one of a workspace that exists', async () => {
  const club = await workspace()
  const first = (await backUpOf(club.id)) as { key: string }
  const later = new Date(Date.now() + 36 * DAY)
  const second = (await backUpOf(club.id, later)) as { key: string }
  expect(await bucket.head(first.key)).toBeNull()
  expect(await bucket.head(second.key)).not.toBeNull()
  await deleteRows(db, club.id, await readTables(db))
  expect(await backUpOf(club.id, new Date())).toEqual({ status: 'gone' })
  expect(await bucket.head(second.key)).not.toBeNull()
  expect(await backUpOf(club.id, later)).toEqual({ status: 'gone' })
  expect(await bucket.head(second.key)).toBeNull()
})

it('keeps the old files if the bucket takes no new one', async () => {
  const club = await workspace()
  const first = (await backUpOf(club.id)) as { key: string }
  await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })
  const failing = new Proxy(bucket, {
    get(target, name) {
      if (name === 'put') return () => Promise.reject(new Error('put: internal error (10001)'))
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const later = new Date(Date.now() + 36 * DAY)
  await expect(backUp(db, failing, { workspaceId: club.id, version: null, now: later })).rejects.toThrow(
    '10001',
  )
  expect((await bucket.list()).objects.map((object) => object.key)).toEqual([first.key])
})

it('stores a file of several parts, or nothing', async () => {
  const random = crypto.getRandomValues(new Uint8Array(65_536))
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let chunk = 0; chunk < 300; chunk++) controller.enqueue(random)
        controller.close()
      },
    })
  const stored = (isGood: boolean) =>
    storeFile(bucket, 'large', { stream: stream(), metadata: {}, isGood: () => isGood })
  expect(await stored(false)).toBeNull()
  expect(await bucket.head('large')).toBeNull()
  expect(await stored(true)).toBe(300 * 65_536)
  expect((await bucket.head('large'))?.size).toBe(300 * 65_536)
})

it('reads a larger workspace again if others write meanwhile, and says so if they do not stop', async () => {
  const club = await workspace()
  let writes = 0
  const larger = (most: number, seconds: number) => {
    writes = 0
    const write = async () => {
      if (writes++ < most)
        await rows('UPDATE workspaces SET notice_days = notice_days + 1 WHERE id = ?', club.id)
    }
    // Each reading takes at least 60 trips, so that one of these is within each.
    const acts = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [20 + n * 20, write]))
    const now = new Date(NOW.getTime() + 1000 * seconds)
    const asked = { workspaceId: club.id, version: null, now, oneTrip: 0 }
    return backUp(open(interruptedAt(acts).env.DB), bucket, asked)
  }
  expect(await larger(1, 0)).toMatchObject({ is_consistent: true })
  const unsettled = (await larger(1000, 1)) as { key: string }
  expect(unsettled).toMatchObject({ is_consistent: false })
  expect((await stored(unsettled.key)).end.is_consistent).toBe(false)
  // The next night makes another one, although nothing was written since.
  expect(await larger(0, 2)).toMatchObject({ status: 'stored', is_consistent: true })
  expect(await larger(0, 3)).toEqual({ status: 'unchanged' })
})

async function download(path: string, token = key) {
  const request = new Request(`http://mas.test${path}`, { headers: { Authorization: `Bearer ${token}` } })
  const context = createExecutionContext()
  const response = await worker.fetch(request, env as Bindings, context)
  const bytes = await response.arrayBuffer()
  await waitOnExecutionContext(context)
  return { status: response.status, headers: response.headers, bytes }
}
const load = (id: string, lines: string[], migration = LAST_MIGRATION) =>
  call('POST', `/operator/restores/${id}/rows?migration=${migration}`, {
    key,
    raw: lines.join('\n'),
    headers: { 'Content-Type': 'application/x-ndjson' },
  })

it('answers the file of last night, or a fresh one', async () => {
  const club = await workspace()
  const path = `/operator/workspaces/${club.id}/backup`
  const fileOf = async (address: string) => readFile((await download(address)).bytes)
  expect((await fileOf(path)).tables.persons?.rows).toHaveLength(0)
  await backUpOf(club.id)
  await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })
  expect((await fileOf(path)).manifest.taken_at).toBe(NOW.toISOString())
  expect((await fileOf(`${path}?fresh=true`)).tables.persons?.rows).toHaveLength(1)
  expect((await fileOf('/operator/backup')).manifest.workspace_id).toBeNull()
  expect((await download('/operator/workspaces/wsp_none/backup')).status).toBe(404)
  expect((await download(path, 'wrong')).status).toBe(401)
})

const databaseState = async () => (await call('GET', '/operator/restores/database', { key })).body.data

it('has the files of workspaces that the database has lost', async () => {
  const [club, other] = [await workspace(), await workspace()]
  await backUpOf(club.id)
  await deleteRows(db, club.id, await readTables(db))
  expect(await databaseState()).toEqual({
    migration: LAST_MIGRATION,
    is_migrated: true,
    workspace_ids: [other.id],
    backed_up_ids: [club.id],
    staff: 0,
    is_paused: false,
  })
  const path = `/operator/workspaces/${club.id}/backup`
  expect(readFile((await download(path)).bytes).manifest.workspace_id).toBe(club.id)
  expect((await download(`${path}?fresh=true`)).status).toBe(404)
})

it('says what a database has that lacks migrations, or all tables', async () => {
  await backUpOf((await workspace()).id)
  await rows('UPDATE d1_migrations SET name = ? WHERE name = ?', '0001_older.sql', LAST_MIGRATION)
  expect(await databaseState()).toMatchObject({ migration: '0001_older.sql', is_migrated: false })
  await rows('UPDATE d1_migrations SET name = ? WHERE name = ?', LAST_MIGRATION, '0001_older.sql')
  await rows('ALTER TABLE d1_migrations RENAME TO elsewhere')
  const empty = { migration: '', is_migrated: false, workspace_ids: [], staff: 0 }
  expect(await databaseState()).toMatchObject({ ...empty, backed_up_ids: [expect.any(String)] })
  await rows('ALTER TABLE elsewhere RENAME TO d1_migrations')
})

it('loads a workspace from its file, part by part, until it exists', async () => {
  const club = await workspace()
  await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })
  const neighbour = await workspace()
  await neighbour.post('/lists/members/persons', { name: { first_name: 'Bea' } })
  const path = `/operator/workspaces/${club.id}/backup`
  const { tables, end } = readFile((await download(path)).bytes)
  const before = await sortedRows()

  expect((await load(club.id, [String(tables.persons?.head)])).status).toBe(422)
  await deleteRows(db, club.id, await readTables(db))
  expect((await call('GET', '/operator/restores/database', { key })).body.data).toMatchObject({
    migration: LAST_MIGRATION,
    workspace_ids: [neighbour.id],
    is_paused: false,
  })
  for (const [name, { head, rows }] of Object.entries(tables)) {
    if (name === 'workspaces') {
      // A restore that was killed begins again.
      const cleared = await call('DELETE', `/operator/restores/${club.id}/rows?migration=${LAST_MIGRATION}`, {
        key,
      })
      expect(cleared.body.data).toEqual({ is_complete: true })
      for (const one of Object.values(tables).slice(0, -1)) await load(club.id, [one.head, ...one.rows])
      const loaded = readFile((await download(`/operator/restores/${club.id}/rows`)).bytes)
      expect(loaded.end.tables).toEqual({ ...end.tables, workspaces: { rows: 0, sha256: sha256('') } })
    }
    expect((await load(club.id, [head, ...rows])).status).toBe(200)
  }
  const repaired = (await rows('DELETE FROM repairs RETURNING name')).map(({ name }) => name)
  expect(repaired.sort()).toEqual([`party_keys ${club.id}`, `tidy_texts ${club.id}`])
  expect(await sortedRows()).toEqual(before)
  expect(
    (await call('DELETE', `/operator/restores/${club.id}/rows?migration=${LAST_MIGRATION}`, { key })).status,
  ).toBe(422)
  expect(await sortedRows()).toEqual(before)
})

it('refuses what is no part of a file of this database and workspace', async () => {
  const club = await workspace()
  await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })
  const { tables } = readFile((await download(`/operator/workspaces/${club.id}/backup`)).bytes)
  const { head, rows: lines } = tables.persons as { head: string; rows: string[] }
  const before = await sortedRows()
  for (const [id, part, migration] of [
    ['wsp_new', [head, ...lines], undefined],
    ['wsp_new', ['{"table":"staff","columns":["id"]}'], undefined],
    ['wsp_new', ['{"table":"nothing","columns":["id"]}'], undefined],
    ['wsp_new', ['{"table":"persons","columns":["workspace_id","other"]}', '["wsp_new",1]'], undefined],
    ['wsp_new', ['no JSON'], undefined],
    ['wsp_new', [head, '["wsp_new", cut'], undefined],
    ['wsp_new', [head], '0001_other.sql'],
    ['shared', [head, ...lines], undefined],
  ] as const)
    expect((await load(id, [...part], migration)).status, part[0]).toBe(422)
  expect((await load('other', [head])).status).toBe(404)
  expect(await sortedRows()).toEqual(before)
})

it('backs each workspace up at night, and cleans up after those that are gone', async () => {
  const [club, gone] = [await workspace(), await workspace()]
  expect(await runNightly({ BACKUPS: bucket })).toEqual([])
  const folders = async () => (await bucket.list()).objects.map((object) => object.key.replace(/[^/]+$/, ''))
  const all = ['shared/', ...[club, gone].map(({ id }) => `workspaces/${id}/`)].sort()
  expect((await folders()).sort()).toEqual(all)
  await deleteRows(db, gone.id, await readTables(db))
  expect(await listToBackUp(db)).toEqual([club.id, 'shared'])
  expect(await runNightly({ BACKUPS: bucket })).toEqual([])
  expect(await folders()).toEqual(expect.arrayContaining(all))
})

it('retries a backup that failed, and needs no bucket', async () => {
  await workspace()
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = new Proxy(bucket, {
    get: (target, name) =>
      name === 'put'
        ? () => Promise.reject(new Error('put: internal error (10001)'))
        : Reflect.get(target, name).bind(target),
  })
  expect((await runNightly({ BACKUPS: broken })).map(({ job }) => job)).toEqual(['back_up', 'back_up'])
  log.mockRestore()
  expect(await runNightly()).toEqual([])
  expect((await bucket.list()).objects).toEqual([])
})

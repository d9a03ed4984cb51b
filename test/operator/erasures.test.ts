import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cutErasures } from '../../src/domain/workspaces/erasures/list'
import { runCron } from '../support/cron'
import { eventsOf } from '../support/events'
import { createPerson } from '../support/portal'
import { pausedOperator, recordRestore } from '../support/restores'
import { insertOf, keepRows } from '../support/storage'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const bucket = env.BACKUPS as R2Bucket
const DAY = 86_400_000

beforeEach(async () => {
  const { objects } = await bucket.list()
  await bucket.delete(objects.map(({ key }) => key))
})

const persons = '/lists/members/persons'
const create = (club: Workspace, last_name: string, list = 'members') =>
  createPerson(club, { name: { last_name }, email: `${last_name.toLowerCase()}@example.org` }, list)
const remove = (club: Workspace, id: string) => club.delete(`${persons}/${id}`)
const statusOf = async (club: Workspace, id: string) => (await club.get(`${persons}/${id}`)).status

const NOTHING = {
  ...{ applied: 0, unknown: 0, left: 0, suspended_workspace_ids: [], ownerless_workspace_ids: [] },
  ended: { keys: 0, staff: 0, passkeys: 0, mandates: 0, news: 0 },
}

type Since = Date | string
const listed = async (since: Since) =>
  (await operator('GET', `/operator/erasures?since=${new Date(since).toISOString()}`)).body
const apply = (list: unknown) => pausedOperator('POST', '/operator/erasures', list)

/** Keeps all rows; what it returns puts them back, as Time Travel does, and records that. */
async function bookmarked() {
  const at = new Date()
  const putBack = await keepRows()
  const restore = async () => {
    await putBack()
    await recordRestore(at)
  }
  return { at, restore }
}

describe('erasures since a bookmark', () => {
  it('are applied again once: who was deleted stays deleted, and her neighbour stays', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const [ada, alan, grace] = [
      await create(club, 'Lovelace'),
      await create(club, 'Alan'),
      await create(other, 'Grace'),
    ]
    const { at, restore } = await bookmarked()
    expect((await remove(club, ada)).status).toBe(204)
    const list = await listed(at)
    expect(list.data).toEqual({
      until: expect.any(String),
      is_complete: true,
      persons: [{ workspace_id: club.id, person_id: ada, erased_at: expect.any(String) }],
      workspaces: [],
      ...{ keys: [], staff: [], passkeys: [], mandates: [], news: [] },
    })
    await restore()
    expect(await statusOf(club, ada)).toBe(200)
    const others = await rows('SELECT * FROM events WHERE workspace_id = ?', other.id)
    const answers = [await apply(list), await apply(list)]
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
      [200, { ...NOTHING, applied: 1 }],
      [200, { ...NOTHING, unknown: 1 }],
    ])
    expect([await statusOf(club, ada), await statusOf(club, alan), await statusOf(other, grace)]).toEqual([
      404, 200, 200,
    ])
    expect((await eventsOf(club)).slice(-2).map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['workspace.restored', club.id],
      ['person.deleted', ada],
    ])
    // Nothing of her is left in the events that came back.
    expect(await rows('SELECT subject_name, changes FROM events WHERE subject_id = ?', ada)).toEqual(
      expect.arrayContaining([{ subject_name: null, changes: null }]),
    )
    expect(JSON.stringify(await rows('SELECT * FROM events WHERE workspace_id = ?', club.id))).not.toContain(
      'Lovelace',
    )
    expect(await rows('SELECT * FROM events WHERE workspace_id = ?', other.id)).toEqual(others)
    // Copies of the list follow.
    const { body } = await club.get('/lists/members/deleted_persons')
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([ada])
  })

  it('name no personal data, and none from before', async () => {
    const club = await workspace()
    await remove(club, await create(club, 'Lovelace'))
    const at = new Date(
      (await rows<{ at: string }>('SELECT deleted_at AS at FROM deleted_persons'))[0]?.at ?? '',
    )
    expect(JSON.stringify(await listed(at))).not.toMatch(/lovelace/i)
    expect((await listed(at)).data.persons).toHaveLength(1)
    expect((await listed(new Date(at.getTime() + 1))).data.persons).toEqual([])
  })

  it('take a person who was a contact at the bookmark, and a member when she was deleted', async () => {
    const club = await workspace()
    const ada = await create(club, 'Lovelace', 'contacts')
    const { at, restore } = await bookmarked()
    await move(ada)
    // The tombstone of the move is none of an erasure.
    expect((await listed(at)).data.persons).toEqual([])
    await remove(club, ada)
    const list = await listed(at)
    await restore()
    expect((await apply(list)).body.data).toMatchObject({ applied: 1, left: 0 })
    expect((await club.get(`/lists/contacts/persons/${ada}`)).status).toBe(404)
  })

  it('have a person who was merged only if the one who stayed is gone', async () => {
    const club = await workspace()
    const [kept, gone] = [await create(club, 'Lovelace'), await create(club, 'Lovelacer')]
    const { at, restore } = await bookmarked()
    expect((await club.post(`${persons}/${kept}/merge`, { from: gone })).status).toBe(200)
    expect((await listed(at)).data.persons).toEqual([])
    await remove(club, kept)
    const list = await listed(at)
    expect(list.data.persons).toHaveLength(2)
    await restore()
    expect((await apply(list)).body.data).toMatchObject({ applied: 2, left: 0 })
    expect([await statusOf(club, kept), await statusOf(club, gone)]).toEqual([404, 404])
  })

  it('leave those for whom the deleted one paid without a payer', async () => {
    const club = await workspace()
    const ada = await create(club, 'Lovelace')
    const child = await createPerson(club, { name: { last_name: 'Byron' }, payer_id: ada })
    const { at, restore } = await bookmarked()
    await remove(club, ada)
    const list = await listed(at)
    await restore()
    await apply(list)
    expect(
      await rows('SELECT payer_id, payer_lost_on IS NOT NULL AS lost FROM persons WHERE id = ?', child),
    ).toEqual([{ payer_id: null, lost: 1 }])
  })

  it('suspend a workspace that comes back, so that it can be erased again', async () => {
    const club = await workspace()
    const at = new Date()
    await dropKept()
    const [row = {}] = await rows('SELECT * FROM workspaces')
    await operator('PUT', `/operator/workspaces/${club.id}/suspension`)
    const since = new Date(Date.now() - 31 * DAY).toISOString()
    await rows('UPDATE workspaces SET suspended_at = ? WHERE id = ?', since, club.id)
    expect((await operator('DELETE', `/operator/workspaces/${club.id}`)).status).toBe(200)
    const list = await listed(at)
    expect(list.data.workspaces).toEqual([
      { workspace_id: club.id, suspended_at: since, erased_at: expect.any(String) },
    ])
    await insertOf('workspaces', row).run()
    for (const _ of [1, 2])
      expect((await apply(list)).body.data).toEqual({ ...NOTHING, suspended_workspace_ids: [club.id] })
    const { body } = await operator('GET', `/operator/workspaces/${club.id}`)
    expect(body.data.suspended_at).toBe(since)
    expect((await eventsOf(club)).filter(({ action }) => action === 'workspace.suspended')).toHaveLength(1)
    expect((await operator('DELETE', `/operator/workspaces/${club.id}`)).status).toBe(200)
  })

  it('are 409 unless the service is paused, and then nothing is deleted', async () => {
    const club = await workspace()
    const ada = await create(club, 'Lovelace')
    const data = {
      until: new Date().toISOString(),
      is_complete: true,
      persons: [{ workspace_id: club.id, person_id: ada, erased_at: new Date().toISOString() }],
      workspaces: [],
    }
    const { status, body } = await operator('POST', '/operator/erasures', { data })
    expect([status, body.title]).toEqual([409, 'Not paused'])
    expect(await statusOf(club, ada)).toBe(200)
  })

  it('touch nobody of another workspace, and nobody whom the database does not have', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const ada = await create(club, 'Lovelace')
    const one = (workspace_id: string, person_id: string) => ({
      workspace_id,
      person_id,
      erased_at: '2026-01-01T00:00:00Z',
    })
    const list = [
      one(other.id, ada),
      one('wsp_unknown', ada),
      one(club.id, 'per_unknown'),
      one(other.id, ada),
    ]
    const data = { until: '2026-01-02T00:00:00Z', is_complete: true, persons: list, workspaces: [] }
    expect((await apply({ data })).body.data).toMatchObject({ applied: 0, unknown: 3, left: 0 })
    expect(await statusOf(club, ada)).toBe(200)
  })

  it.each([
    ['without a list', {}, 'data'],
    ['of an unknown shape', { data: { persons: [{}] } }, 'data.persons.0.workspace_id'],
  ])('refuse a body %s', async (_, body, path) => {
    const answer = await apply(body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, expect.arrayContaining([path])])
  })

  it('go on in a second request where many came back', async () => {
    const club = await workspace()
    await rows(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4100)
      INSERT INTO persons (workspace_id, list_id, area, id, last_name, custom_values, created_at, updated_at)
      SELECT ?, 'members', 'regular', 'per_' || printf('%024d', n), 'Lovelace', '{}', '2026-01-01', '2026-01-01' FROM numbers`,
      club.id,
    )
    const erased_at = '2026-01-01T00:00:00Z'
    const back = (await rows<{ id: string }>('SELECT id FROM persons')).map(({ id }) => id)
    const list = {
      data: {
        until: erased_at,
        is_complete: true,
        persons: back.map((person_id) => ({ workspace_id: club.id, person_id, erased_at })),
        workspaces: [],
      },
    }
    expect((await apply(list)).body.data).toMatchObject({ applied: 4000, unknown: 0, left: 100 })
    expect((await apply(list)).body.data).toMatchObject({ applied: 100, unknown: 4000, left: 0 })
    expect(await rows('SELECT id FROM persons')).toEqual([])
  })
})

describe('the list', () => {
  const at = (second: number) => new Date(second * 1000).toISOString()
  const many = (count: number, second: number) =>
    Array.from({ length: count }, (_, n) => ({
      workspace_id: 'wsp_a',
      person_id: `per_${second}_${n}`,
      erased_at: at(second),
    }))

  it('ends with all who were deleted at once, and goes on after them', () => {
    const all = [...many(10, 1), ...many(50_010, 2), ...many(10, 3)]
    const ends = { keys: [], staff: [], passkeys: [], mandates: [], news: [] }
    const cut = cutErasures({ until: at(9), is_complete: true, persons: all, workspaces: [], ...ends })
    expect([cut.is_complete, cut.until, cut.persons.length]).toEqual([
      false,
      '1970-01-01T00:00:02.001Z',
      50_020,
    ])
    const rest = all.filter(({ erased_at }) => erased_at >= cut.until)
    expect(rest).toHaveLength(10)
  })
})

describe('the hourly run', () => {
  const files = async () => (await bucket.list({ prefix: 'erasures/' })).objects
  const run = (now = new Date()) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    return runCron(now, { BACKUPS: bucket })
  }

  it('stores what was erased since the last one, and nothing if nothing was', async () => {
    const club = await workspace()
    await run()
    expect(await files()).toEqual([])
    const [ada, alan] = [await create(club, 'Lovelace'), await create(club, 'Alan')]
    await remove(club, ada)
    await run()
    const [first] = await files()
    expect(first?.key).toMatch(/^erasures\/\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z\.json$/)
    const text = await (await bucket.get(first?.key ?? ''))?.text()
    expect(JSON.parse(text ?? '').persons).toEqual([
      { workspace_id: club.id, person_id: ada, erased_at: expect.any(String) },
    ])
    expect(text).not.toMatch(/Lovelace/)
    await rows("UPDATE deleted_persons SET deleted_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')")
    await run()
    expect(await files()).toHaveLength(1)
    await remove(club, alan)
    await run()
    expect(await files()).toHaveLength(2)
  })

  it('deletes the files after 40 days', async () => {
    const put = (days: number) => {
      const until = new Date(Date.now() - days * DAY).toISOString()
      return bucket.put(`erasures/${days}.json`, '{}', { customMetadata: { until } })
    }
    await put(41)
    await put(39)
    await run()
    expect((await files()).map(({ key }) => key)).toEqual(['erasures/39.json'])
  })

  it('lets a restore apply what the database no longer knows', async () => {
    const club = await workspace()
    const ada = await create(club, 'Lovelace')
    const { at, restore } = await bookmarked()
    await remove(club, ada)
    await run()
    await restore()
    const list = await listed(at)
    expect(list.data.persons.map(({ person_id }: { person_id: string }) => person_id)).toEqual([ada])
    expect((await apply(list)).body.data).toMatchObject({ applied: 1 })
    expect(await statusOf(club, ada)).toBe(404)
    expect((await listed(new Date(Date.now() + 60_000))).data.persons).toEqual([])
  })
})

/** An erasure takes every table that names a workspace, and so those that keep rows for another test. */
async function dropKept(): Promise<void> {
  for (const { name } of await rows<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'd1_kept_%'",
  ))
    await rows(`DROP TABLE ${name}`)
}

/** Moves a contact to the members as the dashboard does: under its id, with a tombstone. */
async function move(id: string): Promise<void> {
  await rows(
    `INSERT INTO deleted_persons (workspace_id, list_id, deleted_at, id)
    SELECT workspace_id, list_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), id FROM persons WHERE id = ?`,
    id,
  )
  await rows("UPDATE persons SET list_id = 'members' WHERE id = ?", id)
}

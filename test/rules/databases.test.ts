import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Bindings, QueuedRun } from '../../src/env'
import worker from '../../src/index'
import { QUIET } from '../support/call'
import { jobQueue, runCron, runJobsOf, runNightly } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { failing, threeDatabases } from '../support/databases'
import { watchLog } from '../support/log'
import { metered } from '../support/meter'
import { submit } from '../support/portal'
import { operator, type Workspace, workspaceOf } from '../support/workspace'

/** The databases by their letters. */
const D1 = { a: env.DB, b: env.SECOND, c: env.THIRD }
const ADA = { external_id: 'crm-1815', name: { last_name: 'Lovelace' }, email: 'ada@example.org' }

type Metered = ReturnType<typeof metered>

let bindings: Partial<Bindings>
beforeEach(async () => {
  bindings = await threeDatabases()
})

/** Closes the databases but one for new workspaces. */
const onlyIn = (place: 'a' | 'b' | 'c'): Partial<Bindings> => ({
  ...bindings,
  DATABASE_LIMITS_GB: { DB: 0, DB_B: 0, DB_C: 0, [place === 'a' ? 'DB' : `DB_${place.toUpperCase()}`]: 5 },
})

/** A workspace in the database of a place, which is used with all three. */
async function clubIn(place: 'a' | 'b' | 'c', settings: object = {}): Promise<Workspace> {
  const created = await operator(
    'POST',
    '/operator/workspaces',
    { name: `Club ${place}`, ...settings },
    {
      env: onlyIn(place),
    },
  )
  expect(created.status).toBe(201)
  const { id } = created.body.data
  const issued = await operator(
    'POST',
    `/operator/workspaces/${id}/api_keys`,
    { name: 'test' },
    { env: bindings },
  )
  const club = workspaceOf(id, issued.body.data.token)
  const given = { env: bindings }
  return {
    ...club,
    get: (path, options) => club.get(path, { ...given, ...options }),
    post: (path, body, options) => club.post(path, body, { ...given, ...options }),
    put: (path, body, options) => club.put(path, body, { ...given, ...options }),
    patch: (path, body, options) => club.patch(path, body, { ...given, ...options }),
    delete: (path, options) => club.delete(path, { ...given, ...options }),
  }
}

/** The names of the alarms that are on. */
const alarms = async (env: Partial<Bindings>): Promise<string[]> =>
  Object.keys((await operator('GET', '/health', undefined, { env })).body.alarms)

const countIn = async (d1: D1Database, table: string): Promise<number> =>
  (await d1.prepare(`SELECT count(*) AS count FROM ${table}`).first<{ count: number }>())?.count ?? 0

describe('a workspace of the second database', () => {
  it('has ids and keys with its letter, and its rows there alone', async () => {
    const club = await clubIn('b')
    expect(club.id).toMatch(/^wsp_b[0-9A-Za-z]{24}$/)
    expect(club.key).toMatch(/^mas_b_[0-9A-Za-z]{36}$/)
    expect((await club.post('/lists/members/persons', ADA)).status).toBe(201)
    expect([await countIn(D1.a, 'persons'), await countIn(D1.b, 'persons')]).toEqual([0, 1])
  })

  it('takes the trips and rows of one in the first database', async () => {
    const clubs = [await clubIn('a'), await clubIn('b')]
    for (const club of clubs) await club.post('/lists/members/persons', ADA)
    const acts: ((club: Workspace) => Promise<{ cost: object }>)[] = [
      (club) => club.get('/me'),
      (club) => club.get('/lists/members/persons/crm-1815'),
      (club) => club.get('/lists/members/persons'),
      (club) => club.patch('/lists/members/persons/crm-1815', { email: 'ada@example.com' }),
      (club) =>
        club.post('/fees', { data: [{ amount: 4500, description: 'Fee', person_external_id: 'crm-1815' }] }),
      (club) => club.get('/fees'),
      (club) => club.get('/events'),
      (club) => club.delete('/lists/members/persons/crm-1815'),
    ]
    for (const act of acts) {
      const [first, second] = [await act(clubs[0] as Workspace), await act(clubs[1] as Workspace)]
      expect(second.cost).toEqual(first.cost)
    }
  })

  it('has bookmarks with its letter, which another database ignores', async () => {
    const [first, second] = [await clubIn('a'), await clubIn('b')]
    const bookmark = String((await second.get('/me')).headers.get('X-D1-Bookmark'))
    expect(bookmark).toMatch(/^b\.[0-9a-f]{8}-/)
    const options = { headers: { 'X-D1-Bookmark': bookmark } }
    expect((await second.get('/me', options)).status).toBe(200)
    expect((await first.get('/me', options)).status).toBe(200)
    const malformed = { headers: { 'X-D1-Bookmark': bookmark.toUpperCase() } }
    expect((await second.get('/me', malformed)).status).toBe(422)
  })
})

describe('a token or an id with another letter', () => {
  it.each(['c', 'd', ''])('opens nothing: %j', async (letter) => {
    const club = await clubIn('b')
    await club.post('/lists/members/persons', ADA)
    const key = club.key.replace('mas_b_', letter ? `mas_${letter}_` : 'mas_')
    expect((await club.get('/lists/members/persons', { key })).status).toBe(401)
    const id = club.id.replace('wsp_b', `wsp_${letter}`)
    const doors = [
      ['GET', `/operator/workspaces/${id}`],
      ['GET', `/operator/workspaces/${id}/backup`],
      ['DELETE', `/operator/workspaces/${id}`],
      ['PUT', `/operator/workspaces/${id}/suspension`],
    ] as const
    for (const [method, path] of doors)
      expect([path, (await operator(method, path, undefined, { env: bindings })).status]).toEqual([path, 404])
    for (const path of [`/portal/${id}`, `/join/${id}`])
      expect([path, (await club.get(path)).status]).toEqual([path, 404])
  })
})

describe('new workspaces', () => {
  it('go into the emptiest database that is open, and none if all are closed', async () => {
    const sizes = (await operator('GET', '/operator/databases', undefined, { env: bindings })).body.data
    const [emptiest] = sizes.databases.toSorted(
      (one: { bytes: number }, other: { bytes: number }) => one.bytes - other.bytes,
    )
    const create = (given: Partial<Bindings>) =>
      operator('POST', '/operator/workspaces', { name: 'Club' }, { env: given })
    const placed = await create(bindings)
    const { workspaces } = (
      await operator('GET', '/operator/databases', undefined, { env: bindings })
    ).body.data.databases.find((one: { database: string }) => one.database === emptiest.database)
    expect([placed.status, workspaces]).toEqual([201, 1])
    const closed = { ...bindings, DATABASE_LIMITS_GB: { DB: 0, DB_B: 0, DB_C: 0 } }
    const refused = await create(closed)
    expect([refused.status, refused.body.type]).toEqual([409, expect.stringContaining('databases_full')])
    expect(
      (await operator('GET', '/operator/databases', undefined, { env: closed })).body.data.needs_database,
    ).toBe(true)
  })

  it('go where their superordinate is, and stay there', async () => {
    const [above, other] = [await clubIn('b'), await clubIn('c')]
    const below = await operator(
      'POST',
      '/operator/workspaces',
      { name: 'Below', superordinate_workspace_id: above.id },
      { env: onlyIn('a') },
    )
    expect(below.body.data.id).toMatch(/^wsp_b/)
    const crossing = await operator(
      'PATCH',
      `/operator/workspaces/${other.id}`,
      { superordinate_workspace_id: above.id },
      { env: bindings },
    )
    expect([crossing.status, crossing.text]).toEqual([422, expect.stringContaining('another database')])
  })
})

describe('slugs', () => {
  it('lead to each database, and no two workspaces have the same one', async () => {
    const club = await clubIn('b', { member_portal: { slug: 'ruderclub' } })
    const page = await club.get('/portal/ruderclub')
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Club b')])
    for (const place of ['a', 'b', 'c'] as const) {
      const taken = await operator(
        'POST',
        '/operator/workspaces',
        { name: 'Other', member_portal: { slug: 'ruderclub' } },
        { env: onlyIn(place) },
      )
      expect([place, taken.status]).toEqual([place, 422])
    }
  })

  it('stay reserved for a day once they are given up', async () => {
    for (const place of ['a', 'b'] as const) {
      const club = await clubIn(place, { member_portal: { slug: `old-${place}` } })
      const path = `/operator/workspaces/${club.id}`
      const changed = await operator(
        'PATCH',
        path,
        { member_portal: { slug: `new-${place}` } },
        { env: bindings },
      )
      expect(changed.status).toBe(200)
      const again = { name: 'Other', member_portal: { slug: `old-${place}` } }
      const early = await operator('POST', '/operator/workspaces', again, { env: onlyIn('c') })
      expect([place, early.status]).toEqual([place, 422])
      await D1.a
        .prepare("UPDATE slugs SET released_at = '2020-01-01' WHERE slug = ?")
        .bind(`old-${place}`)
        .run()
      expect((await operator('POST', '/operator/workspaces', again, { env: onlyIn('c') })).status).toBe(201)
    }
  })
})

describe('the operator', () => {
  it('lists the workspaces of all databases page by page, without those of one that fails', async () => {
    const clubs = []
    for (const place of ['a', 'b', 'c', 'a', 'b'] as const) clubs.push(await clubIn(place))
    const seen: string[] = []
    let path = '/operator/workspaces?per_page=2'
    for (let page = 0; page < 5 && path; page++) {
      const { body } = await operator('GET', path, undefined, { env: bindings })
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      path = body.meta.next_cursor && `/operator/workspaces?per_page=2&cursor=${body.meta.next_cursor}`
    }
    expect(seen).toEqual(clubs.map(({ id }) => id).sort())
    const broken = { ...bindings, DB_B: failing(D1.b) }
    const partial = await operator('GET', '/operator/workspaces', undefined, { env: broken })
    expect([
      partial.status,
      partial.headers.get('X-Unreachable-Databases'),
      partial.body.data.length,
    ]).toEqual([200, 'b', 3])
  })
})

describe('a database that fails', () => {
  it('leaves the others at work: their doors, the nightly run, and the health that names it', async () => {
    const [first, second, third] = [await clubIn('a'), await clubIn('b'), await clubIn('c')]
    const broken = { ...bindings, DB_B: failing(D1.b) }
    expect((await first.get('/me', { env: broken })).status).toBe(200)
    expect((await third.post('/lists/members/persons', ADA, { env: broken })).status).toBe(201)
    const failed = await second.get('/me', { env: broken })
    expect([failed.status, failed.headers.get('Retry-After')]).toEqual([503, '5'])
    const health = (await operator('GET', '/health', undefined, { env: broken })).body
    expect(
      health.databases.map(({ database, status }: Record<string, string>) => `${database} ${status}`),
    ).toEqual(['a ok', 'b unreachable', 'c ok'])
    // Accounts are kept while it is not known who works in the second database.
    await expect(runNightly(broken)).rejects.toThrow('failed in sweepStaff of')
    expect([await countIn(D1.a, 'daily_counts'), await countIn(D1.c, 'daily_counts')]).toEqual([1, 1])
  })

  it('is in the line of its run with what failed, and is not retried', async () => {
    const run: QueuedRun = { kind: 'run', cron: '37 3 * * *', place: 'b', at: new Date().toISOString() }
    const all = { ...env, ...QUIET, ...bindings, DB_B: failing(D1.b) } as Bindings
    const log = watchLog()
    expect(await runJobsOf([run], all)).toEqual([])
    const lines = log.lines()
    log.end()
    expect(lines).toMatchObject([
      {
        level: 'error',
        run: 'nightly',
        database: 'b',
        jobs: { countWorkspaces: { error: expect.any(String) } },
        failures: [{ cron: '37 3 * * *', database: 'b', error: 'JobsFailed' }],
      },
    ])
  })

  it('has alarms with its letter, which end when its runs succeed', async () => {
    const broken = { ...bindings, DB_B: failing(D1.b) }
    await expect(runNightly(broken)).rejects.toThrow('sweepStaff')
    await runCron(new Date(), broken)
    expect(await alarms(broken)).toEqual(['hourly_failed_b', 'nightly_failed', 'nightly_failed_b'])
    await runNightly(bindings)
    await runCron(new Date(), bindings)
    expect(await alarms(bindings)).toEqual([])
  })
})

describe('a run of the night', () => {
  const PLACES = ['a', 'b', 'c'] as const

  /** Runs the nightly cron and each run that it queues. Returns the trips of each of them to each database. */
  async function tripsOfRuns(): Promise<Record<string, number>[]> {
    for (const place of PLACES) await clubIn(place)
    const found: Record<string, number>[] = []
    const measured = async (act: (all: Bindings) => Promise<unknown>): Promise<void> => {
      const [a, b, c] = PLACES.map((place) => metered(D1[place])) as [Metered, Metered, Metered]
      const { JOBS } = queue
      await act({ ...env, ...QUIET, ...bindings, JOBS, BACKUPS: undefined, DB: a.db, DB_B: b.db, DB_C: c.db })
      found.push({ a: a.cost.trips, b: b.cost.trips, c: c.cost.trips })
    }
    const queue = jobQueue()
    const cron = createScheduledController({ scheduledTime: new Date(), cron: '37 3 * * *' })
    await measured((all) => worker.scheduled(cron, all))
    for (const run of queue.runs) await measured((all) => runJobsOf([run], all))
    return found
  }

  it('has an invocation for each database, with two trips to the first one', async () => {
    const [first = {}, second = {}, third = {}] = await tripsOfRuns()
    expect(first.a).toBeGreaterThan(20)
    expect([first.b, first.c]).toEqual([1, 1])
    expect(second).toEqual({ a: 2, b: third.c, c: 0 })
    expect(third).toEqual({ a: 2, b: 0, c: second.b })
    expect(second.b).toBeLessThan(first.a ?? 0)
  })
})

it('runs nothing for a database that is no longer bound', async () => {
  const { db, cost } = metered(env.DB)
  const run: QueuedRun = { kind: 'run', cron: '37 3 * * *', place: 'z', at: new Date().toISOString() }
  expect(await runJobsOf([run], { ...env, ...QUIET, DB: db })).toEqual([])
  expect(cost.trips).toBe(0)
})

describe('staff', () => {
  it('sign in once and work in every database, until they sign out or are removed', async () => {
    const [first, second] = [await clubIn('a'), await clubIn('b')]
    const staff = await staffOf(first, 'owner')
    const added = await operator(
      'POST',
      `/operator/workspaces/${second.id}/staff`,
      { name: 'Kim', email: staff.email },
      { env: bindings },
    )
    expect(added.status).toBe(201)
    const home = { env: bindings }
    expect((await staff.get(`/dashboard/${first.id}`, home)).status).toBe(200)
    const entered = await staff.get(`/dashboard/${second.id}`, home)
    expect([entered.status, entered.text]).toEqual([200, expect.stringContaining('Club b')])
    const again = await staff.get(`/dashboard/${second.id}`, home)
    expect([again.status, again.cost.trips]).toEqual([
      200,
      (await staff.get(`/dashboard/${first.id}`, home)).cost.trips,
    ])
    const choice = await staff.get('/dashboard', home)
    expect([choice.text.includes('Club a'), choice.text.includes('Club b')]).toEqual([true, true])
    await staff.submit('/dashboard/sign-out', {}, home)
    expect([await countIn(D1.a, 'staff_sessions'), await countIn(D1.b, 'staff_sessions')]).toEqual([0, 0])
  })

  it('are told that workspaces are missing while their database does not answer, and find them again afterwards', async () => {
    const [first, second] = [await clubIn('a'), await clubIn('b')]
    const staff = await staffOf(first, 'owner')
    const member = { name: 'Kim', email: staff.email }
    await operator('POST', `/operator/workspaces/${second.id}/staff`, member, { env: bindings })
    const home = { env: bindings }
    const away = { env: { ...bindings, DB_B: failing(D1.b) } }
    expect((await staff.get('/dashboard', home)).text).toContain('Club b')
    const choice = await staff.get('/dashboard', away)
    expect([choice.status, choice.text]).toEqual([200, expect.stringContaining('Hier fehlen Vereine')])
    expect([choice.text.includes('Club a'), choice.text.includes('Club b')]).toEqual([true, false])
    expect((await staff.get(`/dashboard/${first.id}`, away)).text).toContain('Club b')
    const page = await staff.get(`/dashboard/${second.id}`, away)
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(page.text).toContain(`href="/dashboard/${second.id}"`)
    expect((await staff.get('/dashboard', home)).text).not.toContain('Hier fehlen Vereine')
  })

  it('do not open a workspace of another database that they do not work for', async () => {
    const [first, second] = [await clubIn('a'), await clubIn('b')]
    const staff = await staffOf(first, 'owner')
    expect((await staff.get(`/dashboard/${second.id}`, { env: bindings })).status).toBe(404)
    expect(await countIn(D1.b, 'staff')).toBe(0)
  })
})

it('erases the accounts of who worked for a workspace of the second database alone, in the first one as well', async () => {
  const [first, second] = [await clubIn('a'), await clubIn('b', { sandbox: true })]
  const shared = await staffOf(first, 'owner')
  for (const email of [shared.email, 'only@example.org']) {
    const path = `/operator/workspaces/${second.id}/staff`
    expect((await operator('POST', path, { name: 'Kim', email }, { env: bindings })).status).toBe(201)
  }
  const erased = await operator('DELETE', `/operator/workspaces/${second.id}`, undefined, { env: bindings })
  expect(erased.status).toBe(200)
  const { results } = await D1.a.prepare('SELECT email FROM staff').all()
  expect(results).toEqual([{ email: shared.email }])
  expect([await countIn(D1.a, 'staff_places'), await countIn(D1.b, 'staff')]).toEqual([0, 0])
})

it('lets a member of the second database into the portal, with a session that carries its letter', async () => {
  const club = await clubIn('b')
  await club.post('/lists/members/persons', ADA)
  const link = await club.post('/member_portal_sessions', { email: 'ada@example.org' })
  const opened = await submit(new URL(link.body.data.url).pathname, {}, { env: bindings })
  const [cookie = ''] = (opened.headers.get('Set-Cookie') ?? '').split(';')
  expect([opened.status, cookie]).toEqual([303, expect.stringMatching(/portal=b\.[\w-]{43}$/)])
  const page = await club.get('/portal', { headers: { Cookie: cookie } })
  expect(page.status).toBe(200)
  const wrong = cookie.replace('=b.', '=c.')
  expect((await club.get('/portal', { headers: { Cookie: wrong } })).status).toBe(401)
})

it('raises an alarm while no database has room for new workspaces, and ends it when one has', async () => {
  const raised = async (env: Partial<Bindings>) => {
    await runCron(new Date(), env)
    return alarms(env)
  }
  expect(await raised({ ...bindings, DATABASE_LIMITS_GB: { DB: 0, DB_B: 0, DB_C: 0 } })).toEqual([
    'needs_database',
  ])
  expect(await raised(bindings)).toEqual([])
})

it('brings the accounts and slugs of the others back into the first database, once that was restored', async () => {
  const club = await clubIn('b', { member_portal: { slug: 'regatta' } })
  const body = { name: 'Kim', email: 'kim@example.org' }
  expect(
    (await operator('POST', `/operator/workspaces/${club.id}/staff`, body, { env: bindings })).status,
  ).toBe(201)
  const first = async () => [
    await countIn(D1.a, 'staff'),
    await countIn(D1.a, 'staff_places'),
    await countIn(D1.a, 'slugs'),
  ]
  expect(await first()).toEqual([1, 1, 1])
  await D1.a.batch(['staff', 'staff_places', 'slugs'].map((table) => D1.a.prepare(`DELETE FROM ${table}`)))
  const restored = await operator(
    'POST',
    '/operator/restores',
    { bookmark: new Date().toISOString() },
    { env: { ...bindings, PAUSED: 'restore' } },
  )
  expect([restored.status, await first()]).toEqual([201, [1, 1, 1]])
})

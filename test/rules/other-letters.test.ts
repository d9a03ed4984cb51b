import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import type { Bindings } from '../../src/env'
import { call } from '../support/call'
import { staffOf } from '../support/dashboard'
import { threeDatabases } from '../support/databases'
import { createPerson, signIn, submit } from '../support/portal'
import { operator, workspace, workspaceOf } from '../support/workspace'

/** The letters that a key, an id or a token of the second database does not have: of others, of none, and none. */
const LETTERS = ['c', 'd', '']

/** Every route of the service, with its path as a request has it. */
const routesOf = (pattern: RegExp, fill: (path: string) => string) =>
  app.routes
    .filter(({ method, path }) => method !== 'ALL' && pattern.test(path) && !path.includes('*'))
    .map(({ method, path }) => ({
      method,
      path: fill(path)
        .replace(':list_id', 'members')
        .replace(/:\w+(\{[^}]*\})?\??/g, 'unknown'),
    }))

let given: { env: Partial<Bindings> }
let club: Awaited<ReturnType<typeof clubInSecond>>
beforeAll(async () => {
  given = { env: { ...(await threeDatabases()), PUBLIC_URL: 'https://members.example.org' } }
  club = await clubInSecond()
})

async function clubInSecond() {
  const only = { ...given.env, DATABASE_LIMITS_GB: { DB: 0, DB_C: 0 } }
  const { body } = await operator('POST', '/operator/workspaces', { name: 'Club' }, { env: only })
  const issued = await operator(
    'POST',
    `/operator/workspaces/${body.data.id}/api_keys`,
    { name: 'test' },
    given,
  )
  return { id: body.data.id as string, key: issued.body.data.token as string }
}

const PAGES_OF_LINKS = [
  '/join//mandate/unknown',
  '/portal//address/unknown',
  '/portal//email/unknown',
  '/portal//login',
  '/portal//login/',
  '/portal//login/unknown',
  '/portal//mandate/unknown',
]

/** How many rows the second database has. */
async function rowsOfSecond(): Promise<number> {
  const { results } = await env.SECOND.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'`,
  ).all<{ name: string }>()
  const counted = await env.SECOND.batch<{ count: number }>(
    results.map(({ name }) => env.SECOND.prepare(`SELECT count(*) AS count FROM ${name}`)),
  )
  return counted.reduce((sum, { results: [row] }) => sum + (row?.count ?? 0), 0)
}

describe.each(LETTERS)('with the letter %j in place of its own', (letter) => {
  it('a key opens no operation of the API', async () => {
    const key = club.key.replace('mas_b_', letter && `mas_${letter}_`).replace(/^(?!mas_)/, 'mas_')
    const routes = routesOf(
      /^\/(?!operator|portal|join|dashboard|unsubscribe|docs|health|problems|$)/,
      (path) => path,
    )
    const before = await rowsOfSecond()
    for (const { method, path } of routes.filter(({ path }) => !/\.\w+$/.test(path))) {
      const { status } = await call(method, path, {
        key,
        ...given,
        ...(!['GET', 'DELETE'].includes(method) && { body: {} }),
      })
      expect([method, path, status]).toEqual([method, path, 401])
    }
    expect([routes.length > 100, await rowsOfSecond()]).toEqual([true, before])
  })

  it('an id opens no operation of the operator', async () => {
    const id = club.id.replace('wsp_b', `wsp_${letter}`)
    const routes = routesOf(/^\/operator\/workspaces\/:workspace_id/, (path) =>
      path.replace(':workspace_id', id),
    )
    const before = await rowsOfSecond()
    for (const { method, path } of routes) {
      const { status } = await operator(
        method,
        path,
        ['GET', 'DELETE'].includes(method) ? undefined : {},
        given,
      )
      expect([method, path, [404, 422].includes(status)]).toEqual([method, path, true])
    }
    expect([routes.length > 15, await rowsOfSecond()]).toEqual([true, before])
  })

  it('an id opens no page of staff, of members and of applicants', async () => {
    const id = club.id.replace('wsp_b', `wsp_${letter}`)
    const staff = await staffOf(await workspace(), 'owner')
    const routes = [
      ...routesOf(/^\/dashboard\/:workspace(\/|$)/, (path) => path.replace(':workspace', id)),
      ...routesOf(/^\/(portal|join)\/:workspace(\/|$)/, (path) => path.replace(':workspace', id)),
    ]
    const before = await rowsOfSecond()
    const opened = new Set<string>()
    for (const { method, path } of routes) {
      const { status } = method === 'GET' ? await staff.get(path, given) : await staff.submit(path, {}, given)
      if (status < 300) opened.add(path.replace(id, ''))
    }
    // The pages behind links in mails ask for a press of a button before they look anything up.
    expect([...opened].sort()).toEqual(PAGES_OF_LINKS)
    expect([routes.length > 200, await rowsOfSecond()]).toEqual([true, before])
  })

  it('the session of a member opens no page', async () => {
    const second = workspaceOf(club.id, club.key)
    const options = { ...second, post: (path: string, body: unknown) => second.post(path, body, given) }
    const email = `ada-${letter || 'none'}@example.org`
    await createPerson(options, { name: { last_name: 'Lovelace' }, email })
    const link = new URL((await options.post('/member_portal_sessions', { email })).body.data.url).pathname
    const entered = await submit(link, {}, given)
    const [cookie = ''] = (entered.headers.get('Set-Cookie') ?? '').split(';')
    expect(cookie).toContain('=b.')
    const wrong = cookie.replace('=b.', letter ? `=${letter}.` : '=')
    const routes = routesOf(/^\/portal(\/persons\/|$)/, (path) => path)
    const opened: string[] = []
    for (const { method, path } of routes) {
      const sent = { ...given, headers: { Cookie: wrong } }
      const { status } = method === 'GET' ? await call(method, path, sent) : await submit(path, {}, sent)
      if (![401, 404, 422].includes(status)) opened.push(`${method} ${path} ${status}`)
    }
    expect(opened).toEqual([])
    expect(routes.length).toBeGreaterThan(10)
  })
})

it('opens nothing of one workspace by the key of another, in whichever database', async () => {
  const other = await workspace()
  const foreign = await signIn(other, {
    person_id: await createPerson(other, { name: { last_name: 'Byron' }, email: 'b@example.org' }),
  })
  expect((await call('GET', '/portal', { ...given, headers: { Cookie: foreign.cookie } })).status).toBe(200)
  expect((await call('GET', '/me', { ...given, key: other.key })).body.data.id).toBe(other.id)
  expect((await call('GET', '/me', { ...given, key: club.key })).body.data.id).toBe(club.id)
})

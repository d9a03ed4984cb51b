import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes, routePath } from 'hono/route'
import { newWork, type Work, workingOn } from '../db/work'
import { sha256 } from '../domain/shared/hash'
import type { Env } from '../env'
import { costOf, levelOf, writeLine } from './log'

/**
 * Writes one line for each request once it is answered: what was asked by the pattern of its route, since a path may hold a
 * token, and what the answer cost. Staff see the time in `Server-Timing`.
 */
export const logRequest = createMiddleware<Env>(async (c, next) => {
  const work = newWork()
  const started = performance.now()
  await workingOn(work, next)
  const time = performance.now() - started
  const route = patternOf(c)
  const { status } = c.res
  if (work.provedAt === 'dashboard') c.res.headers.set('Server-Timing', timingOf(work, time))
  writeLine(c.env, status >= 500 ? 'error' : levelOf(work), {
    request_id: loggedId(c.var.requestId),
    door: doorOf(c, route),
    method: METHODS.includes(c.req.method) ? c.req.method : 'other',
    route,
    status,
    ms: Math.round(time),
    workspace: work.workspaceId,
    canary: isCanary(c.env, work) || undefined,
    actor: work.provedAt ? ACTORS[work.provedAt] : 'none',
    ...costOf(work),
  })
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Who asks, by the door that has proved it. */
const ACTORS: Record<NonNullable<Work['provedAt']>, string> = {
  api: 'api_key',
  dashboard: 'staff',
  portal: 'portal',
  operator: 'operator',
  service: 'none',
}

const isOfMany = (path: string): boolean => path.endsWith('*')

/** The pattern of the route that answered, or that would have if its middleware had let it; null if no route matches. */
function patternOf(c: Context<Env>): string | null {
  const answered = routePath(c)
  if (answered && !isOfMany(answered)) return answered
  return matchedRoutes(c).find(({ path }) => !isOfMany(path))?.path ?? null
}

const DOORS = ['operator', 'portal', 'join', 'unsubscribe', 'dashboard', 'health']
const OF_DOCS = ['', 'docs', 'problems', 'openapi.json', 'favicon.ico', 'favicon.svg']

/** The door by the first part of its routes, which is a fixed word; null if the address is below no door. */
function doorOf(c: Context<Env>, route: string | null): string | null {
  const pattern = route ?? matchedRoutes(c).find(({ path }) => /^\/\w+\/\*$/.test(path))?.path
  if (pattern === undefined) return null
  const [, first = ''] = pattern.split('/')
  if (DOORS.includes(first)) return first
  return OF_DOCS.includes(first) ? 'docs' : 'api'
}

// So that queries over the log can leave out what no caller has asked for.
const isCanary = ({ CANARY_WORKSPACE }: Env['Bindings'], { workspaceId }: Work): boolean =>
  workspaceId !== undefined && workspaceId === CANARY_WORKSPACE

const timingOf = ({ trips, databaseTime }: Work, time: number): string =>
  `db;dur=${databaseTime.toFixed(1)};desc="${trips} ${trips === 1 ? 'trip' : 'trips'}", total;dur=${time.toFixed(1)}`

/**
 * The id of a request as the log has it. A caller may send any word as one, a name or a key among them, so that one which is
 * neither a UUID nor the id of a trace is logged by the first half of its SHA-256.
 */
const loggedId = (id: string): string => (IDS.test(id) ? id : sha256(id).slice(0, 32))

const IDS = /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

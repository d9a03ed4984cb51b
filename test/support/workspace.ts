import { env } from 'cloudflare:workers'
import type { Permission } from '../../src/domain/access/permissions'
import { mintToken } from '../../src/domain/access/tokens'
import { sha256 } from '../../src/domain/shared/hash'
import { newId } from '../../src/domain/shared/ids'
import { type Answer, call, type Options } from './call'
import { insertOf, storedTables, writeRows } from './storage'

export type Workspace = {
  id: string
  key: string
  /** Creates another key of the workspace, with these permissions or all. */
  keyWith(...permissions: Permission[]): Promise<string>
  get(path: string, options?: Options): Promise<Answer>
  post(path: string, body: unknown, options?: Options): Promise<Answer>
  put(path: string, body: unknown, options?: Options): Promise<Answer>
  patch(path: string, body: unknown, options?: Options): Promise<Answer>
  delete(path: string, options?: Options): Promise<Answer>
}

/**
 * Creates a workspace through the operator endpoints, with a key that has all permissions. Those without settings are
 * copies of the first one.
 */
export async function workspace(settings: object = {}): Promise<Workspace> {
  if (Object.keys(settings).length > 0) return createWorkspace(settings)
  if (copyOfFirst) return copyOfFirst(new Date())
  const first = await createWorkspace({})
  copyOfFirst = await copierOf(first)
  return first
}

let copyOfFirst: Copier | undefined

async function createWorkspace(settings: object): Promise<Workspace> {
  const { body } = await operator('POST', '/operator/workspaces', { name: 'TSV Aufbau 04', ...settings })
  const id: string = body.data.id
  const issued = await operator('POST', `/operator/workspaces/${id}/api_keys`, { name: 'test' })
  return workspaceOf(id, issued.body.data.token)
}

/** Writes the rows of a workspace again, as those of another. If an instant is given, all of them were written then. */
export type Copier = (instant?: Date) => Promise<Workspace>

/** Reads the rows of a workspace with one key, which are copied faster than they are made. The copies have other ids and keys. */
export async function copierOf({ id, key }: Workspace): Promise<Copier> {
  const tables = await storedTables()
  const isOf = (row: object) => Object.values(row).includes(id)
  const stored = JSON.stringify(tables.map(({ name, rows }) => ({ name, rows: rows.filter(isOf) })))
  return async (instant) => {
    const now = instant ?? new Date()
    // An isolate keeps what it knows of a key.
    const copy = workspaceOf(newId('wsp', now), mintToken('a'))
    const text = stored
      .replaceAll(id, copy.id)
      .replaceAll(KEY_ID, newId('key', now))
      .replaceAll(sha256(key), sha256(copy.key))
    const copied: typeof tables = JSON.parse(instant ? text.replaceAll(INSTANT, instant.toISOString()) : text)
    const statements = copied.flatMap(({ name, rows }) => rows.map((row) => insertOf(name, row)))
    const hasMandates = copied.some(({ name, rows }) => name === 'mandates' && rows.length > 0)
    await (hasMandates ? writeRows(statements) : env.DB.batch(statements))
    return copy
  }
}

const KEY_ID = /\bkey_[0-9A-Za-z]{24}/g
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** A workspace that exists, with a key of it. */
export function workspaceOf(id: string, key: string): Workspace {
  const keyWith = async (...permissions: Permission[]) => {
    const wanted = { name: 'test', ...(permissions.length > 0 && { permissions }) }
    const issued = await operator('POST', `/operator/workspaces/${id}/api_keys`, wanted)
    return issued.body.data.token as string
  }
  return {
    id,
    key,
    keyWith,
    get: (path, options) => call('GET', path, { key, ...options }),
    post: (path, body, options) => call('POST', path, { key, body, ...options }),
    put: (path, body, options) => call('PUT', path, { key, body, ...options }),
    patch: (path, body, options) => call('PATCH', path, { key, body, ...options }),
    delete: (path, options) => call('DELETE', path, { key, ...options }),
  }
}

/** Sends a request as the operator. */
export const operator = (
  method: string,
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<Answer> => call(method, path, { key: env.OPERATOR_TOKEN, body, ...options })

/** Runs a query in the database itself and returns its rows. */
export async function rows<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results
}

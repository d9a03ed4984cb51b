import { env } from 'cloudflare:workers'
import type { Permission } from '../../src/domain/access/permissions'
import { type Answer, call, type Options } from './call'

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

/** Creates a workspace through the operator endpoints, with a key that has all permissions. */
export async function workspace(settings: object = {}): Promise<Workspace> {
  const { body } = await operator('POST', '/operator/workspaces', { name: 'TSV Aufbau 04', ...settings })
  const id: string = body.data.id
  const issued = await operator('POST', `/operator/workspaces/${id}/api_keys`, { name: 'test' })
  return workspaceOf(id, issued.body.data.token)
}

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

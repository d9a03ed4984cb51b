import { env } from 'cloudflare:workers'
import type { Bindings } from '../../src/env'
import { type Answer, call } from './call'
import { keepRows } from './storage'

export const PAUSED = { PAUSED: 'restore' } as Partial<Bindings>

/** Sends a request of the operator while the service is paused. */
export const pausedOperator = (method: string, path: string, body?: unknown): Promise<Answer> =>
  call(method, path, { key: env.OPERATOR_TOKEN as string, env: PAUSED, ...(body !== undefined && { body }) })

/** Records that the data was restored to a moment; of one workspace, if it is named. */
export async function recordRestore(bookmark: Date | string, workspaceId?: string): Promise<Answer> {
  const at = typeof bookmark === 'string' ? bookmark : bookmark.toISOString()
  return pausedOperator('POST', '/operator/restores', {
    bookmark: at,
    ...(workspaceId && { workspace_id: workspaceId }),
  })
}

/** Keeps all rows. What it returns puts them back, as Time Travel does, records that, and gives the epoch. */
export async function bookmarked(): Promise<() => Promise<number>> {
  const bookmark = new Date()
  const putBack = await keepRows()
  return async () => {
    await putBack()
    const { body } = await recordRestore(bookmark)
    return body.data.epoch
  }
}

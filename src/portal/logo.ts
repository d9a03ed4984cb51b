import { Hono } from 'hono'
import { wherever } from '../domain/access/wherever'
import { readLogo } from '../domain/workspaces/logo'
import type { Env } from '../env'
import { IMMUTABLE } from '../http/immutable'
import { databaseOf } from '../http/open-database'
import { answerMessage } from './entry/answer'

/** The logo of a workspace, for its pages and mails. */
export const logo = new Hono<Env>().get('/logo/:workspace_id/:version', async (c) => {
  const { workspace_id: workspaceId, version } = c.req.param()
  const db = databaseOf(c.env, workspaceId)
  const found = await wherever(db, () => readLogo(db, { workspaceId, version }))
  if (!found) return answerMessage(c, 404, 'notFound')
  return c.body(found.bytes, 200, {
    ...IMMUTABLE,
    'Content-Type': found.type,
    // Mail programs on the web show it from another origin.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
})

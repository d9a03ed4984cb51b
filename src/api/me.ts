import { Hono } from 'hono'
import { getMe, me as workspace } from '../domain/workspaces/me'
import type { Env } from '../env'
import { bearer } from '../http/credentials'
import { operation } from '../http/openapi'
import { originOf } from '../http/origin'
import { dataOf } from '../http/response'

export const me = new Hono<Env>().use('/me/*', ...bearer).get(
  '/me',
  operation({
    id: 'readMe',
    tag: 'Workspace',
    summary: 'Read workspace metadata',
    description: 'The workspace of the key, what its subscription includes, and what the key may do.',
    answers: [200, dataOf(workspace), 'The workspace'],
    refuses: [],
  }),
  async (c) => c.json({ data: await getMe(c.var.principal, originOf(c)) }),
)

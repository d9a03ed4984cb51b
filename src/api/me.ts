import { Hono } from 'hono'
import { getMe, me as workspace } from '../domain/workspaces/me'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { originOf } from '../http/origin'
import { dataOf } from '../http/response'
import { anyKey } from './access'

export const me = new Hono<Env>().get(
  '/me',
  ...endpoint({
    id: 'readMe',
    tag: 'Workspace',
    summary: 'Read workspace metadata',
    description: 'The workspace of the key, what its subscription includes, and what the key may do.',
    access: anyKey,
    answers: [200, dataOf(workspace), 'The workspace'],
  }),
  async (c) => c.json({ data: await getMe(c.var.principal, { origin: originOf(c) }) }),
)

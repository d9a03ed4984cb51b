import { Hono } from 'hono'
import * as z from 'zod'
import { databaseSize, needsDatabase, readSizes } from '../../domain/workspaces/databases'
import type { Env } from '../../env'
import { endpoint } from '../../http/endpoint'
import { databasesWithLimits } from '../../http/place-workspace'
import { dataOf } from '../../http/response'
import { operatorOnly } from './operator'

const sizes = z.object({
  databases: z.array(databaseSize),
  needs_database: z
    .boolean()
    .describe('Whether another database should be added: none has much room for new workspaces'),
})

export const databases = new Hono<Env>().get(
  '/operator/databases',
  ...endpoint({
    id: 'readDatabases',
    tag: 'Operator',
    summary: 'Read how full the databases are',
    description:
      'Bytes, workspaces and members of each, and whether new workspaces go there: up to 80 % of its limit there is room, and `DATABASE_LIMITS_GB` sets that. One ' +
      'that does not answer is `unreachable`.',
    access: operatorOnly,
    answers: [200, dataOf(sizes), 'The databases'],
  }),
  async (c) => {
    const { sizes } = await readSizes(databasesWithLimits(c.env))
    return c.json({ data: { databases: sizes, needs_database: needsDatabase(sizes) } })
  },
)

import { Hono } from 'hono'
import * as z from 'zod'
import { openAll } from '../../db/databases'
import { HOME } from '../../db/places'
import { operatorActor } from '../../domain/access/actor'
import { alignHome } from '../../domain/workspaces/align-home'
import { endMoves } from '../../domain/workspaces/restores/end-moves'
import { listRestores } from '../../domain/workspaces/restores/list'
import { forwardAgain, requireNoneTwice } from '../../domain/workspaces/restores/moved-since'
import { recordRestore } from '../../domain/workspaces/restores/record'
import { newRestore, restore } from '../../domain/workspaces/restores/restore'
import type { Env } from '../../env'
import { endpoint } from '../../http/endpoint'
import { dataOf } from '../../http/response'
import { databaseQuery, namedDatabase } from './database-query'
import { operatorOnly } from './operator'

export const restores = new Hono<Env>()
  .get(
    '/operator/restores',
    ...endpoint({
      id: 'readRestores',
      tag: 'Operator',
      summary: 'Read the restores',
      description: 'When the database or a workspace was restored, the latest first.',
      access: operatorOnly,
      query: z.strictObject(databaseQuery),
      answers: [200, dataOf(z.array(restore)), 'The restores'],
    }),
    async (c) => c.json({ data: await listRestores(namedDatabase(c, c.req.valid('query'))) }),
  )

  .post(
    '/operator/restores',
    ...endpoint({
      id: 'recordRestore',
      tag: 'Operator',
      summary: 'Record that the data was restored',
      description:
        'Only while the service is paused, after the restore and before anything else is written. From then on, mails that were ' +
        'being sent are held until staff release them, a release of debits asks which files the bank has, and ids of events and ' +
        'cursors have a new epoch. Refused while another database has some of its workspaces as well. Sent again with the same values, it has no further effect.',
      access: operatorOnly,
      query: z.strictObject(databaseQuery),
      body: newRestore,
      needsPause: true,
      answers: [201, dataOf(restore), 'The restore'],
    }),
    async (c) => {
      const now = new Date()
      const actor = operatorActor({ requestId: c.var.requestId, now })
      const db = namedDatabase(c, c.req.valid('query'))
      const body = c.req.valid('json')
      const isWhole = body.workspace_id === undefined
      if (isWhole) {
        await requireNoneTwice(db)
        await endMoves(db)
      }
      const recorded = await recordRestore(db, { now, actor, body })
      if (isWhole) await forwardAgain(db, now)
      if (db.place === HOME) await alignHome(openAll(c.env), now)
      return c.json({ data: recorded }, 201)
    },
  )

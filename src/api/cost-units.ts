import { Hono } from 'hono'
import { z } from 'zod'
import { authorize } from '../domain/access/query'
import { costUnit, listCostUnits } from '../domain/cost-units/cost-unit'
import {
  costUnitChange,
  createCostUnit,
  newCostUnit,
  toChangeCostUnit,
  updateCostUnit,
} from '../domain/cost-units/create'
import type { Env } from '../env'
import { bearer } from '../http/credentials'
import { operation } from '../http/openapi'
import { dataOf } from '../http/response'
import { body, ONE_MIB } from '../http/validate'

const COST_UNIT_ID = {
  name: 'cost_unit_id',
  description: 'The `id` of the cost unit',
  example: 'cst_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

export const costUnits = new Hono<Env>()
  .use('/cost_units/*', ...bearer)

  .get(
    '/cost_units',
    operation({
      id: 'readCostUnits',
      tag: 'Cost units',
      summary: 'Read cost units and their categories',
      description: 'What `attached_expense` of a fee can name, in the order of creation.',
      answers: [200, dataOf(z.array(costUnit)), 'All cost units, the archived ones too'],
      refuses: [403],
    }),
    async (c) => c.json({ data: await listCostUnits(c.var.principal) }),
  )

  .post(
    '/cost_units',
    operation({
      id: 'createCostUnit',
      tag: 'Cost units',
      summary: 'Create a cost unit',
      description: 'Its name is unique in the workspace, among archived cost units as well.',
      answers: [201, dataOf(costUnit), 'The cost unit'],
      refuses: [400, 403, 413, 415, 422],
    }),
    body(newCostUnit, ONE_MIB, (c) => authorize(c.var.principal, 'bookkeeping:write')),
    async (c) => c.json({ data: await createCostUnit(c.var.principal, c.req.valid('json')) }, 201),
  )

  .put(
    '/cost_units/:cost_unit_id',
    operation({
      id: 'changeCostUnit',
      tag: 'Cost units',
      summary: 'Rename, archive or restore a cost unit, add categories',
      description: 'Absent keys stay. Categories are only ever added.',
      parameters: [COST_UNIT_ID],
      answers: [200, dataOf(costUnit), 'The cost unit as it now is'],
      refuses: [400, 403, 404, 413, 415, 422],
    }),
    body(costUnitChange, ONE_MIB, (c) => toChangeCostUnit(c.var.principal, c.req.param('cost_unit_id'))),
    async (c) => {
      const unit = await updateCostUnit(c.var.principal, c.req.param('cost_unit_id'), c.req.valid('json'))
      return c.json({ data: unit })
    },
  )

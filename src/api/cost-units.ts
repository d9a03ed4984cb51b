import { Hono } from 'hono'
import * as z from 'zod'
import { costUnit } from '../domain/cost-units/cost-unit'
import { createCostUnit, newCostUnit } from '../domain/cost-units/create'
import { listCostUnits } from '../domain/cost-units/list'
import { authorizeCostUnitUpdate, costUnitChange, updateCostUnit } from '../domain/cost-units/update'
import type { Env } from '../env'
import type { Access } from '../http/access'
import { endpoint } from '../http/endpoint'
import { dataOf } from '../http/response'
import { withPermission } from './access'

const COST_UNIT_ID = {
  name: 'cost_unit_id',
  description: 'The `id` of the cost unit',
  example: 'cst_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const canUpdateCostUnit: Access = {
  ...withPermission('bookkeeping:write', COST_UNIT_ID),
  authorize: (c) => authorizeCostUnitUpdate(c.var.principal, { id: c.req.param('cost_unit_id') }),
}

export const costUnits = new Hono<Env>()
  .get(
    '/cost_units',
    ...endpoint({
      id: 'readCostUnits',
      tag: 'Cost units',
      summary: 'Read cost units and their categories',
      description: 'What `attached_expense` of a fee can name, in the order of creation.',
      access: withPermission('bookkeeping:read'),
      answers: [200, dataOf(z.array(costUnit)), 'All cost units, the archived ones too'],
    }),
    async (c) => c.json({ data: await listCostUnits(c.var.principal) }),
  )

  .post(
    '/cost_units',
    ...endpoint({
      id: 'createCostUnit',
      tag: 'Cost units',
      summary: 'Create a cost unit',
      description: 'Its name is unique in the workspace, among archived cost units as well.',
      access: withPermission('bookkeeping:write'),
      body: newCostUnit,
      answers: [201, dataOf(costUnit), 'The cost unit'],
    }),
    async (c) => c.json({ data: await createCostUnit(c.var.principal, { body: c.req.valid('json') }) }, 201),
  )

  .put(
    '/cost_units/:cost_unit_id',
    ...endpoint({
      id: 'changeCostUnit',
      tag: 'Cost units',
      summary: 'Rename, archive or restore a cost unit, add categories',
      description: 'Absent keys stay. Categories are only ever added.',
      access: canUpdateCostUnit,
      body: costUnitChange,
      answers: [200, dataOf(costUnit), 'The cost unit as it now is'],
    }),
    async (c) => {
      const update = { id: c.req.param('cost_unit_id'), body: c.req.valid('json') }
      return c.json({ data: await updateCostUnit(c.var.principal, update) })
    },
  )

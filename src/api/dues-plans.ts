import { Hono } from 'hono'
import * as z from 'zod'
import { changeDuesPlan, duesPlanChange, setDuesVersion } from '../domain/dues/change'
import { compareDuesVersions, duesComparison } from '../domain/dues/compare'
import { createDuesPlan, newDuesPlan } from '../domain/dues/create'
import { duesPlanQuery, getDuesPlan } from '../domain/dues/get'
import { listDuesPlans } from '../domain/dues/list'
import { type DuesPlan, duesPlan, duesPlanHead } from '../domain/dues/plan'
import { quote, quoteDues, quoteInput } from '../domain/dues/quote'
import {
  differenceDecision,
  type SettledDifference,
  settleDifference,
  settledDifference,
} from '../domain/dues/settle-difference'
import { givenVersion } from '../domain/dues/version'
import type { Env } from '../env'
import type { PathParameter } from '../http/access'
import { endpoint } from '../http/endpoint'
import { ifMatch } from '../http/etag'
import { changingJson, dataOf, jsonText } from '../http/response'
import { withPermission, withPermissionAndList } from './access'

const PLAN_ID: PathParameter = {
  name: 'plan_id',
  description: 'The `id` of the plan',
  example: 'pln_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const FROM_PERIOD: PathParameter = {
  name: 'from_period',
  description: 'The first period of the version: `2027`, `2027-H1`, `2027-Q3` or `2027-05`, by the interval',
  example: '2027',
}

export const duesPlans = new Hono<Env>()
  .get(
    '/dues_plans',
    ...endpoint({
      id: 'readDuesPlans',
      tag: 'Dues',
      summary: 'Read plans of dues',
      description: 'All plans without their rules, in the order of creation.',
      access: withPermission('fees:read'),
      answers: [200, dataOf(z.array(duesPlanHead)), 'All plans, the archived ones too'],
    }),
    async (c) => c.json({ data: await listDuesPlans(c.var.principal) }),
  )

  .post(
    '/dues_plans',
    ...endpoint({
      id: 'createDuesPlan',
      tag: 'Dues',
      summary: 'Create a plan of dues',
      description:
        'A plan has rules, which say who of a list owes what: the first `base` that fits, each `surcharge` that fits, less each ' +
        '`reduction` that fits, in their order. Then come the months of who joins within the period, the rounding, and the rules for a ' +
        '`family`. `exempt` stops all of it. Creating a plan claims no money.',
      access: withPermissionAndList('fees:write'),
      body: newDuesPlan,
      idempotent: true,
      answers: [201, dataOf(duesPlan), 'The plan'],
    }),
    async (c) => {
      const created = await createDuesPlan(c.var.principal, { body: c.req.valid('json') })
      return jsonText<{ data: DuesPlan }, 201>(c, `{"data":${created}}`, 201)
    },
  )

  .get(
    '/dues_plans/:plan_id',
    ...endpoint({
      id: 'readDuesPlan',
      tag: 'Dues',
      summary: 'Read one plan of dues with its rules',
      description: 'With the version that is in force in `period`, by default the last one.',
      access: withPermission('fees:read', PLAN_ID),
      query: duesPlanQuery,
      etag: true,
      answers: [200, dataOf(duesPlan), 'The plan'],
    }),
    async (c) => {
      const request = { id: c.req.param('plan_id'), period: c.req.valid('query').period }
      return changingJson<DuesPlan>(c, await getDuesPlan(c.var.principal, request))
    },
  )

  .patch(
    '/dues_plans/:plan_id',
    ...endpoint({
      id: 'changeDuesPlan',
      tag: 'Dues',
      summary: 'Rename, archive or restore a plan of dues',
      description: 'Absent keys stay. The list and the interval of a plan never change.',
      access: withPermission('fees:write', PLAN_ID),
      body: duesPlanChange,
      ifMatch: true,
      etag: true,
      answers: [200, dataOf(duesPlan), 'The plan as it now is, with its last version'],
    }),
    async (c) => {
      const [id, body, precondition] = [c.req.param('plan_id'), c.req.valid('json'), ifMatch(c)]
      return changingJson<DuesPlan>(c, await changeDuesPlan(c.var.principal, { id, body, precondition }))
    },
  )

  .put(
    '/dues_plans/:plan_id/versions/:from_period',
    ...endpoint({
      id: 'setDuesVersion',
      tag: 'Dues',
      summary: 'Set what a plan of dues says from a period on',
      description:
        'Adds a version, or replaces the one that begins with this period. A version is in force until the next one. Rules of the ' +
        'plan keep their `id` if it is sent with them.',
      access: withPermission('fees:write', PLAN_ID, FROM_PERIOD),
      body: givenVersion,
      ifMatch: true,
      etag: true,
      answers: [200, dataOf(duesPlan), 'The plan with the version'],
    }),
    async (c) => {
      const { plan_id: id, from_period: fromPeriod } = c.req.param()
      const change = { id, fromPeriod, body: c.req.valid('json'), precondition: ifMatch(c) }
      return changingJson<DuesPlan>(c, await setDuesVersion(c.var.principal, change))
    },
  )

  .post(
    '/dues_plans/:plan_id/versions/:from_period/compare',
    ...endpoint({
      id: 'compareDuesVersions',
      tag: 'Dues',
      summary: 'Read what a version of a plan of dues would change',
      description:
        'Computes what all persons owe for the period by the version that is in force and by the one in the body, as if nothing were ' +
        'claimed: both sums, how many persons would owe more or less, and the largest changes. Changes nothing. Needs the permission to ' +
        'read the list, too.',
      access: withPermission('fees:read', PLAN_ID, FROM_PERIOD),
      body: givenVersion,
      answers: [200, dataOf(duesComparison), 'What would change'],
    }),
    async (c) => {
      const { plan_id: id, from_period: fromPeriod } = c.req.param()
      const request = { id, fromPeriod, body: c.req.valid('json') }
      return c.json({ data: await compareDuesVersions(c.var.principal, request) })
    },
  )

  .post(
    '/dues_plans/:plan_id/quote',
    ...endpoint({
      id: 'quoteDues',
      tag: 'Dues',
      summary: 'Read what one person owes by a plan',
      description:
        'Line by line, with each step of the computation. Claims nothing. Needs the permission to read the list, too.',
      access: withPermissionAndList('fees:read', PLAN_ID),
      body: quoteInput,
      answers: [200, dataOf(quote), 'What the person owes'],
    }),
    async (c) => {
      const request = { id: c.req.param('plan_id'), body: c.req.valid('json') }
      return c.json({ data: await quoteDues(c.var.principal, request) })
    },
  )

  .post(
    '/dues_plans/:plan_id/differences',
    ...endpoint({
      id: 'settleDuesDifference',
      tag: 'Dues',
      summary: 'Decide on what a plan says otherwise than was claimed',
      description:
        'A preview lists the persons of whom the plan now says something else than was claimed for the period. What is missing is ' +
        'claimed by a run of its own. What was claimed too much is given back by cancelling or refunding the fee. Needs the permission ' +
        'to read the list, too.',
      access: withPermissionAndList('fees:write', PLAN_ID),
      body: differenceDecision,
      idempotent: true,
      answers: [201, dataOf(settledDifference), 'What was decided on'],
    }),
    async (c) => {
      const request = { id: c.req.param('plan_id'), body: c.req.valid('json') }
      const settled = await settleDifference(c.var.principal, request)
      return jsonText<{ data: SettledDifference }, 201>(c, `{"data":${settled}}`, 201)
    },
  )

import { Hono } from 'hono'
import * as z from 'zod'
import { changeRule, createRule, removeRule } from '../domain/bank/rules/change'
import { getRule, listRules } from '../domain/bank/rules/list'
import { bookingRule, newRule } from '../domain/bank/rules/rule'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { dataOf } from '../http/response'
import { withPermission } from './access'

const RULE_ID = {
  name: 'booking_rule_id',
  description: 'The `id` of the booking rule',
  example: 'brl_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

export const bookingRules = new Hono<Env>()
  .get(
    '/booking_rules',
    ...endpoint({
      id: 'readBookingRules',
      tag: 'Bank',
      summary: 'Read booking rules',
      description:
        'What bank lines are suggested to be booked to, the newest first, each with how often it was used. No rule books by itself.',
      access: withPermission('bookkeeping:read'),
      answers: [200, dataOf(z.array(bookingRule)), 'All rules'],
    }),
    async (c) => c.json({ data: await listRules(c.var.principal) }),
  )

  .post(
    '/booking_rules',
    ...endpoint({
      id: 'createBookingRule',
      tag: 'Bank',
      summary: 'Create a booking rule',
      description:
        'For lines of a party, with a text, or both. The most specific rule goes before others: a party with a text, then a party, then the longer text, then the newer rule.',
      access: withPermission('bank:write'),
      body: newRule,
      answers: [201, dataOf(bookingRule), 'The rule'],
    }),
    async (c) => c.json({ data: await createRule(c.var.principal, { body: c.req.valid('json') }) }, 201),
  )

  .get(
    '/booking_rules/:booking_rule_id',
    ...endpoint({
      id: 'readBookingRule',
      tag: 'Bank',
      summary: 'Read one booking rule',
      description: 'With how often it was used, and when last.',
      access: withPermission('bookkeeping:read', RULE_ID),
      answers: [200, dataOf(bookingRule), 'The rule'],
    }),
    async (c) => c.json({ data: await getRule(c.var.principal, { id: c.req.param('booking_rule_id') }) }),
  )

  .put(
    '/booking_rules/:booking_rule_id',
    ...endpoint({
      id: 'changeBookingRule',
      tag: 'Bank',
      summary: 'Replace a booking rule',
      description: 'Absent keys are empty afterwards. Lines that were booked by it stay as they are.',
      access: withPermission('bank:write', RULE_ID),
      body: newRule,
      answers: [200, dataOf(bookingRule), 'The rule'],
    }),
    async (c) => {
      const change = { id: c.req.param('booking_rule_id'), body: c.req.valid('json') }
      return c.json({ data: await changeRule(c.var.principal, change) })
    },
  )

  .delete(
    '/booking_rules/:booking_rule_id',
    ...endpoint({
      id: 'deleteBookingRule',
      tag: 'Bank',
      summary: 'Delete a booking rule',
      description: 'Lines that were booked by it stay as they are.',
      access: withPermission('bank:write', RULE_ID),
      answers: [204, undefined, 'The rule is deleted'],
    }),
    async (c) => {
      await removeRule(c.var.principal, { id: c.req.param('booking_rule_id') })
      return c.body(null, 204)
    },
  )

import { failUnless } from '../../../db/guard'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import type { Tx } from '../../access/act'
import { changesBetween } from '../../events/changes'
import { recordEvents } from '../../events/record'
import { type CostUnitIndex, storedExpense } from '../../fees/expenses'
import { maskIbansIn } from '../../persons/mask'
import { ibanOf } from '../suggest/party-key'
import { keyOf, MAX_RULES, type NewRule, type RuleRow } from './rule'

/** A rule as events tell it: an account only by its last four characters. */
const told = (rule: Omit<NewRule, 'revision'>) => ({
  party_iban: rule.party_iban?.slice(-4) ?? null,
  party_name: rule.party_name ?? null,
  text_contains: rule.text_contains ?? null,
  sign: rule.sign,
  text: rule.text ?? null,
  costunit_name: rule.costunit_name ?? null,
  category_name: rule.category_name ?? null,
  sphere: rule.sphere ?? null,
  side: rule.side ?? null,
})

/** What is left of a rule that is deleted: each of its parts as null. */
const NOTHING = { ...told({ sign: 'in' }), sign: null }

/** How events name a rule. */
const nameOf = ({ party_name, text_contains, party_iban }: Omit<NewRule, 'revision'>): string =>
  maskIbansIn(party_name ?? text_contains ?? '') || `•••• ${party_iban?.slice(-4) ?? ''}`

/** A stored rule as its body would be. */
export const bodyOf = ({ party_key, sign, ...row }: RuleRow): Omit<NewRule, 'revision'> => ({
  party_iban: ibanOf(party_key),
  party_name: row.party_name,
  text_contains: row.text_contains,
  sign: sign > 0 ? 'in' : 'out',
  text: row.text,
  costunit_name: row.costunit_name,
  category_name: row.category_name,
  sphere: row.sphere,
  side: row.side,
})

/** The statements that add a rule, and record it. They fail as a conflict if the workspace would have too many. */
export function insertRule(tx: Tx, id: string, rule: NewRule, costUnits: CostUnitIndex): Sql[] {
  const workspace = tx.writable()
  const { cost_unit_id = null, category_id = null } = storedExpense(rule, costUnits)
  return [
    failUnless(sql`(SELECT count(*) FROM booking_rules WHERE workspace_id = ${workspace}) < ${MAX_RULES}`),
    sql`
      INSERT INTO booking_rules (workspace_id, id, party_key, party_name, text_contains, sign, cost_unit_id, category_id,
        sphere, side, text, created_at, updated_at)
      VALUES (${workspace}, ${id}, ${keyOf(rule)}, ${rule.party_name ?? null}, ${rule.text_contains ?? null},
        ${rule.sign === 'in' ? 1 : -1}, ${cost_unit_id}, ${category_id ?? null}, ${rule.sphere ?? null},
        ${rule.side ?? null}, ${rule.text ?? null}, ${NOW}, ${NOW})`,
    ...recordEvents(tx.actor, workspace, { action: 'booking_rule.created', subject: 'booking_rule' }, [
      { id, name: nameOf(rule), changes: changesBetween({}, told(rule)) },
    ]),
  ]
}

/** The statements that replace a rule, and record what changes. They fail as a conflict if it has changed since it was read. */
export function replaceRule(tx: Tx, stored: RuleRow, rule: NewRule, costUnits: CostUnitIndex): Sql[] {
  const workspace = tx.writable()
  const { cost_unit_id = null, category_id = null } = storedExpense(rule, costUnits)
  return [
    requireAsRead(workspace, stored),
    ...recordEvents(tx.actor, workspace, { action: 'booking_rule.updated', subject: 'booking_rule' }, [
      { id: stored.id, name: nameOf(rule), changes: changesBetween(told(bodyOf(stored)), told(rule)) },
    ]),
    sql`
      UPDATE booking_rules SET party_key = ${keyOf(rule)}, party_name = ${rule.party_name ?? null},
        text_contains = ${rule.text_contains ?? null}, sign = ${rule.sign === 'in' ? 1 : -1},
        cost_unit_id = ${cost_unit_id}, category_id = ${category_id ?? null}, sphere = ${rule.sphere ?? null},
        side = ${rule.side ?? null}, text = ${rule.text ?? null}, revision = revision + 1, updated_at = ${NOW}
      WHERE workspace_id = ${workspace} AND id = ${stored.id}`,
  ]
}

/** The statements that delete a rule, and record it. Lines that are booked by it stay so. */
export function deleteRule(tx: Tx, stored: RuleRow): Sql[] {
  const workspace = tx.writable()
  const rule = bodyOf(stored)
  return [
    requireAsRead(workspace, stored),
    ...recordEvents(tx.actor, workspace, { action: 'booking_rule.deleted', subject: 'booking_rule' }, [
      { id: stored.id, name: nameOf(rule), changes: changesBetween(told(rule), NOTHING) },
    ]),
    sql`DELETE FROM booking_rules WHERE workspace_id = ${workspace} AND id = ${stored.id}`,
  ]
}

const requireAsRead = (workspace: Sql, { id, revision }: RuleRow): Sql =>
  failUnless(sql`EXISTS (
    SELECT 1 FROM booking_rules WHERE workspace_id = ${workspace} AND id = ${id} AND revision = ${revision})`)

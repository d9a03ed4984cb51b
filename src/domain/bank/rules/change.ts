import { type Sql, sql } from '../../../db/sql'
import { act, only, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { indexCostUnits, selectCostUnitsByName } from '../../fees/expenses'
import { showsIbans } from '../../persons/mask'
import type { Issue } from '../../shared/error-list'
import { newId } from '../../shared/ids'
import { isGiven, requireNoErrors, validate } from '../../shared/validation'
import { TO_BANK } from '../lines/bank-line'
import {
  type BookingRule,
  MAX_RULES,
  newRule,
  type RuleRow,
  requireRule,
  ruleIssues,
  selectRules,
  toApi,
} from './rule'
import { deleteRule, insertRule, replaceRule } from './write'

type Body = Record<string, unknown>

/** Creates a booking rule. Two trips. Throws `permission_missing` and `invalid`. */
export async function createRule(principal: Principal, { body }: { body: Body }): Promise<BookingRule> {
  return act(principal, TO_BANK, async (tx) => {
    const { costUnits, count, showsIban } = await load(tx, sql`FALSE`, body)
    const input = validate(newRule, body, function* (given) {
      if (count >= MAX_RULES) yield [['sign'], { code: 'too_many_rules' }]
      yield* ruleIssues(given, costUnits)
    })
    const id = newId('brl', tx.now)
    const { rules } = await tx.write({
      written: insertRule(tx, id, input, costUnits),
      rules: selectRules(tx.workspace(), sql`booking_rules.id = ${id}`),
    })
    return toApi(only(rules), showsIban)
  })
}

/** Replaces a booking rule. Two trips. Throws `permission_missing`, `not_found` and `invalid`. */
export async function changeRule(
  principal: Principal,
  { id, body }: { id: string; body: Body },
): Promise<BookingRule> {
  return act(principal, TO_BANK, async (tx) => {
    const { rules, costUnits, showsIban } = await load(tx, sql`booking_rules.id = ${id}`, body)
    const stored = requireRule(rules)
    const input = validate(newRule, body, function* (given) {
      yield* revisionIssues(stored, given.revision)
      yield* ruleIssues(given, costUnits)
    })
    const written = await tx.write({
      written: replaceRule(tx, stored, input, costUnits),
      rules: selectRules(tx.workspace(), sql`booking_rules.id = ${id}`),
    })
    return toApi(only(written.rules), showsIban)
  })
}

/**
 * Deletes a booking rule; with a `revision`, only as it was shown. Lines that are booked by it stay so. Two trips. Throws
 * `permission_missing`, `not_found` and `invalid`.
 */
export async function removeRule(
  principal: Principal,
  { id, revision }: { id: string; revision?: number | undefined },
): Promise<void> {
  return act(principal, TO_BANK, async (tx) => {
    const { rules } = await tx.read({ rules: selectRules(tx.workspace(), sql`booking_rules.id = ${id}`) })
    const stored = requireRule(rules)
    requireNoErrors([...revisionIssues(stored, revision)])
    await tx.write({ written: deleteRule(tx, stored) })
  })
}

function* revisionIssues({ revision }: RuleRow, shown: unknown): Iterable<Issue> {
  if (isGiven(shown) && shown !== revision) yield [['revision'], { code: 'rule_changed' }]
}

async function load(tx: Tx, condition: Sql, body: Body) {
  const workspace = tx.workspace()
  const { credential, ...rows } = await tx.read({
    rules: selectRules(workspace, condition),
    costUnits: selectCostUnitsByName(workspace, [body]),
    counts: sql<{ count: number }>`
      SELECT count(*) AS count FROM booking_rules WHERE workspace_id = ${workspace}`,
  })
  return {
    rules: rows.rules,
    costUnits: indexCostUnits(rows.costUnits),
    count: rows.counts[0]?.count ?? 0,
    showsIban: showsIbans(credential),
  }
}

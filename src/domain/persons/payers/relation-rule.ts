import type { ListId } from '../../access/lists'
import type { ListContext } from '../../custom-columns/query-list'
import { GUARDIAN, PAYER } from '../../person-fields/fields'
import { hasRelation } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import { guardianRule, type Ward } from '../guardians/issues'
import type { PayerFacts } from './facts'
import { type Meanwhile, type Paid, payerRule } from './issues'
import type { Named } from './named'

/** Finds the issues of those whom a request names for a person of a list. */
export type RelationRule = (named: readonly Named[], person: Paid & Ward) => Iterable<Issue>

/** The rule for payers and guardians in a list: see {@link payerRule} and {@link guardianRule}. */
export function relationRule(
  facts: PayerFacts,
  lists: readonly ListId[],
  listed: ListContext,
  meanwhile?: Meanwhile,
): RelationRule {
  const rules = {
    [PAYER]: payerRule(facts, lists, meanwhile),
    [GUARDIAN]: guardianRule(facts.payers, {
      lists,
      today: listed.today,
      ...(meanwhile && { isDeleted: meanwhile.isDeleted }),
    }),
  }
  return function* (named, person) {
    for (const { relation, id, key } of named)
      if (hasRelation(listed, relation)) yield* rules[relation](id, person, key)
  }
}

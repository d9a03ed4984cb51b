import type { ListId } from '../../access/lists'
import type { ListContext } from '../../custom-columns/query-list'
import { GUARDIAN, PAYER } from '../../person-fields/fields'
import { hasTie } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import { guardianRule, type Ward } from '../guardians/issues'
import type { PayerFacts } from './facts'
import { type Meanwhile, type Paid, payerRule } from './issues'
import type { Named } from './named'

/** Finds the issues of those whom a request names for a person of a list. */
export type TieRule = (named: readonly Named[], person: Paid & Ward) => Iterable<Issue>

/** The rule for payers and guardians in a list: see {@link payerRule} and {@link guardianRule}. */
export function tieRule(
  facts: PayerFacts,
  lists: readonly ListId[],
  listed: ListContext,
  meanwhile?: Meanwhile,
): TieRule {
  const rules = {
    [PAYER]: payerRule(facts, lists, meanwhile),
    [GUARDIAN]: guardianRule(facts.payers, {
      lists,
      today: listed.today,
      ...(meanwhile && { isDeleted: meanwhile.isDeleted }),
    }),
  }
  return function* (named, person) {
    for (const { tie, id, key } of named) if (hasTie(listed, tie)) yield* rules[tie](id, person, key)
  }
}

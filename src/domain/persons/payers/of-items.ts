import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { ListId } from '../../access/lists'
import { inList } from '../../access/principal'
import type { ListContext } from '../../custom-columns/query-list'
import { PAYER } from '../../person-fields/fields'
import { takenKeys } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import { uniqueStrings } from '../../shared/text'
import type { PersonInput } from '../schemas'
import { valuesOf } from '../store/lookups'
import type { SynchronizeIndex } from '../synchronize-index'
import { type PayerFacts, payersIn, selectDependants, selectPayers } from './facts'
import { payerRule } from './issues'

/** What decides whether those may pay for persons whom the items of a synchronization name as payers: nothing if none does. */
export function payerLookups(workspace: Sql, list: string, items: PersonInput[]) {
  const paid = items.filter((item) => typeof item[PAYER] === 'string')
  const ids = jsonArrays(uniqueStrings(paid.map(({ id }) => id)))
  const externalIds = jsonArrays(uniqueStrings(paid.map(({ external_id }) => external_id)))
  return {
    payers: selectPayers(workspace, payersIn(paid)),
    dependants: [
      ...ids.map((array) => selectDependants(workspace, valuesOf(array))),
      ...externalIds.map((array) =>
        selectDependants(
          workspace,
          sql`SELECT id FROM persons WHERE ${inList(workspace, list)} AND external_id IN ${valuesOf(array)}`,
        ),
      ),
    ],
  }
}

type Items = { index: SynchronizeIndex; items: PersonInput[]; deletesOmitted: boolean; context: ListContext }

/** The rule for the payers of the items of a synchronization, which sees the list as it is after the request. */
export function payerRuleFor(
  facts: (PayerFacts & { lists: ListId[] }) | undefined,
  { index, items, deletesOmitted, context }: Items,
): (item: PersonInput) => Iterable<Issue> {
  if (!facts || takenKeys(context).has(PAYER) || payersIn(items).length === 0) return () => []
  const targets = items.map((item) => [index.targetOf(item)?.id, item] as const)
  const byId = new Map(targets)
  const byPayer = Map.groupBy(targets, ([, item]) => item[PAYER])
  const rule = payerRule(facts, facts.lists, {
    payerOf: (id) => byId.get(id)?.[PAYER],
    paidBy: (id) => (byPayer.get(id) ?? []).map(([paid]) => paid),
    isDeleted: ({ id, list, area }) =>
      deletesOmitted && list === context.list && area === 'regular' && !byId.has(id),
  })
  return (item) => {
    const stored = index.targetOf(item)
    const area = stored ? index.rowOf(stored).area : 'regular'
    return rule(item, { id: stored?.id, payerId: stored?.[PAYER], area })
  }
}

import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { ListId } from '../../access/lists'
import { inList } from '../../access/principal'
import type { ListContext } from '../../custom-columns/query-list'
import { PAYER, PAYER_EXTERNAL_ID } from '../../person-fields/fields'
import { havePayers } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import { uniqueStrings } from '../../shared/text'
import type { PersonInput } from '../schemas'
import { valuesOf } from '../store/lookups'
import type { SynchronizeIndex } from '../synchronize-index'
import { namesAny, type PayerFacts, type PayerRow, payersIn, selectDependants, selectPayers } from './facts'
import { payerRule } from './issues'
import { namedPayer, payersByExternalId, withPayerId } from './named'

/** What decides whether those may pay for persons whom the items of a synchronization name as payers: nothing if none does. */
export function payerLookups(workspace: Sql, list: string, items: PersonInput[]) {
  const paid = items.filter((item) => namesAny(payersIn([item])))
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

type Items = {
  index: SynchronizeIndex
  items: PersonInput[]
  /** The ids of the persons who are created, in the order of their items. */
  newIds: readonly string[]
  deletesOmitted: boolean
  context: ListContext
}

/** How the items of a synchronization name their payers. */
type PayersOfItems = {
  /** An item with the id of its payer. */
  withPayer: (item: PersonInput) => PersonInput
  issuesOf: (item: PersonInput) => Iterable<Issue>
}

const NO_PAYERS: PayersOfItems = { withPayer: (item) => item, issuesOf: () => [] }

/** Reads and checks the payers of the items of a synchronization, as the list is after the request. */
export function payersOfItems(
  facts: (PayerFacts & { lists: ListId[] }) | undefined,
  { index, items, newIds, deletesOmitted, context }: Items,
): PayersOfItems {
  if (!facts || !havePayers(context) || !items.some(givesPayer)) return NO_PAYERS
  let created = 0
  const targets = items.map((item) => [index.targetOf(item)?.id ?? newIds[created++], item] as const)
  const byId = new Map(targets)
  const given = new Map<unknown, string>(
    targets.flatMap(([id, { external_id: name }]) =>
      id !== undefined && typeof name === 'string' ? [[name, id]] : [],
    ),
  )
  const isOmitted = ({ id, list, area }: PayerRow) =>
    deletesOmitted && list === context.list && area === 'regular' && !byId.has(id)
  const idOf = payersByExternalId(facts.payers, facts.lists, context.list, {
    given,
    isReleased(payer) {
      const { external_id: name = payer.externalId } = byId.get(payer.id) ?? {}
      return isOmitted(payer) || name !== payer.externalId
    },
  })
  const payerOf = (item: PersonInput) => namedPayer(item, context, idOf)
  const byPayer = Map.groupBy(targets, ([, item]) => payerOf(item).id)
  const rule = payerRule({ ...facts, payers: [...facts.payers, ...payersAmongItems()] }, facts.lists, {
    payerOf: (id) => payerOf(byId.get(id) ?? {}).id,
    paidBy: (id) => (byPayer.get(id) ?? []).map(([paid]) => paid),
    isDeleted: isOmitted,
  })
  return {
    withPayer: (item) => withPayerId(item, payerOf(item)),
    issuesOf(item) {
      const stored = index.targetOf(item)
      const area = stored ? index.rowOf(stored).area : 'regular'
      const { key, id: payer } = payerOf(item)
      return rule(
        payer,
        { id: stored?.id ?? given.get(item.external_id), payerId: stored?.[PAYER], area },
        key,
      )
    },
  }

  // Their external ids may be new, so that nobody was found by them.
  function* payersAmongItems(): Iterable<PayerRow> {
    for (const [id, item] of targets) {
      if (id === undefined || !byPayer.has(id)) continue
      const stored = index.targetOf(item)
      const area = stored ? index.rowOf(stored).area : 'regular'
      yield { id, list: context.list, area, payerId: (stored?.[PAYER] ?? null) as string | null }
    }
  }
}

const givesPayer = (item: PersonInput): boolean =>
  item[PAYER] !== undefined || item[PAYER_EXTERNAL_ID] !== undefined

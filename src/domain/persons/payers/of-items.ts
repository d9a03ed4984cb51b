import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { ListId } from '../../access/lists'
import { inList } from '../../access/principal'
import type { ListContext } from '../../custom-columns/query-list'
import { GUARDIAN, LEAVE_REASON, PAYER, RELATION_KEYS, RELATIONS } from '../../person-fields/fields'
import { hasRelation } from '../../person-fields/list-fields'
import type { Issue } from '../../shared/error-list'
import { uniqueStrings } from '../../shared/text'
import type { PersonInput } from '../schemas'
import { valuesOf } from '../store/lookups'
import type { SynchronizeIndex } from '../synchronize-index'
import { namesAny, type PayerFacts, type PayerRow, relationsIn, selectDependants, selectNamed } from './facts'
import { namedByExternalId, namedIn, withNamedIds } from './named'
import { relationRule } from './relation-rule'

/** What decides whether those may pay or act for persons whom the items of a synchronization name: nothing if none does. */
export function relationLookups(workspace: Sql, list: string, items: PersonInput[]) {
  const paid = items.filter((item) => namesAny(relationsIn([item])))
  const ids = jsonArrays(uniqueStrings(paid.map(({ id }) => id)))
  const externalIds = jsonArrays(uniqueStrings(paid.map(({ external_id }) => external_id)))
  return {
    payers: selectNamed(workspace, relationsIn(paid)),
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

/** How the items of a synchronization name their payers and guardians. */
type RelationsOfItems = {
  /** An item with the ids of those whom it names. */
  withNamed: (item: PersonInput) => PersonInput
  issuesOf: (item: PersonInput) => Iterable<Issue>
}

const NO_TIES: RelationsOfItems = { withNamed: (item) => item, issuesOf: () => [] }

/** Reads and checks the payers and guardians of the items of a synchronization, as the list is after the request. */
export function relationsOfItems(
  facts: (PayerFacts & { lists: ListId[] }) | undefined,
  { index, items, newIds, deletesOmitted, context }: Items,
): RelationsOfItems {
  const relations = RELATION_KEYS.filter((relation) => hasRelation(context, relation))
  if (
    !facts ||
    !items.some((item) =>
      relations.some((relation) => item[relation] !== undefined || item[RELATIONS[relation]] !== undefined),
    )
  )
    return NO_TIES
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
  const idOf = namedByExternalId(facts.payers, facts.lists, context.list, {
    given,
    isReleased(payer) {
      const { external_id: name = payer.externalId } = byId.get(payer.id) ?? {}
      return isOmitted(payer) || name !== payer.externalId
    },
  })
  const namedBy = (item: PersonInput) => relations.map((relation) => namedIn(item, relation, context, idOf))
  const payerOf = (item: PersonInput) => namedIn(item, PAYER, context, idOf)
  const byPayer = Map.groupBy(targets, ([, item]) => payerOf(item).id)
  const rule = relationRule(
    { ...facts, payers: [...facts.payers, ...namedAmongItems()] },
    facts.lists,
    context,
    {
      payerOf: (id) => payerOf(byId.get(id) ?? {}).id,
      paidBy: (id) => (byPayer.get(id) ?? []).map(([paid]) => paid),
      isDeleted: isOmitted,
    },
  )
  return {
    withNamed: (item) => withNamedIds(item, namedBy(item)),
    issuesOf(item) {
      const stored = index.targetOf(item)
      const area = stored ? index.rowOf(stored).area : 'regular'
      return rule(namedBy(item), {
        id: stored?.id ?? given.get(item.external_id),
        payerId: stored?.[PAYER],
        guardianId: stored?.[GUARDIAN],
        birthdate: afterItem(item, 'birthdate'),
        area,
      })
    },
  }

  // Their external ids may be new, so that nobody was found by them.
  function* namedAmongItems(): Iterable<PayerRow> {
    const named = new Set(items.flatMap((item) => namedBy(item).map(({ id }) => id)))
    for (const [id, item] of targets) {
      if (id === undefined || !named.has(id)) continue
      const stored = index.targetOf(item)
      const area = stored ? index.rowOf(stored).area : 'regular'
      const birthdate = afterItem(item, 'birthdate')
      yield {
        id,
        list: context.list,
        area,
        payerId: (stored?.[PAYER] ?? null) as string | null,
        birthdate: typeof birthdate === 'string' ? birthdate : null,
        isDeceased: item.leave_date !== null && afterItem(item, LEAVE_REASON) === 'deceased' ? 1 : 0,
      }
    }
  }

  function afterItem(item: PersonInput, key: string): unknown {
    return item[key] === undefined ? index.targetOf(item)?.[key] : item[key]
  }
}

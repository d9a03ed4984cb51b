import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { permits } from '../access/authorize'
import { type ListId, listsOf } from '../access/lists'
import type { Credential } from '../access/principal'
import { DISPLAY_NAME } from '../persons/person'
import { DomainError } from '../shared/errors'
import { isGiven } from '../shared/validation'

/** A person that a fee can be claimed from. */
export type Debtor = { id: string; list: ListId; externalId: string | null; name: string }

/** The keys that name the person of a fee, not yet validated. */
export type PersonRef = { person_id?: unknown; person_external_id?: unknown }

export type Debtors = ReturnType<typeof indexDebtors>

/** The persons of all lists with these ids or external ids: a statement per megabyte of them. */
export const selectDebtors = (workspace: Sql, key: 'id' | 'external_id', values: string[]): Sql<Debtor>[] => {
  const namedSql =
    key === 'id'
      ? sql`area IN ('regular', 'applications') AND persons.id = named.value`
      : sql`external_id = named.value`
  // The cross join makes SQLite look up what is named; left to itself the planner reads the whole table.
  return jsonArrays(values).map(
    (array) => sql<Debtor>`
      SELECT persons.id, list_id AS list, external_id AS externalId, ${DISPLAY_NAME} AS name
      FROM json_each(${array}) AS named CROSS JOIN persons
      WHERE workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND ${namedSql}`,
  )
}

/** Indexes persons by what names them: none, one, or several where an external id is in two lists. */
export function indexDebtors(byId: Debtor[], byExternalId: Debtor[]) {
  const ids = Map.groupBy<unknown, Debtor>(byId, ({ id }) => id)
  const externalIds = Map.groupBy<unknown, Debtor>(byExternalId, ({ externalId }) => externalId)
  return ({ person_id, person_external_id }: PersonRef): Debtor[] =>
    (isGiven(person_id) ? ids.get(person_id) : externalIds.get(person_external_id)) ?? []
}

/**
 * Throws `permission_missing` if the one debtor is in a list that the credential may not read, and, so that nobody learns
 * who is there, where a person is named that no list has which it may read.
 */
export function requireReadable(credential: Credential, item: PersonRef, [debtor, second]: Debtor[]): void {
  const isNamed = [item.person_id, item.person_external_id].some((name) => typeof name === 'string')
  if (!isNamed || second) return
  const subscribed = listsOf(credential.workspace.subscriptionVariant)
  const closed = subscribed.filter((list) => !permits(credential, `${list}:read`))
  const isReadable = debtor
    ? subscribed.includes(debtor.list) && !closed.includes(debtor.list)
    : closed.length === 0
  if (isReadable) return
  const lists = closed.length > 0 ? closed : debtor ? [debtor.list] : []
  throw new DomainError(
    'permission_missing',
    `This API key cannot create fees for persons in ${lists.join(' or ')}.`,
  )
}

/** The issues of how a fee names its person. */
export function* personRefIssues(item: PersonRef, debtors: Debtors) {
  const [key, second] = (['person_id', 'person_external_id'] as const).filter((name) => isGiven(item[name]))
  if (!key || second) yield [['person_id'], { code: 'not_one_person' }] as const
  else if (typeof item[key] !== 'string') return
  else if (debtors(item).length === 0) yield [[key], { code: 'person_unknown' }] as const
  else if (debtors(item).length > 1) yield [[key], { code: 'person_in_two_lists' }] as const
}

import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { permits } from '../../access/authorize'
import { LISTS, type ListId, listsOf } from '../../access/lists'
import type { Credential } from '../../access/principal'
import { RELATION_KEYS, RELATIONS } from '../../person-fields/fields'
import { uniqueStrings } from '../../shared/text'
import type { PersonRow } from '../person'
import type { PersonInput } from '../schemas'

/** A person who is named as a payer or guardian, or for whom one pays. */
export type PayerRow = {
  id: string
  list: ListId
  area: PersonRow['area']
  payerId: string | null
  externalId?: string | null
  birthdate?: string | null
  isDeceased?: 0 | 1
}

/** What decides who may pay for whom. */
export type PayerFacts = { payers: PayerRow[]; dependants: PayerRow[] }

/** What names payers and guardians. */
export type RelationNames = { ids: string[]; externalIds: string[] }

/** What inputs of any shape name as payers and guardians. */
export const relationsIn = (inputs: readonly PersonInput[]): RelationNames => ({
  ids: uniqueStrings(inputs.flatMap((input) => RELATION_KEYS.map((relation) => input[relation]))),
  externalIds: uniqueStrings(
    inputs.flatMap((input) => RELATION_KEYS.map((relation) => input[RELATIONS[relation]])),
  ),
})

/** Whether anybody is named. */
export const namesAny = ({ ids, externalIds }: RelationNames): boolean => ids.length + externalIds.length > 0

/** The condition that a row of `persons`, under an alias, is of a workspace, in either list and any area. */
export const anywhereIn = (
  workspace: Sql,
  alias = 'persons',
  area = `IN ('regular', 'applications')`,
): Sql => sql`
  ${sql.raw(alias)}.workspace_id = ${workspace} AND ${sql.raw(`${alias}.list_id IN (${LISTS.map((list) => `'${list}'`).join()})
  AND ${alias}.area ${area}`)}`

/** {@link anywhereIn} without applicants. */
export const regularIn = (workspace: Sql): Sql => anywhereIn(workspace, 'persons', "= 'regular'")

/** The persons of both lists with these ids or external ids: a statement per megabyte of them. */
export const selectNamed = (workspace: Sql, { ids, externalIds }: RelationNames): Sql<PayerRow>[] => [
  ...jsonArrays(ids).map((array) =>
    selectNamedIn(array, sql`${anywhereIn(workspace)} AND persons.id = named.value`),
  ),
  ...jsonArrays(externalIds).map((array) =>
    selectNamedIn(
      array,
      sql`workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND external_id = named.value`,
    ),
  ),
]

const selectNamedIn = (names: string, condition: Sql): Sql<PayerRow> => sql<PayerRow>`
  SELECT persons.id, list_id AS list, area, payer_id AS payerId, external_id AS externalId,
    birthdate, leave_reason IS 'deceased' AS isDeceased
  FROM json_each(${names}) AS named CROSS JOIN persons WHERE ${condition}`

/** For whom the persons pay whose ids a query gives. */
export const selectDependants = (workspace: Sql, payers: Sql): Sql<PayerRow> => sql<PayerRow>`
  SELECT id, list_id AS list, area, payer_id AS payerId FROM persons INDEXED BY persons_by_payer
  WHERE workspace_id = ${workspace} AND payer_id IN (${payers})`

/** The lists in which a caller may name a payer or a guardian: those that it may read or write, so that nobody learns who is elsewhere. */
export const listsOfPayers = (credential: Credential): ListId[] =>
  listsOf(credential.workspace.subscriptionVariant).filter(
    (list) => permits(credential, `${list}:read`) || permits(credential, `${list}:write`),
  )

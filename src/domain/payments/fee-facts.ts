import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { namedSql } from '../fees/named-fee'
import { OPEN_AMOUNT } from '../fees/open-amount'
import type { ReadableFee } from '../fees/readable-fee'
import { idPrefixOf } from '../shared/creditor-reference'

/** What the verbs of money know of a fee before they write. Amounts in cents; `open_amount` is 0 for a cancelled one. */
export type FeeFacts = {
  id: string
  reference: string
  external_id: string | null
  amount: number
  description: string
  person_id: string
  person_name: string
  status: ReadableFee['status']
  paid_amount: number
  waived_amount: number
  open_amount: number
  paid_on: string | null
  collection_id: string | null
  cost_unit_id: string | null
  category_id: string | null
  sphere: 'purpose' | 'ideal' | 'business' | 'assets' | null
  /** Whether the fee has parts in `dues_parts`: 1 or 0. */
  has_parts: number
  revision: number
}

/** Whether a row of `fees` has parts: 1 or 0. */
export const HAS_PARTS_SQL = sql`EXISTS (
  SELECT 1 FROM dues_parts INDEXED BY dues_parts_by_fee
  WHERE dues_parts.workspace_id = fees.workspace_id AND dues_parts.fee_id = fees.id)`

const FACTS =
  sql.raw(`fees.id, fees.reference, fees.external_id, fees.amount, fees.description, fees.person_id,
  fees.person_name, fees.status, fees.paid_amount, fees.waived_amount, fees.paid_on, fees.collection_id,
  fees.cost_unit_id, fees.category_id, fees.sphere, fees.revision`)

/** The facts of the fees with these ids: a statement per megabyte of them. */
export const selectFeeFacts = (workspace: Sql, ids: string[]): Sql<FeeFacts>[] =>
  jsonArrays(ids).map((array) => selectFacts(feesWithIds(workspace, array)))

/** The facts of the fee that a path segment names, by its `id` or `external_id`. */
export const selectNamedFee = (workspace: Sql, idOrExternalId: string): Sql<FeeFacts> =>
  selectFacts(sql`fees WHERE fees.workspace_id = ${workspace} AND ${namedSql(idOrExternalId)}`)

/** The facts of the fees whose ids a query gives as `id`. */
export const selectFeesOf = (workspace: Sql, ids: Sql): Sql<FeeFacts> =>
  selectFacts(
    sql`(${ids}) AS named CROSS JOIN fees WHERE fees.workspace_id = ${workspace} AND fees.id = named.id`,
  )

/** The facts of the fees with these references, in capitals without blanks. */
export const selectFeesByReference = (workspace: Sql, references: string[]): Sql<FeeFacts>[] =>
  feesWithReferences(workspace, references).map(selectFacts)

const selectFacts = (rows: Sql): Sql<FeeFacts> =>
  sql<FeeFacts>`SELECT ${FACTS}, ${HAS_PARTS_SQL} AS has_parts, ${OPEN_AMOUNT} AS open_amount FROM ${rows}`

/** The fees with the ids of a JSON array, as what follows FROM. */
export const feesWithIds = (workspace: Sql, array: string): Sql => sql`
  json_each(${array}) AS named CROSS JOIN fees WHERE fees.workspace_id = ${workspace} AND fees.id = named.value`

/** The fees with these references, as what follows FROM, found by the ids that references begin with; a piece per megabyte. */
export const feesWithReferences = (workspace: Sql, references: string[]): Sql[] =>
  jsonArrays(references.map((reference) => [reference, idPrefixOf(reference, 'fee')])).map(
    (array) => sql`
      json_each(${array}) AS named CROSS JOIN fees
      WHERE fees.workspace_id = ${workspace} AND fees.id >= named.value ->> 1
        AND fees.id < (named.value ->> 1) || '~' AND fees.reference = named.value ->> 0`,
  )

/** Makes a batch fail as a conflict if one of these fees has changed since it was read. */
export const requireUnchanged = (workspace: Sql, facts: Pick<FeeFacts, 'id' | 'revision'>[]): Sql[] =>
  jsonArrays(facts.map(({ id, revision }) => [id, revision])).map((array) =>
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${array}) AS seen
      LEFT JOIN fees ON fees.workspace_id = ${workspace} AND fees.id = seen.value ->> 0
      WHERE fees.revision IS NOT seen.value ->> 1)`),
  )

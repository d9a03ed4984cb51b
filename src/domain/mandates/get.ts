import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { queryList } from '../custom-columns/query-list'
import { requirePerson } from '../persons/get'
import { showsIbans } from '../persons/mask'
import { anywhereIn } from '../persons/payers/facts'
import { DISPLAY_NAME } from '../persons/person'
import { namedSql, selectPerson } from '../persons/store/lookups'
import { DomainError } from '../shared/errors'
import { type Mandate, type MandateRow, selectMandate, toApi } from './mandate'

/**
 * Gets the mandate of a person, of one without it the last one that the person had. One trip. Throws what `queryList` throws,
 * `permission_missing` without `fees:read`, and `not_found`, also for a person who never had one.
 */
export async function getMandate(
  principal: Principal,
  { list, idOrExternalId }: { list: string; idOrExternalId: string },
): Promise<Mandate> {
  const workspace = principal.workspace()
  const { credential, rows } = await queryList(principal, list, 'read', {
    persons: selectPerson(workspace, list, idOrExternalId),
    mandates: selectMandate(workspace, keyOf(workspace, namedSql(workspace, list, idOrExternalId))),
  })
  requirePermission(credential, 'fees:read')
  requirePerson(rows.persons)
  return toApi(requireMandate(rows.mandates), showsIbans(credential))
}

/** The key of the mandate that a person has, else of the one that ended last. */
const keyOf = (workspace: Sql, personSql: Sql): Sql => sql`(
  SELECT coalesce(lower(sepa_mandate ->> 'reference'), (
    SELECT reference_key FROM mandates AS own INDEXED BY mandates_by_person
    WHERE own.workspace_id = ${workspace} AND own.person_id = persons.id
    ORDER BY own.ended_at IS NULL DESC, own.ended_at DESC, own.created_at DESC LIMIT 1))
  FROM persons WHERE ${personSql})`

/** A mandate as evidence, and the person whose it is; null for one who was deleted. */
export type Evidence = {
  mandate: Mandate
  person: { id: string; list: 'members' | 'contacts'; name: string } | null
}

/** Reads a mandate by its reference, as evidence. One trip. Throws `permission_missing` and `not_found`. */
export async function viewMandateEvidence(
  principal: Principal,
  { reference }: { reference: string },
): Promise<Evidence> {
  const workspace = principal.workspace()
  const key = sql`lower(${reference})`
  const { credential, rows } = await query(
    principal,
    {
      mandates: selectMandate(workspace, key),
      persons: sql<NonNullable<Evidence['person']>>`
        SELECT persons.id, persons.list_id AS list, ${DISPLAY_NAME} AS name FROM mandates CROSS JOIN persons
        WHERE mandates.workspace_id = ${workspace} AND reference_key = ${key}
          AND ${anywhereIn(workspace)} AND persons.id = mandates.person_id`,
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  return {
    mandate: toApi(requireMandate(rows.mandates), showsIbans(credential)),
    person: rows.persons[0] ?? null,
  }
}

function requireMandate([row]: MandateRow[]): MandateRow {
  if (row) return row
  throw new DomainError('not_found', 'There is no such mandate.')
}

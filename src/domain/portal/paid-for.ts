import { type Sql, sql } from '../../db/sql'
import { DISPLAY_NAME } from '../persons/person'
import type { PortalPrincipal } from './principal'

/** Those whom the principal's person pays for, as a table of `id` and `name`, the first name. One row for each. */
export const paidFor = (principal: PortalPrincipal): Sql => sql`(
  SELECT persons.id, coalesce(first_name, ${DISPLAY_NAME}) AS name FROM persons INDEXED BY persons_by_payer
  WHERE workspace_id = ${principal.workspace()} AND payer_id = ${principal.personId ?? null})`

/** The principal's person, without a name, and those whom it pays for. */
export const owedOrPaidFor = (principal: PortalPrincipal): Sql => sql`(
  SELECT ${principal.personId ?? null} AS id, NULL AS name UNION ALL SELECT id, name FROM ${paidFor(principal)})`

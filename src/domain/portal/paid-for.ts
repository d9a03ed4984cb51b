import { type Sql, sql } from '../../db/sql'
import { BY_PERSON } from '../fees/open-amount'
import { isAdultSql } from '../persons/adult'
import { DISPLAY_NAME } from '../persons/person'
import { latestDate } from '../shared/dates'
import type { PortalPrincipal } from './principal'

/**
 * The condition that a row of `persons` hides its fees and payments from who pays for it: an adult alone, if its birthdate was
 * corrected since. The payer still gets debits, and mails with the amounts that it has to pay.
 */
export const hidesFees = (now: Date): Sql =>
  sql`(persons.hides_fees_from_payer AND ${isAdultSql(latestDate(now))})`

/**
 * Those whom the principal's person pays for and who let it see that, as a table of `tenant`, `id` and `name`, the first name.
 * One row for each.
 */
export const paidFor = (principal: PortalPrincipal): Sql => sql`(
  SELECT workspace_id AS tenant, id, coalesce(first_name, ${DISPLAY_NAME}) AS name FROM persons INDEXED BY persons_by_payer
  WHERE workspace_id = ${principal.workspace()} AND payer_id = ${principal.personId ?? null}
    AND NOT ${hidesFees(principal.now)})`

/** The principal's person as a table like {@link paidFor}, without a name. */
export const itself = (principal: PortalPrincipal): Sql =>
  sql`(SELECT ${principal.workspace()} AS tenant, ${principal.personId ?? null} AS id, NULL AS name)`

/** The principal's person, without a name, and those whom it pays for. */
export const owedOrPaidFor = (principal: PortalPrincipal): Sql =>
  sql`(SELECT * FROM ${itself(principal)} UNION ALL SELECT * FROM ${paidFor(principal)})`

/** The latest fees that meet a condition of the principal's person, as a table of fees with `paidFor`, which is NULL. */
const ownLatestFees = (principal: PortalPrincipal, condition: Sql, limit: number): Sql => sql`(
  SELECT *, NULL AS paidFor FROM fees ${BY_PERSON}
  WHERE workspace_id = ${principal.workspace()} AND person_id = ${principal.personId ?? null} AND ${condition}
  ORDER BY id DESC LIMIT ${limit})`

/**
 * The same fees, and those of each person whom it pays for, whose first name is `paidFor`. Reads so many of each at most where
 * the condition is always met.
 */
export const latestFees = (principal: PortalPrincipal, condition: Sql, limit: number): Sql => sql`(
  SELECT * FROM ${ownLatestFees(principal, condition, limit)} UNION ALL
  SELECT fees.*, owing.name AS paidFor FROM ${paidFor(principal)} AS owing CROSS JOIN fees
  WHERE fees.workspace_id = owing.tenant AND fees.id IN (
    SELECT id FROM fees AS latest ${BY_PERSON}
    WHERE latest.workspace_id = owing.tenant AND latest.person_id = owing.id AND ${condition}
    ORDER BY id DESC LIMIT ${limit}))`

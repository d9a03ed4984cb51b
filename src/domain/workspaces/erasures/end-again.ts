import { type Sql, sql } from '../../../db/sql'
import { act, CHECKED_BY_READS, type Tx } from '../../access/act'
import { LISTS, type ListId } from '../../access/lists'
import { inList, TENANT } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { MANDATE, PAYMENT_METHOD } from '../../person-fields/fields'
import { changeNews } from '../../persons/news'
import { DISPLAY_NAME } from '../../persons/person'
import { bulkWrite } from '../../persons/store/bulk-act'
import { valuesOf } from '../../persons/store/lookups'
import { SUBJECT } from '../../persons/subject'
import { deleteMembership, writeMembership } from '../../staff/update'
import { revokeKeys } from '../api-keys'
import type { OperatorPrincipal } from '../operator-principal'
import type { Back } from './select-back'

/**
 * Ends in a workspace again what a restore has brought back, with the events of each. The last owner goes as well. Returns whether
 * no owner is left. Two trips.
 */
export async function endAgain(principal: OperatorPrincipal, back: Back): Promise<{ isOwnerless: boolean }> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    await tx.read({})
    const { owned } = await tx.write({
      keys: Object.values(revokeKeys(tx, tx.writable(), sql`id IN ${valuesOf(JSON.stringify(back.keys))}`)),
      staff: back.staff.flatMap(({ staffId, stored, to }) =>
        Object.values(
          to === null ? deleteMembership(tx, staffId, stored) : writeMembership(tx, staffId, stored, to),
        ).flat(),
      ),
      ...Object.fromEntries(LISTS.map((list) => [list, endMandates(tx, list, back.mandates)])),
      news: LISTS.flatMap((list) =>
        Object.values(
          changeNews(tx.actor, tx.writable(), {
            list,
            ids: valuesOf(JSON.stringify(back.news)),
            isRefused: true,
          }),
        ),
      ),
      owned: sql<{ owners: number }>`
        SELECT count(*) AS owners FROM memberships WHERE workspace_id = ${tx.workspace()} AND role = 'owner'`,
    })
    return { isOwnerless: back.staff.length > 0 && owned[0]?.owners === 0 }
  })
}

/** The statements that take mandates from the persons of a list. Who had withdrawn one pays by bank transfer. */
function endMandates(tx: Tx, list: ListId, mandates: Back['mandates']): Sql[] {
  const own = mandates.filter((mandate) => mandate.list === list)
  return [true, false].flatMap((isWithdrawn) => {
    const chosen = own.filter((mandate) => mandate.isWithdrawn === isWithdrawn)
    if (chosen.length === 0) return []
    const ids = JSON.stringify(chosen.map(({ personId }) => personId))
    const references = JSON.stringify(chosen.map(({ reference }) => reference.toLowerCase()))
    const selectedSql = (tenant: Sql) => sql`${inList(tenant, list)} AND area IN ('regular', 'applications')
      AND persons.id IN ${valuesOf(ids)} AND lower(sepa_mandate ->> 'reference') IN ${valuesOf(references)}`
    const patch = { [MANDATE]: null, ...(isWithdrawn && { [PAYMENT_METHOD]: 'bank_transfer' }) }
    return [
      isWithdrawn ? recordWithdrawals(tx, list, selectedSql(TENANT)) : [],
      bulkWrite({ actor: tx.actor, workspace: tx.writable(), list, selectedSql }, { kind: 'set', patch })
        .written,
      isWithdrawn
        ? sql`
            UPDATE mandates SET end_reason = 'withdrawn'
            WHERE workspace_id = ${tx.writable()} AND reference_key IN ${valuesOf(references)} AND ended_at IS NOT NULL`
        : [],
    ].flat()
  })
}

const recordWithdrawals = (tx: Tx, list: ListId, condition: Sql): Sql =>
  insertEvents(
    tx.actor,
    tx.writable(),
    { action: 'person.mandate_withdrawn', subject: SUBJECT[list] },
    sql`
      SELECT persons.id, ${DISPLAY_NAME}, json_object('${sql.raw(MANDATE)}',
        json_array(json_object('reference', sepa_mandate ->> 'reference'), NULL))
      FROM persons WHERE ${condition}`,
  )

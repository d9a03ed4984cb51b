import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS, only } from '../access/act'
import type { Principal } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import { refusedAt } from '../shared/error-list'
import { requirePerson } from './get'
import { passDependants } from './payers/dependants'
import { selectDependants } from './payers/facts'
import { failUnlessHeir } from './payers/guard'
import { type Precondition, requirePrecondition } from './precondition'
import { deletePersons } from './store/bulk-write'
import { selectPerson } from './store/lookups'
import { asReadSql } from './store/write'

type Deletion = {
  list: string
  idOrExternalId: string
  precondition?: Precondition | undefined
  /** One of those for whom the person pays: who pays for the others afterwards. */
  payerId?: string | undefined
  /** Whether it was decided that they pay for themselves. Otherwise they have lost their payer. */
  payThemselves?: boolean | undefined
}

/**
 * Deletes a person irreversibly; its fees stay. Those for whom it paid pay for themselves unless one of them takes over. Two
 * trips. Throws `not_found`, `changed_meanwhile` if the precondition does not hold, and `invalid` for a payer who is none of them.
 */
export async function deletePerson(
  principal: Principal,
  { list, idOrExternalId, precondition, payerId, payThemselves = false }: Deletion,
): Promise<void> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const person = selectPerson(tx.workspace(), list, idOrExternalId)
    const { context, rows } = await queryList(tx, list, 'write', {
      persons: person,
      dependants:
        payerId === undefined ? [] : [selectDependants(tx.workspace(), sql`SELECT id FROM (${person})`)],
    })
    const row = requirePerson(rows.persons)
    requirePrecondition(row, context, precondition)
    if (payerId !== undefined && !rows.dependants.some(({ id }) => id === payerId))
      throw refusedAt('payer_id', { code: 'payer_unknown' })
    const workspace = tx.writableWorkspace({ permission: `${context.list}:write` })
    const passed =
      payerId === undefined
        ? []
        : [
            failUnlessHeir(tx.workspace(), row.id, payerId),
            ...passDependants(tx.actor, workspace, () => sql`SELECT ${row.id}`, payerId),
          ]
    const { deleted } = await tx.write({
      passed,
      ...deletePersons(tx.actor, workspace, context.list, asReadSql(row), context.today, { payThemselves }),
    })
    only(deleted)
  })
}

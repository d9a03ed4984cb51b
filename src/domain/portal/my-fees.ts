import { type Sql, sql } from '../../db/sql'
import type { FeeStatus } from '../fees/readable-fee'
import { DomainError } from '../shared/errors'
import type { PortalPrincipal } from './principal'
import { loadPortalSession, type PortalSession } from './sessions'
import { functionsOf } from './settings'

const MAX_FEES_SHOWN = 500

/** A fee as members see it. */
export type MyFee = {
  reference: string
  amount: number
  description: string
  createdAt: string
  status: FeeStatus
}

/**
 * Lists the fees of the principal's person, the latest first. One trip; the rows of the person alone. Throws `not_found`
 * where the portal does not show fees.
 */
export async function listMyFees(
  principal: PortalPrincipal,
): Promise<{ session: PortalSession; fees: MyFee[] }> {
  const { rows, ...session } = await loadPortalSession(principal, (named) => [selectFees(named)])
  if (!functionsOf(session.workspace).includes('view_fees'))
    throw new DomainError('not_found', 'Members do not see their fees here.')
  return { session, fees: rows }
}

// Left to itself the planner reads all fees of the workspace and picks those of the person.
const selectFees = (principal: PortalPrincipal): Sql<MyFee> => sql<MyFee>`
  SELECT reference, amount, description, created_at AS createdAt, status
  FROM fees INDEXED BY fees_by_person
  WHERE workspace_id = ${principal.workspace()} AND person_id = ${principal.personId ?? null}
  ORDER BY id DESC LIMIT ${MAX_FEES_SHOWN}`

import { sql } from 'drizzle-orm'
import { prepared } from '../../db/query'
import type { FeeStatus } from '../fees/list'
import { DomainError } from '../shared/errors'
import { type Member, visit } from './sessions'
import { functionsOf } from './settings'

const MOST_FEES_SHOWN = 500

/** A fee as members see it. */
export type MyFee = {
  reference: string
  amount: number
  description: string
  createdAt: string
  state: FeeStatus
}

/** Reads what was claimed from the member's person, the latest first. One trip; the rows of the person alone. */
export async function listMyFees(member: Member) {
  const { rows, ...visited } = await visit(member, { fees: feesOf(member, {}) })
  if (!functionsOf(visited.workspace).includes('view_fees'))
    throw new DomainError('not_found', 'Members do not see their fees here.')
  return { visit: visited, fees: rows.fees }
}

// Left to itself the planner reads all fees of the workspace and picks those of the person.
const feesOf = prepared<MyFee>(
  (workspace) => sql`
    SELECT reference, amount, description, created_at AS "createdAt", status AS state
    FROM fees INDEXED BY fees_by_person
    WHERE workspace_id = ${workspace} AND person_id = ${sql.placeholder('person')}
    ORDER BY id DESC LIMIT ${sql.raw(String(MOST_FEES_SHOWN))}`,
)

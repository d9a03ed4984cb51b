import { sql } from 'drizzle-orm'
import type { FeeStatus } from '../fees/read'
import { Refusal } from '../refusal'
import { type Member, personIn, type Visit, visit } from './sessions'
import { functionsOf } from './settings'

const MOST_FEES_SHOWN = 500

/** A fee as members see it. */
export type OwnFee = {
  reference: string
  amount: number
  description: string
  createdAt: string
  state: FeeStatus
}

/** Reads what was claimed from a person of the session, the latest first. One trip; the rows of the person alone. */
export async function readOwnFees(member: Member, personId: string) {
  const { rows, ...entered } = await visit(member, { fees: feesOf(member, personId) })
  const person = personIn(entered, personId)
  if (!functionsOf(entered.workspace).includes('view_fees'))
    throw new Refusal('not_found', 'Members do not see their fees here.')
  return { visit: entered as Visit, person, fees: rows.fees }
}

// Left to itself the planner reads all fees of the workspace and picks those of the person.
const feesOf = (member: Member, personId: string) =>
  member.db.all<OwnFee>(sql`
    SELECT reference, amount, description, created_at AS createdAt, status AS state
    FROM fees INDEXED BY fees_by_person
    WHERE workspace_id = ${member.workspace} AND person_id = ${personId}
    ORDER BY id DESC LIMIT ${MOST_FEES_SHOWN}`)

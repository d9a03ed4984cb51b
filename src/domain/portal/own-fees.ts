import { sql } from 'drizzle-orm'
import { Refusal } from '../refusal'
import { type Member, personIn, type Visit, visit } from './sessions'
import { functionsOf } from './settings'

const MOST_FEES_SHOWN = 500

/** A fee as members see it. Every fee is open until the service learns of payments. */
export type OwnFee = {
  reference: string
  amount: number
  description: string
  createdAt: string
  state: 'open'
}

/** Reads what was claimed from a person of the session, the latest first. One trip; the rows of the person alone. */
export async function readOwnFees(member: Member, personId: string) {
  const { rows, ...entered } = await visit(member, { fees: feesOf(member, personId) })
  const person = personIn(entered, personId)
  if (!functionsOf(entered.workspace).includes('view_fees'))
    throw new Refusal('not_found', 'Members do not see their fees here.')
  const own: OwnFee[] = rows.fees.map((fee) => ({ ...fee, state: 'open' }))
  return { visit: entered as Visit, person, fees: own }
}

// Left to itself the planner reads all fees of the workspace and picks those of the person.
const feesOf = (member: Member, personId: string) =>
  member.db.all<Omit<OwnFee, 'state'>>(sql`
    SELECT reference, amount, description, created_at AS createdAt
    FROM fees INDEXED BY fees_by_person
    WHERE workspace_id = ${member.workspace} AND person_id = ${personId}
    ORDER BY id DESC LIMIT ${MOST_FEES_SHOWN}`)

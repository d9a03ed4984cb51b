import { and, desc, eq, sql } from 'drizzle-orm'
import { fees } from '../../db/schema'
import { Refusal } from '../refusal'
import { type Member, personIn, type Visit, visit } from './sessions'
import { functionsOf } from './settings'

const MOST_FEES_SHOWN = 500

/** A fee as members see it. Every fee is open until the service learns of payments. */
export type OwnFee = Awaited<ReturnType<typeof feesOf>>[number] & { state: 'open' }

/** Reads what was claimed from a person of the session, the latest first. One trip; the rows of the person alone. */
export async function readOwnFees(member: Member, personId: string) {
  const { rows, ...entered } = await visit(member, { fees: feesOf(member, personId) })
  const person = personIn(entered, personId)
  if (!functionsOf(entered.workspace).includes('view_fees'))
    throw new Refusal('not_found', 'Members do not see their fees here.')
  const own: OwnFee[] = rows.fees.map((fee) => ({ ...fee, state: 'open' }))
  return { visit: entered as Visit, person, fees: own }
}

const feesOf = (member: Member, personId: string) =>
  member.db
    .select({
      reference: fees.reference,
      amount: fees.amount,
      description: fees.description,
      createdAt: fees.createdAt,
    })
    .from(fees)
    .where(and(sql`${fees.workspaceId} = ${member.workspace}`, eq(fees.personId, personId)))
    .orderBy(desc(fees.id))
    .limit(MOST_FEES_SHOWN)

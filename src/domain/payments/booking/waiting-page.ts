import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { type BookChoices, choicesOf, selectChoices } from '../../book/accounts/choices'
import { TO_BOOK } from '../../book/book-facts'
import { namesakeOf } from '../../persons/namesake'
import { type Decided, selectDecisions } from './decided'
import { selectWaiting, type WaitingRow, waitingOf } from './waiting'

/** A page of the payments that wait to be booked; `next` is where the list goes on. */
export type WaitingPage = {
  waiting: WaitingRow[]
  next: string | undefined
  decided: Decided[]
  choices: BookChoices
}

/**
 * Reads the payments that wait after a place of their list, and what was decided of others. One trip. Throws
 * `permission_missing`.
 */
export async function viewWaiting(
  principal: Principal,
  { after }: { after: string | undefined },
): Promise<WaitingPage> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      waiting: selectWaiting(workspace, { after, namesake: namesakeOf(workspace, sql`fees.person_id`) }),
      decided: selectDecisions(workspace),
      ...selectChoices(principal),
    },
    (credential) => requirePermission(credential, TO_BOOK.permission),
  )
  return { ...waitingOf(rows.waiting), decided: rows.decided, choices: choicesOf(rows, principal.now) }
}

import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { type BookChoices, choicesOf, selectChoices } from './book-choices'
import { TO_BOOK } from './create-account'
import { WAITS } from './unbooked'

/** How many fees are listed and booked at once. */
export const MAX_UNBOOKED = 100

/** A fee with payments that wait to be booked: their sum in cents, and the day of the last one. */
export type UnbookedFee = {
  id: string
  description: string
  person_name: string
  amount: number
  paid_on: string
}

/**
 * Lists fees with payments that wait to be booked, newest first, {@link MAX_UNBOOKED} from `before` on. `next` is where the
 * list goes on. One trip. Throws `permission_missing`.
 */
export async function listUnbooked(
  principal: Principal,
  { before }: { before: string | undefined },
): Promise<{ fees: UnbookedFee[]; next: string | undefined; choices: BookChoices }> {
  const { rows } = await query(
    principal,
    {
      fees: sql<UnbookedFee>`
        WITH ${workspaceCte(principal.workspace())}
        SELECT fees.id, fees.description, fees.person_name, sum(payments.amount) AS amount,
          max(payments.paid_on) AS paid_on
        FROM payments INDEXED BY payments_to_book CROSS JOIN fees
        WHERE payments.workspace_id = ${TENANT} AND ${WAITS} AND payments.fee_id < ${before ?? 'fee~'}
          AND fees.workspace_id = ${TENANT} AND fees.id = payments.fee_id
        GROUP BY fees.id ORDER BY fees.id DESC LIMIT ${MAX_UNBOOKED + 1}`,
      ...selectChoices(principal),
    },
    (credential) => requirePermission(credential, TO_BOOK.permission),
  )
  const fees = rows.fees.slice(0, MAX_UNBOOKED)
  const next = rows.fees.length > MAX_UNBOOKED ? fees.at(-1)?.id : undefined
  return { fees, next, choices: choicesOf(rows, principal.now) }
}

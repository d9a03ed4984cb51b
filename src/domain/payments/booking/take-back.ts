import { retryOnConflict, trip, WriteConflict } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import {
  type BookFacts,
  bookFacts,
  dateIssue,
  requireOpenYears,
  selectBook,
  TO_BOOK,
} from '../../book/book-facts'
import { recordEvents } from '../../events/record'
import type { Issue } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { requireNoErrors } from '../../shared/validation'
import { type Payment, selectPayments } from '../payment'
import type { Decision } from './write-decisions'

const PATH = ['payment_id']

type Decided = Payment & {
  description: string
  isReversed: number
  decision: Decision['kind'] | null
  reason: string | null
  voucher: string | null
}

/**
 * Takes the decision about a payment back, so that it waits again, and about all payments that one voucher has. With
 * `isWhole`, also about those that were left out with it. Two trips. Throws `permission_missing`, `not_found`, and `invalid`
 * for a payment of a closed fiscal year, that was taken back, or that no decision tied or left out.
 */
export async function takeDecisionBack(
  principal: Principal,
  { id, isWhole = false }: { id: string; isWhole?: boolean },
): Promise<Payment> {
  return retryOnConflict(async () => {
    const { payment, others, book } = await load(principal, id)
    requireNoErrors(issues(payment, book, principal.now))
    const freed = [payment, ...(isWhole || payment.decision === 'tied' ? others : [])].filter(
      (one) => [...issues(one, book, principal.now)].length === 0,
    )
    const workspace = principal.writableWorkspace(TO_BOOK)
    const ids = JSON.stringify(freed.map((one) => one.id))
    const freedSql = sql`IN (SELECT value FROM json_each(${ids}))`
    const { changed } = await trip(principal.db, {
      open: requireOpenYears(
        workspace,
        book,
        freed.map(({ paid_on }) => paid_on),
      ),
      same: failUnless(sql`
        (SELECT count(*) FROM payments WHERE workspace_id = ${workspace} AND id ${freedSql} AND booking = ${payment.decision})
          = ${freed.length}
        AND NOT EXISTS (SELECT 1 FROM payments WHERE workspace_id = ${workspace} AND reverses ${freedSql})`),
      deleted: sql`DELETE FROM booking_decisions WHERE workspace_id = ${workspace} AND payment_id ${freedSql}`,
      waits: sql`UPDATE payments SET booking = NULL WHERE workspace_id = ${workspace} AND id ${freedSql}`,
      recorded: recordEvents(
        principal.actor,
        workspace,
        { action: 'payment.decision_taken_back', subject: 'fee' },
        freed.map(({ fee_id, description, decision, reason, voucher, amount }) => ({
          id: fee_id,
          name: description,
          changes: {
            ...(decision === 'tied' ? { vouchers: [voucher, null] } : { reason: [reason, null] }),
            amount: [amount, null],
          },
        })),
      ),
      changed: selectPayments(principal.workspace(), sql`id = ${id}`),
    })
    const [now] = changed
    if (!now) throw new WriteConflict()
    return now
  })
}

async function load(principal: Principal, id: string) {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    { named: selectDecided(workspace, id), ...selectBook(workspace) },
    (credential) => requirePermission(credential, TO_BOOK.permission),
  )
  const payment = rows.named.find((one) => one.id === id)
  if (!payment) throw new DomainError('not_found', 'There is no such payment.')
  return { payment, others: rows.named.filter((one) => one.id !== id), book: bookFacts(rows) }
}

/** The payment with an id, and those that were decided in the same way at the same moment. */
const selectDecided = (workspace: Sql, id: string): Sql<Decided> => sql<Decided>`
  WITH wanted (id) AS MATERIALIZED (
    SELECT ${id}
    UNION
    SELECT mate.payment_id
    FROM booking_decisions AS decision CROSS JOIN booking_decisions AS mate
    WHERE decision.workspace_id = ${workspace} AND decision.payment_id = ${id} AND decision.kind <> 'booked'
      AND mate.workspace_id = ${workspace} AND mate.kind = decision.kind AND mate.voucher_id IS decision.voucher_id
      AND mate.reason IS decision.reason AND mate.decided_at = decision.decided_at)
  SELECT paid.*, fees.description, EXISTS (
      SELECT 1 FROM payments WHERE workspace_id = ${workspace} AND reverses = paid.id) AS isReversed,
    decision.kind AS decision, decision.reason, (
      SELECT year || '-' || number FROM vouchers INDEXED BY vouchers_by_id
      WHERE vouchers.workspace_id = ${workspace} AND vouchers.id = decision.voucher_id) AS voucher
  FROM (${selectPayments(workspace, sql`id IN (SELECT id FROM wanted)`)}) AS paid
  CROSS JOIN fees ON fees.workspace_id = ${workspace} AND fees.id = paid.fee_id
  LEFT JOIN booking_decisions AS decision
    ON decision.workspace_id = ${workspace} AND decision.payment_id = paid.id`

function* issues({ decision, isReversed, paid_on }: Decided, book: BookFacts, now: Date): Iterable<Issue> {
  const date = dateIssue(book, paid_on, now)
  if (!decision) yield [PATH, { code: 'payment_undecided' }]
  else if (decision === 'booked') yield [PATH, { code: 'payment_in_voucher' }]
  else if (isReversed) yield [PATH, { code: 'payment_reversed' }]
  else if (date) yield [PATH, date]
}

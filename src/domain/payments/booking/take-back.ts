import { failUnless } from '../../../db/guard'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { act, only, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
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
  return act(principal, TO_BOOK, async (tx) => {
    const { payment, others, book } = await load(tx, id)
    requireNoErrors(issues(payment, book, tx.now))
    const freed = [payment, ...(isWhole || payment.decision === 'tied' ? others : [])].filter(
      (one) => [...issues(one, book, tx.now)].length === 0,
    )
    const workspace = tx.writable()
    const ids = JSON.stringify(freed.map((one) => one.id))
    const freedSql = sql`IN (SELECT value FROM json_each(${ids}))`
    const { changed } = await tx.write({
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
      waits: sql`UPDATE payments SET booking = NULL, updated_at = ${NOW} WHERE workspace_id = ${workspace} AND id ${freedSql}`,
      recorded: recordEvents(
        tx.actor,
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
      changed: selectPayments(tx.workspace(), sql`id = ${id}`),
    })
    return only(changed)
  })
}

async function load(tx: Tx, id: string) {
  const workspace = tx.workspace()
  const rows = await tx.read({ named: selectDecided(workspace, id), ...selectBook(workspace) })
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

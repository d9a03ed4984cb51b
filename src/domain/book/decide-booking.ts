import { z } from 'zod'
import { retryOnConflict, trip, WriteConflict } from '../../db/client'
import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { recordEvents } from '../events/record'
import { type Payment, selectPayments } from '../payments/payment'
import type { Issue } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { singleLine } from '../shared/text'
import { isGiven, validate } from '../shared/validation'
import { type BookFacts, bookFacts, dateIssue, requireOpenYears, selectBook } from './book-facts'
import { TO_BOOK } from './create-account'
import { mayHave } from './waiting'
import { type Decision, writeDecisions } from './write-decisions'

/** The body that says where the money of a payment is that waits to be booked. */
export const bookingDecision = z
  .strictObject({
    voucher_id: z.string().nullish().describe('The voucher that has the money'),
    reason: singleLine(500).nullish().describe('Why the money is not in this book'),
  })
  .describe('Either the voucher that has the money already, or why the money is not in this book')
  .meta({ examples: [{ reason: 'Paid to the youth section, which has its own book' }] })

const PATH = ['payment_id']

/**
 * Settles a payment that waits to be booked: ties it to the voucher that has its money, or leaves it out with a reason. Two
 * trips. Throws `permission_missing`, `not_found`, and `invalid` for a payment that does not wait or is of a closed fiscal
 * year, and for a voucher that cannot have its money.
 */
export async function decideBooking(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<Payment> {
  return retryOnConflict(async () => {
    const facts = await load(principal, id, body.voucher_id)
    const { payment, book, voucher } = facts
    const input = validate(bookingDecision, body, (given) => issues(given, facts, principal.now))
    const workspace = principal.writableWorkspace(TO_BOOK)
    const decision: Decision =
      typeof input.voucher_id === 'string'
        ? { paymentId: id, kind: 'tied', voucherId: input.voucher_id, reason: null }
        : { paymentId: id, kind: 'left_out', voucherId: null, reason: input.reason ?? null }
    const { decided } = await trip(principal.db, {
      open: requireOpenYears(workspace, book, [payment.paid_on]),
      free: decision.voucherId
        ? [failUnless(sql`EXISTS (${selectCandidate(workspace, id, decision.voucherId)})`)]
        : [],
      written: writeDecisions(workspace, [decision]),
      recorded: recordEvents(
        principal.actor,
        workspace,
        { action: decision.kind === 'tied' ? 'payment.tied' : 'payment.left_out', subject: 'fee' },
        [
          {
            id: payment.fee_id,
            name: facts.description,
            changes:
              decision.kind === 'tied'
                ? { vouchers: [null, voucher?.number ?? null], amount: [null, payment.amount] }
                : { reason: [null, decision.reason], amount: [null, payment.amount] },
          },
        ],
      ),
      decided: selectPayments(principal.workspace(), sql`id = ${id}`),
    })
    return written(decided)
  })
}

/**
 * Takes the decision about a payment back, so that it waits again. Two trips. Throws `permission_missing`, `not_found`, and
 * `invalid` for a payment of a closed fiscal year, that was taken back, or that no decision tied or left out.
 */
export async function takeDecisionBack(principal: Principal, { id }: { id: string }): Promise<Payment> {
  return retryOnConflict(async () => {
    const { payment, book, description, decision, isReversed } = await load(principal, id, null)
    const date = dateIssue(book, payment.paid_on, principal.now)
    validate(z.strictObject({}), {}, function* (): Iterable<Issue> {
      if (!decision) yield [PATH, 'was not decided']
      else if (decision.kind === 'booked')
        yield [PATH, 'is in a voucher of its own; reverse the payment instead']
      else if (isReversed) yield [PATH, 'was reversed']
      else if (date) yield [PATH, date]
    })
    if (!decision) throw new WriteConflict()
    const workspace = principal.writableWorkspace(TO_BOOK)
    const { freed } = await trip(principal.db, {
      open: requireOpenYears(workspace, book, [payment.paid_on]),
      same: failUnless(sql`
        EXISTS (
          SELECT 1 FROM payments WHERE workspace_id = ${workspace} AND id = ${id} AND booking = ${decision.kind})
        AND NOT EXISTS (SELECT 1 FROM payments WHERE workspace_id = ${workspace} AND reverses = ${id})`),
      deleted: sql`DELETE FROM booking_decisions WHERE workspace_id = ${workspace} AND payment_id = ${id}`,
      waits: sql`UPDATE payments SET booking = NULL WHERE workspace_id = ${workspace} AND id = ${id}`,
      recorded: recordEvents(
        principal.actor,
        workspace,
        { action: 'payment.decision_taken_back', subject: 'fee' },
        [
          {
            id: payment.fee_id,
            name: description,
            changes: {
              ...(decision.kind === 'tied'
                ? { vouchers: [decision.number, null] }
                : { reason: [decision.reason, null] }),
              amount: [payment.amount, null],
            },
          },
        ],
      ),
      freed: selectPayments(principal.workspace(), sql`id = ${id}`),
    })
    return written(freed)
  })
}

function written([payment]: Payment[]): Payment {
  if (!payment) throw new WriteConflict()
  return payment
}

type Candidate = { number: string }
type Decided = { kind: Decision['kind']; reason: string | null; number: string | null }

async function load(principal: Principal, id: string, voucherId: unknown) {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      payments: selectPayments(workspace, sql`id = ${id}`),
      fees: sql<{ description: string; isReversed: number }>`
        SELECT description, EXISTS (
          SELECT 1 FROM payments WHERE workspace_id = ${workspace} AND reverses = ${id}) AS isReversed
        FROM fees WHERE workspace_id = ${workspace} AND id = (
          SELECT fee_id FROM payments WHERE workspace_id = ${workspace} AND id = ${id})`,
      candidates: typeof voucherId === 'string' ? [selectCandidate(workspace, id, voucherId)] : [],
      decisions: sql<Decided>`
        SELECT kind, reason, (
          SELECT year || '-' || number FROM vouchers INDEXED BY vouchers_by_id
          WHERE vouchers.workspace_id = ${workspace} AND vouchers.id = voucher_id) AS number
        FROM booking_decisions WHERE workspace_id = ${workspace} AND payment_id = ${id}`,
      ...selectBook(workspace),
    },
    (credential) => requirePermission(credential, TO_BOOK.permission),
  )
  const [payment] = rows.payments
  const [fee] = rows.fees
  if (!payment || !fee) throw new DomainError('not_found', 'There is no such payment.')
  const [voucher] = rows.candidates
  return { payment, ...fee, voucher, decision: rows.decisions[0], book: bookFacts(rows) }
}

/** The voucher with this id, if it may have the money of the payment with that. */
const selectCandidate = (workspace: Sql, id: string, voucherId: string): Sql<Candidate> => sql<Candidate>`
  SELECT vouchers.year || '-' || vouchers.number AS number
  FROM payments AS paid
  CROSS JOIN vouchers INDEXED BY vouchers_by_id ON vouchers.workspace_id = ${workspace} AND vouchers.id = ${voucherId}
  CROSS JOIN accounts ON accounts.workspace_id = ${workspace} AND accounts.id = vouchers.account_id
  WHERE paid.workspace_id = ${workspace} AND paid.id = ${id} AND ${mayHave(workspace)}`

type Asked = { payment: Payment; book: BookFacts; voucher: Candidate | undefined }

function* issues(
  given: Record<string, unknown>,
  { payment, book, voucher }: Asked,
  now: Date,
): Iterable<Issue> {
  const date = dateIssue(book, payment.paid_on, now)
  if (payment.kind === 'waiver') yield [PATH, 'is a waiver, which is no money']
  else if (payment.booking !== null) yield [PATH, 'does not wait to be booked']
  else if (date) yield [PATH, date]
  else if (isGiven(given.voucher_id) === isGiven(given.reason))
    yield [['voucher_id'], 'or a reason must be given, and not both']
  else if (isGiven(given.voucher_id) && !voucher)
    yield [
      ['voucher_id'],
      'does not match a living voucher of the same amount, kind of account and about the same day that books no payment',
    ]
}

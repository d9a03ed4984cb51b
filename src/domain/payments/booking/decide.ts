import * as z from 'zod'
import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import { type Principal, workspaceCte } from '../../access/principal'
import { dateIssue, requireBook, requireOpenYears, TO_BOOK } from '../../book/book-facts'
import { recordEvents } from '../../events/record'
import type { Issue } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { singleLine } from '../../shared/text'
import { isGiven, isObject, requireNoErrors, validate } from '../../shared/validation'
import { wordsOf } from '../direct-debit-words'
import { selectFeesOf } from '../fee-facts'
import { type Payment, selectPayments } from '../payment'
import {
  bookedTo,
  bookedToIssues,
  bookPayments,
  feesOfPayments,
  selectToBook,
  type ToBook,
  toBookOf,
} from './book-payments'
import { candidateCtes, selectTogether } from './candidates'
import { type Decision, writeDecisions } from './write-decisions'

/** The body that says where the money of a payment is that waits to be booked. */
export const bookingDecision = z
  .strictObject({
    voucher_id: z.string().nullish().describe('The voucher that has the money'),
    reason: singleLine(500).nullish().describe('Why the money is not in this book'),
    book: z
      .strictObject(bookedTo)
      .nullish()
      .describe(
        'Books the money, even if a voucher may have it; what a payment is booked to whose fee names nothing',
      ),
    whole_collection: z
      .boolean()
      .nullish()
      .describe(
        'Whether all payments of its collection are meant that wait since the same day; one voucher books them',
      ),
  })
  .describe(
    'The voucher that has the money already, or why the money is not in this book, or that it is booked',
  )
  .meta({
    examples: [
      { reason: 'Paid to the youth section, which has its own book' },
      { book: { sphere: 'ideal' } },
    ],
  })

type Asked = { id: string; body: Record<string, unknown> }

/**
 * Settles a payment that waits to be booked: ties it to the voucher that has its money, leaves it out with a reason, or books
 * it. Two trips. Throws `permission_missing`, `not_found`, and `invalid` for a payment that does not wait or is of a closed
 * fiscal year, and for a voucher that cannot have its money.
 */
export async function decideBooking(principal: Principal, { id, body }: Asked): Promise<Payment> {
  const [payment] = await decide(principal, {
    body,
    ids: body.whole_collection === true ? selectTogether(principal.workspace(), id) : named([id]),
    pathOf: () => ['payment_id'],
  })
  if (!payment) throw noSuchPayment()
  return payment
}

/** Leaves payments that wait out of the book, all for a reason or none. As {@link decideBooking}. */
export async function leaveOut(
  principal: Principal,
  { ids, reason }: { ids: string[]; reason: string },
): Promise<Payment[]> {
  if (ids.length === 0) requireNoErrors([[['payment_ids'], { code: 'payment_missing' }]])
  return decide(principal, {
    body: { reason },
    ids: named(ids),
    pathOf: (id) => ['payment_ids', `${ids.indexOf(id)}`],
  })
}

const named = (ids: string[]): Sql => sql`SELECT value AS id FROM json_each(${JSON.stringify(ids)})`

type Deciding = { body: Record<string, unknown>; ids: Sql; pathOf: (id: string) => string[] }

async function decide(principal: Principal, { body, ids, pathOf }: Deciding): Promise<Payment[]> {
  return act(principal, TO_BOOK, async (tx) => {
    const facts = await load(tx, ids, body)
    const { payments, toBook, voucher } = facts
    requireBook(toBook.book)
    const input = validate(bookingDecision, body, (given) => issues(given, facts, { pathOf, now: tx.now }))
    if (input.book) {
      const asOne = input.whole_collection
        ? wordsOf(toBook.book.settings.locale, 'credit', facts.collectedOn)
        : undefined
      await bookPayments(tx, toBook, { input: input.book, pathOf: ({ id }) => pathOf(id), asOne })
      return payments.map(({ description: _, ...payment }) => ({ ...payment, booking: 'booked' }))
    }
    const kind = isGiven(input.voucher_id) ? 'tied' : 'left_out'
    const { voucher_id: voucherId = null, reason = null } = input
    const workspace = tx.writable()
    const paymentIds = payments.map(({ id }) => id)
    const { decided } = await tx.write({
      open: requireOpenYears(
        workspace,
        toBook.book,
        payments.map(({ paid_on }) => paid_on),
      ),
      free: voucherId
        ? [failUnless(sql`EXISTS (${selectCandidate(workspace, named(paymentIds), voucherId)})`)]
        : [],
      written: writeDecisions(
        workspace,
        paymentIds.map((paymentId): Decision => ({ paymentId, kind, voucherId, reason })),
      ),
      recorded: recordEvents(
        tx.actor,
        workspace,
        { action: kind === 'tied' ? 'payment.tied' : 'payment.left_out', subject: 'fee' },
        payments.map(({ fee_id, description, amount }) => ({
          id: fee_id,
          name: description,
          changes: {
            ...(kind === 'tied' ? { vouchers: [null, voucher?.number ?? null] } : { reason: [null, reason] }),
            amount: [null, amount],
          },
        })),
      ),
      decided: selectPayments(tx.workspace(), sql`id IN (${named(paymentIds)})`),
    })
    return decided
  })
}

const noSuchPayment = () => new DomainError('not_found', 'There is no such payment.')

type Named = Payment & { description: string }
type Candidate = { number: string }
type Facts = { payments: Named[]; toBook: ToBook; voucher: Candidate | undefined; collectedOn: string }

async function load(tx: Tx, ids: Sql, body: Record<string, unknown>): Promise<Facts> {
  const workspace = tx.workspace()
  const placed = sql`SELECT id, id AS place FROM (${ids})`
  const { payments, costUnits, cash, ...book } = selectToBook(workspace, placed, Object(body.book))
  const isBooked = isObject(body.book)
  const rows = await tx.read({
    named: sql<Named>`
      SELECT paid.*, fees.description
      FROM (${selectPayments(workspace, sql`id IN (SELECT id FROM (${ids}))`)}) AS paid
      CROSS JOIN fees ON fees.workspace_id = ${workspace} AND fees.id = paid.fee_id
      ORDER BY paid.id`,
    candidates: typeof body.voucher_id === 'string' ? [selectCandidate(workspace, ids, body.voucher_id)] : [],
    fees: isBooked ? [selectFeesOf(workspace, feesOfPayments(workspace, placed))] : [],
    payments: isBooked ? [payments] : [],
    costUnits: isBooked ? costUnits : [],
    cash: isBooked ? [cash] : [],
    collections: isBooked ? [selectCollectedOn(workspace, ids)] : [],
    ...book,
  })
  if (rows.named.length === 0) throw noSuchPayment()
  return {
    payments: rows.named,
    toBook: toBookOf(rows),
    voucher: rows.candidates[0],
    collectedOn: rows.collections[0]?.date ?? '',
  }
}

/** The voucher with this id, if it may have the money of all of these payments. */
const selectCandidate = (workspace: Sql, ids: Sql, voucherId: string): Sql<Candidate> => sql<Candidate>`
  WITH ${workspaceCte(workspace)}, named AS MATERIALIZED (${ids}),
  ${candidateCtes(sql`id IN (SELECT id FROM named)`)}
  SELECT number FROM matches
  WHERE voucher_id = ${voucherId} AND payments = (SELECT count(*) FROM named)`

const selectCollectedOn = (workspace: Sql, ids: Sql): Sql<{ date: string }> => sql<{ date: string }>`
  SELECT collection_date AS date
  FROM (${ids} LIMIT 1) AS named CROSS JOIN payments CROSS JOIN collection_items AS item CROSS JOIN collections
  WHERE payments.workspace_id = ${workspace} AND payments.id = named.id
    AND item.workspace_id = ${workspace} AND item.id = payments.item_id
    AND collections.workspace_id = ${workspace} AND collections.id = item.collection_id`

function* issues(
  given: Record<string, unknown>,
  { payments, toBook, voucher }: Facts,
  { pathOf, now }: { pathOf: (id: string) => string[]; now: Date },
): Iterable<Issue> {
  for (const { id, kind, booking, paid_on } of payments) {
    const date = dateIssue(toBook.book, paid_on, now)
    if (kind === 'waiver') yield [pathOf(id), { code: 'payment_waived' }]
    else if (booking !== null) yield [pathOf(id), { code: 'payment_not_waiting' }]
    else if (date) yield [pathOf(id), date]
    else continue
    return
  }
  if ([given.voucher_id, given.reason, given.book].filter(isGiven).length !== 1)
    yield [['voucher_id'], { code: 'not_one_decision' }]
  else if (isGiven(given.voucher_id) && !voucher) yield [['voucher_id'], { code: 'voucher_no_match' }]
  if (isObject(given.book))
    for (const [path, refused] of bookedToIssues(given.book, toBook)) yield [['book', ...path], refused]
}

import { z } from 'zod'
import { retryOnConflict } from '../../db/client'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { idempotently, storeResult } from '../access/idempotency'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type BookFacts, bookFacts, dateIssue, selectBook } from '../book/book-facts'
import { type AccountChoice, accountIssue, chooseAccount } from '../book/choose-account'
import type { Issue } from '../shared/error-list'
import { exactlyOneOf } from '../shared/exactly-one'
import { newIds } from '../shared/ids'
import { singleLine, uniqueStrings } from '../shared/text'
import { batchOf, isGiven, itemsIn, validateItems } from '../shared/validation'
import { type FeeFacts, selectFeeFacts, selectFeesByReference, selectFeesOf } from './fee-facts'
import { METHODS, type Payment, selectPayments } from './payment'
import type { NewPayment } from './post'
import { vouchersOf } from './vouchers-of'
import { writeFeeAct } from './write'

/** How many payments one request records at most. */
const MAX_PAYMENTS = 10_000

const FEE_KEYS = ['fee_id', 'fee_external_id', 'reference'] as const

const newPayment = z.strictObject({
  fee_id: z
    .string()
    .nullish()
    .describe('Exactly one of `fee_id`, `fee_external_id` and `reference` is given'),
  fee_external_id: z.string().nullish(),
  reference: z.string().nullish().describe('The ISO 11649 reference of the fee; blanks do not matter'),
  amount: z.int().min(1).describe('Cents, at most what is open'),
  paid_on: z.iso.date().describe('The day of the money: not in the future, not in a closed year'),
  method: z.enum(METHODS),
  account_id: z
    .string()
    .nullish()
    .describe('Where the money is; absent, the oldest account of the kind that the method has'),
  external_id: singleLine(255).nullish().describe('Unique among the payments of the workspace'),
  note: singleLine(500).nullish(),
})

/** What a write to the journal of fees needs. */
export const TO_PAY = { permission: 'payments:write' } as const

/** The items of the body that records payments. */
export const paymentBatch = batchOf(newPayment, MAX_PAYMENTS, { min: 1 })

const documentedPayment = newPayment.meta({
  id: 'NewPayment',
  oneOf: exactlyOneOf(FEE_KEYS),
})

/** The body that records payments, for the API reference. */
export const newPayments = z
  .strictObject({ data: z.array(documentedPayment).min(1).max(MAX_PAYMENTS) })
  .meta({
    examples: [
      {
        data: [
          {
            fee_external_id: 'annual-2026-m-1001',
            amount: 4500,
            paid_on: '2026-01-31',
            method: 'bank_transfer',
          },
        ],
      },
    ],
  })

/**
 * Records payments of fees, all or none, in order, and gives them as a JSON array. A payment of a fee with an attached
 * expense is booked. Two trips. Throws `permission_missing` and `invalid`.
 */
export async function recordPayments(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return idempotently(principal, () => retryOnConflict(() => record(principal, body)))
}

async function record(principal: Principal, body: Record<string, unknown>): Promise<string> {
  const { now } = principal
  const items: Item[] = itemsIn(body, MAX_PAYMENTS)
  const { rows } = await query(
    principal,
    {
      byId: selectFeeFacts(principal.workspace(), uniqueStrings(items.map(({ fee_id }) => fee_id))),
      byExternalId: selectFeesByExternalId(
        principal.workspace(),
        uniqueStrings(items.map(({ fee_external_id }) => fee_external_id)),
      ),
      byReference: selectFeesByReference(
        principal.workspace(),
        uniqueStrings(items.map(({ reference }) => compact(reference))),
      ),
      known: selectKnown(principal.workspace(), uniqueStrings(items.map(({ external_id }) => external_id))),
      ...selectBook(principal.workspace()),
    },
    (credential) => requirePermission(credential, TO_PAY.permission),
  )
  const book = bookFacts(rows)
  const fees = indexFees(uniqueById([...rows.byId, ...rows.byExternalId, ...rows.byReference]))
  const known = new Set(rows.known.map(({ external_id }) => external_id))
  const open = new Map<string, number>()
  const data = validateItems(paymentBatch, body, function* (item: Item) {
    const fee = fees(item)
    yield* feeIssues(item, fee)
    if (fee) yield* amountIssues(item, fee, open)
    yield* dateIssues(item, book, now)
    yield* accountIssues(item, book)
    if (typeof item.external_id === 'string') {
      if (known.has(item.external_id)) yield [['external_id'], 'belongs to another payment'] as const
      known.add(item.external_id)
    }
  })
  const ids = newIds('pay', now, data.length)
  const accounts = chooseAccount(book, now)
  const posted = data.map((item, index): NewPayment & { account: AccountChoice } => ({
    id: String(ids[index]),
    feeId: String(fees(item)?.id),
    kind: 'payment',
    amount: item.amount,
    method: item.method,
    paidOn: item.paid_on,
    externalId: item.external_id ?? null,
    note: item.note ?? null,
    account: accounts(item.method, item.account_id),
  }))
  const paid = [...new Set(data.flatMap((item) => fees(item) ?? []))]
  const vouchers = vouchersOf(posted, paid, now)
  const result = JSON.stringify(posted.map((payment) => toApi(payment, now)))
  await writeFeeAct(
    principal,
    TO_PAY,
    {
      fees: paid,
      payments: posted,
      vouchers,
      book,
      events: [
        { action: 'fee.paid', condition: sql`fees.status = 'paid'` },
        { action: 'fee.partly_paid', condition: sql`fees.status <> 'paid'` },
      ],
    },
    storeResult(principal, result),
  )
  return result
}

type Item = { [Key in keyof z.infer<typeof newPayment>]?: unknown }
type Fees = (item: Item) => FeeFacts | undefined

/** Indexes fees by what names them. */
function indexFees(found: FeeFacts[]): Fees {
  const ids = new Map<unknown, FeeFacts>(found.map((fee) => [fee.id, fee]))
  const externalIds = new Map<unknown, FeeFacts>(found.map((fee) => [fee.external_id, fee]))
  const references = new Map<unknown, FeeFacts>(found.map((fee) => [fee.reference, fee]))
  return ({ fee_id, fee_external_id, reference }) => {
    if (isGiven(fee_id)) return ids.get(fee_id)
    return isGiven(fee_external_id) ? externalIds.get(fee_external_id) : references.get(compact(reference))
  }
}

const uniqueById = (fees: FeeFacts[]): FeeFacts[] => [...new Map(fees.map((fee) => [fee.id, fee])).values()]

function* feeIssues(item: Item, fee: FeeFacts | undefined): Iterable<Issue> {
  const [key, second] = FEE_KEYS.filter((name) => isGiven(item[name]))
  if (!key || second)
    yield [['fee_id'], 'must be given, or fee_external_id or reference in its place, but only one of them']
  else if (typeof item[key] === 'string' && !fee) yield [[key], 'does not match a fee of this workspace']
  else if (fee?.status === 'cancelled') yield [[key], 'is cancelled; reopen it first']
  else if (fee?.status === 'collecting') yield [[key], 'is being collected by direct debit']
}

/** The issues of an amount beside what is open, after the items before it. */
function* amountIssues({ amount }: Item, fee: FeeFacts, rest: Map<string, number>): Iterable<Issue> {
  const open = rest.get(fee.id) ?? fee.open_amount
  if (!Number.isSafeInteger(amount)) return
  const left = open - Number(amount)
  rest.set(fee.id, left)
  if (left < 0 && fee.status !== 'cancelled')
    yield [
      ['amount'],
      open > 0 ? `is more than the ${open} cents that are open` : 'is more than is open: the fee is paid',
    ]
}

function* dateIssues({ paid_on }: Item, book: BookFacts, now: Date): Iterable<Issue> {
  const issue = typeof paid_on === 'string' ? dateIssue(book, paid_on, now) : undefined
  if (issue) yield [['paid_on'], issue]
}

function* accountIssues({ account_id, paid_on, method }: Item, book: BookFacts): Iterable<Issue> {
  if (typeof account_id !== 'string' || typeof paid_on !== 'string') return
  const issue = accountIssue(book, account_id, paid_on)
  if (issue) yield [['account_id'], issue]
  const account = book.accounts.find(({ id }) => id === account_id)
  if (account && (account.kind === 'cash') !== (method === 'cash'))
    yield [['account_id'], `is a ${account.kind} account, which money of this method does not reach`]
}

const selectFeesByExternalId = (workspace: Sql, externalIds: string[]): Sql<FeeFacts>[] =>
  jsonArrays(externalIds).map((array) =>
    selectFeesOf(
      workspace,
      sql`
        SELECT fees.id FROM json_each(${array}) AS named CROSS JOIN fees INDEXED BY fees_by_external_id
        WHERE fees.workspace_id = ${workspace} AND fees.external_id = named.value`,
    ),
  )

const compact = (reference: unknown): unknown =>
  typeof reference === 'string' ? reference.replaceAll(/\s/g, '').toUpperCase() : reference

const selectKnown = (workspace: Sql, externalIds: string[]): Sql<Payment>[] =>
  jsonArrays(externalIds).map((array) =>
    selectPayments(workspace, sql`external_id IN (SELECT value FROM json_each(${array}))`),
  )

const toApi = (payment: NewPayment, now: Date): Payment => ({
  id: payment.id,
  fee_id: payment.feeId,
  kind: payment.kind,
  amount: payment.amount,
  method: payment.method,
  paid_on: payment.paidOn,
  note: payment.note ?? null,
  external_id: payment.externalId ?? null,
  reverses: null,
  created_at: now.toISOString(),
})

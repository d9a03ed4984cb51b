import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { effectOn, freeFromDays, tieToDays } from '../../book/accounts/account-days'
import { daysApart, MAX_DAYS_APART } from '../../book/apart'
import type { BookFacts } from '../../book/book-facts'
import type { VoucherFacts } from '../../book/vouchers/reversal'
import type { Issue } from '../../shared/error-list'
import type { Refusal } from '../../shared/refusals'
import { type LineRow, restOf } from '../lines/bank-line'
import type { Place } from './pay'
import { assigned, type LineWork, sumOf, voucherOf } from './work'

/** The issues of vouchers that a line is to show, not yet validated; `hasBooking` if the rest of the line is booked. */
export function* meetIssues(
  voucherIds: unknown,
  line: LineRow,
  { vouchers, book, hasBooking }: { vouchers: readonly VoucherFacts[]; book: BookFacts; hasBooking: boolean },
): Iterable<Issue> {
  if (!Array.isArray(voucherIds)) return
  if (!book.settings.keepsBook) yield [['voucher_ids'], { code: 'vouchers_elsewhere' }]
  for (const [index, id] of voucherIds.entries()) {
    const voucher = vouchers.find((one) => one.id === id)
    const issue: Refusal | undefined = voucher
      ? voucherIssue(voucher, line, book)
      : { code: 'voucher_unknown' }
    if (typeof id === 'string' && issue) yield [['voucher_ids', `${index}`], issue]
    if (voucherIds.indexOf(id) < index) yield [['voucher_ids', `${index}`], { code: 'named_twice' }]
  }
  const [sum, rest] = [shownBy(line, vouchers), restOf(line)]
  const isPart = sum !== 0 && sum > 0 === rest > 0 && Math.abs(sum) <= Math.abs(rest)
  if (!isPart && !hasBooking) yield [['voucher_ids'], { code: 'vouchers_differ', sum, rest }]
  if (sum === rest && hasBooking) yield [['booking'], { code: 'nothing_to_book' }]
}

function voucherIssue(voucher: VoucherFacts, line: LineRow, { accounts }: BookFacts): Refusal | undefined {
  const nameOf = (accountId: string) => accounts.find(({ id }) => id === accountId)?.name ?? accountId
  if (voucher.reverses) return { code: 'voucher_is_reversal' }
  if (voucher.reversedBy) return { code: 'voucher_reversed' }
  if (voucher.bankLineId) return { code: 'voucher_of_line' }
  const isOwn = voucher.accountId === line.account_id
  if (isOwn ? voucher.metLineId : voucher.otherMetLineId) return { code: 'voucher_shown' }
  if (!isOwn && voucher.otherAccountId !== line.account_id)
    return {
      code: 'voucher_other_account',
      account: nameOf(voucher.accountId),
      other: nameOf(line.account_id),
    }
  if (daysApart(voucher.bookedOn, line.booked_on) > MAX_DAYS_APART)
    return { code: 'voucher_too_far', date: voucher.bookedOn, days: MAX_DAYS_APART }
  return undefined
}

/** What vouchers move on the account of a line, in cents: a transfer takes from its other account what it brings. */
const shownBy = (line: LineRow, vouchers: readonly VoucherFacts[]): number =>
  sumOf(
    vouchers.map((voucher) =>
      voucher.kind === 'transfer' ? { amount: effectOn(voucher, line.account_id) } : voucher,
    ),
  )

/**
 * The work by which a line shows the money of vouchers that the book already has. Only its rest is booked, if it is.
 * A voucher is shown by one line, a transfer by one of each account; neither is reversed meanwhile.
 */
export function meetWork(
  line: LineRow,
  { vouchers, place, now }: { vouchers: readonly VoucherFacts[]; place: Place | null; now: Date },
): LineWork {
  const rest = restOf(line) - shownBy(line, vouchers)
  const lines = place && rest !== 0 ? [{ ...place, amount: rest }] : []
  return {
    act: {
      line,
      after: assigned(line, shownBy(line, vouchers) + sumOf(lines)),
      action: 'bank_line.met',
      met: vouchers.map(({ year, number }) => `${year}-${number}`),
    },
    fees: [],
    payments: [],
    vouchers: place && lines.length > 0 ? [voucherOf(line, { lines, text: place.text, now })] : [],
    extra: (workspace) => meetVouchers(workspace, line, vouchers),
    events: [],
  }
}

function meetVouchers(workspace: Sql, line: LineRow, vouchers: readonly VoucherFacts[]): Sql[] {
  const ids = JSON.stringify(vouchers.map(({ id }) => id))
  const namedSql = sql`workspace_id = ${workspace} AND id IN (SELECT value FROM json_each(${ids}))`
  const ownSql = sql`account_id = ${line.account_id}`
  return [
    failUnless(sql`(
      SELECT count(*) FROM vouchers INDEXED BY vouchers_by_id
      WHERE ${namedSql} AND reversed_by IS NULL AND bank_line_id IS NULL
        AND iif(${ownSql}, met_line_id, other_met_line_id) IS NULL) = ${vouchers.length}`),
    sql`
      UPDATE vouchers SET met_line_id = iif(${ownSql}, ${line.id}, met_line_id),
        other_met_line_id = iif(${ownSql}, other_met_line_id, ${line.id})
      WHERE ${namedSql}`,
    ...tieToDays(workspace, line.account_id, [...vouchers]),
  ]
}

/** Frees the vouchers whose money a line shows. They stay in the book. */
export const freeVouchers = (workspace: Sql, lineId: string): Sql[] => [
  freeFromDays(workspace, lineId),
  sql`UPDATE vouchers SET met_line_id = NULL WHERE workspace_id = ${workspace} AND met_line_id = ${lineId}`,
  sql`
    UPDATE vouchers SET other_met_line_id = NULL
    WHERE workspace_id = ${workspace} AND other_met_line_id = ${lineId}`,
]

import * as z from 'zod'
import { trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import type { Need, Principal } from '../access/principal'
import { type BookFacts, bookFacts, requireOpenYears, selectBook, TO_BOOK } from '../book/book-facts'
import { addRecords, DIGEST_CHUNK, type DigestRecord, newDigest, selectRecords } from '../book/years/digest'
import { numberOf, selectClosed, selectYear, yearOf } from '../book/years/get'
import { packReport } from '../book/years/stored-report'
import type { FiscalYear } from '../book/years/year'
import { selectLastNumber } from '../events/list'
import { recordEvents } from '../events/record'
import { countWaiting } from '../payments/booking/unbooked'
import { todayIn } from '../shared/dates'
import type { Issue } from '../shared/error-list'
import { singleLine } from '../shared/text'
import { isGiven, requireNoErrors, validate } from '../shared/validation'
import { bankDifferences, selectBanksOf, withBanks } from './bank-differences'

/** The body that closes a year. */
export const closing = z
  .strictObject({
    reason: singleLine(500)
      .nullish()
      .describe('Why the year is closed although bank and book differ; kept in the report'),
  })
  .meta({ examples: [{ reason: 'The bank corrects its charge in January' }] })

/** Staff must be owners to close a year with a difference; keys keep the book as a whole. */
const needForReason = ({ actor }: Principal): Need =>
  actor.kind === 'staff' ? { permission: 'settings:write' } : TO_BOOK

/**
 * Closes a fiscal year: stores its report and the digest of its vouchers, after which nothing dated in it is written. Two
 * trips, and one more for each 5,000 vouchers after the first. Throws `permission_missing`, `not_found`, and `invalid`
 * for a year that is not over or not in order, with each problem under its own path. A
 * `reason` closes it although bank and book differ, which among staff only owners may.
 */
export async function closeYear(
  principal: Principal,
  { year: text, body = {} }: { year: string; body?: Record<string, unknown> },
): Promise<FiscalYear> {
  const need = isGiven(body.reason) ? needForReason(principal) : TO_BOOK
  return act(principal, need, async (tx) => {
    const year = numberOf(text)
    const { report: summed, facts, banks, book, records, lastEvent } = await load(tx, year)
    const { reason = null } = validate(closing, body)
    const differences = bankDifferences(summed, banks, tx.actor)
    const report = withBanks(summed, banks, differences.length > 0 ? reason : null)
    const { closed_at: _, sha256: __, ...sums } = report
    const stored = await packReport(sums)
    requireNoErrors([
      ...issues(report, facts, book, { now: tx.now, fits: stored !== undefined }),
      ...(reason === null ? differences.map(({ id, refusal }): Issue => [['accounts', id], refusal]) : []),
    ])
    const sha256 = await digestOf(tx, year, records)
    const workspace = tx.writable()
    const { closed } = await tx.write({
      open: requireOpenYears(workspace, book, [report.first_on]),
      unchanged: requireUnchanged(workspace, report, lastEvent),
      settled: failUnless(
        sql`(${countWaiting(workspace, sql`${report.first_on}`, sql`date(${report.last_on}, '+1 day')`)}) = 0`,
      ),
      // By the clock of the database, as payments are: one may be written since the request began.
      written: sql`
        INSERT INTO fiscal_years (workspace_id, year, closed_at, last_number, report, sha256)
        VALUES (${workspace}, ${year}, ${NOW}, ${report.last_number}, ${stored ?? ''}, ${sha256})
        ON CONFLICT DO UPDATE SET closed_at = excluded.closed_at, last_number = excluded.last_number,
          report = excluded.report, sha256 = excluded.sha256`,
      recorded: recordEvents(tx.actor, workspace, { action: 'fiscal_year.closed', subject: 'fiscal_year' }, [
        {
          id: text,
          name: text,
          changes: {
            vouchers: [null, report.vouchers],
            sha256: [null, sha256],
            ...(report.difference_reason && { reason: [null, report.difference_reason] }),
          },
        },
      ]),
      closed: selectClosed(workspace, year),
    })
    return { ...report, closed_at: closed[0]?.closedAt ?? null, sha256 }
  })
}

/** What else decides whether a year can be closed. */
type Facts = {
  openLines: number
  waiting: number
  earlierYear: number | null
  earlierVouchers: number | null
}

async function load(tx: Tx, year: number) {
  const workspace = tx.workspace()
  const rows = await tx.read({
    ...selectYear(workspace, year),
    facts: selectFacts(workspace, year),
    banks: selectBanksOf(workspace, year),
    events: selectLastNumber(workspace),
    records: selectRecords(workspace, year, 0),
    ...selectBook(workspace),
  })
  return {
    report: await yearOf(rows, year),
    facts: rows.facts[0] as Facts,
    banks: rows.banks,
    book: bookFacts(rows),
    records: rows.records,
    lastEvent: rows.events[0]?.last ?? 0,
  }
}

const selectFacts = (workspace: Sql, year: number): Sql<Facts> => sql<Facts>`
  WITH dates (first, next) AS MATERIALIZED (
    SELECT printf('%04d-%02d-01', ${year}, year_start), printf('%04d-%02d-01', ${year + 1}, year_start)
    FROM workspaces WHERE id = ${workspace}
  ), earlier (year) AS MATERIALIZED (
    SELECT max(year) FROM vouchers
    WHERE workspace_id = ${workspace} AND year < ${year} AND year > coalesce((
      SELECT max(year) FROM fiscal_years WHERE workspace_id = ${workspace} AND closed_at IS NOT NULL), 0))
  SELECT (
      SELECT count(*) FROM bank_lines INDEXED BY bank_lines_by_date
      WHERE workspace_id = ${workspace} AND state = 'open' AND booked_on >= first AND booked_on < next) AS openLines,
    (${countWaiting(workspace, sql`first`, sql`next`)}) AS waiting,
    (SELECT year FROM earlier) AS earlierYear,
    (SELECT max(number) FROM vouchers WHERE workspace_id = ${workspace} AND year = (SELECT year FROM earlier))
      AS earlierVouchers
  FROM dates`

function* issues(
  report: FiscalYear,
  facts: Facts,
  book: BookFacts,
  { now, fits }: { now: Date; fits: boolean },
): Iterable<Issue> {
  const { year, closed_at, last_on, unassigned } = report
  if (!book.settings.keepsBook) yield [['year'], { code: 'book_elsewhere' }]
  if (closed_at) yield [['year'], { code: 'closed_already' }]
  else if (book.closedYear !== null && year < book.closedYear)
    yield [['year'], { code: 'closed_year_later', year: book.closedYear }]
  if (last_on >= todayIn(book.settings.timezone, now))
    yield [['year'], { code: 'year_not_over', date: last_on }]
  if (facts.earlierYear !== null)
    yield [
      ['earlier_years'],
      { code: 'earlier_year_open', year: facts.earlierYear, vouchers: facts.earlierVouchers ?? 0 },
    ]
  if (unassigned.lines > 0)
    yield [['lines'], { code: 'lines_unassigned', count: unassigned.lines, isNonprofit: report.is_nonprofit }]
  if (facts.openLines > 0) yield [['bank_lines'], { code: 'bank_lines_open', count: facts.openLines }]
  if (facts.waiting > 0) yield [['payments'], { code: 'payments_waiting', count: facts.waiting }]
  if (!fits) yield [['spheres'], { code: 'too_many_totals' }]
}

async function digestOf(tx: Tx, year: number, first: DigestRecord[]): Promise<string> {
  const hash = addRecords(newDigest(), first)
  for (let records = first; records.length === DIGEST_CHUNK; ) {
    const after = records.at(-1)?.number ?? 0
    records = (await trip(tx.db, { records: selectRecords(tx.workspace(), year, after) })).records
    addRecords(hash, records)
  }
  return hash.digest('hex')
}

/**
 * Makes a batch fail as a conflict if a voucher, an account or the assignment of a line was written since the report
 * was read.
 */
function requireUnchanged(
  workspace: Sql,
  { year, last_number, is_nonprofit }: FiscalYear,
  lastEvent: number,
): Sql[] {
  return [
    failUnless(sql`(SELECT is_nonprofit FROM workspaces WHERE id = ${workspace}) = ${Number(is_nonprofit)}`),
    failUnless(sql`
      (SELECT coalesce(max(number), 0) FROM vouchers WHERE workspace_id = ${workspace} AND year = ${year})
        = ${last_number}`),
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM events
      WHERE workspace_id = ${workspace} AND number > ${lastEvent}
        AND action IN ('voucher.assigned', 'account.created', 'account.updated', 'account.balance_entered',
          'account.balance_removed', 'statement.imported', 'statement.import_undone'))`),
  ]
}

import { trip } from '../../../db/client'
import { sql } from '../../../db/sql'
import type { Principal } from '../../access/principal'
import { recordEvents } from '../../events/record'
import { listVouchers, type VouchersPage } from '../vouchers/list'
import type { Voucher } from '../vouchers/voucher'
import { getYear } from '../years/get'
import type { FiscalYear } from '../years/year'

const READ = 'bookkeeping:read'

/** The vouchers of an export, in pages, and the names of the accounts by their ids. */
export type JournalExport = { names: Map<string, string>; pages: AsyncIterable<Voucher[]> }

/**
 * Reads all vouchers of a year in the order of their numbers, and records that they were exported. Two trips, and one for each
 * further 500. Throws `permission_missing` before the first page.
 */
export async function exportJournal(
  principal: Principal,
  { year }: { year: number },
): Promise<JournalExport> {
  const first = await listVouchers(principal, { query: { year: `${year}` } })
  const { accounts } = await trip(principal.db, {
    recorded: recordExport(principal, year, 'journal'),
    accounts: sql<{ id: string; name: string }>`
      SELECT id, name FROM accounts WHERE workspace_id = ${principal.workspace()}`,
  })
  return {
    names: new Map(accounts.map(({ id, name }) => [id, name])),
    pages: pagesFrom(principal, year, first),
  }
}

/** Reads the report of a year, and records that it was exported. Two trips. Throws what `getYear` throws. */
export async function exportReport(principal: Principal, { year }: { year: number }): Promise<FiscalYear> {
  const report = await getYear(principal, { year: `${year}` })
  await trip(principal.db, { recorded: recordExport(principal, year, 'report') })
  return report
}

const recordExport = (principal: Principal, year: number, content: 'journal' | 'report') =>
  recordEvents(
    principal.actor,
    principal.writableWorkspace({ permission: READ }),
    { action: 'fiscal_year.exported', subject: 'fiscal_year' },
    [{ id: `${year}`, name: `${year}`, changes: { content: [null, content] } }],
  )

async function* pagesFrom(principal: Principal, year: number, first: VouchersPage) {
  for (let page = first; ; ) {
    yield page.vouchers
    const { next } = page.cursors
    if (next === null) return
    page = await listVouchers(principal, { query: { year: `${year}`, cursor: next } })
  }
}

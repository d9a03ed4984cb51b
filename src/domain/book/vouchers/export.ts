import type { Principal } from '../../access/principal'
import { csvPieces, type PlainColumn } from '../../persons/csv/export'
import { refusedAt } from '../../shared/error-list'
import { listVouchers, type VouchersPage, type VouchersQuery } from './list'
import { recordsOf, type VoucherRecord } from './records'

const COLUMNS: PlainColumn<VoucherRecord>[] = [
  { path: 'year', cell: ({ voucher }) => voucher.year },
  { path: 'number', cell: ({ voucher }) => voucher.number },
  { path: 'line', cell: ({ line }) => line.line },
  { path: 'booked_on', cellType: 'date', cell: ({ voucher }) => voucher.booked_on },
  { path: 'amount', cellType: 'money', cell: ({ line }) => line.amount },
  { path: 'side', cell: ({ line }) => line.side },
  { path: 'text', cell: ({ voucher, line }) => line.text ?? voucher.text },
  { path: 'party', cell: ({ voucher }) => voucher.party },
  { path: 'costunit_name', cell: ({ line }) => line.costunit_name },
  { path: 'category_name', cell: ({ line }) => line.category_name },
  { path: 'sphere', cell: ({ line }) => line.sphere },
  { path: 'kind', cell: ({ voucher }) => voucher.kind },
  { path: 'account_id', cell: ({ voucher }) => voucher.account_id },
  { path: 'other_account_id', cell: ({ voucher }) => voucher.other_account_id },
  { path: 'fee_id', cell: ({ line }) => line.fee_id },
  { path: 'reverses', cell: ({ voucher }) => voucher.reverses },
  { path: 'external_id', cell: ({ voucher }) => voucher.external_id },
  { path: 'id', cell: ({ voucher }) => voucher.id },
]

/** The head of the CSV and a record, for the API reference. */
export const VOUCHERS_CSV = `${COLUMNS.map(({ path }) => path).join(';')}\r\n2026;12;1;2026-01-31;"-89,90";out;Footballs;Sport Meier;Youth football;;ideal;money;acc_0VMtKcPBq7XJ3mZ1sWv9LdTe;;;;;vch_0VMtKcPBq7XJ3mZ1sWv9LdTe\r\n`

/**
 * Exports the vouchers of a year as CSV, a record for each line and one for each transfer, in pieces of a page each. One trip
 * a page. Throws before the first piece.
 */
export async function exportVouchers(
  principal: Principal,
  { query }: { query: VouchersQuery },
): Promise<AsyncIterable<string>> {
  if (query.cursor !== undefined) throw refusedAt('cursor', { code: 'not_for_csv' })
  if (query.year === undefined) throw refusedAt('year', { code: 'required_for_csv' })
  const first = await listVouchers(principal, { query })
  return csvPieces(COLUMNS, first.locale, pages(principal, query, first))
}

async function* pages(principal: Principal, query: VouchersQuery, first: VouchersPage) {
  for (
    let page = first;
    ;
    page = await listVouchers(principal, { query: { ...query, cursor: page.cursors.next ?? undefined } })
  ) {
    yield page.vouchers.flatMap(recordsOf)
    if (page.cursors.next === null) return
  }
}

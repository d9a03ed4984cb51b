import type { Principal } from '../../access/principal'
import { csvPieces, type PlainColumn } from '../../persons/csv/export'
import { refusedAt } from '../../shared/error-list'
import { listVouchers, type VouchersPage, type VouchersQuery } from './list'
import type { Voucher } from './voucher'

type Line = Partial<Voucher['lines'][number]> & Pick<Voucher, 'amount'>
type Entry = Voucher & { booked: Line }

const COLUMNS: PlainColumn<Entry>[] = [
  { path: 'year', cell: ({ year }) => year },
  { path: 'number', cell: ({ number }) => number },
  { path: 'line', cell: ({ booked }) => booked.line },
  { path: 'booked_on', cellType: 'date', cell: ({ booked_on }) => booked_on },
  { path: 'amount', cellType: 'money', cell: ({ booked }) => booked.amount },
  { path: 'side', cell: ({ booked }) => booked.side },
  { path: 'text', cell: ({ text, booked }) => booked.text ?? text },
  { path: 'party', cell: ({ party }) => party },
  { path: 'costunit_name', cell: ({ booked }) => booked.costunit_name },
  { path: 'category_name', cell: ({ booked }) => booked.category_name },
  { path: 'sphere', cell: ({ booked }) => booked.sphere },
  { path: 'kind', cell: ({ kind }) => kind },
  { path: 'account_id', cell: ({ account_id }) => account_id },
  { path: 'other_account_id', cell: ({ other_account_id }) => other_account_id },
  { path: 'fee_id', cell: ({ booked }) => booked.fee_id },
  { path: 'reverses', cell: ({ reverses }) => reverses },
  { path: 'external_id', cell: ({ external_id }) => external_id },
  { path: 'id', cell: ({ id }) => id },
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

const recordsOf = (voucher: Voucher): Entry[] =>
  (voucher.lines.length > 0 ? voucher.lines : [{ amount: voucher.amount }]).map((booked) => ({
    ...voucher,
    booked,
  }))

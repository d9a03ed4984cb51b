import type { Principal } from '../access/principal'
import { csvPieces, type PlainColumn } from '../persons/csv/export'
import { refusedAt } from '../shared/error-list'
import { type AskedFees, type FeesPage, listFees } from './list'
import { partsText, type ReadableFee } from './readable-fee'

const COLUMNS: PlainColumn<ReadableFee>[] = [
  { path: 'id', cell: ({ id }) => id },
  { path: 'external_id', cell: ({ external_id }) => external_id },
  { path: 'reference', cell: ({ reference }) => reference },
  { path: 'amount', cellType: 'money', cell: ({ amount }) => amount },
  { path: 'description', cell: ({ description }) => description },
  { path: 'person_id', cell: ({ person_id }) => person_id },
  { path: 'person_name', cell: ({ person_name }) => person_name },
  { path: 'status', cell: ({ status }) => status },
  { path: 'due_on', cellType: 'date', cell: ({ due_on }) => due_on },
  { path: 'paid_amount', cellType: 'money', cell: ({ paid_amount }) => paid_amount },
  { path: 'open_amount', cellType: 'money', cell: ({ open_amount }) => open_amount },
  { path: 'paid_on', cellType: 'date', cell: ({ paid_on }) => paid_on },
  { path: 'costunit_name', cell: ({ attached_expense }) => attached_expense?.costunit_name },
  { path: 'category_name', cell: ({ attached_expense }) => attached_expense?.category_name },
  { path: 'sphere', cell: ({ attached_expense }) => attached_expense?.sphere },
  { path: 'created_at', cell: ({ created_at }) => created_at },
  { path: 'updated_at', cell: ({ updated_at }) => updated_at },
  { path: 'payer_id', cell: ({ payer_id }) => payer_id },
  { path: 'dues_period', cell: ({ dues }) => dues?.period },
  { path: 'dues_parts', cell: ({ dues }) => dues && partsText(dues) },
]

/** The head of the CSV and a record, for the API reference. */
export const FEES_CSV = `${COLUMNS.map(({ path }) => path).join(';')}\r\nfee_0VMtKcPBq7XJ3mZ1sWv9LdTe;;RF29H7YIZKHZ4YS6VUT9;45,00;Annual fee 2026;per_0VMtKcPBq7XJ3mZ1sWv9LdTe;Ada Lovelace;open;2026-03-31;0,00;45,00;;;;;2026-01-31T12:00:00.000Z;2026-01-31T12:00:00.000Z;;2026;"Adult 30.00; Tennis 15.00"\r\n`

/**
 * Exports the fees that a query matches as CSV, in pieces of a page each. One trip a page. Throws before the first piece:
 * `permission_missing`, and `invalid` with a cursor.
 */
export async function exportFeeList(principal: Principal, asked: AskedFees): Promise<AsyncIterable<string>> {
  if (asked.query.cursor !== undefined) throw refusedAt('cursor', { code: 'not_for_csv' })
  const first = await listFees(principal, asked)
  return csvPieces(COLUMNS, first.locale, pages(principal, asked, first))
}

async function* pages(principal: Principal, asked: AskedFees, first: FeesPage) {
  for (
    let page = first;
    ;
    page = await listFees(principal, {
      ...asked,
      query: { ...asked.query, cursor: page.cursors.next ?? undefined },
    })
  ) {
    yield page.fees
    if (page.cursors.next === null) return
  }
}

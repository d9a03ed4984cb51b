import { type CsvColumn, csvColumns, writeCell } from '../../../src/domain/persons/csv/cells'
import { COLUMNS, type Column, todayIn } from './person'
import { type Call, members, query, rowsOf } from './query'

type Row = { id: string; custom_values: string } & Record<string, string | null>

const FIXED = csvColumns('members', [])
const CHUNK = 2000

const ROWS = `
  SELECT id, external_id, first_name, last_name, email, birthdate, sex, phone_numbers, address, bank_account, sepa_mandate,
    payment_method, payer_id, membership_number, join_date, leave_date, leave_reason, leave_note, guardian_id, created_at, updated_at,
    custom_values
  FROM limit_persons WHERE ${members('members:read')} AND area = 'regular' AND id > ?2 ORDER BY id LIMIT ${CHUNK}`

/** All members as CSV. */
export function csv(call: Call): Response {
  let after: string | undefined
  const stream = new ReadableStream<string>({
    async pull(controller) {
      const { key, results } = await query(call, 'members:read', [COLUMNS], [ROWS, after ?? ''])
      const columns = rowsOf<Column>(results[0])
      const rows = rowsOf<Row>(results[1])
      const cellType = [...FIXED.map((column) => column.cellType), ...columns.map(readsOf)]
      const today = todayIn(key)
      let text = after === undefined ? header(columns) : ''
      for (const row of rows) {
        const cells = cellsOf(row, columns, today)
        text += `${cells.map((value, index) => cell(value, cellType[index])).join(';')}\r\n`
      }
      controller.enqueue(text)
      after = rows.at(-1)?.id
      if (rows.length < CHUNK) controller.close()
    },
  })
  return new Response(stream.pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'text/csv; charset=utf-8; header=present' },
  })
}

const readsOf = ({ type }: Column): CsvColumn['cellType'] => (type === 'date' ? 'date' : 'text')

const header = (columns: Column[]): string =>
  `\uFEFF${[...FIXED.map(({ path }) => path), ...columns.map(({ key }) => key)].join(';')}\r\n`

function cellsOf(row: Row, columns: Column[], today: string): unknown[] {
  const parsed = (text: string | null | undefined) => JSON.parse(text ?? 'null') ?? {}
  const [address, bank, mandate] = [row.address, row.bank_account, row.sepa_mandate].map(parsed)
  const custom = JSON.parse(row.custom_values)
  return [
    row.id,
    row.external_id,
    row.first_name,
    row.last_name,
    row.email,
    row.birthdate,
    row.sex,
    JSON.parse(row.phone_numbers ?? 'null'),
    address.street,
    address.postcode,
    address.city,
    address.country_code,
    bank.iban,
    bank.bic,
    bank.signatory,
    mandate.reference,
    mandate.signature_date,
    mandate.last_used_on,
    row.payment_method,
    row.payer_id,
    row.membership_number,
    row.join_date,
    row.leave_date,
    row.leave_reason,
    row.leave_note,
    row.guardian_id,
    row.created_at,
    row.updated_at,
    row.leave_date && row.leave_date < today ? 'former' : 'active',
    ...columns.map(({ key }) => custom[key]),
  ]
}

// The guards against spreadsheets are not what the benchmark measures, so they are the service's own.
function cell(value: unknown, cellType: CsvColumn['cellType'] = 'text'): string {
  const text = writeCell(value, cellType, ';')
  return /[,;"\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

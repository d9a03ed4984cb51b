import { nameKey } from '../../../src/domain/persons/name-key'
import { pageText } from './list-fees'
import { keysIn, referenceIn } from './lookups'
import { type Call, json, query, rowsOf, type Statement, workspaceOfKey } from './query'

const PERMISSION = 'bookkeeping:read'
const WORKSPACE = workspaceOfKey(PERMISSION)
const PER_PAGE = 500

const PAGE = `
  SELECT id, account_id, statement_id, booked_on, valued_on, amount, currency, party_name, party_iban, text, end_to_end,
    mandate_reference, batch_reference, transaction_code, return_code, return_text, original_amount, charge, state,
    assigned_amount, ignore_reason, revision, bookings_id
  FROM bank_lines INDEXED BY bank_lines_by_date
  WHERE workspace_id = ${WORKSPACE} AND state = ?2 ORDER BY booked_on, id LIMIT ${PER_PAGE + 1}`

const OPEN = 'fees.amount - paid_amount - waived_amount AS open'

const LOOKED_UP = `
  WITH line AS MATERIALIZED (
    SELECT amount, party_iban, lookups FROM bank_lines INDEXED BY bank_lines_by_date
    WHERE workspace_id = ${WORKSPACE} AND state = ?2 ORDER BY booked_on, id LIMIT ${PER_PAGE})`

const keysOf = (key: string): string =>
  `(SELECT DISTINCT one.value FROM line CROSS JOIN json_each(lookups, '$.${key}') AS one) AS named`

const BY_REFERENCE = `
  ${LOOKED_UP} SELECT fees.id, reference AS found, NULL AS first, NULL AS last, status, ${OPEN}
  FROM ${keysOf('references')} CROSS JOIN fees
  WHERE workspace_id = ${WORKSPACE} AND fees.id >= 'fee_' || (named.value ->> 1)
    AND fees.id < 'fee_' || (named.value ->> 1) || '~' AND reference = named.value ->> 0`

/** The fees of a person and of its family: its payer, and all for whom that one pays. */
const OWED = `
  persons.workspace_id = ${WORKSPACE} AND fees.workspace_id = ${WORKSPACE} AND fees.person_id IN (
    SELECT persons.id UNION ALL SELECT persons.payer_id UNION ALL
    SELECT relative.id FROM persons AS relative INDEXED BY persons_by_payer
    WHERE relative.workspace_id = ${WORKSPACE} AND relative.payer_id = coalesce(persons.payer_id, persons.id))
  AND fees.status IN ('open', 'returned')`

const BY_IBAN = `
  ${LOOKED_UP} SELECT fees.id, named.value AS found, first_name AS first, last_name AS last, status, ${OPEN}
  FROM (SELECT DISTINCT +party_iban AS value FROM line WHERE amount > 0) AS named
    CROSS JOIN persons INDEXED BY persons_by_iban CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE bank_account IS NOT NULL AND bank_account ->> 'iban' = named.value AND ${OWED}`

const BY_NAME = `
  ${LOOKED_UP} SELECT fees.id, named.value AS found, first_name AS first, last_name AS last, status, ${OPEN}
  FROM ${keysOf('names')} CROSS JOIN persons INDEXED BY persons_by_name CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE list_id IN ('members', 'contacts') AND area IN ('regular', 'applications') AND last_name_key = named.value
    AND ${OWED}`

type Line = {
  id: string
  booked_on: string
  amount: number
  party_name: string
  party_iban: string
  text: string
}
type Fee = { id: string; found: string; first: string; last: string; status: string; open: number }

/**
 * The first page of open bank lines with what they may be: payments of fees by at most one reference and with the exact
 * amount, otherwise of one fee by account or by name, or of all of a family by account. None returns a debit or credits a
 * collection. One trip.
 */
export async function listLines(call: Call): Promise<Response> {
  const state = call.url.searchParams.get('state')
  const statements = [PAGE, BY_REFERENCE, BY_IBAN, BY_NAME].map((sql): Statement => [sql, state])
  const { key, results } = await query(call, PERMISSION, ...statements)
  const [page, ...found] = results
  const lines = rowsOf<Line>(page)
  const hasMore = lines.length > PER_PAGE
  if (hasMore) lines.pop()
  const [byReference, byIban, byName] = found.map((rows) =>
    Map.groupBy(rowsOf<Fee>(rows), ({ found }) => found),
  )
  const rows = lines.map((line) => {
    const rest = JSON.stringify({
      suggestion: line.amount > 0 ? suggestionFor(line) : null,
      alternatives: [],
    })
    return { document: `${JSON.stringify(line).slice(0, -1)},${rest.slice(1)}` }
  })
  const scope = JSON.stringify([key.id, 'bank_lines', { state }])
  const last = lines.at(-1)
  return json(await pageText(call, rows, scope, hasMore && last ? `${last.booked_on}.${last.id}` : undefined))

  function suggestionFor(line: Line) {
    const reference = referenceIn(line.text)
    const [fee] = (reference && byReference?.get(reference)) || []
    if (fee && fee.open === line.amount) return payment([fee], 'reference', 'RF-Referenz und Betrag stimmen.')
    const isDue = ({ open }: Fee) => open === line.amount
    const [ofAccount] = (byIban?.get(line.party_iban) ?? []).filter(isDue)
    if (ofAccount)
      return payment([ofAccount], 'account', 'Konto stimmt, der Betrag ist der eines offenen Beitrags.')
    const family = byIban?.get(line.party_iban) ?? []
    if (family.length > 1 && sumOf(family) === line.amount)
      return payment(
        family,
        'account',
        `Konto stimmt, der Betrag ist die Summe von ${family.length} offenen Beiträgen.`,
      )
    const keys = new Set(keysIn(line.party_name, line.text))
    const [ofName] = [...keys]
      .flatMap((name) => byName?.get(name) ?? [])
      .filter((one) => isDue(one) && keys.has(nameKey(one.first)) && keys.has(nameKey(one.last)))
    const reason = 'Vor- und Nachname stimmen, der Betrag ist der eines offenen Beitrags.'
    return ofName ? payment([ofName], 'name', reason) : null
  }
}

const sumOf = (fees: Fee[]): number => fees.reduce((sum, { open }) => sum + open, 0)

const payment = (fees: Fee[], reason_code: string, reason: string) => ({
  certain: reason_code === 'reference',
  parts: fees.map(({ id, open }) => ({ fee_id: id, amount: open })),
  rest: 0,
  collection_id: null,
  item_ids: [],
  voucher_ids: [],
  booking: null,
  charge: null,
  kind: 'payment',
  reason,
  reason_code,
})

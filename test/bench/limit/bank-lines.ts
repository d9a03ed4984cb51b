import { nameKey } from '../../../src/domain/persons/name-key'
import { pageText } from './list-fees'
import { type Call, json, query, rowsOf, workspaceOfKey } from './query'

const PERMISSION = 'bookkeeping:read'
const WORKSPACE = workspaceOfKey(PERMISSION)
const PER_PAGE = 500

const PAGE = `
  SELECT id, account_id, statement_id, booked_on, valued_on, amount, currency, party_name, party_iban, text, end_to_end,
    mandate_reference, batch_reference, transaction_code, return_code, return_text, original_amount, charge, state,
    assigned_amount, ignore_reason, revision
  FROM bank_lines INDEXED BY bank_lines_by_date
  WHERE workspace_id = ${WORKSPACE} AND state = ?2 ORDER BY booked_on, id LIMIT ${PER_PAGE + 1}`

const OPEN = 'fees.amount - paid_amount - waived_amount AS open'

// By [reference, what the id of the fee begins with].
const BY_REFERENCE = `
  SELECT fees.id, reference AS found, NULL AS first, NULL AS last, status, ${OPEN} FROM json_each(?2) AS named CROSS JOIN fees
  WHERE workspace_id = ${WORKSPACE} AND fees.id >= named.value ->> 1 AND fees.id < (named.value ->> 1) || '~'
    AND reference = named.value ->> 0`

const OWED = `
  persons.workspace_id = ${WORKSPACE} AND fees.workspace_id = ${WORKSPACE} AND fees.person_id = persons.id
  AND fees.status IN ('open', 'returned')`

const BY_IBAN = `
  SELECT fees.id, named.value AS found, first_name AS first, last_name AS last, status, ${OPEN}
  FROM json_each(?2) AS named CROSS JOIN persons INDEXED BY persons_by_iban CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE bank_account IS NOT NULL AND bank_account ->> 'iban' = named.value AND ${OWED}`

const BY_NAME = `
  SELECT fees.id, named.value AS found, first_name AS first, last_name AS last, status, ${OPEN}
  FROM json_each(?2) AS named CROSS JOIN persons INDEXED BY persons_by_name CROSS JOIN fees INDEXED BY fees_to_pay
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
 * amount, otherwise of the fees of one payer by account or by name. None returns a debit or credits a collection. Two trips.
 */
export async function listLines(call: Call): Promise<Response> {
  const state = call.url.searchParams.get('state')
  const { key, results } = await query(call, PERMISSION, [PAGE, state])
  const lines = rowsOf<Line>(results[0])
  const hasMore = lines.length > PER_PAGE
  if (hasMore) lines.pop()
  const credits = lines.filter(({ amount }) => amount > 0)
  const references = new Map(credits.map((line) => [line.id, referenceIn(line.text)]))
  const named = credits.filter(({ id }) => !references.get(id))
  const prefixes = [...references.values()].flatMap((found) => (found ? [[found, prefixOf(found)]] : []))
  const { results: found } = await query(
    call,
    PERMISSION,
    [BY_REFERENCE, JSON.stringify(prefixes)],
    [BY_IBAN, JSON.stringify([...new Set(credits.flatMap(({ party_iban }) => party_iban ?? []))])],
    [BY_NAME, JSON.stringify([...new Set(named.flatMap(keysIn))])],
  )
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
    const reference = references.get(line.id)
    const [fee] = (reference && byReference?.get(reference)) || []
    if (fee && fee.open === line.amount) return payment(fee, 'reference', 'RF-Referenz und Betrag stimmen.')
    const isDue = ({ open }: Fee) => open === line.amount
    const [ofAccount] = (byIban?.get(line.party_iban) ?? []).filter(isDue)
    if (ofAccount)
      return payment(ofAccount, 'account', 'Konto stimmt, der Betrag ist der eines offenen Beitrags.')
    const keys = new Set(keysIn(line))
    const [ofName] = [...keys]
      .flatMap((name) => byName?.get(name) ?? [])
      .filter((one) => isDue(one) && keys.has(nameKey(one.first)) && keys.has(nameKey(one.last)))
    const reason = 'Vor- und Nachname stimmen, der Betrag ist der eines offenen Beitrags.'
    return ofName ? payment(ofName, 'name', reason) : null
  }
}

const payment = ({ id, open }: Fee, reason_code: string, reason: string) => ({
  certain: reason_code === 'reference',
  parts: [{ fee_id: id, amount: open }],
  rest: 0,
  collection_id: null,
  item_ids: [],
  charge: null,
  kind: 'payment',
  reason,
  reason_code,
})

function referenceIn(text: string): string | undefined {
  const [reference] = /RF\d\d[0-9A-Z]{21}/.exec(text.toUpperCase().replace(/\s/g, '')) ?? []
  if (!reference) return undefined
  let rest = 0
  for (const character of reference.slice(4) + reference.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1 ? reference : undefined
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SEVEN = 36n ** 7n

function prefixOf(reference: string): string {
  let rest = 0n
  for (const from of [4, 11, 18])
    rest = rest * SEVEN + BigInt(Number.parseInt(reference.slice(from, from + 7), 36))
  let text = ''
  for (; rest > 0n; rest /= 62n) text = `${BASE62[Number(rest % 62n)]}${text}`
  return `fee_${text.padStart(18, '0')}`
}

const keysIn = ({ party_name, text }: Line): string[] =>
  `${party_name ?? ''} ${text}`
    .split(/[^\p{L}'’]+/u)
    .filter((word) => word.length > 1)
    .map(nameKey)

import { nameKey } from '../../../src/domain/persons/name-key'
import { pageText } from './list-fees'
import { keysIn, referenceIn } from './lookups'
import { type Call, json, query, rowsOf, type Statement, workspaceOfKey } from './query'

const PERMISSION = 'bookkeeping:read'
const WORKSPACE = workspaceOfKey(PERMISSION)
const PER_PAGE = 500
const DAY = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' })

const PAGE = `
  SELECT id, account_id, statement_id, booked_on, valued_on, amount, currency, party_name, party_iban, text, end_to_end,
    mandate_reference, batch_reference, transaction_code, return_code, return_text, original_amount, charge, state,
    assigned_amount, ignore_reason, revision, bookings_id
  FROM bank_lines INDEXED BY bank_lines_by_date
  WHERE workspace_id = ${WORKSPACE} AND state = ?2 ORDER BY booked_on, id LIMIT ${PER_PAGE + 1}`

const OPEN = 'fees.amount - paid_amount - waived_amount AS open'

const LOOKED_UP = `
  WITH line AS MATERIALIZED (
    SELECT amount, party_iban, party_key, lookups FROM bank_lines INDEXED BY bank_lines_by_date
    WHERE workspace_id = ${WORKSPACE} AND state = ?2 ORDER BY booked_on, id LIMIT ${PER_PAGE})`

const keysOf = (key: string): string =>
  `(SELECT DISTINCT one.value FROM line CROSS JOIN json_each(lookups, '$.${key}') AS one) AS named`

/** The fees of a person and of its family: its payer, and all for whom that one pays. */
const OWED = `
  persons.workspace_id = ${WORKSPACE} AND fees.workspace_id = ${WORKSPACE} AND fees.person_id IN (
    SELECT persons.id UNION ALL SELECT persons.payer_id UNION ALL
    SELECT relative.id FROM persons AS relative INDEXED BY persons_by_payer
    WHERE relative.workspace_id = ${WORKSPACE} AND relative.payer_id = coalesce(persons.payer_id, persons.id))
  AND fees.status IN ('open', 'returned')`

/** The fees by their references; of the other lines those of who has the account, and of whom it has paid for. */
const BY_REFERENCE_OR_IBAN = `
  ${LOOKED_UP}, named AS MATERIALIZED (
    SELECT fees.id, reference AS found, status, ${OPEN} FROM ${keysOf('references')} CROSS JOIN fees
    WHERE workspace_id = ${WORKSPACE} AND fees.id >= 'fee_' || (named.value ->> 1)
      AND fees.id < 'fee_' || (named.value ->> 1) || '~' AND reference = named.value ->> 0),
  account AS MATERIALIZED (
    SELECT DISTINCT +party_iban AS iban FROM line
    WHERE amount > 0 AND party_iban IS NOT NULL
      AND coalesce(lookups ->> '$.references[0][0]', '') NOT IN (SELECT found FROM named))
  SELECT id, found, NULL AS learned, NULL AS first, NULL AS last, status, open FROM named
  UNION ALL
  SELECT fees.id, account.iban, 0, first_name, last_name, status, ${OPEN}
  FROM account CROSS JOIN persons INDEXED BY persons_by_iban CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE bank_account IS NOT NULL AND bank_account ->> 'iban' = account.iban AND ${OWED}
  UNION ALL
  SELECT fees.id, account.iban, 1, first_name, last_name, status, ${OPEN}
  FROM account CROSS JOIN paying_accounts AS paid CROSS JOIN persons CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE paid.workspace_id = ${WORKSPACE} AND paid.iban = account.iban AND list_id IN ('members', 'contacts')
    AND area IN ('regular', 'applications') AND persons.id = paid.person_id AND ${OWED}`

const BY_NAME = `
  ${LOOKED_UP} SELECT fees.id, named.value AS found, first_name AS first, last_name AS last, status, ${OPEN}
  FROM ${keysOf('names')} CROSS JOIN persons INDEXED BY persons_by_name CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE list_id IN ('members', 'contacts') AND area IN ('regular', 'applications') AND last_name_key = named.value
    AND ${OWED}`

const OF_PARTY = `
  FROM bank_lines INDEXED BY bank_lines_booked_before
  WHERE workspace_id = ${WORKSPACE} AND party_key = party.key AND booked_sign = party.sign`

/** The newest line of each party that was booked to one sphere. Its party has no other. */
const BOOKED = `
  ${LOOKED_UP}, party AS MATERIALIZED (SELECT DISTINCT +party_key AS key, sign(amount) AS sign FROM line)
  SELECT party.key, party.sign, last.booked_on, vouchers.text, sphere
  FROM party CROSS JOIN bank_lines AS last CROSS JOIN vouchers INDEXED BY vouchers_of_bank_line CROSS JOIN voucher_lines
  WHERE last.workspace_id = ${WORKSPACE} AND last.id = (SELECT id ${OF_PARTY} ORDER BY booked_on DESC, id DESC LIMIT 1)
    AND vouchers.workspace_id = ${WORKSPACE} AND bank_line_id = last.id AND reversed_by IS NULL AND reverses IS NULL
    AND voucher_lines.workspace_id = ${WORKSPACE} AND voucher_lines.year = vouchers.year
    AND voucher_lines.number = vouchers.number AND fee_id IS NULL AND sphere IS NOT NULL`

const RULES = `SELECT id, party_key AS key, party_name, sign, sphere FROM booking_rules WHERE workspace_id = ${WORKSPACE}`

type Line = {
  id: string
  booked_on: string
  amount: number
  party_name: string
  party_iban: string | null
  text: string
}
type Fee = {
  id: string
  found: string
  learned?: 0 | 1
  first: string
  last: string
  status: string
  open: number
}
type Booked = { key: string; sign: number; booked_on: string; text: string; sphere: string }
type Rule = { id: string; key: string; party_name: string; sign: number; sphere: string }

/**
 * The first page of open bank lines with what they may be: payments of fees by at most one reference and with the exact
 * amount, otherwise of one fee or of all of a family by account, by an account that has paid before, or by name; else what
 * the rule of its party says, or what the last line of the party was booked to. None returns a debit or credits a collection, and
 * each place is a sphere. One trip.
 */
export async function listLines(call: Call): Promise<Response> {
  const state = call.url.searchParams.get('state')
  const statements = [PAGE, BY_REFERENCE_OR_IBAN, BY_NAME, BOOKED].map((sql): Statement => [sql, state])
  const { key, results } = await query(call, PERMISSION, ...statements, [RULES])
  const [page, ...found] = results
  const lines = rowsOf<Line>(page)
  const hasMore = lines.length > PER_PAGE
  if (hasMore) lines.pop()
  const [byReferenceOrIban, byName] = found
    .slice(0, 2)
    .map((rows) => Map.groupBy(rowsOf<Fee>(rows), ({ found }) => found))
  const keyOf = ({ key, sign }: { key: string; sign: number }) => `${sign} ${key}`
  const booked = new Map(rowsOf<Booked>(found[2]).map((row) => [keyOf(row), row]))
  const rules = new Map(rowsOf<Rule>(found[3]).map((row) => [keyOf(row), row]))
  const rows = lines.map((line) => {
    const rest = JSON.stringify({
      suggestion: (line.amount > 0 ? paymentOf(line) : null) ?? bookingOf(line) ?? null,
      alternatives: [],
    })
    return { document: `${JSON.stringify(line).slice(0, -1)},${rest.slice(1)}` }
  })
  const scope = JSON.stringify([key.id, 'bank_lines', { state }])
  const last = lines.at(-1)
  return json(await pageText(call, rows, scope, hasMore && last ? `${last.booked_on}.${last.id}` : undefined))

  function paymentOf(line: Line) {
    const reference = referenceIn(line.text)
    const [fee] = (reference && byReferenceOrIban?.get(reference)) || []
    if (fee && fee.open === line.amount) return payment([fee], 'reference', 'RF-Referenz und Betrag stimmen.')
    const ofAccount = byReferenceOrIban?.get(line.party_iban ?? '') ?? []
    const owns = ofAccount.filter(({ learned }) => !learned)
    const keys = new Set(keysIn(line.party_name, line.text))
    const named = [...keys]
      .flatMap((name) => byName?.get(name) ?? [])
      .filter(({ first, last }) => keys.has(nameKey(first)) && keys.has(nameKey(last)))
    return (
      fitting(line, owns, 'account', 'Konto stimmt') ??
      fitting(line, ofAccount, 'account_learned', 'Von diesem Konto wurde schon bezahlt') ??
      fitting(line, named, 'name', 'Vor- und Nachname stimmen')
    )
  }

  function bookingOf({ amount, party_iban, party_name, text }: Line) {
    const folded = party_name.toUpperCase().replace(/[^A-Z\d]+/g, '')
    const key = keyOf({ key: party_iban ?? `name:${folded}`, sign: Math.sign(amount) })
    const rule = rules.get(key)
    if (rule)
      return booking(
        { text: `${party_name}: ${text}`, sphere: rule.sphere, rule_id: rule.id },
        'rule',
        `Nach der Buchungsregel „${rule.party_name}“.`,
      )
    const last = booked.get(key)
    const reason = last && `Wie letztes Mal, am ${DAY.format(new Date(last.booked_on))}.`
    return reason && booking({ text: last.text, sphere: last.sphere, rule_id: null }, 'as_last_time', reason)
  }
}

/** The payment of one fee of the amount of a line, or of all of them together. */
function fitting({ amount }: Line, fees: Fee[], code: string, found: string) {
  const one = fees.find(({ open }) => open === amount)
  if (one) return payment([one], code, `${found}, der Betrag ist der eines offenen Beitrags.`)
  if (fees.length < 2 || sumOf(fees) !== amount) return null
  return payment(fees, code, `${found}, der Betrag ist die Summe von ${fees.length} offenen Beiträgen.`)
}

const sumOf = (fees: Fee[]): number => fees.reduce((sum, { open }) => sum + open, 0)

const payment = (fees: Fee[], code: string, reason: string) => ({
  ...suggestion(
    fees.map(({ id, open }) => ({ fee_id: id, amount: open })),
    null,
    code === 'reference',
  ),
  kind: 'payment',
  reason,
  reason_code: code,
})

type Booking = { text: string; sphere: string; rule_id: string | null }

const booking = ({ text, sphere, rule_id }: Booking, reason_code: string, reason: string) => ({
  ...suggestion([], { text, costunit_name: null, category_name: null, sphere, side: null, rule_id }, false),
  kind: 'booking',
  reason,
  reason_code,
})

const suggestion = (parts: object[], booking: object | null, certain: boolean) => ({
  certain,
  parts,
  rest: 0,
  collection_id: null,
  item_ids: [],
  voucher_ids: [],
  booking,
  charge: null,
})

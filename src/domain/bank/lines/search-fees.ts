import { trip } from '../../../db/client'
import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { hasReferenceSql } from '../../fees/list'
import { OPEN_AMOUNT } from '../../fees/open-amount'
import { selectFeeFacts } from '../../payments/fee-facts'
import { nameKey } from '../../persons/name-key'
import { type Namesake, namesakeOf } from '../../persons/namesake'
import { sumOf } from '../suggest/by-reference'
import { nameKeysIn, namesIn } from '../suggest/names'
import { type LineRow, requireLine, restOf, selectLines, TO_BANK } from './bank-line'

/** A fee that a line may pay or, with money that goes out, refund. Amounts in cents. */
export type PayableFee = {
  id: string
  reference: string
  description: string
  person_name: string
  namesake?: Namesake
  status: string
  open_amount: number
  paid_amount: number
}

/** What a search for fees found. */
export type FeeSearch = {
  line: LineRow
  /** The fees that the line is divided among so far. */
  chosen: PayableFee[]
  /** Other ones, those of the payer's family first. */
  found: PayableFee[]
  /** The ids of those that make up what is left of the line exactly, for a line of which no fee is chosen yet. */
  fitting: string[]
}

const MAX_FOUND = 20
const MAX_WORDS = 5
/** How many fees with an amount are looked through at most. */
const MAX_SEARCHED = 10_000

/**
 * Searches the fees that a line can be divided among, by a name, an amount in cents or a reference; fees that money was paid
 * of where the money of the line goes out. One trip. Without a text, those of the family whose account paid and of persons
 * whose last names the line holds; two trips. Throws `permission_missing` and `not_found`.
 */
export async function searchFees(
  principal: Principal,
  {
    id,
    text,
    amount,
    chosenIds,
  }: { id: string; text: string | null; amount: number | null; chosenIds: string[] },
): Promise<FeeSearch> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      lines: selectLines(workspace, sql`bank_lines.id = ${id}`),
      chosen: selectFeeFacts(workspace, chosenIds),
      family: selectOf(workspace, id, familyOf(workspace, id)),
      found: selections(workspace, id, { text: text ?? '', amount }),
    },
    (credential) => requirePermission(credential, TO_BANK.permission),
  )
  const line = requireLine(rows.lines)
  const isOfFamily = new Set(rows.family.map((fee) => fee.id))
  const searched =
    text === null ? [...rows.family, ...(await findByLine(principal, line))] : familyFirst(rows.found)
  const isTaken = new Set(chosenIds)
  const byId = new Map(searched.map((fee) => [fee.id, fee]))
  const found = [...byId.values()].filter((fee) => !isTaken.has(fee.id)).slice(0, MAX_FOUND)
  return {
    line,
    chosen: chosenIds.flatMap((chosen) => rows.chosen.find((fee) => fee.id === chosen) ?? []),
    found,
    fitting: chosenIds.length > 0 ? [] : fittingOf(found, { line, isOfFamily }).map((fee) => fee.id),
  }

  function familyFirst(fees: PayableFee[]): PayableFee[] {
    const { family = [], others = [] } = Object.groupBy(fees, (fee) =>
      isOfFamily.has(fee.id) ? 'family' : 'others',
    )
    return [...family, ...others]
  }
}

/**
 * Those of the fees that were found whose open amounts are together what is left of a line: those of the family, of the persons
 * whom the line names, the only one of the amount, or all; each as a whole, or what they have of one description. None for money
 * that goes out, which says no more than its sum.
 */
function fittingOf(
  found: readonly PayableFee[],
  { line, isOfFamily }: { line: LineRow; isOfFamily: ReadonlySet<string> },
): readonly PayableFee[] {
  const rest = restOf(line)
  if (rest < 0 || found.length === MAX_FOUND) return []
  const isNamed = namesIn(line)
  const named = found.filter(({ person_name }) => {
    const [first_name = '', ...last] = person_name.split(' ')
    return isNamed({ first_name, last_name: last.join(' ') })
  })
  const equal = found.filter(({ open_amount }) => open_amount === rest)
  const family = found.filter(({ id }) => isOfFamily.has(id))
  for (const fees of [family, named, equal.length === 1 ? equal : [], found]) {
    const sets = sumOf(fees) === rest ? [fees] : Map.groupBy(fees, ({ description }) => description).values()
    const [only = [], ...others] = [...sets].filter((set) => set.length > 0 && sumOf(set) === rest)
    if (only.length > 0) return others.length > 0 ? [] : only
  }
  return []
}

/**
 * The persons for whom the holder of the account pays from which a line came, as a query of their ids: the holder by the data
 * of persons, or whose fees an earlier line of the account paid. The plus removes the affinity of the column, with which SQLite
 * would not use the index of an expression.
 */
const familyOf = (workspace: Sql, lineId: string): Sql => sql`
  WITH account AS MATERIALIZED (
    SELECT +party_iban AS iban FROM bank_lines
    WHERE bank_lines.workspace_id = ${workspace} AND bank_lines.id = ${lineId} AND party_iban IS NOT NULL
  ), holders (id) AS MATERIALIZED (
    SELECT coalesce(persons.payer_id, persons.id) FROM account CROSS JOIN persons INDEXED BY persons_by_iban
    WHERE persons.workspace_id = ${workspace} AND bank_account IS NOT NULL AND bank_account ->> 'iban' = account.iban
    UNION
    SELECT coalesce(persons.payer_id, persons.id) FROM (
      SELECT paid.person_id FROM account CROSS JOIN paying_accounts AS paid
      WHERE paid.workspace_id = ${workspace} AND paid.iban = account.iban
      LIMIT ${MAX_HOLDERS}
    ) AS learned CROSS JOIN persons
    WHERE persons.workspace_id = ${workspace} AND list_id IN ('members', 'contacts')
      AND area IN ('regular', 'applications') AND persons.id = learned.person_id
  )
  SELECT id FROM holders
  UNION
  SELECT persons.id FROM holders CROSS JOIN persons INDEXED BY persons_by_payer
  WHERE persons.workspace_id = ${workspace} AND persons.payer_id = holders.id`

/** For how many persons one account has paid whose families are looked at. */
const MAX_HOLDERS = 5

async function findByLine(principal: Principal, line: LineRow): Promise<PayableFee[]> {
  const statements = jsonArrays(nameKeysIn(line)).map((array) =>
    selectOf(
      principal.workspace(),
      line.id,
      sql`
        SELECT persons.id FROM json_each(${array}) AS named CROSS JOIN persons INDEXED BY persons_by_name
        WHERE persons.workspace_id = ${principal.workspace()} AND list_id IN ('members', 'contacts')
          AND area IN ('regular', 'applications') AND last_name_key = named.value LIMIT ${MAX_PERSONS}`,
    ),
  )
  const { found } = await trip(principal.db, { found: statements })
  return found
}

const feeColumns = (workspace: Sql): Sql => sql`
  fees.id, fees.reference, fees.description, fees.person_name, fees.status, ${OPEN_AMOUNT} AS open_amount, fees.paid_amount,
  ${namesakeOf(workspace, sql`fees.person_id`)} AS namesake`

const OPEN_SQL = sql.raw("fees.status IN ('open', 'returned')")

function selections(
  workspace: Sql,
  lineId: string,
  { text, amount }: { text: string; amount: number | null },
): Sql<PayableFee>[] {
  const reference = text.toUpperCase().replace(/\s/g, '')
  if (/^RF\d\d[0-9A-Z]{21}$/.test(reference))
    return [
      sql<PayableFee>`SELECT ${feeColumns(workspace)} FROM fees WHERE workspace_id = ${workspace} AND ${hasReferenceSql(reference)}`,
    ]
  if (amount !== null) return [byAmount(workspace, amount)]
  const words = text
    .split(/\s+/)
    .map(nameKey)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
  return jsonArrays(words).map((array) => byName(workspace, lineId, array))
}

/** The open fees of an amount among the newest ones. */
const byAmount = (workspace: Sql, amount: number): Sql<PayableFee> => sql<PayableFee>`
  SELECT ${feeColumns(workspace)} FROM (
    SELECT * FROM (
      SELECT * FROM fees INDEXED BY fees_by_status
      WHERE workspace_id = ${workspace} AND status = 'returned' ORDER BY id DESC LIMIT ${MAX_SEARCHED})
    UNION ALL SELECT * FROM (
      SELECT * FROM fees INDEXED BY fees_by_status
      WHERE workspace_id = ${workspace} AND status = 'open' ORDER BY id DESC LIMIT ${MAX_SEARCHED})
  ) AS fees WHERE ${OPEN_AMOUNT} = ${amount} LIMIT ${MAX_FOUND}`

/** The fees of the persons whose last names begin with one of the words and whose names have all of them. */
const byName = (workspace: Sql, lineId: string, words: string): Sql<PayableFee> =>
  selectOf(
    workspace,
    lineId,
    sql`
      SELECT DISTINCT persons.id FROM json_each(${words}) AS word CROSS JOIN persons INDEXED BY persons_by_name
      WHERE persons.workspace_id = ${workspace} AND list_id IN ('members', 'contacts')
        AND area IN ('regular', 'applications') AND last_name_key >= word.value
        AND last_name_key < word.value || '\u{10FFFF}' AND NOT EXISTS (
          SELECT 1 FROM json_each(${words}) AS other
          WHERE instr(coalesce(first_name_key, '') || ' ' || last_name_key, other.value) = 0)
      LIMIT ${MAX_PERSONS}`,
  )

/** The fees of persons that can be paid, and those that money was paid of for a line whose money goes out. */
const selectOf = (workspace: Sql, lineId: string, persons: Sql): Sql<PayableFee> => sql<PayableFee>`
  SELECT ${feeColumns(workspace)} FROM (${persons}) AS payers CROSS JOIN fees INDEXED BY fees_by_person
  WHERE fees.workspace_id = ${workspace} AND fees.person_id = payers.id AND CASE WHEN (
      SELECT amount FROM bank_lines WHERE bank_lines.workspace_id = ${workspace} AND bank_lines.id = ${lineId}) < 0
    THEN fees.paid_amount > 0 ELSE ${OPEN_SQL} END
  ORDER BY fees.id DESC LIMIT ${MAX_FOUND}`

const MAX_PERSONS = 200

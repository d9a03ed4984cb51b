import { germanIban } from '../../../src/dev/iban.ts'
import { feeReference } from '../limit/ids.ts'
import { options } from './options.ts'
import { type Club, chunksOf, seed } from './seed.ts'
import type { Database } from './server.ts'

/** Two equal clubs: in one the service writes, in the other the limit. And one with a long past, which both read. */
export type Money = { own: Club; twin: Club; archive: Club }

/** How many of each thing a club of {@link Money} has. One request of each scenario needs fewer. */
export const COUNTS = options.compare
  ? { debtors: 6000, open: 12_000, toPay: 10_000, toCollect: 1000, lines: 600, past: 10_000 }
  : { debtors: 40_000, open: 100_000, toPay: 200_000, toCollect: 32_000, lines: 600, past: 100_000 }

/** The account of a club of {@link Money}, and its IBAN. */
export const ACCOUNT = { id: 'acc_000000000000000000000001', iban: 'DE02120300000000202051' }

const YEAR = 2025
const DAY = '2026-01-05'
const WRITTEN = '2026-01-01T00:00:00.000Z'

/** The id of the nth fee, so that the reference, which is made of its beginning, tells the fees apart. */
export const feeId = (n: number): string => `fee_${String(n).padStart(18, '0')}000000`

export const debtorId = (n: number): string => `per_${String(n).padStart(24, '0')}`

/** The name of the nth debtor, in letters, and the IBAN. */
export const nameOf = (n: number): string =>
  `B${[...String(n)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')}`

export const ibanOf = (n: number): string => germanIban(`10000000${String(n).padStart(10, '0')}`)

/** What the nth of the open fees amounts to, and who owes it: the fees of a person differ. */
export const owed = (n: number) => ({
  debtor: ((n - 1) % COUNTS.debtors) + 1,
  amount: 4500 + 100 * Math.floor((n - 1) / COUNTS.debtors),
})

/** Creates the clubs of money. */
export async function seedMoney(db: Database): Promise<Money> {
  const [own, twin, archive] = [await seed(db, 20, 0), await seed(db, 21, 0), await seed(db, 22, 0)]
  for (const club of [own, twin]) await seedDebtors(db, club)
  await seedLines(db, own)
  await seedArchive(db, archive)
  return { own, twin, archive }
}

async function seedDebtors(db: Database, { id }: Club): Promise<void> {
  const run = (sql: string, rows: unknown[]) => db.batch([db.prepare(sql).bind(id, WRITTEN, json(rows))])
  await run(SETTINGS, [])
  await run(ACCOUNTS, [[ACCOUNT.id, ACCOUNT.iban]])
  for (const numbers of chunksOf(COUNTS.debtors))
    await run(
      PERSONS,
      numbers.map((n) => [debtorId(n), nameOf(n), nameOf(n).toLowerCase(), ibanOf(n), `M-${n}`]),
    )
  const { open, toPay, toCollect } = COUNTS
  for (const numbers of chunksOf(open + toPay + toCollect))
    await run(
      FEES,
      numbers.map((n) => {
        const { debtor, amount } = n <= open ? owed(n) : { debtor: n - open - toPay, amount: 3000 }
        // The fees to pay are of persons who were deleted.
        const person = debtorId(debtor > 0 ? debtor : n)
        return [feeId(n), feeReference(feeId(n)), amount, person, nameOf(n), 'open']
      }),
    )
}

/**
 * Bank lines: of twenty, fourteen have a reference, two come from an account of a person or one that has paid for it, two from a
 * known name, one is booked by a rule, and one as the last of its party.
 */
async function seedLines(db: Database, { id }: Club): Promise<void> {
  const rows = Array.from({ length: COUNTS.lines }, (_, index) => {
    const { amount, party, iban, text } = lineOf(index + 1)
    const id = `lin_${String(index + 1).padStart(24, '0')}`
    return [id, amount, party, iban, text, `${index}`, lookupsOf(index + 1), iban ?? nameKeyOf(party)]
  })
  const learned = Array.from({ length: COUNTS.lines / 10 }, (_, index) => index * 10 + 2)
    .filter(isLearned)
    .map((n) => [lineOf(n).iban, debtorId(owed(n).debtor)])
  await db.batch([
    db.prepare(LINES).bind(id, DAY, json(rows)),
    ...BOOKED_BEFORE.map((statement) => db.prepare(statement).bind(id, WRITTEN)),
    db.prepare(LEARNED).bind(id, json(learned)),
  ])
}

/** The key of a party without an account, as `partyKeyOf` makes it. */
const nameKeyOf = (party: string): string => `name:${party.toUpperCase().replace(/ /g, '')}`

/** Whether the nth line comes from an account that has only paid for the debtor before. */
const isLearned = (n: number): boolean => n % 20 === 12

/** The money of the nth line of a statement, and what the bank says of it. */
export function lineOf(n: number) {
  const { debtor, amount } = owed(n)
  const [party, iban] = [`Ada ${nameOf(debtor)}`, ibanOf(debtor)]
  const kind = n % 10
  if (n % 20 === 0) return { amount: -1250, party: 'Sport Meier', iban: null, text: 'Whistles' }
  if (kind === 0) return { amount: -8900, party: 'City Power', iban: null, text: 'Electricity' }
  if (isLearned(n)) return { amount, party: 'Family', iban: ibanOf(debtor + 1_000_000), text: 'Annual fee' }
  if (kind === 1) return { amount, party, iban: null, text: 'Annual fee' }
  if (kind === 2) return { amount, party, iban, text: 'Annual fee' }
  return { amount, party, iban, text: `Annual fee ${feeReference(feeId(n))}` }
}

/** What the service stores of the nth line to look up: see `Lookups`. */
function lookupsOf(n: number): object {
  const { amount, party, text } = lineOf(n)
  if (amount < 0) return {}
  const [, reference] = text.split('Annual fee ')
  if (reference) return { references: [[reference, feeId(n).slice('fee_'.length, 22)]] }
  const name = party.toLowerCase()
  return { names: ['ada', name, name.slice('ada '.length), 'annual', 'fee'] }
}

/** Many fees of which a few are open, and as many vouchers of a year. */
async function seedArchive(db: Database, { id }: Club): Promise<void> {
  const run = (sql: string, rows: unknown[]) => db.batch([db.prepare(sql).bind(id, WRITTEN, json(rows))])
  await run(ACCOUNTS, [[ACCOUNT.id, ACCOUNT.iban]])
  for (const numbers of chunksOf(COUNTS.past)) {
    await run(
      FEES,
      numbers.map((n) => {
        const reference = feeReference(feeId(n))
        return [feeId(n), reference, 4500, debtorId(n), nameOf(n), n % 160 === 0 ? 'open' : 'paid']
      }),
    )
    await run(VOUCHERS, numbers)
    await run(VOUCHER_LINES, numbers)
    await run(DAYS, numbers)
  }
}

const json = (rows: unknown[]): string => JSON.stringify(rows)

const SETTINGS = `
  UPDATE workspaces SET creditor_name = 'TSV Aufbau 04', creditor_iban = '${ACCOUNT.iban}',
    creditor_id = 'DE98ZZZ09999999999', updated_at = ?2
  WHERE id = ?1 AND ?3 = '[]'`

const ACCOUNTS = `
  INSERT INTO accounts (workspace_id, id, kind, name, iban, opening_on, opening_amount, created_at, updated_at)
  SELECT ?1, value ->> 0, 'bank', 'Current account', value ->> 1, '2025-01-01', 100000, ?2, ?2 FROM json_each(?3)`

const PERSONS = `
  INSERT INTO persons (workspace_id, list_id, area, id, external_id, first_name, first_name_key, last_name, last_name_key,
    email, bank_account, sepa_mandate, payment_method, custom_values, created_at, updated_at)
  SELECT ?1, 'members', 'regular', value ->> 0, value ->> 0 || 'x', 'Ada', 'ada', value ->> 1, value ->> 2,
    value ->> 2 || '@example.org', json_object('iban', value ->> 3, 'bic', NULL, 'signatory', NULL),
    json_object('reference', value ->> 4, 'signature_date', '2026-01-01'), 'direct_debit', '{}', ?2, ?2
  FROM json_each(?3)`

const FEES = `
  INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name, status, paid_amount, paid_on,
    created_at, updated_at)
  SELECT ?1, value ->> 0, value ->> 1, value ->> 2, 'Annual fee 2026', value ->> 3, 'Ada ' || (value ->> 4), value ->> 5,
    CASE value ->> 5 WHEN 'paid' THEN value ->> 2 ELSE 0 END, CASE value ->> 5 WHEN 'paid' THEN '${DAY}' END, ?2, ?2
  FROM json_each(?3)`

const LINES = `
  INSERT INTO bank_lines (workspace_id, id, account_id, statement_id, booked_on, amount, currency, party_name, party_iban,
    text, fingerprint, ordinal, lookups, party_key, state)
  SELECT ?1, value ->> 0, '${ACCOUNT.id}', 'stm_000000000000000000000001', ?2, value ->> 1, 'EUR', value ->> 2,
    value ->> 3, value ->> 4, value ->> 5, 0, value -> 6, value ->> 7, 'open'
  FROM json_each(?3)`

/** A line that was booked, the rule for another party, and what they need. */
const BOOKED_BEFORE = [
  `INSERT INTO bank_lines (workspace_id, id, account_id, statement_id, booked_on, amount, assigned_amount, currency, party_name,
    text, fingerprint, ordinal, lookups, party_key, booked_sign, state)
  SELECT ?1, 'lin_900000000000000000000001', '${ACCOUNT.id}', 'stm_000000000000000000000001', '2025-11-05', -1250, -1250, 'EUR',
    'Sport Meier', 'Whistles', 'booked', 0, '{}', 'name:SPORTMEIER', -1, 'done' WHERE ?2 <> ''`,
  `INSERT INTO vouchers (workspace_id, year, number, id, kind, account_id, booked_on, amount, text, party, bank_line_id, created_at)
  VALUES (?1, 2025, 1, 'vch_000000000000000000000001', 'money', '${ACCOUNT.id}', '2025-11-05', -1250, 'Sport Meier: Whistles',
    'Sport Meier', 'lin_900000000000000000000001', ?2)`,
  `INSERT INTO voucher_lines (workspace_id, year, number, line, amount, text, sphere)
  SELECT ?1, 2025, 1, 1, -1250, 'Sport Meier: Whistles', 'ideal' WHERE ?2 <> ''`,
  `INSERT INTO booking_rules (workspace_id, id, party_key, party_name, sign, sphere, created_at, updated_at)
  VALUES (?1, 'brl_000000000000000000000001', 'name:CITYPOWER', 'City Power', -1, 'ideal', ?2, ?2)`,
]

const LEARNED = `
  INSERT INTO paying_accounts (workspace_id, iban, person_id) SELECT ?1, value ->> 0, value ->> 1 FROM json_each(?2)`

const DATE = `printf('${YEAR}-%02d-%02d', value % 12 + 1, value % 28 + 1)`
const AMOUNT = 'CASE value % 3 WHEN 0 THEN -1250 ELSE 4500 END'

const VOUCHERS = `
  INSERT INTO vouchers (workspace_id, year, number, id, kind, account_id, booked_on, amount, text, party, created_at)
  SELECT ?1, ${YEAR}, value, printf('vch_%024d', value), 'money', '${ACCOUNT.id}', ${DATE}, ${AMOUNT}, 'Annual fee 2025',
    'Ada B' || value, ?2
  FROM json_each(?3)`

const VOUCHER_LINES = `
  INSERT INTO voucher_lines (workspace_id, year, number, line, amount, text, cost_unit_id, category_id, sphere)
  SELECT ?1, ${YEAR}, value, 1, ${AMOUNT}, 'Annual fee 2025', CASE value % 2 WHEN 0 THEN unit.id END,
    CASE value % 4 WHEN 0 THEN category.id END,
    CASE value % 5 WHEN 0 THEN 'purpose' WHEN 1 THEN 'business' WHEN 2 THEN 'assets' WHEN 3 THEN 'ideal' END
  FROM json_each(?3) CROSS JOIN cost_units AS unit CROSS JOIN cost_unit_categories AS category
  WHERE unit.workspace_id = ?1 AND category.workspace_id = ?1 AND ?2 <> ''`

const DAYS = `
  INSERT INTO account_days (workspace_id, account_id, booked_on, amount)
  SELECT ?1, '${ACCOUNT.id}', ${DATE}, sum(${AMOUNT}) FROM json_each(?3) WHERE ?2 <> '' GROUP BY 3
  ON CONFLICT DO UPDATE SET amount = amount + excluded.amount`

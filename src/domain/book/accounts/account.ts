import { isValidIBAN } from 'ibantools'
import * as z from 'zod'
import { accounts } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { TENANT } from '../../access/principal'
import { code, instant } from '../../shared/text'
import { balanceWhere, basesCte } from './balances'

/** Cents of a balance or a movement of money, signed. */
export const cents = z.int().min(-99_999_999_999).max(99_999_999_999)

export const accountIban = code(34).refine(isValidIBAN, { error: 'must be a valid IBAN' })

/** Where the money is: a bank account or a cash box. */
export const account = z
  .object({
    id: z.string(),
    kind: z.enum(accounts.kind.enumValues),
    name: z.string(),
    iban: z.string().nullable(),
    opening_on: z.iso
      .date()
      .describe('When the book of the account begins; 1900-01-01 for one that the service opened'),
    opening_amount: z.int().describe('Cents that were there then'),
    archived: z.boolean(),
    balance: z.int().describe('Cents that are there now, by the book'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'Account',
    examples: [
      {
        id: 'acc_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        kind: 'bank',
        name: 'Current account',
        iban: 'DE02120300000000202051',
        opening_on: '2026-01-01',
        opening_amount: 125000,
        archived: false,
        balance: 129500,
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  })
export type Account = z.infer<typeof account>
export type AccountRow = Omit<Account, 'archived'> & { archived: number }

/** The columns of an {@link AccountRow}. */
export const ACCOUNT_COLUMNS = [
  'id',
  'kind',
  'name',
  'iban',
  'opening_on',
  'opening_amount',
  'archived',
  'balance',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof AccountRow)[]

/** Selects accounts with their balances, in the order of creation; with a condition over `accounts`, only matches. */
export const selectAccounts = (
  workspace: Sql,
  condition: Sql = sql`TRUE`,
): Sql<AccountRow> => sql<AccountRow>`
  WITH ${basesCte(workspace)}
  SELECT accounts.id, accounts.kind, name, iban, opening_on, opening_amount, archived_at IS NOT NULL AS archived,
    ${balanceWhere()} AS balance, created_at, updated_at
  FROM bases CROSS JOIN accounts
  WHERE accounts.workspace_id = ${TENANT} AND accounts.id = bases.id AND ${condition}
  ORDER BY accounts.id`

/** A stored account as the API shows it. */
export const toApi = (row: AccountRow): Account => ({ ...row, archived: row.archived === 1 })

/** What events keep of an account: the last four characters of its IBAN. */
export const eventState = ({
  kind,
  name,
  iban,
  opening_on,
  opening_amount,
  archived,
}: Omit<Account, 'id' | 'balance' | 'created_at' | 'updated_at'>) => ({
  kind,
  name,
  iban: iban?.slice(-4) ?? null,
  opening_on,
  opening_amount,
  archived,
})

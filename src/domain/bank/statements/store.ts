import type { Statement } from '../../../db/client'
import { columnsOf, elementsOf, jsonArrays } from '../../../db/json'
import { NOW } from '../../../db/now'
import { statementFiles } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { type Principal, TENANT, workspaceCte } from '../../access/principal'
import { insertEvents } from '../../events/record'
import { newIds } from '../../shared/ids'
import { lookupsOf } from '../suggest/candidates'
import { partyKeyOf } from '../suggest/party-key'
import type { NumberedLine } from './fingerprint'
import type { PlacedStatement } from './place'
import { type BankStatement, selectStatements } from './statement'

type NewLine = NumberedLine & { id: string; position: number; text: string; party_key: string | null }

/** How lines tell their entries, in the order in which they are stored: a file may tell one in several ways. */
type Kind = NumberedLine['entry_kind']
const KINDS: Kind[] = [null, 'split', 'detailed', 'plain']

/** The lines of statements with their ids, those that say most of their entries first. */
export function linesToStore(placed: readonly PlacedStatement[], now: Date): NewLine[] {
  const count = placed.reduce((sum, { lines }) => sum + lines.length, 0)
  const ids = newIds('lin', now, count).values()
  const all = placed.flatMap(({ position, lines }) =>
    lines.map((line) => ({
      ...line,
      position,
      id: String(ids.next().value),
      text: line.text ?? '',
      party_key: partyKeyOf(line),
    })),
  )
  return all.sort((a, b) => KINDS.indexOf(a.entry_kind) - KINDS.indexOf(b.entry_kind))
}

/** Stores a file, unless `parts` is empty, and those of its statements that are not stored. */
export function openStatements(
  { db }: Principal,
  workspace: Sql,
  { digest, parts, placed }: { digest: string; parts: string[]; placed: readonly PlacedStatement[] },
): Statement[] {
  const rows = placed.map(({ account, lines: _, ...statement }) => ({ ...statement, account_id: account.id }))
  return [
    ...parts.map((content, part) =>
      db.insert(statementFiles).values({ workspaceId: workspace.getSQL(), sha256: digest, part, content }),
    ),
    ...jsonArrays(rows).map(
      (array) => sql`
        WITH ${workspaceCte(workspace)}
        INSERT INTO statements (workspace_id, id, account_id, sha256, position, from_on, to_on, opening, closing, new_lines,
          known_lines, skipped_lines, known_amount, created_at)
        SELECT ${TENANT}, value ->> 'id', value ->> 'account_id', ${digest}, value ->> 'position', value ->> 'from_on',
          value ->> 'to_on', value ->> 'opening', value ->> 'closing', 0, 0, value ->> 'skipped', value ->> 'amount', ${NOW}
        FROM json_each(${array}) WHERE TRUE
        ON CONFLICT (workspace_id, account_id, sha256, position) DO NOTHING`,
    ),
  ]
}

/** Stores the lines of a file that are not stored, and returns how many these are: at least a row per megabyte of lines. */
export function insertLines(
  workspace: Sql,
  digest: string,
  placed: readonly PlacedStatement[],
  lines: readonly NewLine[],
): Sql<{ lines: number }>[] {
  const byKind = Map.groupBy(lines, ({ entry_kind }) => entry_kind)
  return [...byKind].flatMap(([kind, group]) =>
    insertOfKind(workspace, digest, { placed, lines: group, kind }),
  )
}

function insertOfKind(
  workspace: Sql,
  digest: string,
  { placed, lines, kind }: { placed: readonly PlacedStatement[]; lines: NewLine[]; kind: Kind },
): Sql<{ lines: number }>[] {
  const { values, cellsOf } = columnsOf(KEYS, lines, 2)
  const places = JSON.stringify(placed.map(({ account, position }) => [account.id, position]))
  const rows = lines.map((line) => [line.position, lookupsOf(line), ...cellsOf(line)])
  const others = KINDS.filter((other) => other !== kind).map((other) => sql`${other}`)
  const newSql = sql`NOT EXISTS (
    SELECT 1 FROM bank_lines AS stored INDEXED BY bank_lines_of_entries
    WHERE stored.workspace_id = ${TENANT} AND stored.account_id = statement.account_id
      AND stored.entry_key = ${values.entry_key} AND stored.entry_kind IN (${sql.join(others)}))`
  return jsonArrays(rows).flatMap((array) => [
    sql<{ lines: number }>`
      WITH ${workspaceCte(workspace)}, statement AS MATERIALIZED (
        SELECT account_id, statements.id, position FROM json_each(${places}) CROSS JOIN statements
        WHERE statements.workspace_id = ${TENANT} AND account_id = value ->> 0 AND sha256 = ${digest}
          AND position = value ->> 1
      )
      INSERT INTO bank_lines (workspace_id, account_id, statement_id, lookups, ${COLUMNS}, state)
      SELECT ${TENANT}, statement.account_id, statement.id, value -> 1, ${sql.join(Object.values(values))}, 'open'
      FROM ${elementsOf(array)} AS line CROSS JOIN statement
      WHERE statement.position = value ->> 0 AND ${newSql}
      ON CONFLICT (workspace_id, account_id, fingerprint, ordinal) DO NOTHING`,
    sql<{ lines: number }>`SELECT changes() AS lines`,
  ])
}

const KEYS = [
  'id',
  'booked_on',
  'valued_on',
  'amount',
  'currency',
  'party_name',
  'party_iban',
  'text',
  'end_to_end',
  'mandate_reference',
  'batch_reference',
  'gvc',
  'return_code',
  'return_text',
  'original_amount',
  'charge',
  'fingerprint',
  'ordinal',
  'entry_key',
  'entry_kind',
  'party_key',
] as const satisfies readonly (keyof NewLine)[]
const COLUMNS = sql.raw(KEYS.map((key) => (key === 'gvc' ? 'transaction_code' : key)).join(', '))

/**
 * Counts what statements have brought, and records those that are new. Lines are read only of statements that brought some
 * of their lines, since the index that counts them has no amounts.
 */
export function closeStatements(
  { actor }: Principal,
  workspace: Sql,
  digest: string,
  placed: readonly PlacedStatement[],
): Sql[] {
  const totals = placed.map(({ account, position, lines, amount }) => [
    account.id,
    position,
    lines.length,
    amount,
    lines.reduce((sum, line) => sum + line.amount, 0),
  ])
  const ofStatement = sql`FROM bank_lines AS line INDEXED BY bank_lines_of_statement
    WHERE line.workspace_id = ${TENANT} AND line.statement_id = statements.id`
  return [
    ...jsonArrays(totals).map(
      (array) => sql`
        WITH ${workspaceCte(workspace)}, counted AS MATERIALIZED (
          SELECT statements.id, value ->> 2 AS lines, value ->> 3 AS sum, value ->> 4 AS amount,
            (SELECT count(*) ${ofStatement}) AS added
          FROM json_each(${array}) CROSS JOIN statements
          WHERE statements.workspace_id = ${TENANT} AND statements.account_id = value ->> 0 AND sha256 = ${digest}
            AND statements.position = value ->> 1
        )
        UPDATE statements SET new_lines = added, known_lines = lines - added,
          known_amount = sum - CASE WHEN added = lines AND new_lines + known_lines = 0 THEN counted.amount
            ELSE (SELECT coalesce(sum(line.amount), 0) ${ofStatement}) END
        FROM counted WHERE workspace_id = ${TENANT} AND statements.id = counted.id`,
    ),
    ...jsonArrays(placed.map(({ id, account }) => [id, account.name])).map((array) =>
      insertEvents(
        actor,
        workspace,
        { action: 'statement.imported', subject: 'statement' },
        sql`
          SELECT statements.id, value ->> 1, json_object('from_on', json_array(NULL, from_on), 'to_on', json_array(NULL, to_on),
            'new_lines', json_array(NULL, new_lines), 'sha256', json_array(NULL, sha256))
          FROM json_each(${array}) CROSS JOIN statements
          WHERE workspace_id = ${TENANT} AND statements.id = value ->> 0`,
      ),
    ),
  ]
}

/** The statements of a file on some accounts, in its order. */
export const selectOfFile = (
  workspace: Sql,
  digest: string,
  placed: readonly PlacedStatement[],
): Sql<BankStatement> => sql<BankStatement>`
  ${selectStatements(
    workspace,
    sql`account_id IN (SELECT value FROM json_each(${JSON.stringify(accountsOf(placed))})) AND sha256 = ${digest}`,
  )} ORDER BY position`

/**
 * The statements of each account from the one that ends last before these to all that begin until the next one begins after
 * them: a long statement may cover days before a short one that ends earlier.
 */
export const selectAround = (workspace: Sql, placed: readonly PlacedStatement[]): Sql<BankStatement>[] =>
  accountsOf(placed).flatMap((accountId) => {
    const days = placed.flatMap(({ account, from_on, to_on }) =>
      account.id === accountId && from_on !== null && to_on !== null ? [from_on, to_on] : [],
    )
    const [first] = days.sort()
    const last = days.at(-1)
    if (first === undefined || last === undefined) return []
    const ofAccount = sql`workspace_id = ${workspace} AND account_id = ${accountId}`
    return selectStatements(
      workspace,
      sql`account_id = ${accountId}
        AND to_on >= coalesce((SELECT max(to_on) FROM statements WHERE ${ofAccount} AND to_on < ${first}), '')
        AND from_on <= coalesce((
          SELECT min(from_on) FROM statements WHERE ${ofAccount} AND to_on > ${last} AND from_on > ${last}), '9')`,
    )
  })

const accountsOf = (placed: readonly PlacedStatement[]): string[] => [
  ...new Set(placed.map(({ account }) => account.id)),
]

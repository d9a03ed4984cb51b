import * as z from 'zod'
import { type Sql, sql } from '../../../db/sql'
import { instant } from '../../shared/text'

/** A statement of an imported file as the API shows it. */
export const bankStatement = z
  .object({
    id: z.string(),
    account_id: z.string(),
    from_on: z.iso.date().nullable(),
    to_on: z.iso.date().nullable(),
    opening: z.int().nullable().describe('Cents; `null` where the file has no balance'),
    closing: z.int().nullable(),
    new_lines: z.int().describe('Lines that no statement before had'),
    known_lines: z.int(),
    skipped_lines: z.int().describe('Entries that are not booked yet, empty, or older than the account'),
    sha256: z.string().describe('Of the file'),
    created_at: instant,
  })
  .meta({ id: 'BankStatement' })
export type BankStatement = z.infer<typeof bankStatement>

/** The statements of a workspace that match a condition. */
export const selectStatements = (workspace: Sql, condition: Sql): Sql<BankStatement> => sql<BankStatement>`
  SELECT id, account_id, from_on, to_on, opening, closing, new_lines, known_lines, skipped_lines, sha256, created_at
  FROM statements WHERE workspace_id = ${workspace} AND ${condition}`

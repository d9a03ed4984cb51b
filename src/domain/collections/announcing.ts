import { type Sql, sql } from '../../db/sql'

/** The mail that announces debits: since when it is on, and how many days after a release it is sent. */
export type Announcing = { enabledAt: string; offsetDays: number }

/** Selects the mail that announces debits; no row where it is off. A statement for the trip of the caller. */
export const selectAnnouncing = (workspace: Sql): Sql<Announcing> => sql<Announcing>`
  SELECT enabled_at AS enabledAt, offset_days AS offsetDays FROM mail_rules
  WHERE workspace_id = ${workspace} AND occasion = 'debit_announced' AND enabled_at IS NOT NULL`

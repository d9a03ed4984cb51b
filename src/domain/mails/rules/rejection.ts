import { type Sql, sql } from '../../../db/sql'

/** The text of the mail to rejected applicants. */
export type RejectionText = { subject: string; body: string }

/** Selects the text of the mail to rejected applicants; no row where it is off. */
export const selectRejectionText = (workspace: Sql): Sql<RejectionText> => sql<RejectionText>`
  SELECT subject, body FROM mail_rules
  WHERE workspace_id = ${workspace} AND occasion = 'application_rejected' AND enabled_at IS NOT NULL`

import { type Sql, sql } from '../../db/sql'

/** Two records of one person: `kept` stays and has the `email` afterwards, `gone` goes. */
export type Merge = { workspace: Sql; kept: string; gone: string; email: string | null }

/** How much is known of what became of a mail: of two mails to the same person, the row with the higher rank stays. */
const rankOf = (alias: string): Sql =>
  sql.raw(
    `CASE ${alias}.state WHEN 'sent' THEN 5 WHEN 'claimed' THEN 4 WHEN 'failed' THEN 3 WHEN 'waiting' THEN 2 WHEN 'skipped' THEN 1 ELSE 0 END`,
  )

/**
 * Of a mail that both got, one row stays; one that waits leaves the counts of the mail. What still waits for `gone` goes to
 * the address of `kept`, unless others share it.
 */
export function mergeRecipients({ workspace, kept, gone, email }: Merge): Sql[] {
  const both = (columns: Sql, condition: Sql): Sql => sql`
    SELECT ${columns} FROM mail_recipients AS gone INDEXED BY mail_recipients_by_person
    CROSS JOIN mail_recipients AS kept
    WHERE gone.workspace_id = ${workspace} AND gone.person_id = ${gone}
      AND kept.workspace_id = ${workspace} AND kept.mail_id = gone.mail_id AND kept.person_id = ${kept} AND ${condition}`
  const ranksHigher = sql`${rankOf('gone')} > ${rankOf('kept')}`
  return [
    sql`
      UPDATE mails SET waiting = waiting - 1, total = total - 1
      WHERE workspace_id = ${workspace} AND id IN (${both(
        sql`gone.mail_id`,
        sql`iif(${ranksHigher}, kept.state, gone.state) = 'waiting'`,
      )})`,
    sql`
      DELETE FROM mail_recipients WHERE workspace_id = ${workspace} AND (mail_id, person_id) IN (
        ${both(sql`gone.mail_id, iif(${ranksHigher}, ${kept}, ${gone})`, sql`TRUE`)})`,
    sql`
      UPDATE mail_recipients INDEXED BY mail_recipients_covered SET sent_with = ${kept}
      WHERE workspace_id = ${workspace} AND sent_with = ${gone}`,
    sql`
      UPDATE mail_recipients INDEXED BY mail_recipients_by_person SET person_id = ${kept},
        address = iif(state = 'waiting' AND NOT EXISTS (
          SELECT 1 FROM mail_recipients AS covered INDEXED BY mail_recipients_covered
          WHERE covered.workspace_id = mail_recipients.workspace_id AND covered.sent_with = ${kept}
            AND covered.mail_id = mail_recipients.mail_id), coalesce(${email}, address), address)
      WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
  ]
}

/** What rests at either person rests at the one who stays. */
export function mergeGuards({ workspace, kept, gone }: Merge): Sql[] {
  const later = (column: string): Sql =>
    sql.raw(
      `${column} = nullif(max(coalesce(portal_guards.${column}, ''), coalesce(excluded.${column}, '')), '')`,
    )
  return [
    sql`
      INSERT INTO portal_guards (workspace_id, person_id, generation, address_given_at, account_given_at,
        address_changed_at, changed_at)
      SELECT workspace_id, ${kept}, generation, address_given_at, account_given_at, address_changed_at, changed_at
      FROM portal_guards WHERE workspace_id = ${workspace} AND person_id = ${gone}
      ON CONFLICT DO UPDATE SET generation = max(portal_guards.generation, excluded.generation),
        ${later('address_given_at')}, ${later('account_given_at')}, ${later('address_changed_at')},
        ${later('changed_at')}`,
    sql`DELETE FROM portal_guards WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
  ]
}

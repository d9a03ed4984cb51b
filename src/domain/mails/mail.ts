import * as z from 'zod'
import { mails } from '../../db/schema'
import { allColumns, type Sql, sql } from '../../db/sql'
import { LISTS } from '../access/lists'
import type { ColumnRow } from '../custom-columns/column'
import { instant } from '../shared/text'

const COUNT = z.int().min(0)

/** What sending mails needs. */
export const TO_SEND = { permission: 'mails:send' } as const

/** A mail as the API shows it. The counts are of mails: one to a shared address counts once. */
export const mail = z
  .object({
    id: z.string(),
    state: z.enum(mails.state.enumValues),
    kind: z.enum(mails.kind.enumValues).describe('News can be unsubscribed from, official mails cannot'),
    occasion: z
      .string()
      .nullable()
      .describe('What an automatic mail is about; `null` for one that was written'),
    list: z.enum(LISTS),
    subject: z.string(),
    body: z.string().describe('Markdown with placeholders'),
    counts: z.object({
      total: COUNT,
      waiting: COUNT,
      sent: COUNT.describe('Taken by the mail service'),
      failed: COUNT,
      skipped: COUNT.describe('No longer wanted when their turn came, such as to a person who was deleted'),
      unknown: COUNT.describe('Being sent, or handed over without an answer: they are not sent again'),
    }),
    created_at: instant,
    sent_at: instant.nullable().describe('When sending began'),
    held_for: z
      .int()
      .nullable()
      .describe(
        'The epoch of the restore since which the mail is held: it may have been sent before. A continuation releases it, a stop drops it',
      ),
  })
  .meta({
    id: 'Mail',
    examples: [
      {
        id: 'mai_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        state: 'sent',
        kind: 'official',
        occasion: null,
        list: 'members',
        subject: 'Invitation to the general meeting',
        body: '{{salutation}},\n\nyour data and fees: {{portal_link}}',
        counts: { total: 12, waiting: 0, sent: 12, failed: 0, skipped: 0, unknown: 0 },
        created_at: '2026-01-31T12:00:00.000Z',
        sent_at: '2026-01-31T12:05:00.000Z',
        held_for: null,
      },
    ],
  })
export type Mail = z.infer<typeof mail>

/** What a mail says. `mailIssues` checks the texts, with their lengths. */
export const mailContent = {
  kind: z.enum(mails.kind.enumValues).describe('News can be unsubscribed from, official mails cannot'),
  subject: z.string().meta({ minLength: 1, maxLength: 200 }),
  body: z.string().meta({ description: 'Markdown with placeholders', minLength: 1, maxLength: 50_000 }),
}

/** A stored mail as {@link MAIL_ROW} selects it. */
export type MailRow = typeof mails.$inferSelect

export const MAIL_ROW = allColumns(mails)

/** A stored mail. */
export const selectMail = (workspace: Sql, id: string): Sql<MailRow> =>
  sql<MailRow>`SELECT ${MAIL_ROW} FROM mails WHERE mails.workspace_id = ${workspace} AND mails.id = ${id}`

/** The custom columns of the list that a mail goes to. */
export const selectColumnsOf = (workspace: Sql, mailId: string): Sql<ColumnRow> => sql<ColumnRow>`
  SELECT custom_columns.id, type, custom_columns.name, allowed_values, external_id, position
  FROM mails CROSS JOIN custom_columns
    ON custom_columns.workspace_id = mails.workspace_id AND custom_columns.list_id = mails.list_id
  WHERE mails.workspace_id = ${workspace} AND mails.id = ${mailId} ORDER BY custom_columns.id`

/** A stored mail as the API shows it. */
export function toApi(row: MailRow): Mail {
  const { total, waiting, sent, failed, skipped } = row
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    occasion: row.occasion,
    list: row.listId,
    subject: row.subject,
    body: row.body,
    counts: { total, waiting, sent, failed, skipped, unknown: total - waiting - sent - failed - skipped },
    created_at: row.createdAt,
    sent_at: row.sentAt,
    held_for: row.heldFor,
  }
}

import * as z from 'zod'
import { before } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { DISPLAY_NAME } from '../persons/person'
import { beyondIdSql } from '../shared/keyset'
import { answerPage, type Cursors, pageRequest, pagingQuery } from '../shared/paging'
import { instant, openEnum } from '../shared/text'
import { NOT_SENT_REASONS } from './claim'
import { requireMail } from './get'
import { selectMail } from './mail'

/** `sending` becomes `unknown` if the mail service has not answered within a quarter of an hour. */
export const RECIPIENT_STATES = ['waiting', 'sending', 'sent', 'failed', 'skipped', 'unknown'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

/** A person that a mail goes to. */
export const recipient = z
  .object({
    person_id: z.string(),
    name: z.string().nullable().describe('`null` for a person who has been deleted'),
    state: z
      .enum(RECIPIENT_STATES)
      .describe('`unknown` was handed over without an answer, and is not sent again'),
    reason: openEnum(NOT_SENT_REASONS)
      .nullable()
      .describe('Why it failed or was skipped, or that it was reported as spam'),
    sent_with: z
      .string()
      .nullable()
      .describe('The person whose mail it is, if that is another one: who has the same address, or who pays'),
    at: instant.describe('When it came into this state'),
  })
  .meta({
    id: 'MailRecipient',
    examples: [
      {
        person_id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        name: 'Ada Lovelace',
        state: 'sent',
        reason: null,
        sent_with: null,
        at: '2026-01-31T12:05:01.000Z',
      },
    ],
  })
export type Recipient = z.infer<typeof recipient>

/** The query of a page of recipients. */
export const recipientsQuery = z.strictObject({
  ...pagingQuery,
  state: z.enum(RECIPIENT_STATES).optional().describe('Only those in this state'),
})

/**
 * Lists a page of the persons that a mail goes to. One trip. Throws `permission_missing`, `not_found`, and `invalid` for a
 * cursor of another list.
 */
export async function listRecipients(
  principal: Principal,
  { id, query: asked }: { id: string; query: z.infer<typeof recipientsQuery> },
): Promise<{ recipients: Recipient[]; perPage: number; cursors: Cursors }> {
  const request = pageRequest(asked)
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    { mails: selectMail(workspace, id), page: selectRecipients(workspace, id, asked.state, request) },
    (credential) => requirePermission(credential, 'mails:read'),
  )
  const mail = requireMail(rows.mails)
  requirePermission(credential, `${mail.listId}:read`)
  const paged = { workspace: credential.workspace, scope: ['recipients', id, asked.state ?? null] }
  const { rows: page, ...paging } = answerPage(request, rows.page, {
    ...paged,
    keyOf: ({ person_id }) => person_id,
  })
  return { recipients: page, ...paging }
}

/** The state of a recipient: that of `lead`, by whose mail one may be covered. */
export const STATE = sql`
  CASE WHEN lead.state <> 'claimed' THEN lead.state
    WHEN lead.at < ${before('-900 seconds')} THEN 'unknown' ELSE 'sending' END`

/** A page of the persons that a mail goes to, those in a state where one is given; with `more` columns of `persons`. */
export const selectRecipients = (
  workspace: Sql,
  mailId: string,
  state: RecipientState | undefined,
  { position, order, limit }: ReturnType<typeof pageRequest>,
  more = sql``,
): Sql<Recipient> => sql<Recipient>`
  SELECT reached.person_id, ${DISPLAY_NAME} AS name, ${STATE} AS state, lead.reason, reached.sent_with, lead.at ${more}
  FROM mail_recipients AS reached
  CROSS JOIN mail_recipients AS lead ON lead.workspace_id = reached.workspace_id AND lead.mail_id = reached.mail_id
    AND lead.person_id = coalesce(reached.sent_with, reached.person_id)
  LEFT JOIN persons ON persons.workspace_id = reached.workspace_id AND persons.list_id IN ('members', 'contacts')
    AND persons.area IN ('regular', 'applications') AND persons.id = reached.person_id
  WHERE reached.workspace_id = ${workspace} AND reached.mail_id = ${mailId}
    AND ${beyondIdSql(position, sql`reached.person_id`)} ${state ? sql`AND ${STATE} = ${state}` : sql``}
  ORDER BY reached.person_id ${order} LIMIT ${limit}`

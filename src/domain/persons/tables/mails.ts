import { sql } from '../../../db/sql'
import { mergeRecipients } from '../merge-rows'
import { deleteFrom, ONLY_IDS, type PersonTable } from './kinds'

/** A draft that waits is among the newest mails: no index has the drafts. */
const NEWEST_MAILS = 1000

/** What persons were and are mailed. */
export const OF_MAILS: PersonTable[] = [
  {
    table: 'mails',
    columns: { audience: 'ids' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE mails SET revision = revision + 1, audience = json_set(audience, '$.ids', json((
          SELECT json_group_array(DISTINCT iif(value = ${gone}, ${kept}, value)) FROM json_each(audience, '$.ids'))))
        WHERE workspace_id = ${workspace} AND state = 'draft' AND id IN (
            SELECT id FROM mails WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT ${NEWEST_MAILS})
          AND EXISTS (SELECT 1 FROM json_each(audience, '$.ids') WHERE value = ${gone})`,
    ],
    erase: ONLY_IDS,
    told: { reason: 'The recipients of mails have it.' },
  },
  {
    table: 'mail_recipients',
    columns: { person_id: 'id', sent_with: 'id', address: 'data', unsubscribe_hash: 'data' },
    merge: mergeRecipients,
    erase: (workspace, ids) => [
      sql`
        UPDATE mail_recipients INDEXED BY mail_recipients_by_person SET address = '', unsubscribe_hash = NULL
        WHERE workspace_id = ${workspace} AND person_id IN (${ids})`,
    ],
    told: {
      key: 'mails',
      needs: 'mails:read',
      select: (workspace, id) => sql`
        SELECT mail_id, mails.subject, address, mail_recipients.state, reason, at
        FROM mail_recipients INDEXED BY mail_recipients_by_person CROSS JOIN mails
        WHERE mail_recipients.workspace_id = ${workspace} AND person_id = ${id}
          AND mails.workspace_id = ${workspace} AND mails.id = mail_id
        ORDER BY mail_id`,
    },
  },
  {
    table: 'sent_messages',
    columns: { person_id: 'id' },
    merge: { reason: 'It is kept for a month, and no index has it by person.' },
    erase: ONLY_IDS,
    told: { reason: 'The recipients of mails have it.' },
  },
  {
    table: 'mail_occasions',
    columns: { person_id: 'id', subject: 'id' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE OR IGNORE mail_occasions SET person_id = ${kept}, subject = iif(subject = ${gone}, ${kept}, subject)
        WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
      sql`DELETE FROM mail_occasions WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
    ],
    erase: deleteFrom('mail_occasions'),
    told: { reason: 'The recipients of mails have it.' },
  },
  {
    table: 'email_changes',
    columns: { person_id: 'id', email: 'data', replaces: 'data', token_hash: 'data' },
    merge: ({ workspace, gone }) => [
      sql`DELETE FROM email_changes WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
    ],
    erase: deleteFrom('email_changes'),
    told: {
      key: 'new_addresses',
      select: (workspace, id) => sql`
        SELECT email, requested_at, expires_at FROM email_changes
        WHERE workspace_id = ${workspace} AND person_id = ${id}`,
    },
  },
  {
    table: 'news_refusals',
    columns: { person_id: 'id' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE OR IGNORE news_refusals SET person_id = ${kept}
        WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
      sql`DELETE FROM news_refusals WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
    ],
    erase: deleteFrom('news_refusals'),
    told: {
      key: 'news_refusals',
      select: (workspace, id) =>
        sql`SELECT refused_at FROM news_refusals WHERE workspace_id = ${workspace} AND person_id = ${id}`,
    },
  },
  {
    table: 'blocked_addresses',
    columns: { address: 'data' },
    merge: { reason: 'It is of an address, whoever has it.' },
    erase: { reason: 'No mail may go to the address again, whoever has it.' },
    told: { reason: 'It is of an address, whoever has it.' },
  },
]

import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'
import { type Addressed, ledBy } from './audience'

/** How many persons a mail goes to at most. */
export const MAX_RECIPIENTS = 20_000

/** How many mails a message of the queue has. Each takes about ten statements, and an invocation may make 1,000 queries. */
const MAILS_PER_MESSAGE = 50

/** Makes the persons of an audience who can be reached the recipients of a mail. */
export const insertRecipients = (
  workspace: Sql,
  { mailId, ...addressed }: Addressed & { mailId: string },
): Sql => sql`
  WITH ${workspaceCte(workspace)}, ${ledBy(addressed)}
  INSERT INTO mail_recipients (workspace_id, mail_id, person_id, address, sent_with, state, at)
  SELECT ${TENANT}, ${mailId}, id, address, nullif(lead, id), CASE WHEN lead = id THEN 'waiting' ELSE 'covered' END, ${NOW}
  FROM led WHERE ${TENANT} IS NOT NULL`

/** How many persons of an audience can be reached, by how many mails; at most one person more than {@link MAX_RECIPIENTS}. */
export const selectReached = (workspace: Sql, addressed: Addressed) => sql<{
  persons: number
  mails: number
}>`
  WITH ${workspaceCte(workspace)}, ${ledBy(addressed, sql`LIMIT ${MAX_RECIPIENTS + 1}`)}
  SELECT count(*) AS persons, total(lead = id) AS mails FROM led`

/** What a confirmation is bound to. */
export const markOf = ({ persons, mails }: { persons: number; mails: number }): string =>
  `${persons}.${mails}`

/** The {@link markOf} of the recipients of a mail, as SQL. */
export const markIn = (workspace: Sql, mailId: string): Sql => sql`(
  SELECT count(*) || '.' || count(CASE WHEN state = 'waiting' THEN 1 END) FROM mail_recipients
  WHERE workspace_id = ${workspace} AND mail_id = ${mailId})`

/** How many mails wait to be sent to the recipients of a mail, as SQL. */
export const countWaiting = (workspace: Sql, mailId: string): Sql => sql`(
  SELECT count(*) FROM mail_recipients
  WHERE workspace_id = ${workspace} AND mail_id = ${mailId} AND state = 'waiting')`

/** The first and the last recipient of a message of the queue. */
export type Range = { first: string; last: string }

/** What the queue is to be told of a mail. */
export type Sending = { workspaceId: string; mailId: string; ranges: Range[] }

/** The {@link Range}s of the mails that wait. */
export const selectRanges = (workspace: Sql, mailId: string): Sql<Range> => sql<Range>`
  SELECT min(person_id) AS first, max(person_id) AS last FROM (
    SELECT person_id, (row_number() OVER (ORDER BY person_id) - 1) / ${sql.raw(String(MAILS_PER_MESSAGE))} AS chunk
    FROM mail_recipients WHERE workspace_id = ${workspace} AND mail_id = ${mailId} AND state = 'waiting')
  GROUP BY chunk ORDER BY chunk`

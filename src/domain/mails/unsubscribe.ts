import { type Db, trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { type ActingRequest, actorOf } from '../access/actor'
import { LISTS, type ListId } from '../access/lists'
import { changeNews } from '../persons/news'
import { DISPLAY_NAME } from '../persons/person'
import { IDENTITY, type Identity } from '../portal/identity'
import { sha256 } from '../shared/hash'

/**
 * Whose news a link of a mail is about: the workspace that sends them, the names of those who share the address of the mail,
 * and whether all of them refuse.
 */
export type Subscription = Identity & { names: string[]; isRefused: boolean }

/** Reads what the unsubscribe link of a mail is about; undefined for an unknown token. One trip. */
export async function viewSubscription(
  db: Db,
  { token }: { token: string },
): Promise<Subscription | undefined> {
  const hash = sha256(token)
  const { found } = await trip(db, { found: selectSubscription(hash) })
  return toSubscription(found)
}

/**
 * Unsubscribes all who share the address of a mail of news from all news of the workspace (RFC 8058), or subscribes them
 * again, with an event for each. Undefined for an unknown token. One trip.
 */
export async function setSubscription(
  db: Db,
  { token, isRefused, ...request }: ActingRequest & { token: string; isRefused: boolean },
): Promise<Subscription | undefined> {
  const hash = sha256(token)
  // Each person acts for themselves: the event of one must not keep the name of another who is deleted.
  const actor = actorOf(request, {
    kind: 'member',
    door: 'portal',
    id: sql`subjects.id`,
    name: sql`subjects.name`,
  })
  const workspace = sql`(SELECT workspace_id FROM mail_recipients WHERE unsubscribe_hash = ${hash})`
  const changes = LISTS.map((list) =>
    changeNews(actor, workspace, { list, ids: selectReaders(hash), isRefused }),
  )
  const { found } = await trip(db, {
    changes: changes.flatMap(({ recorded, changed }) => [recorded, changed]),
    found: selectSubscription(hash),
  })
  return toSubscription(found)
}

/**
 * The persons who read the mail of a token: all of its workspace who have its address now, and those it was sent to.
 * A person may be given twice. The link is for an address, since the reader cannot tell whose mail it was.
 */
const selectReaders = (hash: string): Sql => sql`
  SELECT reached.person_id FROM mail_recipients AS lead CROSS JOIN mail_recipients AS reached
    ON reached.workspace_id = lead.workspace_id AND reached.mail_id = lead.mail_id
    AND (reached.person_id = lead.person_id OR reached.sent_with = lead.person_id)
  WHERE lead.unsubscribe_hash = ${hash}
  UNION ALL ${sql.join(
    LISTS.map((list) => selectByAddress(hash, list)),
    ' UNION ALL ',
  )}`

const selectByAddress = (hash: string, list: ListId): Sql => sql`
  SELECT persons.id FROM mail_recipients AS lead CROSS JOIN persons INDEXED BY persons_by_email
    ON persons.workspace_id = lead.workspace_id AND persons.list_id = ${list}
    AND persons.email IS NOT NULL AND lower(persons.email) = lower(lead.address)
  WHERE lead.unsubscribe_hash = ${hash} AND persons.area IN ('regular', 'applications')`

type SubscriptionRow = Identity & { names: string; isRefused: number }

const selectSubscription = (hash: string): Sql<SubscriptionRow> => {
  const readerSql = sql`
    persons.workspace_id = lead.workspace_id AND persons.area IN ('regular', 'applications')
      AND persons.list_id IN (${sql.join(LISTS.map((list) => sql`${list}`))}) AND persons.id IN (${selectReaders(hash)})`
  return sql<SubscriptionRow>`
    SELECT ${IDENTITY}, (
      SELECT json_group_array(name) FROM (
        SELECT ${DISPLAY_NAME} AS name FROM persons WHERE ${readerSql} ORDER BY persons.id)) AS names,
      NOT EXISTS (
        SELECT 1 FROM persons WHERE ${readerSql} AND NOT EXISTS (
          SELECT 1 FROM news_refusals
          WHERE news_refusals.workspace_id = lead.workspace_id AND news_refusals.person_id = persons.id)) AS isRefused
    FROM mail_recipients AS lead CROSS JOIN workspaces ON workspaces.id = lead.workspace_id
    WHERE lead.unsubscribe_hash = ${hash}`
}

function toSubscription([row]: SubscriptionRow[]): Subscription | undefined {
  return row && { ...row, names: JSON.parse(row.names), isRefused: row.isRefused === 1 }
}

import { type Db, trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { type ActingRequest, actorOf } from '../access/actor'
import { LISTS } from '../access/lists'
import { IDENTITY, type Identity } from '../portal/identity'
import { sha256 } from '../shared/hash'
import { changeNews } from './news'

/** Whose news a link of a mail is about: the workspace that sends them, and whether they are refused. */
export type Subscription = Identity & { isRefused: boolean }

/** Reads what the unsubscribe link of a mail is about; undefined for an unknown token. One trip. */
export async function readSubscription(
  db: Db,
  { token }: { token: string },
): Promise<Subscription | undefined> {
  const hash = sha256(token)
  const { found } = await trip(db, { found: selectSubscription(hash) })
  return toSubscription(found)
}

/**
 * Unsubscribes the persons whom a mail of news went to from all news of the workspace (RFC 8058), or subscribes them again,
 * with an event for each. Undefined for an unknown token. One trip.
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
    changeNews(actor, workspace, { list, ids: selectReached(hash), isRefused }),
  )
  const { found } = await trip(db, {
    changes: changes.flatMap(({ recorded, changed }) => [recorded, changed]),
    found: selectSubscription(hash),
  })
  return toSubscription(found)
}

/** The persons whom a mail went to: the one of the token, and those covered by it. */
const selectReached = (hash: string): Sql => sql`
  SELECT reached.person_id FROM mail_recipients AS lead CROSS JOIN mail_recipients AS reached
    ON reached.workspace_id = lead.workspace_id AND reached.mail_id = lead.mail_id
    AND (reached.person_id = lead.person_id OR reached.sent_with = lead.person_id)
  WHERE lead.unsubscribe_hash = ${hash}`

type SubscriptionRow = Omit<Subscription, 'isRefused'> & { isRefused: number }

const selectSubscription = (hash: string): Sql<SubscriptionRow> => sql<SubscriptionRow>`
  SELECT ${IDENTITY}, EXISTS (
    SELECT 1 FROM news_refusals
    WHERE news_refusals.workspace_id = lead.workspace_id AND news_refusals.person_id = lead.person_id) AS isRefused
  FROM mail_recipients AS lead CROSS JOIN workspaces ON workspaces.id = lead.workspace_id
  WHERE lead.unsubscribe_hash = ${hash}`

function toSubscription([row]: SubscriptionRow[]): Subscription | undefined {
  return row && { ...row, isRefused: row.isRefused === 1 }
}

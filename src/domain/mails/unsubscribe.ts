import { type Db, trip } from '../../db/client'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { sha256 } from '../shared/hash'

/** Whose news a link of a mail is about: the workspace that sends them, and whether they are wanted. */
export type Subscription = { workspace: string; locale: string; isRefused: boolean }

/** Reads what the unsubscribe link of a mail is about; undefined for an unknown token. One trip. */
export async function readSubscription(
  db: Db,
  { token }: { token: string },
): Promise<Subscription | undefined> {
  const hash = await sha256(token)
  const { found } = await trip(db, { found: selectSubscription(hash) })
  return toSubscription(found)
}

/**
 * Unsubscribes the persons whom a mail of news went to from all news of the workspace (RFC 8058), or subscribes them again.
 * Undefined for an unknown token. One trip.
 */
export async function setSubscription(
  db: Db,
  { token, isRefused }: { token: string; isRefused: boolean },
): Promise<Subscription | undefined> {
  const hash = await sha256(token)
  const { found } = await trip(db, {
    changed: isRefused
      ? sql`
          INSERT INTO news_refusals (workspace_id, person_id, refused_at)
          SELECT workspace_id, person_id, ${NOW} FROM ${personsOf(hash)} WHERE TRUE ON CONFLICT DO NOTHING`
      : sql`
          DELETE FROM news_refusals
          WHERE (workspace_id, person_id) IN (SELECT workspace_id, person_id FROM ${personsOf(hash)})`,
    found: selectSubscription(hash),
  })
  return toSubscription(found)
}

/** The persons whom a mail went to: the one of the token, and those covered by it. */
const personsOf = (hash: string): Sql => sql`(
  SELECT reached.workspace_id, reached.person_id FROM mail_recipients AS lead CROSS JOIN mail_recipients AS reached
    ON reached.workspace_id = lead.workspace_id AND reached.mail_id = lead.mail_id
    AND (reached.person_id = lead.person_id OR reached.sent_with = lead.person_id)
  WHERE lead.unsubscribe_hash = ${hash})`

type SubscriptionRow = { workspace: string; locale: string; isRefused: number }

const selectSubscription = (hash: string): Sql<SubscriptionRow> => sql<SubscriptionRow>`
  SELECT workspaces.name AS workspace, workspaces.locale, EXISTS (
    SELECT 1 FROM news_refusals
    WHERE news_refusals.workspace_id = lead.workspace_id AND news_refusals.person_id = lead.person_id) AS isRefused
  FROM mail_recipients AS lead CROSS JOIN workspaces ON workspaces.id = lead.workspace_id
  WHERE lead.unsubscribe_hash = ${hash}`

function toSubscription([row]: SubscriptionRow[]): Subscription | undefined {
  return row && { ...row, isRefused: row.isRefused === 1 }
}

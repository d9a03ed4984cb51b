import { type Db, trip } from '../../db/client'
import { sql } from '../../db/sql'
import { portalOpenTo } from './coverage'
import type { EmailNotice } from './reverse-email'

/** How many old addresses a slice has told. */
const SLICE = 1_000

type Replaced = {
  portal: string | null
  restores: string
  current: string
  requestedAt: string
  /** The persons as JSON. */
  persons: string
}

type Telling = { workspaceId: string; tell: (notices: EmailNotice[]) => Promise<void> }

/** Returns the ids of the workspaces with old addresses to tell. One trip; a row for each address. */
export async function listWorkspacesToTell(db: Db): Promise<string[]> {
  const { found } = await trip(db, {
    found: sql<{ id: string }>`
      SELECT DISTINCT workspace_id AS id FROM email_reversals INDEXED BY email_reversals_untold WHERE is_untold = 1`,
  })
  return found.map(({ id }) => id)
}

/**
 * Has the old addresses told that staff of a workspace have replaced, those of a family at once, and keeps that: where `tell` fails,
 * they are told again in the next hour. Those without a portal are not told. The oldest 1,000; returns whether these were all. Two
 * trips, one if there are none.
 */
export async function tellOldAddresses(db: Db, { workspaceId, tell }: Telling): Promise<{ isAll: boolean }> {
  const { replaced } = await trip(db, {
    replaced: sql<Replaced>`
      SELECT ${portalOpenTo(sql`old.workspace_id`)} AS portal, restores, current_email AS current,
        requested_at AS requestedAt,
        json_group_array(json_object('workspace_id', workspace_id, 'person_id', person_id)) AS persons
      FROM (
        SELECT * FROM email_reversals WHERE workspace_id = ${workspaceId} AND is_untold = 1
        ORDER BY requested_at LIMIT ${SLICE}) AS old
      GROUP BY portal, restores, current, requestedAt`,
  })
  if (replaced.length === 0) return { isAll: true }
  await tell(replaced.flatMap(noticeOf))
  const told = replaced.flatMap((one) =>
    personsOf(one).map(({ workspace_id, person_id }) => [workspace_id, person_id, one.requestedAt]),
  )
  await trip(db, {
    told: sql`
      UPDATE email_reversals SET is_untold = 0
      WHERE (workspace_id, person_id, requested_at) IN (
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(told)}))`,
  })
  return { isAll: told.length < SLICE }
}

const personsOf = ({ persons }: Replaced): EmailNotice['persons'] => JSON.parse(persons)

function noticeOf(replaced: Replaced): EmailNotice[] {
  const { portal, restores, current, requestedAt } = replaced
  if (portal === null) return []
  const persons = personsOf(replaced)
  return [
    {
      workspace_id: portal,
      to: restores,
      new_email: current,
      persons,
      requested_at: requestedAt,
      is_of_staff: true,
    },
  ]
}

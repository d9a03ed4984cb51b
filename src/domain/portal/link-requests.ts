import { type Db, trip } from '../../db/client'
import type { WorkspaceRow } from '../../db/schema'
import { sql } from '../../db/sql'
import { sweepCounts } from '../access/hourly-limits'
import { knownBrowserSql, memberSubject } from '../access/known-browsers'
import { countMailRequest, type MailRequestOutcome } from '../access/mail-requests'
import { DomainError } from '../shared/errors'
import { email } from '../shared/text'
import { entryFrom, selectEntry } from './entry'
import { OPEN_PORTAL } from './settings'

/** A link that was asked for, and when. */
export type LinkRequest = { workspace_id: string; email: string; requested_at: string }

/**
 * Takes what was typed into an entry page as a request for a link, and counts it as `access/mail-requests.ts` does. The
 * outcome cannot tell who is a member, since no member is looked up. One trip. Throws `not_found` for an unknown workspace.
 */
export async function requestLink(
  db: Db,
  { now, idOrSlug, typed, caller, browser }: Asked,
): Promise<{ workspace: WorkspaceRow } & (Refused | { outcome: 'taken'; request: LinkRequest })> {
  const address = email.safeParse(typed.normalize('NFKC').trim().toLowerCase()).data ?? ''
  const counted = countMailRequest({
    now,
    kind: 'link',
    caller,
    address,
    browser,
    knownSql: knownBrowserSql(browser, memberSubject(address), now),
    condition: address ? sql`EXISTS (${selectEntry(db, idOrSlug)} AND ${OPEN_PORTAL})` : sql`FALSE`,
  })
  const { entries, ...rows } = await trip(db, {
    entries: selectEntry(db, idOrSlug),
    swept: sweepCounts(db, now),
    ...counted.statements,
  })
  const entry = entryFrom(entries)
  if (!entry) throw new DomainError('not_found', 'There is no portal at this address.')
  const { workspace } = entry
  if (!entry.isOpen) return { workspace, outcome: 'closed' }
  if (!address) return { workspace, outcome: 'no_address' }
  const outcome = counted.outcome(rows)
  if (outcome !== 'taken') return { workspace, outcome }
  return {
    workspace,
    outcome,
    request: { workspace_id: workspace.id, email: address, requested_at: now.toISOString() },
  }
}

type Asked = { now: Date; idOrSlug: string; typed: string; caller: string; browser: string }

type Refused = { outcome: 'closed' | 'no_address' | Exclude<MailRequestOutcome, 'taken'> }

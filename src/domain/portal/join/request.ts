import { and, eq, lte } from 'drizzle-orm'
import { type Db, trip } from '../../../db/client'
import { joinRequests, type WorkspaceRow, workspaces } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { sweepCounts } from '../../access/hourly-limits'
import { type ColumnRow, columnsFromRows } from '../../custom-columns/column'
import { type ListColumns, selectColumns } from '../../custom-columns/query-list'
import { todayIn } from '../../shared/dates'
import { DomainError } from '../../shared/errors'
import { sha256 } from '../../shared/hash'
import { isWorkspaceId } from '../../shared/ids'
import { newToken, newTokenAt } from '../../shared/token'
import { addressOf, type FamilyInput } from './family'
import {
  isJoinFormOpen,
  type JoinField,
  type JoinForm,
  joinFields,
  joinFormOf,
  type MandateOffer,
  mandateOffer,
  OPEN_JOIN_FORM,
} from './form'
import { type Consents, requireFamily } from './issues'
import { countJoinRequest, type JoinRefusal } from './limits'
import { applicationFrom, storedApplication } from './principal'

/** How long the link that confirms an application is valid, in milliseconds. */
export const JOIN_MILLISECONDS = 48 * 60 * 60 * 1000

/** The form of a workspace with the fields that it asks for. It is closed where the workspace has switched it off. */
export type OpenedForm = {
  workspace: WorkspaceRow
  form: JoinForm
  fields: JoinField[]
  /** The mandate that it takes; null if it takes none. */
  offer: MandateOffer | null
  columns: ListColumns
  isOpen: boolean
}

/** The mail with the link that confirms an application, to the address in it; `locale` is the language of the applicant. */
export type JoinMail = {
  workspace_id: string
  email: string
  token: string
  locale: string
  requested_at: string
}

/**
 * By what an application is changed that waits: the token of its link, which the mail has, or that of the browser that sent it,
 * which confirms nothing.
 */
export type Change = { link: string } | { draft: string }

/** The condition that a row of `join_requests` waits, and that a token may change it. */
const changedSql = (change: Change, now: Date): Sql =>
  'link' in change
    ? sql`(token_hash = ${sha256(change.link)} AND input <> '' AND expires_at > ${now.toISOString()})`
    : sql`(draft_hash = ${sha256(change.draft)} AND input <> '' AND expires_at > ${now.toISOString()})`

/** The form of a workspace, and the application that is changed with it: undefined if that does not wait any more. */
export type ChangedForm = OpenedForm & { waiting: FamilyInput | undefined }

/**
 * Gets the form of a workspace, by its slug or id, with the application that is changed. One trip. Throws `not_found` for an
 * unknown workspace.
 */
export async function viewJoinForm(
  db: Db,
  { idOrSlug, change, now = new Date() }: { idOrSlug: string; change?: Change | undefined; now?: Date },
): Promise<ChangedForm> {
  const namedSql = isWorkspaceId(idOrSlug)
    ? eq(workspaces.id, idOrSlug)
    : eq(workspaces.portalSlug, idOrSlug.toLowerCase())
  const named = sql`(SELECT id FROM workspaces WHERE ${namedSql})`
  const rows = await trip(db, {
    named: db.select().from(workspaces).where(namedSql),
    columns: selectColumns(named, 'members'),
    waiting: change
      ? [
          sql<{ input: string }>`
            SELECT input FROM join_requests WHERE workspace_id = ${named} AND ${changedSql(change, now)}`,
        ]
      : [],
  })
  const [workspace] = rows.named
  if (!workspace) throw new DomainError('not_found', 'There is no workspace at this address.')
  const [waiting] = rows.waiting
  return {
    ...openedForm(workspace, rows.columns),
    waiting: waiting && applicationFrom(waiting.input).family,
  }
}

/** The form of a workspace with the rows of its columns. */
export function openedForm(workspace: WorkspaceRow, rows: ColumnRow[]): OpenedForm {
  const columns: ListColumns = {
    list: 'members',
    columns: columnsFromRows('members', rows),
    columnsVersion: { workspaceId: workspace.id, version: workspace.columnsVersion },
  }
  const form = joinFormOf(workspace)
  const offer = mandateOffer(workspace)
  const fields = joinFields(form, columns.columns, offer)
  return { workspace, form, fields, offer, columns, isOpen: isJoinFormOpen(workspace) }
}

type Application = {
  now: Date
  /** What was typed, by the keys of the API. */
  family: FamilyInput
  consents: Consents
  caller: string
  locale: string
  /** The application that waits, in whose place this one comes. */
  change?: Change | undefined
}

/** An application that waits for its mail, and the token by which the browser that sent it changes it. */
export type Requested = { mail: JoinMail; draft: string }

/**
 * Keeps an application until a link in a mail confirms it, and gives that mail. No person is looked up, so that the outcome
 * tells of no address whether it is a member's. One trip. Returns why it is not taken above the limits. Throws `invalid`,
 * also for fields that the form requires, and under `consent` for what was not agreed to.
 */
export async function requestMembership(
  db: Db,
  { workspace, form, fields, offer, columns }: OpenedForm,
  { now, family, consents, caller, locale, change }: Application,
): Promise<Requested | JoinRefusal> {
  const today = todayIn(workspace.timezone, now)
  requireFamily(family, { fields, offer, columns, consents, today, variant: workspace.subscriptionVariant })
  const email = addressOf(family)
  const [token, draft] = [newTokenAt(db.place), newToken()]
  const counted = countJoinRequest(now, { caller, email, workspaceId: workspace.id })
  const { kept, replaced, ...counts } = await trip(db, {
    swept: sweepCounts(db, now),
    ...counted.statements,
    kept: sql<{ email: string }>`
      INSERT INTO join_requests (token_hash, draft_hash, workspace_id, email, input, created_at, expires_at)
      SELECT ${sha256(token)}, ${sha256(draft)}, id, ${email}, ${storedApplication(family, form.statutes_url)},
        ${now.toISOString()}, ${new Date(now.getTime() + JOIN_MILLISECONDS).toISOString()}
      FROM workspaces WHERE id = ${workspace.id} AND ${OPEN_JOIN_FORM} AND ${counted.takenSql}
      RETURNING email`,
    replaced: change
      ? [
          sql`
            DELETE FROM join_requests
            WHERE workspace_id = ${workspace.id} AND ${changedSql(change, now)}
              AND EXISTS (SELECT 1 FROM join_requests AS kept WHERE kept.token_hash = ${sha256(token)})`,
        ]
      : [],
  })
  const refusal = counted.refusal(counts)
  if (refusal) return refusal
  if (kept.length === 0) throw new DomainError('not_found', 'The form was switched off.')
  return {
    mail: { workspace_id: workspace.id, email, token, locale, requested_at: now.toISOString() },
    draft,
  }
}

/**
 * Changes an application in its place, by its link: to the same address, so that it needs no other mail. One trip. Returns whether it
 * still waited. Throws `invalid` as {@link requestMembership} does.
 */
export async function changeApplication(
  db: Db,
  { workspace, form, fields, offer, columns }: OpenedForm,
  { now, family, consents, link }: Pick<Application, 'now' | 'family' | 'consents'> & { link: string },
): Promise<boolean> {
  const today = todayIn(workspace.timezone, now)
  requireFamily(family, { fields, offer, columns, consents, today, variant: workspace.subscriptionVariant })
  const { changed } = await trip(db, {
    changed: sql<{ email: string }>`
      UPDATE join_requests SET input = ${storedApplication(family, form.statutes_url)}, created_at = ${now.toISOString()}
      WHERE workspace_id = (SELECT id FROM workspaces WHERE id = ${workspace.id} AND ${OPEN_JOIN_FORM})
        AND ${changedSql({ link }, now)} AND email = ${addressOf(family)}
      RETURNING email`,
  })
  return changed.length > 0
}

/** Deletes applications whose links have expired. One trip. */
export async function deleteOldJoinRequests(db: Db, now = new Date()): Promise<void> {
  await trip(db, { deleted: db.delete(joinRequests).where(lte(joinRequests.expiresAt, now.toISOString())) })
}

/** Gets the workspace of a mail while its application waits for it; undefined for one that was confirmed. One trip. */
export async function viewWaitingFor(db: Db, { token, now }: { token: string; now: Date }) {
  const { waiting } = await trip(db, {
    waiting: db
      .select()
      .from(workspaces)
      .where(
        and(
          eq(
            workspaces.id,
            sql`(SELECT workspace_id FROM join_requests
              WHERE token_hash = ${sha256(token)} AND input <> '' AND expires_at > ${now.toISOString()})`,
          ),
          OPEN_JOIN_FORM,
        ),
      ),
  })
  return waiting[0]
}

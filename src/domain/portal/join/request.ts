import { and, eq, lte } from 'drizzle-orm'
import { type Db, trip } from '../../../db/client'
import { joinRequests, type WorkspaceRow, workspaces } from '../../../db/schema'
import { sql } from '../../../db/sql'
import { sweepCounts } from '../../access/hourly-limits'
import { type ColumnRow, columnsFromRows } from '../../custom-columns/column'
import { type ListColumns, selectColumns } from '../../custom-columns/query-list'
import { type PersonInput, schemasFor } from '../../persons/schemas'
import { todayIn } from '../../shared/dates'
import { DomainError } from '../../shared/errors'
import { sha256 } from '../../shared/hash'
import { newToken } from '../../shared/token'
import { validate } from '../../shared/validation'
import { isJoinFormOpen, type JoinField, type JoinForm, joinFields, joinFormOf, OPEN_JOIN_FORM } from './form'
import { applicationIssues } from './issues'
import { countJoinRequest, type JoinRefusal } from './limits'

/** How long the link that confirms an application is valid, in milliseconds. */
export const JOIN_MILLISECONDS = 48 * 60 * 60 * 1000

/** The form of a workspace with the fields that it asks for. It is closed where the workspace has switched it off. */
export type OpenedForm = {
  workspace: WorkspaceRow
  form: JoinForm
  fields: JoinField[]
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

/** Gets the form of a workspace, by its slug or id. One trip. Throws `not_found` for an unknown workspace. */
export async function viewJoinForm(db: Db, { idOrSlug }: { idOrSlug: string }): Promise<OpenedForm> {
  const namedSql = idOrSlug.startsWith('wsp_')
    ? eq(workspaces.id, idOrSlug)
    : eq(workspaces.portalSlug, idOrSlug.toLowerCase())
  const named = sql`(SELECT id FROM workspaces WHERE ${namedSql})`
  const rows = await trip(db, {
    named: db.select().from(workspaces).where(namedSql),
    columns: selectColumns(named, 'members'),
  })
  const [workspace] = rows.named
  if (!workspace) throw new DomainError('not_found', 'There is no workspace at this address.')
  return openedForm(workspace, rows.columns)
}

/** The form of a workspace with the rows of its columns. */
export function openedForm(workspace: WorkspaceRow, rows: ColumnRow[]): OpenedForm {
  const columns: ListColumns = {
    list: 'members',
    columns: columnsFromRows('members', rows),
    columnsVersion: { workspaceId: workspace.id, version: workspace.columnsVersion },
  }
  const form = joinFormOf(workspace)
  const fields = joinFields(form, columns.columns)
  return { workspace, form, fields, columns, isOpen: isJoinFormOpen(workspace) }
}

type Application = {
  now: Date
  /** What was typed, by the keys of the API. */
  person: PersonInput
  agrees: boolean
  caller: string
  locale: string
}

/**
 * Keeps an application until a link in a mail confirms it, and gives that mail. No person is looked up, so that the outcome
 * tells of no address whether it is a member's. One trip. Returns why it is not taken above the limits. Throws `invalid`,
 * also for fields that the form requires, and under `consent.statutes` for a lack of consent.
 */
export async function requestMembership(
  db: Db,
  { workspace, form, fields, columns }: OpenedForm,
  { now, person, agrees, caller, locale }: Application,
): Promise<JoinMail | JoinRefusal> {
  validate(schemasFor(columns).newPerson, person, (given) =>
    applicationIssues(given, { fields, columns, agrees, today: todayIn(workspace.timezone, now) }),
  )
  const email = String(person.email)
  const token = newToken()
  const counted = countJoinRequest(now, { caller, email, workspaceId: workspace.id })
  const { kept, ...counts } = await trip(db, {
    swept: sweepCounts(db, now),
    ...counted.statements,
    kept: sql<{ email: string }>`
      INSERT INTO join_requests (token_hash, workspace_id, email, input, created_at, expires_at)
      SELECT ${sha256(token)}, id, ${email}, ${JSON.stringify({ person, statutes_url: form.statutes_url })},
        ${now.toISOString()}, ${new Date(now.getTime() + JOIN_MILLISECONDS).toISOString()}
      FROM workspaces WHERE id = ${workspace.id} AND ${OPEN_JOIN_FORM} AND ${counted.takenSql}
      RETURNING email`,
  })
  const refusal = counted.refusal(counts)
  if (refusal) return refusal
  if (kept.length === 0) throw new DomainError('not_found', 'The form was switched off.')
  return { workspace_id: workspace.id, email, token, locale, requested_at: now.toISOString() }
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

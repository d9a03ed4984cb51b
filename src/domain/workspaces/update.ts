import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { failUnless } from '../../db/guard'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { sql } from '../../db/sql'
import { act, only } from '../access/act'
import type { Need, SettingsPrincipal } from '../access/principal'
import { storedJoinForm } from '../portal/join/form'
import { DomainError } from '../shared/errors'
import { validate } from '../shared/validation'
import { needsProof } from '../staff/proofs'
import { openAccountsOn } from './book-openings'
import { awaitBooking, requireSwitch, switchesOn, switchFacts } from './book-switch'
import { requireAbove, selectChecks, selectLineage, settingsIssues } from './checks'
import { type CreditorNotice, creditorNotices, type OwnerToTell, selectOwnersToTell } from './creditor-notice'
import { isElsewhere } from './elsewhere'
import { recordWorkspace } from './events'
import { hasFixedYearsSql, moneyInput } from './money-settings'
import { ownSettingsChange, storedSettings, workspaceChange } from './settings'
import { reserveSlug, settleSlug, takeSlug } from './slugs'
import { toApi, type Workspace } from './workspace'

type Body = Record<string, unknown>

/** A workspace as it now is, and the mails that tell its owners that the account of its direct debits changed. */
export type UpdatedWorkspace = { workspace: Workspace; notices: CreditorNotice[] }

/**
 * Updates a workspace as the operator may: absent keys stay. Two trips. Throws `permission_missing`, `not_found` and
 * `invalid`.
 */
export async function updateWorkspace(
  principal: SettingsPrincipal,
  { body }: { body: Body },
): Promise<UpdatedWorkspace> {
  return update(principal, workspaceChange, body)
}

/**
 * Updates the settings that a workspace may change itself: absent keys stay. Two trips. Throws `permission_missing`,
 * `invalid`, `proof_required` for a creditor and for where the book is kept, and `portal_managed_elsewhere` for a
 * portal that a superordinate workspace manages.
 */
export async function updateOwnSettings(
  principal: SettingsPrincipal,
  { body }: { body: Body },
): Promise<UpdatedWorkspace> {
  const requireOwnPortal = ({ portalManagedBy }: WorkspaceRow) => {
    if (body.member_portal !== undefined && portalManagedBy === 'superordinate')
      throw new DomainError('portal_managed_elsewhere', 'A superordinate workspace manages this portal.')
  }
  const { keeps_book, book_begins_on } = Object(body.bookkeeping)
  if (keeps_book !== undefined || book_begins_on !== undefined)
    return update(principal, ownSettingsChange, body, requireOwnPortal, TO_SWITCH_BOOK)
  const isMoney = Object.keys(body).every((key) => key in moneyInput)
  const need = body.creditor === undefined ? TO_CHANGE : isMoney ? TO_SET_CREDITOR : TO_SET_ALL
  return update(principal, ownSettingsChange, body, requireOwnPortal, need)
}

/**
 * Leaves the portal of a workspace to the nearest one above that manages its own. Only that one can hand it back. Two
 * trips. Throws `permission_missing`, `proof_required`, and `not_found` without a workspace above.
 */
export async function leavePortal(principal: SettingsPrincipal): Promise<Workspace> {
  const body = { member_portal: { managed_by: 'superordinate' } }
  const requireAbove = ({ superordinateWorkspaceId }: WorkspaceRow) => {
    if (superordinateWorkspaceId === null)
      throw new DomainError('not_found', 'There is no workspace above this one.')
  }
  const { workspace } = await update(principal, workspaceChange, body, requireAbove, TO_LEAVE_PORTAL)
  return workspace
}

/** What {@link leavePortal} needs. */
export const TO_LEAVE_PORTAL: Need = {
  permission: 'settings:write',
  freshProof: needsProof('leave_portal'),
}

/** What it takes to change who collects direct debits. */
export const TO_SET_CREDITOR: Need = {
  permission: 'creditor:write',
  freshProof: needsProof('set_creditor'),
}

/** What it takes to switch the book of a workspace on and off. */
export const TO_SWITCH_BOOK: Need = {
  permission: 'settings:write',
  freshProof: needsProof('switch_book'),
}

const TO_SET_ALL: Need = { ...TO_SET_CREDITOR, permission: 'settings:write' }

const TO_CHANGE: Need = { permission: 'settings:write' }

async function update(
  principal: SettingsPrincipal,
  schema: z.ZodType<z.output<typeof workspaceChange>>,
  body: Body,
  requireOwn: (stored: WorkspaceRow) => void = () => {},
  need = TO_CHANGE,
): Promise<UpdatedWorkspace> {
  return act(principal, need, async (tx) => {
    const { db, now } = tx
    const { credential, ...rows } = await tx.read(selectChecks(body, now, tx.workspace()))
    const stored = credential.workspace
    requireOwn(stored)
    const isTreeSplit = rows.above.length === 0 && (await isElsewhere(db, body.superordinate_workspace_id))
    const checks = { ...rows, isTreeSplit }
    const input = validate(schema, body, (given) => settingsIssues(given, stored, checks, now))
    const settings = {
      ...storedSettings(input),
      portalFields: JSON.stringify({ ...JSON.parse(stored.portalFields), ...input.member_portal?.fields }),
      joinForm: storedJoinForm(stored.joinForm, input.join_form) ?? stored.joinForm,
      updatedAt: now.toISOString(),
    }
    const after = { ...stored, ...settings }
    const workspace = tx.writable()
    const movesYears = after.yearStart !== stored.yearStart
    const begins = switchesOn(body, stored)
    const hasNewAccount = after.creditorIban !== stored.creditorIban
    const named = { id: stored.id, slug: after.portalSlug, now }
    const takesSlug = after.portalSlug !== stored.portalSlug
    if (takesSlug) await reserveSlug(db, named)
    const { updated, owners } = await tx.write({
      // The access to fields and the form are merged with what was read, and the event says what changed.
      unchanged: failUnless(sql`EXISTS (
        SELECT 1 FROM workspaces WHERE id = ${stored.id} AND updated_at = ${stored.updatedAt}
          AND portal_fields = ${stored.portalFields} AND join_form IS ${stored.joinForm})`),
      // Two workspaces could come to be above each other at the same moment.
      lineage: failUnless(
        sql`${stored.id} NOT IN (${selectLineage(input.superordinate_workspace_id ?? null)})`,
      ),
      years: movesYears ? [failUnless(sql`NOT ${hasFixedYearsSql(sql`${stored.id}`)}`)] : [],
      book: begins ? [requireSwitch(sql`${stored.id}`, body, rows.bookSwitch)] : [],
      waiting:
        begins && input.bookkeeping?.book_begins_on
          ? [awaitBooking(workspace, input.bookkeeping.book_begins_on)]
          : [],
      openings:
        begins && input.bookkeeping?.book_begins_on
          ? openAccountsOn(
              { actor: tx.actor, workspace },
              {
                ...switchFacts(rows.bookSwitch),
                settings: stored,
                day: input.bookkeeping.book_begins_on,
                openings: input.bookkeeping.openings ?? [],
                now,
              },
            )
          : [],
      owners: hasNewAccount ? [selectOwnersToTell(sql`${stored.id}`, now)] : [],
      // Before the update, which can change the slug by which the dashboard addresses the workspace.
      recorded: recordWorkspace(
        tx.actor,
        workspace,
        'workspace.updated',
        stored,
        after,
        rows.chargeCostUnits,
      ),
      slugs: takesSlug ? takeSlug(db, named) : [],
      above: requireAbove(input.superordinate_workspace_id),
      updated: db.update(workspaces).set(settings).where(eq(workspaces.id, workspace)).returning(),
    })
    const row = only(updated)
    if (takesSlug) await settleSlug(db, named)
    return { workspace: toApi(row), notices: creditorNotices(row, owners as OwnerToTell[], now) }
  })
}

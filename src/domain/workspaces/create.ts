import { type Db, retryOnConflict, trip } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { storedJoinForm } from '../portal/join/form'
import { PORTAL_DEFAULTS } from '../portal/settings'
import { newWorkspaceId } from '../shared/ids'
import { validate } from '../shared/validation'
import { requireAbove, selectChecks, settingsIssues } from './checks'
import { isElsewhere } from './elsewhere'
import { recordWorkspace } from './events'
import { newWorkspace, storedSettings } from './settings'
import { reserveSlug, settleSlug, takeSlug } from './slugs'
import { toApi, type Workspace } from './workspace'

/** Creates a workspace, with {@link DEFAULTS} for what the body leaves out. Two trips. Throws `invalid`. */
export async function createWorkspace(
  db: Db,
  { now, actor, body }: { now: Date; actor: Actor; body: Record<string, unknown> },
): Promise<Workspace> {
  const id = newWorkspaceId(now, db.place)
  return retryOnConflict(async () => {
    const rows = await trip(db, selectChecks(body, now))
    const isTreeSplit = rows.above.length === 0 && (await isElsewhere(db, body.superordinate_workspace_id))
    const checks = { ...rows, isTreeSplit }
    const input = validate(newWorkspace, body, (given) => settingsIssues(given, undefined, checks, now))
    const row: WorkspaceRow = {
      ...DEFAULTS,
      ...storedSettings(input),
      isSandbox: input.sandbox ?? false,
      portalFields: JSON.stringify(input.member_portal?.fields ?? {}),
      joinForm: storedJoinForm(null, input.join_form) ?? null,
      id,
      name: input.name,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
    const named = { id, slug: row.portalSlug, now }
    await reserveSlug(db, named)
    await trip(db, {
      slugs: takeSlug(db, named),
      above: requireAbove(row.superordinateWorkspaceId),
      created: db.insert(workspaces).values(row),
      recorded: recordWorkspace(
        actor,
        sql`${row.id}`,
        'workspace.created',
        undefined,
        row,
        checks.chargeCostUnits,
      ),
    })
    if (row.portalSlug !== null) await settleSlug(db, named)
    return toApi(row)
  })
}

const DEFAULTS = {
  locale: 'de-DE',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  subscriptionVariant: 'complete',
  keepsBook: true,
  bookBeginsOn: null,
  hidesFirstSteps: false,
  superordinateWorkspaceId: null,
  portalEnabled: true,
  portalManagedBy: 'workspace',
  columnsVersion: 1,
  hasWebhooks: false,
  creditorName: null,
  creditorIban: null,
  creditorId: null,
  noticeDays: 14,
  yearStart: 1,
  passesChargesOn: false,
  confirmsCertainLines: false,
  isNonprofit: false,
  chargeCostUnitId: null,
  chargeCategoryId: null,
  chargeSphere: null,
  eventsSweptTo: 0,
  restores: '[]',
  debitsCheckedFor: 0,
  contactName: null,
  portalLogo: null,
  joinForm: null,
  contactEmail: null,
  contactPhone: null,
  imprintUrl: null,
  privacyUrl: null,
  leavingNoticeWeeks: 0,
  leavingEnd: 'year',
  resignationsTakeEffect: 'by_staff',
  suspendedAt: null,
  copyOf: null,
  copiedAt: null,
  isSandbox: false,
  exportingSince: null,
  lastExport: null,
  movingTo: null,
  ...PORTAL_DEFAULTS,
} as const

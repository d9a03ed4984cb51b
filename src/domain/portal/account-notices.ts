import { and, eq } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { hourOf, increment, isOver, sweepCounts } from '../access/hourly-limits'
import { MANDATE } from '../person-fields/fields'
import { parseFixedFields } from '../persons/person'
import type { PlannedUpdate } from '../persons/plan-update'
import { type PortalCredential, type PortalPrincipal, withPerson } from './principal'
import { OPEN_PORTAL } from './settings'

/** How many changes of a person's account are told in an hour, so that nobody floods a mailbox. */
const TOLD_PER_HOUR = 5

/** A mail that tells an address of a member that the account was changed in the portal. */
export type AccountNotice = {
  /** The workspace whose portal it is. */
  workspace_id: string
  to: string
  /** The last four characters of the IBAN; null if the account was removed. */
  iban_end: string | null
  requested_at: string
  /** Whether it is an address that the member had in the last 14 days. */
  is_old: boolean
}

/**
 * Returns the mails about updates that change accounts or mandates, one for each address that the persons have or had in the last
 * 14 days, and for that of the guardian who acts, and counts them: none after five in an hour. One trip, none if nothing of that
 * changes.
 */
export async function accountNotices(
  principal: PortalPrincipal,
  { workspace, person }: Pick<PortalCredential, 'workspace' | 'person'>,
  updates: readonly PlannedUpdate[],
): Promise<AccountNotice[]> {
  const changed = updates.filter(
    ({ patch }) => patch.bank_account !== undefined || patch[MANDATE] !== undefined,
  )
  if (changed.length === 0) return []
  const { db, now } = principal
  const counter = { hour: hourOf(now), subject: `account of ${person.id}`, max: TOLD_PER_HOUR }
  const { counts, old } = await trip(db, {
    swept: sweepCounts(db, now),
    counts: increment(counter, sql`TRUE`),
    old: changed.map(({ row }) => selectOldAddresses(withPerson(principal, row.id).workspace(), row.id, now)),
  })
  if (isOver(counts, counter)) return []
  const noticesOf = ({ row, patch }: PlannedUpdate): AccountNotice[] => {
    const { email } = parseFixedFields(row)
    const formerly = old.filter(({ id }) => id === row.id).map(({ address }) => address)
    const notice = {
      workspace_id: workspace.id,
      iban_end: ibanEnd(patch.bank_account),
      requested_at: now.toISOString(),
    }
    const guardian = row.id === person.id && person.isWard ? person.guardian?.email : undefined
    return [
      ...[email, guardian].flatMap((to) =>
        typeof to === 'string' ? [{ ...notice, to, is_old: false }] : [],
      ),
      ...formerly.map((to) => ({ ...notice, to, is_old: true })),
    ]
  }
  const notices = changed.flatMap(noticesOf).toSorted((a, b) => Number(a.is_old) - Number(b.is_old))
  return [...Map.groupBy(notices, ({ to }) => to.toLowerCase()).values()].flatMap(([first]) => first ?? [])
}

const ibanEnd = (account: unknown): string | null => {
  const { iban } = typeof account === 'string' ? JSON.parse(account) : {}
  return typeof iban === 'string' ? iban.slice(-4) : null
}

type OldAddress = { id: string; address: string }

const selectOldAddresses = (workspace: Sql, id: string, now: Date): Sql<OldAddress> => sql<OldAddress>`
  SELECT DISTINCT person_id AS id, restores AS address FROM email_reversals
  WHERE workspace_id = ${workspace} AND person_id = ${id} AND expires_at > ${now.toISOString()} ORDER BY address`

/** Gets a workspace; undefined for one that was deleted. One trip. */
export async function viewWorkspace(db: Db, id: string): Promise<WorkspaceRow | undefined> {
  const { found } = await trip(db, { found: db.select().from(workspaces).where(eq(workspaces.id, id)) })
  return found[0]
}

/** Gets the workspace that a notice is from. Undefined if its portal is closed by now. One trip. */
export async function viewNotifying(
  db: Db,
  { workspace_id }: AccountNotice,
): Promise<WorkspaceRow | undefined> {
  const { found } = await trip(db, {
    found: db
      .select()
      .from(workspaces)
      .where(and(eq(workspaces.id, workspace_id), OPEN_PORTAL)),
  })
  return found[0]
}

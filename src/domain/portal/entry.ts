import { and, eq } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { isWorkspaceId } from '../shared/ids'

/** A workspace that has a portal of its own, and whether it is open. */
export type Entry = { workspace: WorkspaceRow; isOpen: boolean }

/** Gets the workspace behind an entry page, by its slug or id; undefined for an unknown one. One trip. */
export async function viewEntry(db: Db, { idOrSlug }: { idOrSlug: string }): Promise<Entry | undefined> {
  const { entries } = await trip(db, { entries: selectEntry(db, idOrSlug) })
  return entryFrom(entries)
}

/** Selects the workspace that manages its portal, by its id or the slug of the portal. */
export function selectEntry(db: Db, idOrSlug: string) {
  const namedSql = isWorkspaceId(idOrSlug)
    ? eq(workspaces.id, idOrSlug)
    : eq(workspaces.portalSlug, idOrSlug.toLowerCase())
  return db
    .select()
    .from(workspaces)
    .where(and(namedSql, eq(workspaces.portalManagedBy, 'workspace')))
}

/** The entry page of the selected workspace; undefined if there is none. */
export const entryFrom = ([workspace]: WorkspaceRow[]): Entry | undefined =>
  workspace && { workspace, isOpen: offersPortal(workspace) }

const offersPortal = ({ portalEnabled, subscriptionVariant, suspendedAt }: WorkspaceRow): boolean =>
  portalEnabled && subscriptionVariant !== 'contacts' && suspendedAt === null

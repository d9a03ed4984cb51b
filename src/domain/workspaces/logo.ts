import { eq } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { type WorkspaceRow, workspaceLogos, workspaces } from '../../db/schema'
import { sql } from '../../db/sql'
import { act, only } from '../access/act'
import type { Need, SettingsPrincipal } from '../access/principal'
import { refusedAt } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { sha256 } from '../shared/hash'
import { recordWorkspace } from './events'
import { readImage } from './images/read'

/** How many bytes a logo has at most. Every page and every mail shows it. */
export const MAX_LOGO_BYTES = 100 * 1024

/** How many pixels a logo has at most on a side: few bytes can hold so many that a browser runs out of memory. */
export const MAX_LOGO_PIXELS = 4000

type Logo = typeof workspaceLogos.$inferSelect

const NEED: Need = { permission: 'settings:write' }

/**
 * Sets the logo of a workspace: a whole PNG, JPEG or WebP file of at most {@link MAX_LOGO_BYTES} and {@link MAX_LOGO_PIXELS} a
 * side, which is stored without its metadata. Two trips. Throws `permission_missing`, `invalid`, and
 * `portal_managed_elsewhere`.
 */
export async function setLogo(
  principal: SettingsPrincipal,
  { bytes }: { bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const image = bytes.length > MAX_LOGO_BYTES ? undefined : readImage(bytes)
  const digest = sha256(image?.bytes ?? bytes).slice(0, 16)
  await replaceLogo(principal, digest, () => {
    if (bytes.length > MAX_LOGO_BYTES) throw refusedAt('logo', { code: 'logo_too_large' })
    if (!image) throw refusedAt('logo', { code: 'logo_no_image' })
    if (Math.max(image.width, image.height) > MAX_LOGO_PIXELS)
      throw refusedAt('logo', { code: 'logo_too_many_pixels', max: MAX_LOGO_PIXELS })
    return { type: image.type, content: Buffer.from(image.bytes).toString('base64') }
  })
}

/** Removes the logo of a workspace. Trips and errors as {@link setLogo} has them. */
export const removeLogo = (principal: SettingsPrincipal): Promise<void> =>
  replaceLogo(principal, null, () => undefined)

async function replaceLogo(
  principal: SettingsPrincipal,
  portalLogo: string | null,
  content: () => Pick<Logo, 'type' | 'content'> | undefined,
): Promise<void> {
  await act(principal, NEED, async (tx) => {
    const { db, now, actor } = tx
    const { credential } = await tx.read({})
    const stored: WorkspaceRow = credential.workspace
    if (stored.portalManagedBy === 'superordinate')
      throw new DomainError('portal_managed_elsewhere', 'A superordinate workspace manages this portal.')
    const logo = content()
    if (stored.portalLogo === portalLogo) return
    const workspace = tx.writable()
    const after = { ...stored, portalLogo, updatedAt: now.toISOString() }
    const { updated } = await tx.write({
      recorded: recordWorkspace(actor, workspace, 'workspace.updated', stored, after),
      deleted: db.delete(workspaceLogos).where(eq(workspaceLogos.workspaceId, workspace)),
      inserted: logo
        ? [
            sql`
            INSERT INTO workspace_logos (workspace_id, type, content)
            VALUES (${workspace}, ${logo.type}, ${logo.content})`,
          ]
        : [],
      updated: db
        .update(workspaces)
        .set({ portalLogo, updatedAt: after.updatedAt })
        .where(eq(workspaces.id, workspace))
        .returning({ id: workspaces.id }),
    })
    only(updated)
  })
}

/** Reads a logo by the version that pages name; undefined for a former version. One trip. */
export async function readLogo(
  db: Db,
  { workspaceId, version }: { workspaceId: string; version: string },
): Promise<{ type: Logo['type']; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const { logos } = await trip(db, {
    logos: sql<Pick<Logo, 'type' | 'content'>>`
      SELECT type, content FROM workspaces CROSS JOIN workspace_logos
      WHERE workspaces.id = ${workspaceId} AND portal_logo = ${version} AND workspace_id = workspaces.id`,
  })
  const [logo] = logos
  return logo && { type: logo.type, bytes: Buffer.from(logo.content, 'base64') }
}

import { type Db, trip, WorkspaceMoving } from '../../../../db/client'
import { before } from '../../../../db/now'
import { sql } from '../../../../db/sql'
import { requireNeed } from '../../../access/authorize'
import type { Need, SettingsPrincipal } from '../../../access/principal'
import { query } from '../../../access/query'
import { insertEvents } from '../../../events/record'
import { DomainError } from '../../../shared/errors'
import { once, type ZipFile, type Zipped, zipPieces } from '../../../shared/zip'
import { needsProof } from '../../../staff/proofs'
import { writeFile } from '../../copy/file'
import type { End } from '../../copy/format'
import { csvFiles } from './csv-files'
import { README, readmeOf } from './readme'
import { storedFiles } from './stored-files'
import { STAFF_COLUMNS, type StaffRow, withoutSecrets } from './withhold'

/** What an export needs of staff. Owners alone have the permission. */
export const TO_EXPORT: Need = {
  permission: 'settings:write',
  freshProof: needsProof('export_workspace'),
}

/** An export: the name of its file, and its content in pieces. */
export type WorkspaceExport = { name: string; pieces: AsyncGenerator<Uint8Array> }

/** What the last file of an export says of the others. */
export type ExportManifest = {
  format: 'membership-export'
  format_version: 1
  workspace_id: string
  exported_at: string
  /** Whether all of `workspace.ndjson` is of one instant. */
  is_consistent: boolean
  files: Zipped[]
}

/** An export that has not ended by then is taken for one that has died. */
const STALE = '-15 minutes'

/**
 * Exports all of a workspace as a ZIP and records that, one export at a time. Its last file has the digests of the others; the
 * workspace keeps the digest of that one. One trip before the first piece, and then as many as there are pages of 4 MB and of 500
 * persons, fees and vouchers. Throws `permission_missing`, `proof_required`, `not_found` for a copy, {@link WorkspaceMoving},
 * and `export_running`.
 */
export async function exportWorkspace(
  principal: SettingsPrincipal,
  { version }: { version: string | null },
): Promise<WorkspaceExport> {
  const { db, now, actor } = principal
  const startedAt = now.toISOString()
  const { credential, rows } = await query(
    principal,
    {
      begun: sql<{ id: string }>`
        UPDATE workspaces SET exporting_since = ${startedAt}
        WHERE id = ${principal.writableWorkspace(TO_EXPORT)}
          AND (exporting_since IS NULL OR exporting_since < ${before(STALE)}) RETURNING id`,
      recorded: insertEvents(
        actor,
        principal.writableWorkspace(TO_EXPORT),
        { action: 'workspace.exported', subject: 'workspace' },
        sql`
          SELECT id, name, NULL FROM workspaces
          WHERE id = ${principal.writableWorkspace(TO_EXPORT)} AND exporting_since = ${startedAt}`,
      ),
      staff: sql<StaffRow>`
        SELECT ${sql.raw(STAFF_COLUMNS.map((name) => `staff.${name}`).join(', '))}
        FROM memberships CROSS JOIN staff ON staff.id = memberships.staff_id
        WHERE memberships.workspace_id = ${principal.workspace()} ORDER BY staff.id`,
    },
    requireNeed(principal, TO_EXPORT),
  )
  const { workspace } = credential
  if (workspace.copyOf !== null) throw new DomainError('not_found', 'A copy is not exported.')
  if (workspace.movingTo !== null) throw new WorkspaceMoving()
  if (rows.begun.length === 0)
    throw new DomainError('export_running', 'Another export of this workspace is running.')
  const files = filesOf(principal, { credential, staff: rows.staff, version })
  return {
    name: `${workspace.id}-${startedAt.slice(0, 10)}.zip`,
    pieces: pieces(db, { id: workspace.id, startedAt, now, files }),
  }
}

type Content = {
  credential: ReturnType<SettingsPrincipal['credential']>
  staff: StaffRow[]
  version: string | null
}

function filesOf(principal: SettingsPrincipal, { credential, staff, version }: Content) {
  const { db, now } = principal
  const { workspace } = credential
  let end: End | undefined
  async function* files(): AsyncGenerator<ZipFile> {
    yield { name: README, content: once(readmeOf(workspace, now)) }
    const backup = writeFile(db, { workspaceId: workspace.id, version, now })
    const ended = (last: End) => {
      end = last
    }
    yield { name: 'workspace.ndjson', content: withoutSecrets(backup, { staff, ended }) }
    yield* csvFiles(principal, workspace)
    yield* storedFiles(db, workspace.id)
  }
  return { files: files(), isConsistent: () => end?.is_consistent === true }
}

type Writing = { id: string; startedAt: string; now: Date; files: ReturnType<typeof filesOf> }

async function* pieces(
  db: Db,
  { id, startedAt, now, files: { files, isConsistent } }: Writing,
): AsyncGenerator<Uint8Array> {
  const listed: Zipped[] = []
  let digest: string | undefined
  async function* withManifest(): AsyncGenerator<ZipFile> {
    yield* files
    const manifest: ExportManifest = {
      format: 'membership-export',
      format_version: 1,
      workspace_id: id,
      exported_at: startedAt,
      is_consistent: isConsistent(),
      files: [...listed],
    }
    yield { name: 'manifest.json', content: once(`${JSON.stringify(manifest, null, 2)}\n`) }
  }
  try {
    yield* zipPieces(withManifest(), {
      now,
      zipped: (file) => {
        listed.push(file)
        if (file.name === 'manifest.json') digest = file.sha256
      },
    })
    await end(db, { id, startedAt, lastExport: JSON.stringify({ at: startedAt, manifest_sha256: digest }) })
  } finally {
    // Also of one whose caller has gone.
    await end(db, { id, startedAt, lastExport: null })
  }
}

const end = (
  db: Db,
  { id, startedAt, lastExport }: { id: string; startedAt: string; lastExport: string | null },
) =>
  trip(db, {
    ended: sql`
      UPDATE workspaces SET exporting_since = NULL, last_export = coalesce(${lastExport}, last_export)
      WHERE id = ${id} AND exporting_since = ${startedAt}`,
  })

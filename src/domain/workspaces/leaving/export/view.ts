import { sql } from '../../../../db/sql'
import { requireNeed } from '../../../access/authorize'
import type { Need, SettingsPrincipal } from '../../../access/principal'
import { query } from '../../../access/query'
import { DomainError } from '../../../shared/errors'

/** What the page of the export says: about how many bytes it has, and when the last complete one was made. */
export type TakeOut = { bytes: number; lastExportAt: string | null }

const TO_VIEW: Need = { permission: 'settings:write' }

/** About how many bytes a ZIP has for a person with its fees and payments, for an event, and for a byte of a stored file. */
const BYTES = { person: 400, event: 90, stored: 1 }

/**
 * Says about how large the export of a workspace is, by what was counted last night, the number of its last event, and the sizes of
 * its files. One trip. Throws `permission_missing`, and `not_found` for a copy.
 */
export async function viewTakeOut(principal: SettingsPrincipal): Promise<TakeOut> {
  const own = sql`workspace_id = ${principal.workspace()}`
  const { credential, rows } = await query(
    principal,
    {
      sizes: sql<{ persons: number | null; events: number | null; stored: number }>`
        SELECT (SELECT members + contacts FROM daily_counts WHERE ${own} ORDER BY day DESC LIMIT 1) AS persons,
          (SELECT max(number) FROM events WHERE ${own}) AS events,
          (SELECT coalesce(sum(octet_length(content)), 0) FROM collection_files WHERE ${own})
          + (SELECT coalesce(sum(octet_length(content)), 0) FROM statement_files WHERE ${own})
          + (SELECT coalesce(sum(octet_length(content)), 0) FROM import_parts WHERE ${own}) AS stored`,
    },
    requireNeed(principal, TO_VIEW),
  )
  const { copyOf, lastExport } = credential.workspace
  if (copyOf !== null) throw new DomainError('not_found', 'A copy is not exported.')
  const { persons, events, stored = 0 } = rows.sizes[0] ?? {}
  return {
    bytes: (persons ?? 0) * BYTES.person + (events ?? 0) * BYTES.event + stored * BYTES.stored,
    lastExportAt: lastExport === null ? null : JSON.parse(lastExport).at,
  }
}

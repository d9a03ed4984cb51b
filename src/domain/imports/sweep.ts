import { type Sql, sql } from '../../db/sql'
import { sweepMappings } from './mappings'
import { withoutHeaders, withoutTexts } from './store'

/** Empties the imports that have expired: drafts go whole, of the others what they did stays. Deletes mappings that are out of use. At most so many a run. */
export const sweepImports = (now: Date): Sql[] => [
  sql`
    DELETE FROM import_parts WHERE (workspace_id, import_id) IN (${expired(now)})`,
  sql`DELETE FROM imports WHERE state = 'draft' AND (workspace_id, id) IN (${expired(now)})`,
  sql`UPDATE imports SET expires_at = NULL, settings = ${withoutTexts}, head = ${withoutHeaders}
    WHERE (workspace_id, id) IN (${expired(now)}) AND NOT EXISTS (
      SELECT 1 FROM import_parts WHERE workspace_id = imports.workspace_id AND import_id = imports.id)`,
  sweepMappings(now),
]

const AT_ONCE = 100

const expired = (now: Date): Sql => sql`
  SELECT workspace_id, id FROM imports INDEXED BY imports_by_expiry
  WHERE expires_at <= ${now.toISOString()} ORDER BY expires_at LIMIT ${AT_ONCE}`

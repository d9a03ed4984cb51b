import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { type Principal, TENANT } from '../access/principal'
import { query } from '../access/query'
import { insertEvents } from '../events/record'
import { unzipParts } from '../shared/gzip'
import { selectCollections } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'

/** The file of a collection (pain.008) as it was released. */
export type CollectionFile = { name: string; sha256: string; bytes: Buffer<ArrayBuffer> }

/**
 * Gives the file of a collection, and records that it was downloaded, since it holds whole IBANs. One trip. Throws
 * `permission_missing` and `not_found`.
 */
export async function downloadCollection(
  principal: Principal,
  { id }: { id: string },
): Promise<CollectionFile> {
  const { actor } = principal
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      collections: selectCollections(workspace, sql`id = ${id}`),
      parts: sql<{ content: string }>`
        SELECT content FROM collection_files WHERE workspace_id = ${workspace} AND collection_id = ${id} ORDER BY part`,
      recorded: insertEvents(
        actor,
        principal.writableWorkspace(TO_COLLECT),
        { action: 'collection.downloaded', subject: 'collection' },
        sql`
          SELECT id, message_id, json_object('sha256', json_array(NULL, sha256)) FROM collections
          WHERE workspace_id = ${TENANT} AND id = ${id}`,
      ),
    },
    (credential) => requirePermission(credential, TO_COLLECT.permission),
  )
  const { collection_date, message_id, sha256 } = requireCollection(rows.collections)
  const bytes = await unzipParts(rows.parts.map(({ content }) => content))
  return { name: `${collection_date}-${message_id}.xml`, sha256, bytes }
}

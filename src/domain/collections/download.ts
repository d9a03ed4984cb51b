import { sql } from '../../db/sql'
import { requireNeed } from '../access/authorize'
import { type Need, type Principal, TENANT } from '../access/principal'
import { query } from '../access/query'
import { insertEvents } from '../events/record'
import { unzipParts } from '../shared/gzip'
import { fileNameOf, selectCollections } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'

/** The file of a collection (pain.008) as it was released. */
export type CollectionFile = { name: string; sha256: string; bytes: Buffer<ArrayBuffer> }

/**
 * Returns the file of a collection, and records that it was downloaded, since it holds whole IBANs. One trip. Throws
 * `permission_missing`, `not_found`, and `proof_required` if `need` asks for a proof.
 */
export async function downloadCollection(
  principal: Principal,
  { id, need = TO_COLLECT }: { id: string; need?: Need },
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
        principal.writableWorkspace(need),
        { action: 'collection.downloaded', subject: 'collection' },
        sql`
          SELECT id, message_id, json_object('sha256', json_array(NULL, sha256)) FROM collections
          WHERE workspace_id = ${TENANT} AND id = ${id}`,
      ),
    },
    requireNeed(principal, need),
  )
  const collection = requireCollection(rows.collections)
  const bytes = await unzipParts(rows.parts.map(({ content }) => content))
  return { name: fileNameOf(collection), sha256: collection.sha256, bytes }
}

import { type Db, trip } from '../../../../db/client'
import { type Sql, sql } from '../../../../db/sql'
import { fileNameOf } from '../../../collections/collection'
import { unzipParts } from '../../../shared/gzip'
import { once, type ZipFile } from '../../../shared/zip'

/** The files that a workspace was given or made: its logo, those for and of the bank, and imported tables. */
export async function* storedFiles(db: Db, workspaceId: string): AsyncGenerator<ZipFile> {
  const own = sql`workspace_id = ${workspaceId}`
  const { logos, collections, statements, imports } = await trip(db, {
    logos: sql<{ type: string; content: string }>`SELECT type, content FROM workspace_logos WHERE ${own}`,
    collections: sql<{ id: string; collection_date: string; message_id: string }>`
      SELECT id, collection_date, message_id FROM collections WHERE ${own} AND EXISTS (
        SELECT 1 FROM collection_files
        WHERE collection_files.workspace_id = collections.workspace_id AND collection_id = collections.id)
      ORDER BY id`,
    statements: sql<{
      sha256: string
    }>`SELECT DISTINCT sha256 FROM statement_files WHERE ${own} ORDER BY sha256`,
    imports: sql<{ id: string; file_name: string }>`
      SELECT id, file_name FROM imports WHERE ${own} AND EXISTS (
        SELECT 1 FROM import_parts
        WHERE import_parts.workspace_id = imports.workspace_id AND import_id = imports.id AND kind = 'file')
      ORDER BY id`,
  })
  for (const { type, content } of logos)
    yield { name: `files/logo.${type.replace('image/', '')}`, content: once(Buffer.from(content, 'base64')) }
  for (const { id, ...named } of collections) {
    const parts = sql`collection_files WHERE ${own} AND collection_id = ${id}`
    yield { name: `files/direct-debits/${safeName(fileNameOf(named))}`, content: packed(db, parts) }
  }
  for (const { sha256 } of statements) {
    const bytes = await unpacked(db, sql`statement_files WHERE ${own} AND sha256 = ${sha256}`)
    yield { name: `files/statements/${sha256}.${endingOf(bytes)}`, content: once(bytes) }
  }
  for (const { id, file_name } of imports) {
    const parts = sql`import_parts WHERE ${own} AND import_id = ${id} AND kind = 'file'`
    yield { name: `files/imports/${id}-${safeName(file_name)}`, content: packed(db, parts) }
  }
}

/** A statement was sent as XML, or as a ZIP of them. */
const endingOf = (bytes: Uint8Array): string => (bytes[0] === 0x50 && bytes[1] === 0x4b ? 'zip' : 'xml')

/** A name that leads nowhere else when the ZIP is unpacked. */
const safeName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-100)

async function* packed(db: Db, parts: Sql): AsyncGenerator<Uint8Array> {
  yield await unpacked(db, parts)
}

async function unpacked(db: Db, partsOf: Sql): Promise<Uint8Array> {
  const { parts } = await trip(db, {
    parts: sql<{ content: string }>`SELECT content FROM ${partsOf} ORDER BY part`,
  })
  return unzipParts(parts.map(({ content }) => content))
}

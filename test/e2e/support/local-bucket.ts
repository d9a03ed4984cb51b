import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The keys of what the local bucket in a state folder has, with how many bytes each has. */
export const objectsIn = (folder: string): Map<string, number> =>
  new Map(
    select(folder, 'SELECT key, size FROM _mf_objects').map(({ key, size }) => [String(key), Number(size)]),
  )

/** Whether a file of several parts is being stored in the local bucket. */
export const hasUpload = (folder: string): boolean =>
  select(folder, 'SELECT 1 FROM _mf_multipart_uploads WHERE state = 0 LIMIT 1').length > 0

function select(folder: string, sql: string): Record<string, unknown>[] {
  const stores = join(folder, 'v3/r2/miniflare-R2BucketObject')
  if (!existsSync(stores)) return []
  return readdirSync(stores)
    .filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
    .flatMap((name) => {
      const store = new DatabaseSync(join(stores, name), { readOnly: true, timeout: 10_000 })
      try {
        return store.prepare(sql).all()
      } catch {
        // The bucket has no tables yet.
        return []
      } finally {
        store.close()
      }
    })
}

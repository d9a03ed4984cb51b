import { type Db, trip } from '../../../db/client'
import { sql } from '../../../db/sql'
import { type ApiRestore, selectRestores, toApi } from './restore'

/** Lists the restores, the latest first. One trip. */
export async function listRestores(db: Db): Promise<ApiRestore[]> {
  const { rows } = await trip(db, { rows: selectRestores(sql`TRUE`) })
  return rows.map(toApi)
}

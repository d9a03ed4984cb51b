import { type Sql, sql } from '../../db/sql'

/** The condition that a fee is the one that a path segment names, by its `id` or by its `external_id`. */
export const namedSql = (idOrExternalId: string): Sql =>
  idOrExternalId.startsWith('fee_')
    ? sql`fees.id = ${idOrExternalId}`
    : sql`fees.external_id = ${idOrExternalId}`

import { type Sql, sql } from '../../../db/sql'

/**
 * Deletes the resignations whose link expired before anybody confirmed them, also those that were taken back before: they never
 * had an effect, and what they say of the member is kept for nothing. The index has no others.
 */
export const sweepResignations = (now: Date): Sql => sql`
  DELETE FROM resignations INDEXED BY resignations_unconfirmed
  WHERE confirmed_at IS NULL AND expires_at <= ${now.toISOString()}`

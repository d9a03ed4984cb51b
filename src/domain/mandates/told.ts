import { type Sql, sql } from '../../db/sql'
import { anywhereIn } from '../persons/payers/facts'
import type { Mandate } from './mandate'

/** How a mandate was given and how it ended: one of a person, or of who pays for it. */
export type ToldMandate = Pick<
  Mandate,
  'reference' | 'granted' | 'granted_at' | 'ended_at' | 'end_reason'
> & {
  of: string
  /** Whose mandate it is. */
  person_id: string
}

/** The mandates that persons, whose ids a query gives, have and had, and those of who pays for them; the living ones first, then the latest. */
export const selectToldMandates = (workspace: Sql, ids: Sql): Sql<ToldMandate> => sql<ToldMandate>`
  SELECT persons.id AS of, mandates.person_id, reference, granted, granted_at, ended_at, end_reason
  FROM persons CROSS JOIN mandates INDEXED BY mandates_by_person
  WHERE ${anywhereIn(workspace)} AND persons.id IN (${ids})
    AND mandates.workspace_id = persons.workspace_id AND mandates.person_id IN (persons.id, persons.payer_id)
  ORDER BY ended_at IS NOT NULL, ended_at DESC, mandates.created_at DESC`

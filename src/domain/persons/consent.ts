import { type Sql, sql } from '../../db/sql'

/** The statutes that an applicant agreed to on the form, and when. */
export type Consent = { statutesUrl: string; agreedAt: string }

/** Selects the consents of the persons whose ids a query gives, from their events: a few rows each, by index. */
export const selectConsents = (workspace: Sql, ids: Sql): Sql<Consent & { personId: string }> => sql<
  Consent & { personId: string }
>`
  SELECT subject_id AS personId, changes ->> '$.statutes_url[1]' AS statutesUrl, changes ->> '$.agreed_at[1]' AS agreedAt
  FROM events INDEXED BY events_of_subject
  WHERE workspace_id = ${workspace} AND subject_id IN (${ids}) AND action = 'person.applied' AND changes IS NOT NULL`

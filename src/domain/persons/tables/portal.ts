import { sql } from '../../../db/sql'
import { mergeGuards } from '../merge-rows'
import { NAMES_NO_ONE, ONLY_IDS, OWN_TOOLS, type PersonTable, SHORT_LIVED, TRIGGER, UNTIL_RUN } from './kinds'

/** What the portal and pages of staff keep for some time. */
export const OF_PORTAL: PersonTable[] = [
  {
    table: 'portal_sessions',
    columns: { person_ids: 'ids', former_ids: 'ids', generations: 'ids' },
    merge: { reason: 'A session opens only persons that are stored, and lasts an hour.' },
    erase: ONLY_IDS,
    told: ONLY_IDS,
  },
  {
    table: 'portal_guards',
    columns: { person_id: 'id', account_before: 'data', account_given: 'data' },
    merge: mergeGuards,
    erase: { reason: 'A trigger empties the accounts with the person; times alone are left, for 15 days.' },
    told: { reason: 'The events have what was changed.' },
  },
  {
    table: 'email_reversals',
    columns: {
      person_id: 'id',
      restores: 'data',
      current_email: 'data',
      token_hash: 'data',
      account_before: 'data',
      account_given: 'data',
    },
    merge: TRIGGER,
    erase: TRIGGER,
    told: {
      key: 'old_addresses',
      select: (workspace, id) => sql`
        SELECT restores AS email, requested_at, expires_at FROM email_reversals
        WHERE workspace_id = ${workspace} AND person_id = ${id} ORDER BY requested_at`,
    },
  },
  {
    table: 'mandate_reversals',
    columns: {
      person_id: 'id',
      account_given: 'data',
      account_before: 'data',
      method_before: 'data',
      mandate_before: 'data',
      evidence_before: 'data',
      confirmed_by: 'data',
    },
    merge: TRIGGER,
    erase: {
      reason:
        'A trigger deletes the rows with the person, but for the account of a released debit, which must not be submitted.',
    },
    told: { reason: 'The mandates and the events have what was given.' },
  },
  {
    table: 'resignations',
    columns: { person_id: 'id', sent_by: 'id', cause: 'data', note: 'data', token_hash: 'data' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE resignations SET revision = revision + 1,
          person_id = iif(person_id = ${gone}, ${kept}, person_id), sent_by = iif(sent_by = ${gone}, ${kept}, sent_by)
        WHERE workspace_id = ${workspace} AND ${gone} IN (person_id, sent_by)`,
    ],
    erase: TRIGGER,
    told: {
      key: 'resignations',
      select: (workspace, id) => sql`
        SELECT leave_date, cause, note, sent_at, state, confirmed_at, accepted_at, withdrawal_asked_at, withdrawn_at
        FROM resignations WHERE workspace_id = ${workspace} AND person_id = ${id} ORDER BY id`,
    },
  },
  {
    table: 'join_requests',
    columns: { email: 'data', input: 'data' },
    merge: NAMES_NO_ONE,
    erase: { reason: 'It names no stored person, and is deleted when its link expires.' },
    told: NAMES_NO_ONE,
  },
  {
    table: 'imports',
    columns: { head: 'data', settings: 'data' },
    merge: UNTIL_RUN,
    erase: SHORT_LIVED,
    told: SHORT_LIVED,
  },
  {
    table: 'import_parts',
    columns: { content: 'data' },
    merge: UNTIL_RUN,
    erase: SHORT_LIVED,
    told: SHORT_LIVED,
  },
  { table: 'segments', columns: { query: 'data' }, merge: OWN_TOOLS, erase: OWN_TOOLS, told: OWN_TOOLS },
]

import { strictlyAfter } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import type { Permission } from '../access/permissions'
import { emptyEvents } from '../events/record'
import { type Merge, mergeGuards, mergeRecipients } from './merge-rows'

/** What a column has of persons: the id of one, JSON with the ids of several, or something else that is known of one. */
type Kind = 'id' | 'ids' | 'data'

/** Why rows stay as they are. */
type Reason = { reason: string }

/** A table that names persons or has data of them, and what becomes of its rows. */
export type PersonTable = {
  table: string
  columns: Record<string, Kind>
  /** The statements that give what is of one person to another. They run in the order of the list. */
  merge: ((merge: Merge) => Sql[]) | Reason
  /** The statements that take a person out, who is deleted; a query gives the ids. */
  erase: ((workspace: Sql, ids: Sql) => Sql[]) | Reason
  /** What the file has that a person may ask for: under which key, with which permission of who makes it. */
  told: { key: string; needs?: Permission; select?: (workspace: Sql, id: string) => Sql } | Reason
}

/** A draft that waits is among the newest mails: no index has the drafts. */
const NEWEST_MAILS = 1000

const WITH_PERSON = { reason: 'The row is the person.' }
const BOOKS = { reason: 'Records of the books are kept for ten years.' }
const OF_BANK = { reason: 'What the bank wrote is kept as it came.' }
const NAMES_NO_ONE = { reason: 'It names no stored person.' }
const OWN_TOOLS = { reason: 'It is a tool of staff, and says nothing more of the person.' }
const ONLY_IDS = { reason: 'It has ids and times alone.' }
const UNTIL_RUN = {
  reason: 'Persons whom a draft names are not merged, and an import that was run says what its file said.',
}
const SHORT_LIVED = {
  reason: 'It is a copy of a file that staff have, for 14 days; texts of a file belong to no stored person.',
}
const TRIGGER = { reason: 'A trigger deletes the rows with the person.' }

/**
 * Every table with a column that names a person or has data of one. Merging persons, deleting one and the file with all that
 * is stored of one follow from it.
 */
export const PERSON_TABLES: readonly PersonTable[] = [
  {
    table: 'persons',
    columns: { id: 'id' },
    merge: WITH_PERSON,
    erase: WITH_PERSON,
    told: { key: 'person' },
  },
  {
    table: 'idempotent_requests',
    columns: { person_id: 'id', result: 'data' },
    merge: ({ gone }) => [
      sql`UPDATE idempotent_requests SET result = '', person_id = NULL WHERE person_id = ${gone}`,
    ],
    erase: (_, ids) => [sql`UPDATE idempotent_requests SET result = '' WHERE person_id IN (${ids})`],
    told: { reason: 'It repeats an answer for a day.' },
  },
  {
    table: 'events',
    columns: { subject_id: 'id', subject_name: 'data', changes: 'data', actor_id: 'id', actor_name: 'data' },
    merge: { reason: 'Events are sealed; readers find those of both by the tombstone (`withMerged`).' },
    erase: (workspace, ids) => [
      emptyEvents(
        workspace,
        // The plus keeps the ids from being read unless there are merged persons.
        sql`${ids} UNION ALL
          SELECT merged.id FROM deleted_persons AS merged INDEXED BY deleted_persons_by_survivor
          WHERE merged.workspace_id = ${workspace} AND merged.merged_into IS NOT NULL AND +merged.merged_into IN (${ids})`,
      ),
    ],
    told: { key: 'events' },
  },
  {
    table: 'deleted_persons',
    columns: { id: 'id', external_id: 'data', merged_into: 'id' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE deleted_persons INDEXED BY deleted_persons_by_survivor SET merged_into = ${kept}
        WHERE workspace_id = ${workspace} AND merged_into = ${gone}`,
    ],
    erase: { reason: 'Copies of a list follow deletions by it; it is deleted after two years.' },
    told: ONLY_IDS,
  },
  {
    table: 'distinct_persons',
    columns: { person_id: 'id', other_person_id: 'id' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        INSERT OR IGNORE INTO distinct_persons (workspace_id, person_id, other_person_id, decided_at)
        SELECT workspace_id, min(other, ${kept}), max(other, ${kept}), decided_at FROM (
          SELECT workspace_id, other_person_id AS other, decided_at FROM distinct_persons
          WHERE workspace_id = ${workspace} AND person_id = ${gone}
          UNION ALL
          SELECT workspace_id, person_id, decided_at FROM distinct_persons INDEXED BY distinct_persons_by_other
          WHERE workspace_id = ${workspace} AND other_person_id = ${gone}
        ) WHERE other <> ${kept}`,
    ],
    erase: TRIGGER,
    told: OWN_TOOLS,
  },

  {
    table: 'bank_lines',
    columns: { person_id: 'id', party_name: 'data', party_iban: 'data', text: 'data' },
    merge: give('bank_lines', linesOf),
    erase: BOOKS,
    told: {
      key: 'bank_lines',
      needs: 'bookkeeping:read',
      select: (workspace, id) => sql`
        SELECT id, booked_on, amount, party_name, party_iban AS iban, text FROM bank_lines
        WHERE workspace_id = ${workspace} AND id IN (${linesOf(workspace, id)}) ORDER BY id`,
    },
  },
  {
    table: 'collection_items',
    columns: { person_id: 'id', debtor_name: 'data', iban: 'data', mandate_reference: 'data' },
    merge: give('collection_items', debitsOf),
    erase: BOOKS,
    told: {
      key: 'debits',
      needs: 'fees:read',
      select: (workspace, id) => sql`
        SELECT id, collection_id, reference, debtor_name, iban, mandate_reference, signed_on, amount, text, state, returned_on
        FROM collection_items
        WHERE workspace_id = ${workspace} AND person_id = ${id} AND id IN (${debitsOf(workspace, id)}) ORDER BY id`,
    },
  },
  {
    table: 'reminders',
    columns: { person_id: 'id' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE reminders INDEXED BY reminders_of_mail SET person_id = ${kept}
        WHERE workspace_id = ${workspace} AND person_id = ${gone} AND mail_id IN (${mailsOf(workspace, gone)})`,
    ],
    erase: BOOKS,
    told: {
      key: 'reminders',
      needs: 'fees:read',
      select: (workspace, id) => sql`
        SELECT fee_id, level, mail_id, created_at FROM reminders INDEXED BY reminders_of_mail
        WHERE workspace_id = ${workspace} AND person_id = ${id} AND mail_id IN (${mailsOf(workspace, id)})
        ORDER BY fee_id, level`,
    },
  },
  {
    table: 'payments',
    columns: { note: 'data' },
    merge: { reason: 'Payments are of a fee.' },
    erase: BOOKS,
    told: {
      key: 'payments',
      needs: 'fees:read',
      select: (workspace, id) => sql`
        SELECT payments.id, payments.fee_id, kind, payments.amount, method, payments.paid_on, note
        FROM fees INDEXED BY fees_by_person CROSS JOIN payments
        WHERE fees.workspace_id = ${workspace} AND fees.person_id = ${id}
          AND payments.workspace_id = ${workspace} AND payments.fee_id = fees.id
        ORDER BY payments.fee_id, payments.number`,
    },
  },
  {
    table: 'fees',
    columns: { person_id: 'id', person_name: 'data' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE fees INDEXED BY fees_by_person
        SET person_id = ${kept}, revision = revision + 1, updated_at = ${strictlyAfter(sql`updated_at`)}
        WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
    ],
    erase: BOOKS,
    told: { key: 'fees', needs: 'fees:read' },
  },
  {
    table: 'vouchers',
    columns: { party: 'data', text: 'data' },
    merge: NAMES_NO_ONE,
    erase: BOOKS,
    told: NAMES_NO_ONE,
  },
  { table: 'statement_files', columns: { content: 'data' }, merge: OF_BANK, erase: BOOKS, told: OF_BANK },
  {
    table: 'collection_files',
    columns: { content: 'data' },
    merge: { reason: 'What the bank was given is kept as it went.' },
    erase: BOOKS,
    told: { reason: 'The debits have what the files have.' },
  },

  {
    table: 'mails',
    columns: { audience: 'ids' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE mails SET revision = revision + 1, audience = json_set(audience, '$.ids', json((
          SELECT json_group_array(DISTINCT iif(value = ${gone}, ${kept}, value)) FROM json_each(audience, '$.ids'))))
        WHERE workspace_id = ${workspace} AND state = 'draft' AND id IN (
            SELECT id FROM mails WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT ${NEWEST_MAILS})
          AND EXISTS (SELECT 1 FROM json_each(audience, '$.ids') WHERE value = ${gone})`,
    ],
    erase: ONLY_IDS,
    told: { reason: 'The recipients of mails have it.' },
  },
  {
    table: 'mail_recipients',
    columns: { person_id: 'id', sent_with: 'id', address: 'data', unsubscribe_hash: 'data' },
    merge: mergeRecipients,
    erase: (workspace, ids) => [
      sql`
        UPDATE mail_recipients INDEXED BY mail_recipients_by_person SET address = '', unsubscribe_hash = NULL
        WHERE workspace_id = ${workspace} AND person_id IN (${ids})`,
    ],
    told: {
      key: 'mails',
      needs: 'mails:read',
      select: (workspace, id) => sql`
        SELECT mail_id, mails.subject, address, mail_recipients.state, reason, at
        FROM mail_recipients INDEXED BY mail_recipients_by_person CROSS JOIN mails
        WHERE mail_recipients.workspace_id = ${workspace} AND person_id = ${id}
          AND mails.workspace_id = ${workspace} AND mails.id = mail_id
        ORDER BY mail_id`,
    },
  },
  {
    table: 'mail_occasions',
    columns: { person_id: 'id', subject: 'id' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE OR IGNORE mail_occasions SET person_id = ${kept}, subject = iif(subject = ${gone}, ${kept}, subject)
        WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
      sql`DELETE FROM mail_occasions WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
    ],
    erase: deleteFrom('mail_occasions'),
    told: { reason: 'The recipients of mails have it.' },
  },
  {
    table: 'email_changes',
    columns: { person_id: 'id', email: 'data', replaces: 'data', token_hash: 'data' },
    merge: ({ workspace, gone }) => [
      sql`DELETE FROM email_changes WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
    ],
    erase: deleteFrom('email_changes'),
    told: {
      key: 'new_addresses',
      select: (workspace, id) => sql`
        SELECT email, requested_at, expires_at FROM email_changes
        WHERE workspace_id = ${workspace} AND person_id = ${id}`,
    },
  },
  {
    table: 'news_refusals',
    columns: { person_id: 'id' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE OR IGNORE news_refusals SET person_id = ${kept}
        WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
      sql`DELETE FROM news_refusals WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
    ],
    erase: deleteFrom('news_refusals'),
    told: {
      key: 'news_refusals',
      select: (workspace, id) =>
        sql`SELECT refused_at FROM news_refusals WHERE workspace_id = ${workspace} AND person_id = ${id}`,
    },
  },
  {
    table: 'blocked_addresses',
    columns: { address: 'data' },
    merge: { reason: 'It is of an address, whoever has it.' },
    erase: { reason: 'No mail may go to the address again, whoever has it.' },
    told: { reason: 'It is of an address, whoever has it.' },
  },

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
    table: 'join_requests',
    columns: { email: 'data', input: 'data' },
    merge: NAMES_NO_ONE,
    erase: { reason: 'It names no stored person, and is deleted when its link expires.' },
    told: NAMES_NO_ONE,
  },
  {
    table: 'imports',
    columns: { settings: 'data' },
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

/** The statements that take deleted persons out of all tables but their own; a query gives the ids. */
export const erasePersons = (workspace: Sql, ids: Sql): Sql[] =>
  PERSON_TABLES.flatMap(({ erase }) => ('reason' in erase ? [] : erase(workspace, ids)))

/** The statements that give all that is of one person to another, before the one is deleted. */
export const mergeRows = (merge: Merge): Sql[] =>
  PERSON_TABLES.flatMap((table) => ('reason' in table.merge ? [] : table.merge(merge)))

/** The ids that a query gives, and those of the persons who were merged into them: their events stay under their own ids. */
export const withMerged = (workspace: Sql, ids: Sql): Sql => sql`
  ${ids} UNION ALL
  SELECT merged.id FROM deleted_persons AS merged INDEXED BY deleted_persons_by_survivor
  WHERE merged.workspace_id = ${workspace} AND merged.merged_into IN (${ids})`

/** The bank lines that paid fees of a person. */
function linesOf(workspace: Sql, personId: string): Sql {
  return sql`
  SELECT payments.bank_line_id FROM fees INDEXED BY fees_by_person CROSS JOIN payments
  WHERE fees.workspace_id = ${workspace} AND fees.person_id = ${personId}
    AND payments.workspace_id = ${workspace} AND payments.fee_id = fees.id AND payments.bank_line_id IS NOT NULL`
}

/** The debits that have fees of a person. */
function debitsOf(workspace: Sql, personId: string): Sql {
  return sql`
  SELECT link.item_id FROM fees INDEXED BY fees_by_person CROSS JOIN collection_fees AS link
  WHERE fees.workspace_id = ${workspace} AND fees.person_id = ${personId}
    AND link.workspace_id = ${workspace} AND link.fee_id = fees.id`
}

const mailsOf = (workspace: Sql, personId: string): Sql => sql`
  SELECT mail_id FROM mail_recipients INDEXED BY mail_recipients_by_person
  WHERE workspace_id = ${workspace} AND person_id = ${personId}`

/** Gives the rows of a table to the person who stays, of those that a query finds by index. */
function give(table: string, idsOf: (workspace: Sql, personId: string) => Sql) {
  return ({ workspace, kept, gone }: Merge): Sql[] => [
    sql`
      UPDATE ${sql.raw(table)} SET person_id = ${kept}
      WHERE workspace_id = ${workspace} AND person_id = ${gone} AND id IN (${idsOf(workspace, gone)})`,
  ]
}

/** Deletes the rows of a table that are of persons. */
function deleteFrom(table: string) {
  return (workspace: Sql, ids: Sql): Sql[] => [
    sql`DELETE FROM ${sql.raw(table)} WHERE workspace_id = ${workspace} AND person_id IN (${ids})`,
  ]
}

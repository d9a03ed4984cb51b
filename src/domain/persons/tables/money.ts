import { NOW, strictlyAfter } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import type { Merge } from '../merge-rows'
import { BOOKS, give, NAMES_NO_ONE, OF_BANK, OWN_TOOLS, type PersonTable, TRIGGER } from './kinds'

/** What persons owe and have paid. */
export const OF_MONEY: PersonTable[] = [
  {
    table: 'bank_lines',
    columns: { party_name: 'data', party_iban: 'data', party_key: 'data', text: 'data' },
    merge: OF_BANK,
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
    table: 'booking_rules',
    columns: { party_key: 'data', party_name: 'data', text_contains: 'data', text: 'data' },
    merge: OWN_TOOLS,
    erase: OWN_TOOLS,
    told: OWN_TOOLS,
  },
  {
    table: 'paying_accounts',
    columns: { person_id: 'id', iban: 'data' },
    merge: ({ workspace, kept, gone }) => [
      sql`
        UPDATE OR IGNORE paying_accounts INDEXED BY paying_accounts_by_person SET person_id = ${kept}
        WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
      sql`
        DELETE FROM paying_accounts INDEXED BY paying_accounts_by_person
        WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
    ],
    erase: TRIGGER,
    told: { reason: 'The bank lines have it.' },
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
    table: 'mandates',
    columns: { person_id: 'id', holder: 'data', address: 'data', iban: 'data', confirmed_by: 'data' },
    merge: mergeMandates,
    erase: {
      reason: 'A trigger deletes those that prove no debit; the others stay until their debits are final.',
    },
    told: {
      key: 'mandates',
      select: (workspace, id) => sql`
        SELECT reference, holder, json(address) AS address, iban, signed_on, granted, granted_at, confirmed_by, text_version,
          ended_at, end_reason
        FROM mandates INDEXED BY mandates_by_person
        WHERE workspace_id = ${workspace} AND person_id = ${id} ORDER BY created_at, reference_key`,
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
    table: 'dues_parts',
    columns: { person_id: 'id', basis: 'data' },
    merge: mergeParts,
    erase: (workspace, ids) => [
      sql`
        UPDATE dues_parts INDEXED BY dues_parts_by_person SET basis = '{}'
        WHERE workspace_id = ${workspace} AND person_id IN (${ids})`,
    ],
    told: {
      key: 'dues',
      needs: 'fees:read',
      select: (workspace, id) => sql`
        SELECT plan_id, period, part, instalment, fee_id, name, amount, json(basis) AS basis
        FROM dues_parts INDEXED BY dues_parts_by_person
        WHERE workspace_id = ${workspace} AND person_id = ${id} ORDER BY plan_id, period, part, instalment`,
    },
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
]

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

/** Gives the parts of one person to another. Of a part that both have, both stay with their fees. */
function mergeParts({ workspace, kept, gone }: Merge): Sql[] {
  const ofBothSql = sql`EXISTS (
    SELECT 1 FROM dues_parts AS other
    WHERE other.workspace_id = dues_parts.workspace_id AND other.plan_id = dues_parts.plan_id
      AND other.period = dues_parts.period AND other.person_id = ${kept} AND other.part = dues_parts.part
      AND other.instalment = dues_parts.instalment)`
  const rowsSql = sql`dues_parts INDEXED BY dues_parts_by_person`
  const ofGoneSql = sql`workspace_id = ${workspace} AND person_id = ${gone}`
  return [
    sql`DELETE FROM ${rowsSql} WHERE ${ofGoneSql} AND fee_id IS NULL AND ${ofBothSql}`,
    sql`
      UPDATE ${rowsSql} SET person_id = ${kept}, part = iif(${ofBothSql}, part || '+' || fee_id, part)
      WHERE ${ofGoneSql}`,
  ]
}

/**
 * Gives the mandates of one person to another. The living one ends unless that has it as well; if it takes it, it lives again. A
 * mandate that a third person has, too, lives on with that.
 */
function mergeMandates({ workspace, kept, gone }: Merge): Sql[] {
  const othersSql = sql`FROM persons INDEXED BY persons_by_mandate
    WHERE persons.workspace_id = mandates.workspace_id AND sepa_mandate IS NOT NULL
      AND lower(sepa_mandate ->> 'reference') = mandates.reference_key AND persons.id <> ${gone}`
  const endsSql = sql`ended_at IS NULL AND NOT EXISTS (SELECT 1 ${othersSql})`
  return [
    sql`
      UPDATE mandates INDEXED BY mandates_by_person SET
        person_id = iif(ended_at IS NULL, coalesce((SELECT persons.id ${othersSql} ORDER BY persons.id = ${kept} DESC LIMIT 1), ${kept}), ${kept}),
        ended_at = iif(${endsSql}, ${NOW}, ended_at), end_reason = iif(${endsSql}, 'replaced', end_reason)
      WHERE workspace_id = ${workspace} AND person_id = ${gone}`,
  ]
}

import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { MANDATE, PAYMENT_METHOD } from '../../person-fields/fields'
import { keepAccount, REVERSAL_SECONDS } from '../../persons/old-addresses'
import { anywhereIn } from '../../persons/payers/facts'
import type { PersonRow } from '../../persons/person'
import { HAS_DEBITS_SQL } from '../../persons/store/mandate-references'
import { keepAmendment } from './evidence'
import { type WithdrawalAction, withdrawalStatements } from './withdraw'

const METHOD = sql.raw(PAYMENT_METHOD)

type Given = {
  reference: string
  /** The account as JSON; undefined for the one that the person has. */
  account?: string | null | undefined
  confirmedBy: string | null
  now: Date
}

/**
 * The statement that keeps what a person, whom a condition on `persons` names, had before a mandate is given. Before the update; an
 * applicant is added with the mandate, and `before` then says what is left without it.
 */
export const keepBefore = (
  workspace: Sql,
  condition: Sql,
  { reference, account, confirmedBy, now }: Given,
  before = sql`${METHOD}, sepa_mandate`,
): Sql => sql`
  INSERT INTO mandate_reversals (workspace_id, person_id, granted_at, reference, account_given, account_before,
    method_before, mandate_before, evidence_before, confirmed_by, expires_at)
  SELECT workspace_id, persons.id, ${now.toISOString()}, ${reference},
    ${account === undefined ? sql`bank_account` : account}, bank_account, ${before}, (
      SELECT json_object('granted', granted, 'text_version', text_version, 'granted_at', granted_at,
        'confirmed_by', confirmed_by, 'holder', holder, 'iban', iban)
      FROM mandates WHERE mandates.workspace_id = persons.workspace_id AND reference_key = lower(${reference})
        AND mandates.person_id = persons.id), iif(lower(email) = lower(${confirmedBy}), email, NULL),
    ${new Date(now.getTime() + REVERSAL_SECONDS * 1000).toISOString()}
  FROM persons WHERE ${anywhereIn(workspace)} AND ${condition}
  ON CONFLICT DO NOTHING`

/** What an applicant has without the mandate of its application. */
export const WITHOUT_MANDATE = sql`'bank_transfer', NULL`

type Grant = {
  granted_at: string
  reference: string
  account_given: string | null
  account_before: string | null
  method_before: string | null
  mandate_before: string | null
  /** Whether the person may have the mandate before again. */
  is_free: 0 | 1
}

/** Who has given mandates online since an instant, the first one first. */
export type Grantor = {
  id: string
  list: ListId
  area: PersonRow['area']
  revision: number
  account: string | null
  method: string | null
  mandate: string | null
  /** A JSON array of {@link Grant}. */
  grants: string
}

/** What a query over `persons` selects of a {@link Grantor}. */
export const grantorSince = (instant: Sql): Sql => sql`
  persons.id, list_id AS list, area, revision, bank_account AS account, ${METHOD} AS method, sepa_mandate AS mandate, (
    SELECT json_group_array(json_object('granted_at', granted_at, 'reference', reference, 'account_given', account_given,
      'account_before', account_before, 'method_before', method_before, 'mandate_before', mandate_before, 'is_free',
      NOT EXISTS (
        SELECT 1 FROM mandates AS old
        WHERE old.workspace_id = persons.workspace_id AND old.reference_key = lower(mandate_before ->> 'reference')
          AND (end_reason = 'withdrawn' OR old.person_id <> persons.id AND (
            old.iban IS NOT account_before ->> 'iban' OR old.signed_on IS NOT mandate_before ->> 'signature_date')))))
    FROM (
      SELECT * FROM mandate_reversals AS kept
      WHERE kept.workspace_id = persons.workspace_id AND kept.person_id = persons.id AND taken_back_at IS NULL
        AND granted_at >= ${instant}
      ORDER BY granted_at)) AS grants`

/** The mandates that {@link grantorSince} read. */
const grantsOf = ({ grants }: Pick<Grantor, 'grants'>): Grant[] => JSON.parse(grants)

/** Whether a mandate as it is stored (JSON) has a reference. */
export const hasReference = (mandate: string | null, reference: string): boolean =>
  mandate !== null && JSON.parse(mandate).reference.toLowerCase() === reference.toLowerCase()

/** The reference of the last mandate that was given, if the person still has it. */
export function heldReference(person: Grantor): string | undefined {
  const reference = grantsOf(person).at(-1)?.reference
  return reference !== undefined && hasReference(person.mandate, reference) ? reference : undefined
}

/**
 * The statements that take back the mandates of a person who has the last of them: account, method and mandate are what they were
 * before the first one. If others have set the account since, it stays, and the mandate is only withdrawn. They fail as a conflict
 * if the person has changed since it was read.
 */
export function reversalStatements(
  actor: Actor,
  workspace: Sql,
  person: Grantor,
  { action, now }: { action: WithdrawalAction; now: Date },
) {
  const grants = grantsOf(person)
  const [first, last] = [grants.at(0), grants.at(-1)]
  if (!first || !last) throw new Error('A mandate that is taken back was given.')
  const isAsGiven = person.account === last.account_given
  const isAmended = hasReference(first.mandate_before, first.reference)
  const isSame = hasReference(first.mandate_before, last.reference)
  const mandate = isSame ? person.mandate : first.is_free ? first.mandate_before : null
  const restored = isAsGiven && {
    bank_account: first.account_before,
    [MANDATE]: mandate,
    [PAYMENT_METHOD]: person.method === 'direct_debit' ? first.method_before : person.method,
  }
  const ofPersonSql = sql`workspace_id = ${workspace} AND person_id = ${person.id} AND taken_back_at IS NULL`
  const references = [...new Set(grants.map(({ reference }) => reference))]
  return {
    unchanged: failUnless(sql`EXISTS (
      SELECT 1 FROM persons WHERE ${anywhereIn(workspace)} AND persons.id = ${person.id}
        AND revision = ${person.revision})`),
    kept: isAsGiven ? keepAccount(workspace, person, { account: first.account_before, now }) : [],
    ...withdrawalStatements(actor, workspace, person, { references, action, ...(restored && { restored }) }),
    evidence: isAsGiven && isAmended ? restoreEvidence(workspace, person.id, first, now) : [],
    over: [
      sql`DELETE FROM mandate_reversals WHERE ${ofPersonSql} AND granted_at > ${first.granted_at}`,
      sql`UPDATE mandate_reversals SET taken_back_at = ${now.toISOString()}, account_given = NULL, method_before = NULL,
          mandate_before = NULL, evidence_before = NULL, confirmed_by = NULL
        WHERE ${ofPersonSql} AND granted_at = ${first.granted_at}`,
    ],
  }
}

/**
 * A mandate that lives on proves again what it proved before another account was given. One with debits has the account before
 * beside those that they took.
 */
const restoreEvidence = (
  workspace: Sql,
  id: string,
  { granted_at, reference, account_before }: Grant,
  now: Date,
): Sql[] => [
  sql`
    UPDATE mandates SET granted = evidence_before ->> 'granted', text_version = evidence_before ->> 'text_version',
      granted_at = evidence_before ->> 'granted_at', confirmed_by = evidence_before ->> 'confirmed_by',
      holder = evidence_before ->> 'holder', iban = evidence_before ->> 'iban'
    FROM mandate_reversals AS kept
    WHERE kept.workspace_id = ${workspace} AND kept.person_id = ${id} AND kept.granted_at = ${granted_at}
      AND evidence_before IS NOT NULL AND mandates.workspace_id = kept.workspace_id
      AND reference_key = lower(${reference}) AND mandates.person_id = kept.person_id AND NOT ${HAS_DEBITS_SQL}`,
  ...(account_before === null
    ? []
    : [
        keepAmendment(
          workspace,
          {
            ...{ reference, holder: sql`holder`, textVersion: null, confirmedBy: null, now },
            iban: JSON.parse(account_before).iban,
          },
          sql`person_id = ${id} AND ${HAS_DEBITS_SQL}`,
        ),
      ]),
]

/** Deletes what was kept for links that have expired, but for accounts that a released debit still takes. */
export const sweepReversals = (now: Date): Sql => sql`
  DELETE FROM mandate_reversals
  WHERE expires_at <= ${now.toISOString()} AND (taken_back_at IS NULL OR NOT EXISTS (
    SELECT 1 FROM collection_items AS item INDEXED BY collection_items_by_mandate CROSS JOIN collections
    WHERE item.workspace_id = mandate_reversals.workspace_id AND item.mandate_reference = reference
      AND collections.workspace_id = item.workspace_id AND collections.id = item.collection_id
      AND collections.state = 'released'))`

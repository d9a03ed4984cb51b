import { type Sql, sql } from '../../../db/sql'
import { MANDATE } from '../../person-fields/fields'
import { HAS_DEBITS_SQL } from '../../persons/store/mandate-references'
import { sha256 } from '../../shared/hash'

/** A mandate that is given online. `confirmedBy` is the email address that confirms it. */
type Evidence = {
  personId: string
  reference: string
  holder: string
  iban: string
  textVersion: string
  confirmedBy: string | null
  now: Date
}

/**
 * The statements that keep how a mandate was given, after it was written. A mandate with debits keeps what proves them, and has
 * the new account beside it.
 */
export const keepEvidence = (workspace: Sql, evidence: Evidence): Sql[] => {
  const { personId, reference, holder, iban, textVersion, confirmedBy, now } = evidence
  const ofPersonSql = sql`person_id = ${personId}`
  return [
    sql`
      UPDATE mandates SET granted = 'online', text_version = ${textVersion}, granted_at = ${now.toISOString()},
        confirmed_by = ${confirmedBy}, holder = ${holder}, iban = ${iban}, amendments = NULL
      WHERE workspace_id = ${workspace} AND reference_key = lower(${reference}) AND ${ofPersonSql}
        AND NOT ${HAS_DEBITS_SQL}`,
    keepAmendment(workspace, evidence, sql`${ofPersonSql} AND ${HAS_DEBITS_SQL}`),
  ]
}

type Amended = Pick<Evidence, 'reference' | 'iban' | 'confirmedBy' | 'now'> & {
  /** As SQL over the mandate, if it stays the same. */
  holder: string | Sql
  textVersion: string | null
}

/** The statement that keeps beside a mandate that it was given for another account, unless that is the one that it has. */
export const keepAmendment = (workspace: Sql, amended: Amended, condition = sql`TRUE`): Sql => {
  const { reference, holder, iban, textVersion, confirmedBy, now } = amended
  return sql`
    UPDATE mandates SET amendments = json_insert(coalesce(amendments, '[]'), '$[#]', json_object(
      'amended_at', ${now.toISOString()}, 'holder', ${holder}, 'iban', ${iban}, 'text_version', ${textVersion},
      'confirmed_by', ${confirmedBy}))
    WHERE workspace_id = ${workspace} AND reference_key = lower(${reference})
      AND coalesce(amendments ->> '$[#-1].iban', iban) IS NOT ${iban} AND ${condition}`
}

type Shown = Pick<Evidence, 'reference' | 'iban' | 'textVersion'> & {
  text: string
  ibanBefore?: string | null
}

/** What the event of a mandate that is given online says: the ends of the accounts, and the hash of the text that was shown. */
export const grantChanges = ({ reference, iban, textVersion, text, ibanBefore }: Shown) => ({
  [MANDATE]: [null, { reference }],
  bank_account: [ibanBefore ? { iban: ibanBefore.slice(-4) } : null, { iban: iban.slice(-4) }],
  mandate_text: [null, `${textVersion} (SHA-256 ${sha256(text)})`],
})

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

/** The statement that keeps how a mandate was given, after it was written. A mandate with debits keeps what proves them. */
export const keepEvidence = (workspace: Sql, evidence: Evidence): Sql => {
  const { personId, reference, holder, iban, textVersion, confirmedBy, now } = evidence
  return sql`
    UPDATE mandates SET granted = 'online', text_version = ${textVersion}, granted_at = ${now.toISOString()},
      confirmed_by = ${confirmedBy}, holder = ${holder}, iban = ${iban}
    WHERE workspace_id = ${workspace} AND reference_key = lower(${reference}) AND person_id = ${personId}
      AND NOT ${HAS_DEBITS_SQL}`
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

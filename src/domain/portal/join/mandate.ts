import type { WorkspaceRow } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { referenceWith } from '../../mandates/propose-reference'
import { MANDATE, PAYMENT_METHOD } from '../../person-fields/fields'
import { isSameHolder } from '../../persons/families/accounts'
import { fullName } from '../../persons/full-name'
import { keepGiven } from '../../persons/guards'
import { anywhereIn } from '../../persons/payers/facts'
import { SUBJECT } from '../../persons/subject'
import { sha256 } from '../../shared/hash'
import { uniqueStrings } from '../../shared/text'
import { grantChanges, keepEvidence } from '../mandate/evidence'
import type { MandateNotice } from '../mandate/grant'
import { keepBefore, WITHOUT_MANDATE } from '../mandate/reversals'
import { recordOfPerson } from '../record-of-person'
import type { FamilyInput, FamilyMandate, FamilyMember } from './family'
import { mandateOffer } from './form'

/** The mandate of an application as it is shown before it is given, and as it is stored then. */
export type ShownMandate = {
  /** The place of who gives it. */
  place: number
  reference: string
  holder: string
  iban: string
  creditor: FamilyMandate['creditor']
  /** Whether the form named another creditor. */
  isOtherCreditor: boolean
  textVersion: string
  /** Names exactly what is shown. */
  mark: string
}

/**
 * The mandate that an application gives, to the creditor of the workspace; null if it gives none, or none can be given now. The
 * reference follows from the link, so that all who look at the application see the same one.
 */
export function shownMandate(
  workspace: WorkspaceRow,
  { family, members, tokenHash }: { family: FamilyInput; members: FamilyMember[]; tokenHash: string },
): ShownMandate | null {
  const offer = mandateOffer(workspace)
  const place = members.findIndex(({ givesMandate }) => givesMandate)
  const giver = members[place]
  if (!family.mandate || !offer || !giver) return null
  const { textVersion, creditor: seen } = family.mandate
  const { name, creditor_id } = offer.creditor
  const { iban, signatory } = Object(giver.input.bank_account)
  const shown = {
    reference: referenceWith(workspace.portalSlug, lettersOf(tokenHash)),
    holder: String(signatory ?? fullName(giver.input.name)),
    iban: String(iban ?? ''),
    creditor: { name, creditor_id },
    textVersion,
  }
  return {
    ...shown,
    place,
    isOtherCreditor: seen.name !== name || seen.creditor_id !== creditor_id,
    mark: sha256(JSON.stringify(shown)),
  }
}

const LETTERS = 8

/** Eight letters and digits of a link, of which they tell nothing. */
const lettersOf = (tokenHash: string): string =>
  BigInt(`0x${sha256(`mandate ${tokenHash}`)}`)
    .toString(36)
    .slice(-LETTERS)
    .toUpperCase()

/** What who gives a mandate has of it, by stored column. `today` is the day of the signature. */
export const grantedValues = (
  { iban, holder, reference }: ShownMandate,
  giver: FamilyMember,
  today: string,
) => ({
  bank_account: {
    bic: null,
    ...Object(giver.input.bank_account),
    iban,
    signatory: isSameHolder(holder, fullName(giver.input.name)) ? null : holder,
  },
  [PAYMENT_METHOD]: 'direct_debit',
  [MANDATE]: { reference, signature_date: today, last_used_on: null },
})

type Granted = {
  shown: ShownMandate
  giver: FamilyMember
  id: string
  confirmedBy: string
  text: string
  now: Date
}

/** The condition that a workspace still has the creditor to whom a mandate is given. */
export const hasCreditorSql = (workspace: Sql, { creditor }: ShownMandate): Sql => sql`EXISTS (
  SELECT 1 FROM workspaces WHERE id = ${workspace} AND creditor_name = ${creditor.name}
    AND creditor_id = ${creditor.creditor_id} AND creditor_iban IS NOT NULL)`

/** The statements that make a mandate evidence, after the person who gives it was added. `text` is what was shown. */
export function grantStatements(
  actor: Actor,
  workspace: Sql,
  { shown, giver, id, confirmedBy, text, now }: Granted,
): Sql[] {
  const granted = { action: 'person.mandate_granted', subject: SUBJECT[giver.list] } as const
  return [
    recordOfPerson(actor, workspace, granted, { personId: id, changes: grantChanges({ ...shown, text }) }),
    ...keepEvidence(workspace, { ...shown, personId: id, confirmedBy, now }),
    keepBefore(workspace, sql`persons.id = ${id}`, { ...shown, confirmedBy, now }, WITHOUT_MANDATE),
    keepGiven(workspace, 'account_given_at', sql`persons.id = ${id}`, now, anywhereIn(workspace)),
  ]
}

/** The mails about a mandate: to the address that confirms it, and to that of who gives it. */
export const mandateNotices = (
  workspace: WorkspaceRow,
  { shown, giver, confirmedBy, now }: Pick<Granted, 'shown' | 'giver' | 'confirmedBy' | 'now'>,
): MandateNotice[] =>
  [
    ...new Map(uniqueStrings([confirmedBy, giver.input.email]).map((to) => [to.toLowerCase(), to])).values(),
  ].map((to) => ({
    ...{ workspace_id: workspace.id, person_workspace_id: workspace.id, person_id: null, to },
    ...{ iban_end: shown.iban.slice(-4), reference: shown.reference, holder: shown.holder },
    ...{ requested_at: now.toISOString(), is_old: false, door: 'join' },
  }))

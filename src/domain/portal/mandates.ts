import type { Sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { MANDATE, mandateReferenceOf } from '../person-fields/fields'
import { holderOf, isSameHolder } from '../persons/families/accounts'
import type { Person, PersonRow } from '../persons/person'
import type { PersonInput } from '../persons/schemas'
import { hasRevisionSql, recordOfPerson } from './record-of-person'

/** Whether an update gives the account under a mandate to another holder, who needs a mandate of its own. */
export function hasOtherHolder(stored: Person, { bank_account: account }: PersonInput): boolean {
  if (!mandateReferenceOf(stored) || !account) return false
  return !isSameHolder(holderOf(stored), holderOf({ ...stored, bank_account: account }))
}

/** A mandate under which an update puts another account, by their IBANs, and whose that is. */
export type ChangedMandate = { reference: string; before: string | null; after: string; holder: string }

/** The mandate under which an update puts another account; undefined if there is none, or it keeps the account. */
export function changedMandate(
  stored: Person,
  { bank_account: account }: PersonInput,
): ChangedMandate | undefined {
  const reference = mandateReferenceOf(stored)
  const before = Object(stored.bank_account).iban ?? null
  const after = Object(account).iban
  return reference && after && after !== before
    ? { reference, before, after, holder: holderOf({ ...stored, bank_account: account }) }
    : undefined
}

/** Records that a member agreed to debits from another account under a mandate; before the person is updated. */
export const recordMandate = (
  actor: Actor,
  workspace: Sql,
  { id, revision }: PersonRow,
  { reference, before, after }: ChangedMandate,
): Sql =>
  recordOfPerson(
    actor,
    workspace,
    { action: 'person.mandate_confirmed', subject: 'member' },
    {
      personId: id,
      changes: {
        [MANDATE]: [null, { reference }],
        bank_account: [before && { iban: before.slice(-4) }, { iban: after.slice(-4) }],
      },
      condition: hasRevisionSql(revision),
    },
  )

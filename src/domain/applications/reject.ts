import { WriteConflict } from '../../db/client'
import { act, CHECKED_BY_READS } from '../access/act'
import { permits } from '../access/authorize'
import { requireFreshProof } from '../access/fresh-proof'
import { listsOf } from '../access/lists'
import type { CustomColumn } from '../custom-columns/column'
import { type RejectionText, selectRejectionText } from '../mails/rules/rejection'
import { isAdult } from '../persons/adult'
import type { PersonRow } from '../persons/person'
import { deletePersons } from '../persons/store/bulk-write'
import { refusedAt } from '../shared/error-list'
import type { StaffPrincipal } from '../staff/principal'
import { needsProof } from '../staff/proofs'
import { applicantSql, selectApplicants } from './applicants'
import { type ChosenApplicants, viewChosenApplicants } from './chosen'
import { type Dependant, deleteUnneededContacts, keepAsContacts } from './dependants'

/**
 * What becomes of those who depend on rejected applicants: they are rejected as well, or the applicants are kept as contacts who
 * pay and act for them, or they pay for themselves, which takes adults.
 */
export const DEPENDANT_CHOICES = ['reject', 'keep', 'alone'] as const
export type DependantChoice = (typeof DEPENDANT_CHOICES)[number]

/** What the verbs of a rejection name: the ids of applicants, and what becomes of those who depend on them. */
type Rejection = { ids: string[]; choice?: DependantChoice | undefined }

/** Applicants that are to be rejected, who depends on them, and what may become of those. */
export type RejectionView = ChosenApplicants & { dependants: Dependant[]; choices: DependantChoice[] }

/**
 * Gets the applicants that are to be rejected. One trip. Throws what {@link viewChosenApplicants} throws, and
 * `proof_required` for several without a fresh proof.
 */
export async function viewRejection(
  principal: StaffPrincipal,
  { ids, choice }: Rejection,
): Promise<RejectionView> {
  const chosen = await viewChosenApplicants(principal, { ids })
  const { applicants, dependants, credential, context } = chosen
  const count = applicants.length + (choice === 'reject' ? dependants.filter(isApplicant).length : 0)
  if (needsProof('reject_applicants', count)) requireFreshProof(chosen.credential, principal.now)
  const hasContacts =
    listsOf(credential.workspace.subscriptionVariant).includes('contacts') &&
    permits(credential, 'contacts:write')
  const mayBe: Record<DependantChoice, boolean> = {
    reject: dependants.some(isApplicant),
    keep: hasContacts,
    alone: dependants.every(({ birthdate }) => isAdult(birthdate, context.today)),
  }
  return { ...chosen, choices: dependants.length > 0 ? DEPENDANT_CHOICES.filter((one) => mayBe[one]) : [] }
}

const isApplicant = ({ area }: Dependant): boolean => area === 'applications'

/** The persons whose applications were rejected, and what a mail says to them: nothing if no mail is sent. */
export type Rejected = { persons: PersonRow[]; columns: CustomColumn[]; text: RejectionText | undefined }

/**
 * Deletes applicants irreversibly; those that are members by now stay. Contacts that came with them go as well, if nobody depends
 * on them. Returns them as they were, for the mail that tells them. Two trips. Throws what {@link viewRejection} throws, and
 * `invalid` under `choice` if others depend on them and it is not said what becomes of those.
 */
export async function rejectApplicants(principal: StaffPrincipal, rejection: Rejection): Promise<Rejected> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const view = await viewRejection(tx, rejection)
    const { applicants, dependants, choices, context, forms } = view
    const { columns } = context
    if (applicants.length === 0) return { persons: [], columns, text: undefined }
    const { choice } = rejection
    if (choices.length > 0 && !choices.some((one) => one === choice))
      throw refusedAt('choice', { code: 'missing' })
    const kept = choice === 'keep' ? unique(dependants.map(({ of }) => of)) : []
    const rejectedToo = choice === 'reject' ? dependants.filter(isApplicant).map(({ id }) => id) : []
    const all = unique([...applicants.map(({ id }) => id), ...rejectedToo])
    const gone = all.filter((id) => !kept.includes(id))
    const workspace = tx.writableWorkspace({
      permission: 'members:write',
      freshProof: needsProof('reject_applicants', all.length),
    })
    const lostOn = choice === 'alone' ? null : context.today
    const { persons, text, deleted } = await tx.write({
      persons: selectApplicants(workspace, all),
      text: selectRejectionText(workspace),
      kept: keepAsContacts(tx.actor, workspace, kept),
      ...deletePersons(tx.actor, workspace, 'members', applicantSql(tx.workspace(), gone), lostOn),
      unneeded: deleteUnneededContacts(tx.actor, workspace, forms),
    })
    if (persons.length === 0 || deleted.length < gone.length) throw new WriteConflict()
    return { persons, columns, text: text[0] }
  })
}

const unique = (ids: string[]): string[] => [...new Set(ids)]

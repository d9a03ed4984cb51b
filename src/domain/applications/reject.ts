import { WriteConflict } from '../../db/client'
import { act, CHECKED_BY_READS } from '../access/act'
import { requireFreshProof } from '../access/fresh-proof'
import type { CustomColumn } from '../custom-columns/column'
import { type RejectionText, selectRejectionText } from '../mails/rules/rejection'
import type { PersonRow } from '../persons/person'
import { deletePersons } from '../persons/store/bulk-write'
import type { StaffPrincipal } from '../staff/principal'
import { needsProof } from '../staff/proofs'
import { applicantSql, selectApplicants } from './applicants'
import { type ChosenApplicants, viewChosenApplicants } from './chosen'

/** What the verbs of a rejection name: the ids of applicants. */
type Rejection = { ids: string[] }

/**
 * Gets the applicants that are to be rejected. One trip. Throws what {@link viewChosenApplicants} throws, and
 * `proof_required` for several without a fresh proof.
 */
export async function viewRejection(
  principal: StaffPrincipal,
  { ids }: Rejection,
): Promise<ChosenApplicants> {
  const chosen = await viewChosenApplicants(principal, { ids })
  if (needsProof('reject_applicants', chosen.applicants.length))
    requireFreshProof(chosen.credential, principal.now)
  return chosen
}

/** The persons whose applications were rejected, and what a mail says to them: nothing if no mail is sent. */
export type Rejected = { persons: PersonRow[]; columns: CustomColumn[]; text: RejectionText | undefined }

/**
 * Deletes applicants irreversibly; those that are members by now stay. Returns them as they were, for the mail that tells them.
 * Two trips. Throws what {@link viewRejection} throws.
 */
export async function rejectApplicants(principal: StaffPrincipal, rejection: Rejection): Promise<Rejected> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { applicants, context } = await viewRejection(tx, rejection)
    const { columns } = context
    if (applicants.length === 0) return { persons: [], columns, text: undefined }
    const ids = applicants.map(({ id }) => id)
    const workspace = tx.writableWorkspace({
      permission: 'members:write',
      freshProof: needsProof('reject_applicants', applicants.length),
    })
    const { persons, text, deleted } = await tx.write({
      persons: selectApplicants(workspace, ids),
      text: selectRejectionText(workspace),
      ...deletePersons(tx.actor, workspace, 'members', applicantSql(tx.workspace(), ids), context.today),
    })
    if (deleted.length === 0) throw new WriteConflict()
    return { persons, columns, text: text[0] }
  })
}

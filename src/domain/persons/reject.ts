import { retryOnConflict, trip, WriteConflict } from '../../db/client'
import { requireFreshProof, type StaffPrincipal } from '../staff/principal'
import { type ChosenApplicants, getChosenApplicants } from './chosen-applicants'
import { isApplicant } from './store/applicants'
import { deletePersons } from './store/bulk-write'

/** What the verbs of a rejection name: the ids of applicants. */
type Rejection = { ids: string[] }

/**
 * Gets the applicants that are to be rejected. One trip. Throws what {@link getChosenApplicants} throws, and
 * `proof_required` for several without a fresh proof.
 */
export async function getRejection(principal: StaffPrincipal, { ids }: Rejection): Promise<ChosenApplicants> {
  const chosen = await getChosenApplicants(principal, { ids })
  if (chosen.applicants.length > 1) requireFreshProof(chosen.credential, principal.now)
  return chosen
}

/**
 * Deletes applicants irreversibly; those that are members by now stay. Gives how many were deleted. Two trips. Throws what
 * {@link getRejection} throws.
 */
export async function rejectApplicants(principal: StaffPrincipal, rejection: Rejection): Promise<number> {
  return retryOnConflict(async () => {
    const { applicants } = await getRejection(principal, rejection)
    if (applicants.length === 0) return 0
    const ids = applicants.map(({ id }) => id)
    const workspace = principal.writableWorkspace({
      permission: 'members:write',
      freshProof: applicants.length > 1,
    })
    const { deleted } = await trip(
      principal.db,
      deletePersons(principal.actor, workspace, 'members', isApplicant(principal.workspace(), ids)),
    )
    if (deleted.length === 0) throw new WriteConflict()
    return deleted.length
  })
}

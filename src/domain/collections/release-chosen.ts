import { act } from '../access/act'
import type { Need } from '../access/principal'
import type { StaffPrincipal } from '../staff/principal'
import { needsProof } from '../staff/proofs'
import { type Asked, type Preparation, prepareCollection } from './prepare'
import { TO_COLLECT } from './propose'
import { writeRelease } from './release'

/** What staff need to release a collection. */
export const TO_RELEASE: Need = { ...TO_COLLECT, freshProof: needsProof('release_collection') }

/** What staff need to download the file of a collection. */
export const TO_DOWNLOAD: Need = { ...TO_COLLECT, freshProof: needsProof('download_collection_file') }

/**
 * Releases the chosen fees that have no problems, if they are those that were confirmed (`mark`); else gives what there is
 * to confirm now. Two trips. Throws `permission_missing`, `proof_required` and `still_running`.
 */
export async function releaseChosen(
  principal: StaffPrincipal,
  { mark, ...asked }: Asked & { mark: string },
): Promise<{ id: string } | { refused: Preparation }> {
  try {
    const id = await act(principal, TO_RELEASE, async (tx) => {
      const prepared = await prepareCollection(tx, asked)
      if (prepared.mark !== mark || !isReleasable(prepared)) throw new Refused(prepared)
      return writeRelease(tx, prepared, ({ id }) => id)
    })
    return { id }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.prepared }
    throw error
  }
}

/** Whether there are debits, somebody has checked what the bank has since a restore, and nothing is in the way of all of them. */
export const isReleasable = ({
  groups,
  problems,
  unchecked,
}: Pick<Preparation, 'groups' | 'problems' | 'unchecked'>): boolean =>
  groups.length > 0 && !unchecked && !problems.some(({ feeId }) => feeId === null)

class Refused extends Error {
  constructor(readonly prepared: Preparation) {
    super()
  }
}

import type { Sql } from '../../db/sql'
import type { Tx } from '../access/act'
import type { Actor } from '../access/actor'
import { type ListContext, writableList } from '../custom-columns/query-list'
import type { Reckoning } from '../dues/preview'
import { runStatements, TO_RUN } from '../dues/run'
import { failUnlessGuarded, failUnlessPaid } from '../persons/payers/guard'
import { updatePersons } from '../persons/store/bulk-write'
import { recordUpdates } from '../persons/store/events'
import { failUnlessUnnumbered } from '../persons/store/numbers'
import { type Admitted, admitApplicants } from './applicants'
import { type ApplicantPatch, patchesFrom } from './changes'

/** An admission that is validated: who is admitted, what changes of them, the numbers that they are given, and what is claimed. */
type PlannedAdmission = {
  admitted: Admitted[]
  patches: readonly ApplicantPatch[]
  numbers: string[]
  reckonings: readonly Reckoning[]
}

/**
 * The statements that make applicants members and claim their dues, and the runs that claim them. `admitted` gives the members. The
 * batch fails as a conflict unless all are as they were read.
 */
export function admissionStatements(tx: Tx, context: ListContext, planned: PlannedAdmission) {
  const { admitted, patches, numbers, reckonings } = planned
  const ids = admitted.map(({ id }) => id)
  const runs = reckonings.map((one) => runStatements(tx, tx.writableWorkspace(TO_RUN), one))
  const workspace = writableList(tx, context)
  const { asRead, ...admission } = admitApplicants(tx.actor, workspace, admitted)
  const statements = {
    free: failUnlessUnnumbered(tx.workspace(), numbers, ids),
    asRead,
    changed: patches.length > 0 ? changeStatements(tx.actor, workspace, patches) : [],
    // Number, date and area decide nothing about payers.
    paid: patches.some((patch) => patch.payer_id) ? failUnlessPaid(tx.workspace(), ids) : [],
    guarded: patches.some((patch) => patch.guardian_id) ? failUnlessGuarded(tx.workspace(), ids) : [],
    ...admission,
    // After the admission, since only members owe dues.
    claimed: runs.flatMap(({ statements: claiming }) => Object.values(claiming).flat()),
  }
  return { statements, runs: runs.map(({ run }) => run) }
}

/** The statements that record and write changes of applicants. */
const changeStatements = (actor: Actor, workspace: Sql, patches: readonly ApplicantPatch[]): Sql[] => {
  const all = patchesFrom(patches)
  return [...recordUpdates(actor, workspace, 'members', all), ...updatePersons(workspace, 'members', all)]
}

import { type Sql, sql } from '../../../db/sql'
import { act, CHECKED_BY_READS } from '../../access/act'
import { requireList } from '../../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../../access/principal'
import { query } from '../../access/query'
import { queryList, writableList } from '../../custom-columns/query-list'
import { endMembership, type LaterFees, type MembershipEnd } from '../../payments/end-membership'
import { requirePerson } from '../../persons/get'
import { DISPLAY_NAME } from '../../persons/person'
import { planUpdate, updateStatements } from '../../persons/plan-update'
import { selectPerson } from '../../persons/store/lookups'
import { refusedAt } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { recordOfPerson } from '../record-of-person'
import type { ResignationNotice } from './confirm'
import {
  failUnlessSame,
  isLiving,
  type Resignation,
  type ResignationRow,
  selectResignation,
  toApi,
  writeResignation,
} from './resignation'
import { TO_DECIDE_SQL } from './take-back'

/** Counts the resignations that wait for staff. A statement for the trip of the caller. */
export const countResignations = (workspace: Sql): Sql<{ count: number }> => sql<{ count: number }>`
  SELECT count(*) AS count FROM resignations INDEXED BY resignations_to_decide
  WHERE workspace_id = ${workspace} AND ${TO_DECIDE_SQL}`

/** A resignation that waits for staff, with the name of the member. */
export type WaitingResignation = ResignationRow & { name: string }

/** How many resignations are shown at most. */
const MAX_SHOWN = 100

/** Lists the resignations that wait for staff, the oldest first. One trip. Throws what `requireList` throws. */
export async function listWaitingResignations(principal: Principal): Promise<WaitingResignation[]> {
  const { rows } = await query(
    principal,
    {
      waiting: sql<WaitingResignation>`
        WITH ${workspaceCte(principal.workspace())}
        SELECT resignations.*, ${DISPLAY_NAME} AS name
        FROM resignations INDEXED BY resignations_to_decide CROSS JOIN persons
        WHERE resignations.workspace_id = ${TENANT} AND ${TO_DECIDE_SQL} AND persons.workspace_id = ${TENANT}
          AND persons.list_id = 'members' AND persons.area = 'regular' AND persons.id = person_id
        ORDER BY resignations.id LIMIT ${MAX_SHOWN}`,
    },
    (credential) => requireList(credential, 'members', 'write'),
  )
  return rows.waiting
}

/** Gets the last resignation of a member. One trip. Throws what `queryList` throws, and `not_found` if there is none. */
export async function getResignation(
  principal: Principal,
  { list, idOrExternalId }: { list: string; idOrExternalId: string },
): Promise<Resignation> {
  const workspace = principal.workspace()
  const person = selectPerson(workspace, list, idOrExternalId)
  const { rows } = await queryList(principal, list, 'read', {
    persons: person,
    resignations: selectResignation(workspace, sql`SELECT id FROM (${person})`),
  })
  requirePerson(rows.persons)
  const [row] = rows.resignations
  if (!row) throw new DomainError('not_found', 'The person has not resigned.')
  return toApi(row)
}

/** The resignation of a member for its page, as long as it means something. A statement for the trip of the caller. */
export const selectResignationOf = (workspace: Sql, id: string): Sql<ResignationRow> =>
  selectResignation(workspace, sql`SELECT ${id}`)

type Decision = { id: string; resignationId: string; revision: number }

/**
 * Ends the membership of a member who has resigned, on the day that staff confirm. Trips and errors as `endMembership` has them;
 * throws `invalid` under `resignation` if that is another one by now.
 */
export async function acceptResignation(
  principal: Principal,
  {
    id,
    resignationId,
    revision,
    end,
    decided,
  }: Decision & { end: MembershipEnd; decided?: LaterFees | undefined },
): Promise<{ cancelled: number; notice: ResignationNotice }> {
  const stored = await loadResignation(principal, id, { resignationId, revision })
  if (stored.state !== 'confirmed') throw changed()
  const at = principal.now.toISOString()
  const cancelled = await endMembership(principal, {
    ...{ id, end, decided },
    also: (workspace) => [
      failUnlessSame(workspace, stored),
      recordOfPerson(
        principal.actor,
        workspace,
        { action: 'person.resignation_accepted', subject: 'member' },
        {
          personId: id,
          changes: { resignation_for: [stored.leave_date, end.leave_date] },
        },
      ),
      writeResignation(workspace, stored, { state: 'accepted', accepted_at: at }),
    ],
  })
  return { cancelled, notice: noticeOf(stored, stored.workspaceId, principal, 'accepted') }
}

/**
 * Agrees that a resignation is taken back, so that the member stays, or says that it is not. Two trips. Throws what `queryList`
 * throws, `not_found`, and `invalid` under `resignation` if that is another one by now.
 */
export async function decideWithdrawal(
  principal: Principal,
  { id, resignationId, revision, agrees }: Decision & { agrees: boolean },
): Promise<ResignationNotice> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { credential, context, rows } = await queryList(tx, 'members', 'write', {
      persons: selectPerson(tx.workspace(), 'members', id),
      resignations: selectResignationOf(tx.workspace(), id),
    })
    const row = requirePerson(rows.persons)
    const stored = requireSame(rows.resignations, { resignationId, revision })
    if (!isLiving(stored, row.leaveDate, tx.now)) throw changed()
    const workspace = writableList(tx, context)
    const at = tx.now.toISOString()
    const update = planUpdate(context, row, { leave_date: null })
    await tx.write({
      same: failUnlessSame(workspace, stored),
      recorded: recordOfPerson(
        tx.actor,
        workspace,
        { action: agrees ? 'person.resignation_withdrawn' : 'person.resignation_kept', subject: 'member' },
        {
          personId: id,
          changes: { resignation_for: agrees ? [stored.leave_date, null] : [null, stored.leave_date] },
        },
      ),
      ...(agrees && update.isChange && updateStatements(tx.actor, workspace, context, update)),
      decided: writeResignation(
        workspace,
        stored,
        agrees
          ? { state: 'withdrawn', withdrawn_at: at, withdrawal_asked_at: null }
          : { withdrawal_asked_at: null },
      ),
    })
    return noticeOf(stored, credential.workspace.id, tx, agrees ? 'withdrawn' : 'kept')
  })
}

async function loadResignation(
  principal: Principal,
  id: string,
  asked: Omit<Decision, 'id'>,
): Promise<ResignationRow & { workspaceId: string }> {
  const { credential, rows } = await query(
    principal,
    { resignations: selectResignationOf(principal.workspace(), id) },
    (credential) => requireList(credential, 'members', 'write'),
  )
  return { ...requireSame(rows.resignations, asked), workspaceId: credential.workspace.id }
}

function requireSame(
  [row]: ResignationRow[],
  { resignationId, revision }: Omit<Decision, 'id'>,
): ResignationRow {
  if (!row) throw new DomainError('not_found', 'The person has not resigned.')
  if (row.id !== resignationId || row.revision !== revision) throw changed()
  return row
}

const changed = (): DomainError => refusedAt('resignation', { code: 'changed_meanwhile' })

const noticeOf = (
  { id }: ResignationRow,
  workspaceId: string,
  principal: Principal,
  what: ResignationNotice['what'],
): ResignationNotice => ({
  workspace_id: workspaceId,
  resignation_id: id,
  what,
  requested_at: principal.now.toISOString(),
})

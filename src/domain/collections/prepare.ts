import { type Sql, sql } from '../../db/sql'
import { requireNeed } from '../access/authorize'
import { query } from '../access/query'
import { expectedZone } from '../access/time-zone'
import { runName, selectRuns } from '../dues/runs'
import { EVENT_ROW, type Event, type EventRow, toApi } from '../events/event'
import { namesakesAmong } from '../persons/namesake'
import { todayIn } from '../shared/dates'
import { sha256 } from '../shared/hash'
import type { StaffCredential, StaffPrincipal } from '../staff/principal'
import { type Announcing, selectAnnouncing } from './announcing'
import { type FeeChoice, selectChosen } from './choice'
import { selectOwners } from './owners'
import { MAX_FEES, type Proposal, proposalOf, selectProposal, TO_COLLECT } from './propose'

/** What the pages of a new collection show. Amounts in cents. */
export type Preparation = Proposal<StaffCredential> & {
  /** What the debits take together. */
  amount: number
  /** What staff confirm: the same for the same fees and amounts. */
  mark: string
  /** The ids of the persons and debtors whose name others among the chosen fees have. */
  namesakes: Set<string>
  /** Whether there may be more fees than one collection takes. */
  isFull: boolean
  costUnits: { id: string; name: string }[]
  /** What the run is called whose fees are asked for; undefined also if there is none. */
  runName: string | undefined
  /** The names of those who can set the creditor, where there is none. */
  owners: string[]
  /** The event of the last release, if there was one. */
  lastRelease: Event | undefined
  /** The mail that announces debits, where it is on. */
  announcing: Announcing | undefined
}

/** What staff ask to collect; without a date on the earliest one. */
export type Asked = { choice: FeeChoice; collectionDate?: string | undefined }

/** Reads and checks chosen fees for the pages of a new collection, and writes nothing. One trip. Throws `permission_missing`. */
export async function prepareCollection(
  principal: StaffPrincipal,
  { choice, collectionDate }: Asked,
): Promise<Preparation> {
  const workspace = principal.workspace()
  const today = todayIn(expectedZone(principal), principal.now)
  const { credential, rows } = await query(
    principal,
    {
      ...selectProposal(workspace, selectChosen(workspace, choice, today), collectionDate),
      costUnits: selectNames(workspace),
      runs:
        'runId' in choice && choice.runId ? [selectRuns(workspace, sql`dues_runs.id = ${choice.runId}`)] : [],
      owners: selectOwners(workspace),
      releases: selectLastRelease(workspace),
      announcing: selectAnnouncing(workspace),
    },
    requireNeed(principal, TO_COLLECT),
  )
  const asked = { collectionDate, ...('ids' in choice && { feeIds: choice.ids }) }
  const proposal = proposalOf(principal, { rows, credential, ...asked })
  const [release] = rows.releases
  return {
    ...proposal,
    amount: proposal.groups.reduce((sum, { amount }) => sum + amount, 0),
    mark: markOf(proposal),
    namesakes: namesakesAmong(
      [
        ...proposal.found.map(({ person_id: id, person_name: name }) => ({ id, name })),
        ...[...proposal.debtors.values()].flatMap(({ id, name }) => (name === null ? [] : { id, name })),
      ],
      ({ name }) => name,
    ),
    isFull: proposal.found.length >= MAX_FEES,
    costUnits: rows.costUnits,
    runName: rows.runs[0] && runName(rows.runs[0]),
    owners: rows.owners.map(({ name }) => name),
    lastRelease: release && toApi(release),
    announcing: rows.announcing[0],
  }
}

const markOf = ({ fees }: Proposal): string =>
  sha256(fees.map(({ id, open_amount }) => `${id} ${open_amount}`).join())

const selectNames = (workspace: Sql): Sql<{ id: string; name: string }> => sql<{ id: string; name: string }>`
  SELECT id, name FROM cost_units WHERE workspace_id = ${workspace} AND archived_at IS NULL ORDER BY name`

const selectLastRelease = (workspace: Sql): Sql<EventRow> => sql<EventRow>`
  SELECT ${EVENT_ROW} FROM events INDEXED BY events_of_subject
  WHERE workspace_id = ${workspace} AND action = 'collection.released' AND subject_id = (
    SELECT id FROM collections WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT 1)`

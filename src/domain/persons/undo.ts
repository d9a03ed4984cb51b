import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS, type Tx } from '../access/act'
import { permits, requireList, requirePermission } from '../access/authorize'
import { LISTS, type ListId } from '../access/lists'
import type { Credential, Principal } from '../access/principal'
import { query } from '../access/query'
import { columnsFromRows } from '../custom-columns/column'
import { type ListColumns, selectColumns, writableList } from '../custom-columns/query-list'
import type { Action } from '../events/actions'
import { recordEvents } from '../events/record'
import { failUnlessGuarded, failUnlessPaid } from './payers/guard'
import { type Restoration, restorationOf } from './restore'
import { updatePersons } from './store/bulk-write'
import { besideUpdates } from './store/events'
import { Patches } from './store/patches'
import { failUnlessAsRead, moveToArea, selectUndoRows, UNDOABLE, type UndoRow } from './store/undo'
import { SUBJECT } from './subject'
import { undoableSince } from './undo-offer'

/**
 * What an undo did: how many persons it gave values back, how many it did not restore in full, those whom the batch
 * created unless `countsCreated` is false, and its own batch.
 * `isRepeated` says that everything was already as before the batch.
 */
export type Undone = { restored: number; leftAlone: number; batchId: string; isRepeated?: true }

/**
 * Takes back what a batch of the last day changed of persons: values that are as the batch left them become what they
 * were before, and confirmed members applicants again; {@link restorationOf} says what stays, and persons of a list that the
 * principal may not write do. The undo is a batch of its own. Two trips, one if nothing can be restored. Returns undefined for
 * a batch without events of persons in the last day. Throws what `requireList` throws if it may write none of their lists. It
 * follows from the events alone, so that it can be undone like any other batch. Creations, deletions and bank accounts cannot:
 * events do not hold what that needs.
 */
export async function undoBatch(
  principal: Principal,
  { batchId, countsCreated = true }: { batchId: string; countsCreated?: boolean },
): Promise<Undone | undefined> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { columns, rows } = await readBatch(tx, batchId)
    if (rows.length === 0) return undefined
    const restorations = rows.map((row) => ({ row, ...restorationOf(row, columns[listOf(row)]) }))
    const restored = restorations.filter(isRestored)
    if (restored.length > 0) await restoreAll(tx, columns, restored)
    return {
      restored: restored.length,
      leftAlone: restorations.filter(
        ({ row, leftAlone }) =>
          leftAlone > 0 &&
          !isBack(row) &&
          !WITHOUT_VALUES.includes(row.action) &&
          (countsCreated || row.action !== 'person.created'),
      ).length,
      batchId: tx.actor.batchId,
      ...(isUndone(rows) && { isRepeated: true as const }),
    }
  })
}

/** How many persons a batch changed, and of how many something can be taken back. */
export type UndoPreview = { changed: number; restorable: number }

/**
 * Counts what {@link undoBatch} would do; undefined for a batch that changed no persons in the last day. One trip. Throws
 * what `requireList` throws.
 */
export async function previewUndo(
  principal: Principal,
  { batchId }: { batchId: string },
): Promise<UndoPreview | undefined> {
  const { columns, rows } = await readBatch(principal, batchId)
  const changed = rows.filter(({ action }) => UNDOABLE.includes(action))
  if (changed.length === 0) return undefined
  return {
    changed: changed.length,
    restorable: changed.filter((row) => isRestored(restorationOf(row, columns[listOf(row)]))).length,
  }
}

/** What events of persons tell beside the change of a value, which has its own event. */
const WITHOUT_VALUES: string[] = [
  'person.resigned',
  'person.resignation_accepted',
  'person.resignation_withdrawn',
] satisfies Action[]

const isRestored = ({ changes }: Pick<Restoration, 'changes'>): boolean => Object.keys(changes).length > 0

/** Whether a person is as before an event that can be taken back. */
const isBack = ({ action, isAsBefore }: UndoRow): boolean => UNDOABLE.includes(action) && isAsBefore === 1

const isUndone = (rows: UndoRow[]): boolean => rows.every(isBack)

type ColumnsOfLists = Record<ListId, ListColumns>

async function readBatch(
  principal: Principal,
  batchId: string,
): Promise<{ columns: ColumnsOfLists; rows: UndoRow[] }> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      batch: selectUndoRows(workspace, batchId, undoableSince(principal)),
      members: selectColumns(workspace, 'members'),
      contacts: selectColumns(workspace, 'contacts'),
    },
    requireSomeList,
  )
  const mayWrite = (row: UndoRow) => permits(credential, `${listOf(row)}:write`)
  const [first] = rows.batch
  if (first && !rows.batch.some(mayWrite)) requireList(credential, listOf(first), 'write')
  const { id: workspaceId, columnsVersion: version } = credential.workspace
  const columnsOf = (list: ListId): ListColumns => ({
    list,
    columns: columnsFromRows(list, rows[list]),
    columnsVersion: { workspaceId, version },
  })
  return {
    columns: { members: columnsOf('members'), contacts: columnsOf('contacts') },
    rows: rows.batch.map((row) => (mayWrite(row) ? row : { ...row, unchanged: '[]' })),
  }
}

const listOf = ({ subjectKind }: UndoRow): ListId =>
  subjectKind === SUBJECT.contacts ? 'contacts' : 'members'

/** Throws `permission_missing` if the credential may write to no list. */
export function requireSomeList(credential: Credential): void {
  const isWriter = LISTS.some((list) => permits(credential, `${list}:write`))
  if (!isWriter) requirePermission(credential, 'members:write')
}

type Restored = Restoration & { row: UndoRow }

/** Gives values back in both lists, and then looks at payers: who died in a batch may have paid for persons of either. */
async function restoreAll(tx: Tx, columns: ColumnsOfLists, restored: Restored[]): Promise<void> {
  const statements = LISTS.map((list) => {
    const ofList = restored.filter(({ row }) => listOf(row) === list)
    return ofList.length > 0 ? restoreIn(tx, columns[list], ofList) : undefined
  }).filter((one) => one !== undefined)
  await tx.write({
    asRead: statements.flatMap(({ asRead }) => asRead),
    written: statements.flatMap(({ written }) => written),
    paid: failUnlessPaid(
      tx.workspace(),
      restored.flatMap(({ row, patch }) => (patch.payer_id ? [row.id] : [])),
    ),
    guarded: failUnlessGuarded(
      tx.workspace(),
      restored.flatMap(({ row, patch }) => (patch.guardian_id ? [row.id] : [])),
    ),
  })
}

function restoreIn(tx: Tx, columns: ListColumns, restored: Restored[]): { asRead: Sql[]; written: Sql[] } {
  const { list } = columns
  const workspace = writableList(tx, columns)
  const patches = new Patches()
  for (const { row, area, patch } of restored) patches.add({ ...patch, id: row.id, area: area ?? row.area })
  return {
    asRead: jsonArrays(restored.map(({ row }) => [row.id, row.area, row.revision])).map((array) =>
      failUnlessAsRead(workspace, list, array),
    ),
    written: [
      ...recordEvents(
        tx.actor,
        workspace,
        { action: 'person.updated', subject: SUBJECT[list] },
        restored.map(({ row, changes }) => ({ id: row.id, name: String(row.name), changes })),
      ),
      ...(['regular', 'applications'] as const).flatMap((area) =>
        jsonArrays(restored.flatMap((one) => (one.area === area ? [one.row.id] : []))).flatMap((array) =>
          moveToArea(workspace, area, array),
        ),
      ),
      ...besideUpdates(tx.actor, workspace, list, patches),
      ...updatePersons(workspace, list, patches, sql`1`),
    ],
  }
}

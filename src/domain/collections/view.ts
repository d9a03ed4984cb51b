import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { query } from '../access/query'
import { type Event, type EventRow, toApi as eventToApi } from '../events/event'
import { selectHistory } from '../events/history'
import { showsIbans } from '../persons/mask'
import { debtorNamesakeIn, type Namesake, namesakeOf } from '../persons/namesake'
import { todayIn } from '../shared/dates'
import type { StaffPrincipal } from '../staff/principal'
import { type Announcing, selectAnnouncing } from './announcing'
import {
  type Collection,
  type CollectionItem,
  type CollectionRow,
  type ItemRow,
  itemToApi,
  selectCollections,
  selectItems,
  toApi,
} from './collection'
import { requireCollection } from './get'
import { type Stop, type StoppedDebit, selectStoppedDebits } from './stopped'
import { selectWithdrawnDebits } from './withdrawn'

/** How many debits a page of a collection has. */
export const ITEMS_PER_PAGE = 100

const MAX_RETURNS = 100
const MAX_STOPPED = 100
const MAX_EVENTS = 30

/** One of several fees of a debit: its description, and whose it is. */
export type CollectedFee = { id: string; description: string; person_name: string; namesake: Namesake }

/** A debit, what it collects if it has several fees, and the list that its person is in; null if the person was deleted. */
export type OpenedItem = CollectionItem & {
  list: 'members' | 'contacts' | null
  namesake: Namesake
  collected: CollectedFee[]
}

/** A collection as staff see it. Amounts in cents. */
export type OpenedCollection = {
  collection: Collection
  items: OpenedItem[]
  /** How many debits the search finds; all without one. */
  matches: number
  /** The debits that were returned, the latest first, at most a hundred; their number and sum. */
  returns: OpenedItem[]
  returned: { count: number; amount: number }
  /** What happened, newest first. */
  events: Event[]
  /** The date in the workspace. */
  today: string
  /** Whether a mail announces the debits: it was on when they were released. */
  isAnnounced: boolean
  /** How many debits that are under way have a mandate that was withdrawn. */
  withdrawn: number
  /** The debits that must leave it before it is submitted, at most a hundred; their number. */
  stopped: (OpenedItem & { stop: Stop })[]
  stoppedCount: number
}

type Asked = { id: string; page: number; search: string }

/**
 * Reads a collection with a page (from 1) of its debits, those whose name, mandate or reference holds a text. One trip. Throws
 * `permission_missing` and `not_found`.
 */
export async function viewCollection(
  principal: StaffPrincipal,
  { id, page, search }: Asked,
): Promise<OpenedCollection> {
  const workspace = principal.workspace()
  const ofCollectionSql = sql`collection_id = ${id} AND ${matches(search)}`
  const from = (page - 1) * ITEMS_PER_PAGE
  const { credential, rows } = await query(
    principal,
    {
      collections: selectCollections(workspace, sql`id = ${id}`),
      items: selectOpened(
        workspace,
        ofCollectionSql,
        sql`ORDER BY id LIMIT ${ITEMS_PER_PAGE} OFFSET ${from}`,
      ),
      matches: search ? countItems(workspace, ofCollectionSql) : [],
      returns: selectOpened(workspace, returnedSql(id), sql`ORDER BY id DESC LIMIT ${MAX_RETURNS}`, RETURNED),
      returned: countItems(workspace, returnedSql(id), RETURNED),
      events: selectHistory<EventRow>(workspace, id, MAX_EVENTS),
      announcing: selectAnnouncing(workspace),
      withdrawn: selectWithdrawnDebits(workspace, sql`collections.id = ${id}`),
      stopped: selectStoppedDebits(workspace, id),
      stoppedItems: selectOpened(
        workspace,
        sql`id IN (SELECT id FROM (${selectStoppedDebits(workspace, id)}) LIMIT ${MAX_STOPPED})`,
        sql`ORDER BY id`,
      ),
      removed: countItems(workspace, removedSql(id), REMOVED),
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const collection = toApi(requireCollection(rows.collections as CollectionRow[]))
  const opened = (row: OpenedRow): OpenedItem => toOpened(row, showsIbans(credential))
  const [found] = rows.matches as Count[]
  const [removed] = rows.removed as Count[]
  const stops = new Map((rows.stopped as StoppedDebit[]).map((debit) => [debit.id, debit.stop]))
  const [announcing] = rows.announcing as Announcing[]
  return {
    collection,
    items: (rows.items as OpenedRow[]).map(opened),
    matches: found?.count ?? collection.item_count + (removed?.count ?? 0),
    returns: (rows.returns as OpenedRow[]).map(opened),
    returned: (rows.returned as Count[])[0] ?? { count: 0, amount: 0 },
    events: (rows.events as EventRow[]).map(eventToApi),
    today: todayIn(credential.workspace.timezone, principal.now),
    withdrawn: rows.withdrawn.length,
    stopped: (rows.stoppedItems as OpenedRow[]).flatMap((row) => {
      const stop = stops.get(row.id)
      return stop ? [{ ...opened(row), stop }] : []
    }),
    stoppedCount: stops.size,
    isAnnounced: announcing !== undefined && announcing.enabledAt <= collection.created_at,
  }
}

/** Gets a collection and one of its debits. One trip. Throws `permission_missing` and `not_found`. */
export async function viewItem(
  principal: StaffPrincipal,
  { id, itemId }: { id: string; itemId: string },
): Promise<{ collection: Collection; item: OpenedItem; today: string }> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      collections: selectCollections(workspace, sql`id = ${id}`),
      items: selectOpened(workspace, sql`collection_id = ${id} AND id = ${itemId}`, sql`LIMIT 1`),
    },
    (credential) => requirePermission(credential, 'collections:write'),
  )
  const item = requireCollection(rows.items)
  return {
    collection: toApi(requireCollection(rows.collections)),
    item: toOpened(item, showsIbans(credential)),
    today: todayIn(credential.workspace.timezone, principal.now),
  }
}

const RETURNED = sql`INDEXED BY collection_items_returned`

const returnedSql = (id: string): Sql => sql`collection_id = ${id} AND state = 'returned'`

const REMOVED = sql`INDEXED BY collection_items_removed`

const removedSql = (id: string): Sql => sql`collection_id = ${id} AND removed_at IS NOT NULL`

/**
 * The condition that a debit has a text in its name, its mandate or its reference; capitals of ASCII do not matter. Without
 * LIKE, which takes patterns of 50 bytes at most in D1.
 */
function matches(search: string): Sql {
  if (!search) return sql`TRUE`
  const columns = ['debtor_name', 'mandate_reference', 'reference']
  const found = columns.map((column) => sql`instr(lower(${sql.raw(column)}), lower(${search})) > 0`)
  return sql`(${sql.join(found, ' OR ')})`
}

type OpenedRow = ItemRow & Pick<OpenedItem, 'list' | 'namesake'> & { collected: string }

const toOpened = ({ list, namesake, collected, ...row }: OpenedRow, showsIban: boolean): OpenedItem => ({
  ...itemToApi(row, showsIban),
  list,
  namesake,
  collected: JSON.parse(collected),
})

const selectOpened = (
  workspace: Sql,
  condition: Sql,
  end: Sql,
  index = sql``,
): Sql<OpenedRow> => sql<OpenedRow>`
  SELECT item.*, persons.list_id AS list, ${debtorNamesakeIn(workspace, 'persons')} AS namesake,
    CASE WHEN json_array_length(item.fees) > 1 THEN (
      SELECT json_group_array(json_object('id', fees.id, 'description', description, 'person_name', person_name,
        'namesake', ${namesakeOf(workspace, sql`fees.person_id`)}))
      FROM json_each(item.fees) AS link CROSS JOIN fees
      WHERE fees.workspace_id = ${workspace} AND fees.id = link.value ->> 'fee_id') ELSE '[]' END AS collected
  FROM (${selectItems(workspace, condition, index)} ${end}) AS item
  LEFT JOIN persons ON persons.workspace_id = ${workspace} AND persons.list_id IN ('members', 'contacts')
    AND persons.area IN ('regular', 'applications') AND persons.id = item.person_id`

type Count = { count: number; amount: number }

const countItems = (workspace: Sql, condition: Sql, index = sql``): Sql<Count> => sql<Count>`
  SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount FROM collection_items ${index}
  WHERE workspace_id = ${workspace} AND ${condition}`

import { type Db, trip } from '../../../db/client'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { LISTS } from '../../access/lists'
import { inUtc } from '../../shared/text'
import { type ErasedPerson, type ErasedWorkspace, type Erasures, type Lists, MAX_ERASURES } from './erasures'
import { selectEnds } from './select-ends'

/**
 * Lists what was erased since an instant: persons who are in no list any more, with those who were merged into one who is gone
 * as well, and workspaces but for copies; and what ended, as {@link selectEnds} does. From the oldest on, and at most 50,000
 * entries, or as many more as were of one instant. One trip; two rows for each workspace and for each event about its staff, and
 * those of the list.
 */
export async function listErasures(db: Db, since: string): Promise<Erasures> {
  const from = inUtc(since)
  const { clock, ...lists } = await trip(db, {
    clock: sql<{ now: string }>`SELECT ${NOW} AS now`,
    // Who moves to the other list, or is merged into a person who stays, leaves a tombstone as well.
    persons: oldest<ErasedPerson>(
      'erased_at',
      sql`
        SELECT gone.workspace_id, gone.id AS person_id, gone.deleted_at AS erased_at
        FROM workspaces CROSS JOIN json_each(${JSON.stringify(LISTS)}) AS list CROSS JOIN deleted_persons AS gone
        WHERE gone.workspace_id = workspaces.id AND gone.list_id = list.value AND gone.deleted_at >= ${from}
          AND NOT EXISTS (
            SELECT 1 FROM persons WHERE persons.workspace_id = gone.workspace_id AND list_id IN ('members', 'contacts')
              AND area IN ('regular', 'applications') AND persons.id IN (gone.id, gone.merged_into))`,
    ),
    workspaces: sql<ErasedWorkspace>`
      SELECT erased_id AS workspace_id, suspended_at, started_at AS erased_at FROM workspace_erasures
      WHERE started_at >= ${from} AND copy_of IS NULL AND erased_id NOT IN (SELECT id FROM workspaces)
      ORDER BY erased_at, workspace_id`,
    ...selectEnds(from, (rows) => oldest('at', rows)),
  })
  return cutErasures({ until: clock[0]?.now ?? from, is_complete: true, ...lists })
}

/** The rows of a query up to those of the same instant as the 50,000th. */
const oldest = <Row>(instant: 'at' | 'erased_at', rows: Sql): Sql<Row> => {
  const at = sql.raw(instant)
  return sql<Row>`
    WITH listed AS MATERIALIZED (${rows})
    SELECT * FROM listed
    WHERE ${at} <= coalesce((SELECT ${at} FROM listed ORDER BY ${at} LIMIT 1 OFFSET ${MAX_ERASURES - 1}), '9999')
    ORDER BY ${at}, 1, 2`
}

/** When something was erased, or ended. */
export const instantOf = (one: { at: string } | { erased_at: string }): string =>
  'at' in one ? one.at : one.erased_at

/** Cuts a list that is too long after an instant, and says to go on from the next one. */
export function cutErasures(list: Erasures): Erasures {
  const { until: _, is_complete: __, ...lists } = list
  const last = Object.values(lists).flat().map(instantOf).sort()[MAX_ERASURES - 1]
  if (last === undefined) return list
  const until = new Date(Date.parse(last) + 1).toISOString()
  return { ...erasedBefore(list, until), until, is_complete: false }
}

/** What lists have of the time before an instant. */
export const erasedBefore = (lists: Lists, end: string): Lists =>
  mapLists(lists, (list) => list.filter((one) => instantOf(one) < end))

/** What lists have. */
export type Entry = Lists[keyof Lists][number]

/** Lists of which each became what a function makes of it. */
export const mapLists = (
  lists: Lists,
  change: <One extends Entry>(list: One[], name: keyof Lists) => One[],
): Lists => ({
  persons: change(lists.persons, 'persons'),
  workspaces: change(lists.workspaces, 'workspaces'),
  keys: change(lists.keys, 'keys'),
  staff: change(lists.staff, 'staff'),
  passkeys: change(lists.passkeys, 'passkeys'),
  mandates: change(lists.mandates, 'mandates'),
  news: change(lists.news, 'news'),
})

/** The last entry about each thing, in the order of time. */
export function latest<One extends Entry>(list: One[]): One[] {
  const inOrder = (all: One[]) => all.toSorted((a, b) => (instantOf(a) < instantOf(b) ? -1 : 1))
  return inOrder([...new Map(inOrder(list).map((one) => [subjectOf(one), one])).values()])
}

const IDS = ['workspace_id', 'person_id', 'key_id', 'staff_id', 'credential_id', 'reference']

/** What an entry is about, as a text. */
const subjectOf = (one: Entry): string =>
  JSON.stringify(IDS.map((name) => (one as Record<string, unknown>)[name]))

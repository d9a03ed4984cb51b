import { retryOnConflict, type Statement, trip, WriteConflict } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import type { Permission } from '../access/permissions'
import type { Credential, Principal } from '../access/principal'
import { noteReplacing } from '../access/replaced-lists'
import { type ListContext, queryList, writableList } from '../custom-columns/query-list'
import type { Issue } from '../shared/error-list'
import { newIds } from '../shared/ids'
import { uniqueStrings } from '../shared/text'
import { inTurns } from '../shared/turns'
import { forEachItem, isObject, itemsIn } from '../shared/validation'
import { isStored } from './diff'
import { MandateReferences, referencesIn } from './mandate-references'
import { listsOfPayers, type PayerFacts } from './payers/facts'
import { failUnlessGuardedIn, failUnlessPaidIn } from './payers/guard'
import { relationLookups, relationsOfItems } from './payers/of-items'
import { PERSON_ROW, type Person, type PersonJson, type PersonRow, render } from './person'
import { MAX_PERSONS, type PersonInput, schemasFor } from './schemas'
import {
  deletePersons,
  failUnlessFree,
  failUnlessUnchanged,
  omittedSql,
  releaseExternalIds,
  updatePersons,
} from './store/bulk-write'
import { recordCreations, recordUpdates } from './store/events'
import { countRegular, requireWithinMemory, type SizedRow, selectByIds, selectPersons } from './store/lookups'
import { type ReferenceRow, selectReferences } from './store/mandate-references'
import { insertPersons } from './store/write'
import { indexPersons, itemRules, type SynchronizeIndex } from './synchronize-index'
import { type Extent, type PlannedChange, SynchronizePlan } from './synchronize-plan'

export type Synchronized = {
  persons: PersonJson[]
  counts: { created: number; updated: number; unchanged: number; deleted: number }
}

/**
 * A synchronization. When the columns of the list are needed to parse the body, `body` has only the keys of the persons,
 * and `bodyFor` returns the whole body.
 */
export type Synchronization = {
  list: string
  body: PersonInput
  bodyFor?: (context: ListContext) => PersonInput
}

/**
 * Makes a list match the body, all or nothing. A person is updated by its `id`, else updated or created by its
 * `external_id`, else created. With `delete_omitted`, the regular persons that the body omits are deleted, which is noted on
 * the API key once a day. Two trips; one when nothing changes and nothing is to be noted. Throws `invalid`, and `WriteConflict` when other requests keep changing the same persons.
 */
export async function synchronizePersons(
  principal: Principal,
  synchronization: Synchronization,
): Promise<Synchronized> {
  return retryOnConflict((attempt) => synchronize(principal, synchronization, attempt))
}

// The plan holds what the answer needs, so that the other rows that were read are freed before the plan is written.
async function synchronize(
  principal: Principal,
  synchronization: Synchronization,
  attempt: number,
): Promise<Synchronized> {
  let noted: Sql | undefined
  const plan = await planSynchronization(principal, synchronization, {
    extentOf: (items) => extentOf(items, attempt),
    // The database refuses taken references; they are looked up to say which ones.
    checksReferences: attempt > 1,
    onRead(credential, { list }) {
      if (synchronization.body.delete_omitted === true) noted = noteReplacing(principal, credential, list)
    },
  })
  const after = noted ? [noted] : []
  if (plan.changesNothing && noted) await trip(principal.db, { noted })
  const { rows, updated, deleted } = plan.changesNothing
    ? NOTHING
    : await writeAndRead(principal, plan, { after })
  const created = plan.added.length
  return {
    persons: plan.persons.map(({ id, row }) => render((rows.get(id) ?? row) as PersonRow, plan.context)),
    counts: { created, updated, unchanged: plan.persons.length - created - updated, deleted },
  }
}

/** How a plan is made: what it writes of so many items, who is told its changes in the order of the items, and which items even if they change nothing. */
type Planning = {
  extentOf: (items: number) => Extent
  /** Told who asks, and about which list, before any change. */
  onRead?: (credential: Credential, context: ListContext) => void
  onChange?: (change: PlannedChange) => void
  tells?: (item: unknown) => boolean
  /** Whether mandate references are looked up, which takes a trip if there are any. */
  checksReferences?: boolean
  /** Whether nobody will write the plan. */
  isPreview?: boolean
}

/** Reads the persons that a synchronization names and plans what it writes. Throws `invalid`. One trip, two if it checks references. */
export async function planSynchronization(
  principal: Principal,
  { list, body, bodyFor = () => body }: Synchronization,
  planning: Planning,
): Promise<SynchronizePlan> {
  const items = itemsIn(body, MAX_PERSONS)
  const ids = uniqueStrings(items.map(({ id }) => id))
  const externalIds = uniqueStrings(items.map(({ external_id }) => external_id))
  const deletesOmitted = body.delete_omitted === true
  const workspace = principal.workspace()
  const { credential, context, rows } = await queryList(principal, list, 'write', {
    persons: selectPersons(workspace, list, ids, externalIds),
    regular: deletesOmitted ? [countRegular(workspace, list)] : [],
    ...relationLookups(workspace, list, items),
  })
  planning.onRead?.(credential, context)
  const regularCount = deletesOmitted ? (rows.regular[0]?.count ?? 0) : undefined
  const whole = bodyFor(context)
  const { references } = planning.checksReferences
    ? await trip(principal.db, {
        references: selectReferences(workspace, referencesIn(itemsIn(whole, MAX_PERSONS))),
      })
    : { references: undefined }
  return inTurns(
    planItems(
      principal,
      {
        context,
        persons: rows.persons,
        regularCount,
        references,
        payers: { ...rows, lists: listsOfPayers(credential) },
      },
      { items, body: whole },
      planning,
    ),
  )
}

/** What is stored of a list: the persons that items may name, and how many regular ones there are if the others are deleted. */
type StoredList = {
  context: ListContext
  persons: SizedRow[]
  regularCount: number | undefined
  /** The mandates that have the references of the items; left out if these are not checked. */
  references?: ReferenceRow[] | undefined
  /** What decides who may pay or act for whom; left out if the items name nobody. */
  payers?: PayerFacts & { lists: ListId[] }
}

/**
 * The items of a body, `items` with at least their keys. `itemIn` returns the item that an entry of `data` stands for, and
 * `newIds` are the ids of the persons who are created, if they are known before.
 */
type Items = {
  items: PersonInput[]
  body: PersonInput
  itemIn?: (entry: unknown) => unknown
  newIds?: string[]
}

/** Plans what items write over the persons that were read, an item a step. Throws `invalid`. */
export function* planItems(
  { now }: Pick<Principal, 'now'>,
  { context, persons, regularCount, references, payers }: StoredList,
  { items, body, itemIn = (entry) => entry, newIds: given }: Items,
  { extentOf, onChange, tells, isPreview = false }: Planning,
): Generator<void, SynchronizePlan> {
  requireWithinMemory(persons)
  const index = indexPersons(persons, context)
  const ofItem = itemRules(index, items, regularCount !== undefined, context)
  const count = items.filter((item) => !index.targetOf(item)).length
  const extent = extentOf(items.length)
  const ids = given ?? newIds('per', now, count)
  const { withNamed, issuesOf } = relationsOfItems(payers, {
    index,
    items,
    newIds: ids,
    deletesOmitted: regularCount !== undefined,
    context,
  })
  const targets = new Set(items.map((entry) => index.targetOf(entry)?.id))
  const mandates =
    references &&
    new MandateReferences(
      references,
      ({ list, personId }) => regularCount !== undefined && list === context.list && !targets.has(personId),
    )
  const plan = new SynchronizePlan(context, ids, { extent, regularCount, isPreview })
  let item: unknown
  yield* forEachItem(
    schemasFor(context).synchronization,
    body,
    {
      itemIn(entry) {
        item = itemIn(entry)
        const named = isObject(item) ? withNamed(item) : item
        return extent === 'all persons' ? named : withoutStored(named, index)
      },
      *ofItem() {
        yield* ofItem(item as PersonInput)
        yield* issuesOf(item as PersonInput)
        if (mandates) yield* mandates.issuesOf(item as PersonInput, index.targetOf(item as PersonInput))
      },
      ofBody: () => deletionIssues(body, regularCount ?? 0, items, index),
    },
    (input, position) => {
      const change = plan.add(input, index.targetOf(items[position] ?? {}), index, tells?.(item))
      if (change) onChange?.(change)
    },
  )
  return plan
}

// All values of many persons take too much memory, even after a conflict.
function extentOf(items: number, attempt: number): Extent {
  if (items > MAX_WHOLE_PERSONS) return 'differences'
  return attempt > 1 ? 'all persons' : 'changed persons'
}

const MAX_WHOLE_PERSONS = 1000

/** What is to be validated of an item: nothing if it equals what is stored, as most of a list does at each request. */
function withoutStored(item: unknown, index: SynchronizeIndex): unknown {
  const stored = isObject(item) && index.targetOf(item)
  return stored && isStored(item, stored) ? {} : item
}

/** The result of writing a plan: the rows of changed and added persons by id, and the numbers of updates and deletions. */
type Written = { rows: Map<string, PersonRow>; updated: number; deleted: number }

const NOTHING: Written = { rows: new Map(), updated: 0, deleted: 0 }

/** Statements of the caller around those of a plan, and the permission that is enough for them all. */
type PlanWrite = { before?: Statement[]; after?: Statement[]; permission?: Permission }

/**
 * Writes a plan in one atomic trip, between statements of the caller, and returns the persons. A second trip reads those that
 * another request has already changed alike, and those whose payer or guardian was deleted.
 */
async function writeAndRead(principal: Principal, plan: SynchronizePlan, write: PlanWrite): Promise<Written> {
  const { changed, added, deleted, left } = await writePlan(principal, plan, write, PERSON_ROW)
  const rows = new Map([...changed, ...added].map((row) => [row.id, row]))
  const isLeft = new Set(left.map(({ id }) => id))
  const missingIds = plan.persons.flatMap(({ id, isChanged }) =>
    (isChanged || isLeft.has(id)) && !rows.has(id) ? [id] : [],
  )
  if (missingIds.length > 0) {
    const { current } = await trip(principal.db, {
      current: selectByIds(principal.workspace(), plan.context.list, missingIds),
    })
    for (const row of current) rows.set(row.id, row)
  }
  return { rows, updated: changed.length, deleted: deleted.length }
}

/**
 * Writes a plan in one atomic trip, between statements of the caller. Returns a row for each person that was changed, added or
 * deleted, with what `returning` says of the first two, and the ids of those whose payer or guardian was deleted.
 */
export async function writePlan(
  principal: Principal,
  plan: SynchronizePlan,
  { before = [], after = [], permission }: PlanWrite,
  returning: Sql = sql`1`,
) {
  const { context } = plan
  const { list } = context
  const { actor } = principal
  const workspace = writableList(principal, context, permission)
  const { added, changed, deleted, unpaid, wards } = await trip(principal.db, {
    before,
    unchanged: plan.expected.texts.map((array) => failUnlessUnchanged(workspace, list, array)),
    ...(plan.deletesOmitted
      ? {
          free: plan.taken.texts.map((array) => failUnlessFree(workspace, list, array)),
          // The statement decides who is omitted, so that synchronizations at one moment end as one after the other.
          ...deletePersons(actor, workspace, list, omittedSql(JSON.stringify(plan.keptIds)), context.today),
        }
      : { deleted: [], unpaid: [] as Sql<{ id: string }>[], wards: [] as Sql<{ id: string }>[] }),
    updates: recordUpdates(actor, workspace, list, plan.changed),
    released:
      plan.changed.length > 1
        ? plan.moved.texts.map((array) => releaseExternalIds(workspace, list, array))
        : [],
    changed: updatePersons(workspace, list, plan.changed, returning),
    added: insertPersons(workspace, list, plan.added, returning),
    paid: plan.paid.texts.map((array) => failUnlessPaidIn(principal.workspace(), array)),
    guarded: plan.guarded.texts.map((array) => failUnlessGuardedIn(principal.workspace(), array)),
    creations: recordCreations(actor, workspace, list, 'regular', plan.addedIds),
    after,
  })
  if (added.length < plan.added.length) throw new WriteConflict()
  return { changed, added, deleted, left: [...unpaid, ...wards] as { id: string }[] }
}

/** Issues of a body whose `delete_omitted` would delete every regular person of the list. */
function* deletionIssues(
  { delete_omitted, data }: PersonInput,
  regularCount: number,
  items: PersonInput[],
  index: SynchronizeIndex,
): Iterable<Issue> {
  if (delete_omitted !== true || !Array.isArray(data)) return
  const isRegular = (stored: Person | undefined) => stored && index.rowOf(stored).area === 'regular'
  if (data.length === 0) yield [['data'], { code: 'list_would_be_empty' }]
  else if (regularCount > 0 && !items.some((item) => isRegular(index.targetOf(item))))
    yield [['data'], { code: 'list_would_be_deleted' }]
}

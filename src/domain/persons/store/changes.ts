import { type SQL, sql } from 'drizzle-orm'
import { type Statement, trip, WriteConflict } from '../../../db/client'
import { jsonArrays } from '../../../db/json'
import { ofList, type Tenant } from '../../access/admission'
import { type ListContext, PERSON_ROW, type PersonJson, type PersonRow, render } from './json'
import { personsById } from './lookups'
import {
  emptyAnswers,
  failUnlessFree,
  failUnlessUnchanged,
  insert,
  insertTombstones,
  releaseExternalIds,
  remove,
  update,
  updateDiffering,
} from './write'

/** Stored columns of a person that are to have these values; `custom_values` merges by column id. */
export type Patch = { id: string; area: Area; custom_values?: Record<string, unknown> } & Record<
  string,
  unknown
>

export type Area = PersonRow['area']

/**
 * A stored person as it was found: under both keys, and at the revision where one is given, it must still be there
 * when a write that was planned on it runs.
 */
export type Found = { id: string; area: Area; external_id: string | null; revision?: number | undefined }

/**
 * What a write does to a list: the persons that it was planned on, and those to remove, to change and to add. Where `kept`
 * is given, all regular persons but these are removed, those added meanwhile included.
 */
export type Changes = {
  found: Found[]
  removed?: string[]
  kept?: string[]
  /** The external ids of those to add, and who has each. An omitted person that has one must not be removed for a new one. */
  holders?: [externalId: string, id: string | null][]
  changed?: Patch[]
  added?: Patch[]
  /** The changes were planned without comparing them: only what differs is written, and all persons found are read again. */
  isEverything?: boolean
  /** Statements to run in the same trip, after the changes. */
  also?: Statement[]
}

/** The JSON of the persons that a write changed or added, by id, and how many it updated and deleted. */
export type Written = { persons: Map<string, PersonJson>; updated: number; deleted: number }

/** The JSON of a person that a write changed or added. Throws `LostRace` where the person was gone. */
export function personWritten({ persons }: Written, id: string): PersonJson {
  const person = persons.get(id)
  if (person === undefined) throw new WriteConflict()
  return person
}

/**
 * Writes changes of a list in one atomic trip. Gives the JSON of the persons changed and added, by id, and how many were
 * updated and deleted. All persons that are changed or removed must be among those found. Throws `LostRace` where one of
 * these is not as it was found, or a unique key is taken; nothing is written then.
 */
export async function writeChanges(
  tenant: Tenant,
  rendering: ListContext,
  {
    found,
    removed = [],
    kept,
    holders = [],
    changed = [],
    added = [],
    isEverything = false,
    also = [],
  }: Changes,
): Promise<Written> {
  const { list } = rendering
  const columns = columnsIn(changed)
  const swapped = changed.length > 1 ? changed.filter((patch) => 'external_id' in patch) : []
  const rows = await trip(tenant, {
    standing: jsonArrays(found.map(named)).map((array) => failUnlessUnchanged(tenant, { list, array })),
    free: jsonArrays(holders).map((array) => failUnlessFree(tenant, { list, array })),
    ...removal(tenant, list, removed, kept),
    swapped: jsonArrays(swapped.map(({ id }) => id)).map((array) =>
      releaseExternalIds(tenant, { list, array }),
    ),
    changed: jsonArrays(changed).map((array) =>
      isEverything
        ? updateDiffering(tenant, { list, array }, columns)
        : update(tenant, { list, array }, columns),
    ),
    added: jsonArrays(added).map((array) => insert(tenant, { list, array }, columnsIn(added))),
    found: isEverything
      ? personsById(
          tenant,
          list,
          found.map(({ id }) => id),
        )
      : [],
    also,
  })
  const written = [...rows.found, ...rows.changed, ...rows.added]
  return {
    persons: new Map(written.map((row) => [row.id, render(row, rendering)])),
    updated: rows.changed.length,
    deleted: rows.removed.length,
  }
}

/** The statements that remove persons, and what was kept of them for safe retries. */
function removal(tenant: Tenant, list: string, removed: string[], kept: string[] | undefined) {
  // One array of ids, since a person is omitted only if none of several arrays names it.
  const [which, arrays] = kept
    ? (['omitted', [JSON.stringify(kept)]] as const)
    : (['named', jsonArrays(removed)] as const)
  return {
    tombstones: arrays.map((array) => insertTombstones(tenant, { list, array }, which)),
    answers: arrays.map((array) => emptyAnswers(tenant, { list, array }, which)),
    removed: arrays.map((array) => remove(tenant, { list, array }, which)),
  }
}

/** The JSON of a person that is being added, as an expression for statements that run after it was. */
export const jsonInSql = (
  { workspace }: Tenant,
  rendering: ListContext,
  { id, area, ...patch }: Patch,
): SQL => {
  const tail = render(
    {
      area,
      head: '',
      leaveDate: (patch.leave_date as string | undefined) ?? null,
      customValues: JSON.stringify(patch.custom_values),
    },
    rendering,
  )
  return sql`(SELECT head || ${tail} FROM (
    SELECT ${PERSON_ROW} FROM persons
    WHERE ${ofList(workspace, rendering.list)} AND persons.area = ${area} AND persons.id = ${id}))`
}

const named = ({ id, area, external_id, revision }: Found) => [id, area, external_id, revision]

const TEXT_COLUMNS = [
  'external_id',
  'first_name',
  'last_name',
  'email',
  'birthdate',
  'phone_numbers',
  'address',
  'bank_account',
  'sepa_mandate',
  'payment_method',
  'membership_number',
  'join_date',
  'leave_date',
] as const

const columnsIn = (patches: Patch[]): string =>
  TEXT_COLUMNS.filter((column) => patches.some((patch) => column in patch)).join()

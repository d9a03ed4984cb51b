import { type SQL, sql } from 'drizzle-orm'
import { type Statement, trip } from '../../db/client'
import { jsonArrays } from '../../db/json'
import { ofList, type Tenant } from '../admission'
import { PERSON_ROW, type PersonJson, type PersonRow, type Rendering, render } from './rows'
import { failUnlessAllStand, insert, parkExternalIds, rememberDeletion, remove, update } from './write-rows'

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
export type Found = { id: string; external_id: string | null; revision?: number | undefined }

/** What a write does to a list: whom it was planned on, and the persons to remove, to change and to add. */
export type Changes = {
  found: Found[]
  removed?: string[]
  changed?: Patch[]
  added?: Patch[]
  /** Statements to run in the same trip, after the changes. */
  also?: Statement[]
}

/**
 * Writes changes of a list in one atomic trip and gives the JSON of the persons changed and added, by id. Everybody who
 * is changed or removed must be among those found. Throws `LostRace` where one of these is not as it was found any more,
 * or a unique key is taken; nothing is written then.
 */
export async function writeChanges(
  tenant: Tenant,
  rendering: Rendering,
  { found, removed = [], changed = [], added = [], also = [] }: Changes,
): Promise<Map<string, PersonJson>> {
  const { list } = rendering
  const swapped = changed.length > 1 ? changed.filter((patch) => 'external_id' in patch) : []
  const rows = await trip(tenant, {
    standing: jsonArrays(found.map(named)).map((array) => failUnlessAllStand(tenant, { list, array })),
    remembered: jsonArrays(removed).map((array) => rememberDeletion(tenant, { list, array })),
    removed: jsonArrays(removed).map((array) => remove(tenant, { list, array })),
    swapped: jsonArrays(swapped.map(({ id }) => id)).map((array) => parkExternalIds(tenant, { list, array })),
    changed: jsonArrays(changed).map((array) => update(tenant, { list, array }, columnsIn(changed))),
    added: jsonArrays(added).map((array) => insert(tenant, { list, array }, columnsIn(added))),
    also,
  })
  return new Map([...rows.changed, ...rows.added].map((row) => [row.id, render(row, rendering)]))
}

/** The JSON of a person that is being added, as an expression for statements that run after it was. */
export const jsonInSql = (
  { workspace }: Tenant,
  rendering: Rendering,
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

const named = ({ id, external_id, revision }: Found) => [id, external_id, revision]

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

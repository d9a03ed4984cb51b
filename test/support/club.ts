import { expect } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { addAccount } from './bank'
import { type Staff, staffOf } from './dashboard'
import { type Session, setPortal, signIn } from './portal'
import { type Workspace, workspace } from './workspace'

/** Persons that tests share. */
export const ADA = {
  external_id: 'ada',
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  email: 'ada@example.org',
}
export const BEN = { external_id: 'ben', name: { first_name: 'Ben' }, email: 'ben@example.org' }

/** Custom columns that tests share. */
export const SHIRT = { name: 'Shirt', type: 'string', allowed_values: ['S', 'M'], external_id: 'shirt' }
export const TEAMS = { name: 'Teams', type: 'array', allowed_values: ['A', 'B'], external_id: 'teams' }
export const NOTE = { name: 'Note', type: 'string', external_id: 'note' }

/**
 * Creates a workspace with what its parts say, as `clubOf(person(ADA), fee(4500), signedIn('treasurer'))`. Persons of a
 * list are one request, and so are fees. Ids are in the order of the parts.
 */
export async function clubOf<Parts extends readonly Part[]>(...parts: Parts): Promise<World<Parts>> {
  const given: object = Object.assign({}, ...only(parts, 'settings').map(({ settings }) => settings))
  return build(await workspace(given), parts)
}

/** Adds parts to a workspace. */
export const addTo = <Parts extends readonly Exclude<Part, PartOf<'settings'>>[]>(
  club: Workspace,
  ...parts: Parts
): Promise<World<Parts>> => build(club, parts)

async function build<Parts extends readonly Part[]>(club: Workspace, parts: Parts): Promise<World<Parts>> {
  const columnIds: string[] = []
  for (const { list, data } of only(parts, 'columns'))
    columnIds.push(...idsOf(await sent(club.put(`/lists/${list}/custom_columns`, { data }))))
  const unitIds: string[] = []
  for (const { body } of only(parts, 'cost unit'))
    unitIds.push((await sent(club.post('/cost_units', body))).id)
  for (const { settings } of only(parts, 'portal')) await sent(setPortal(club, settings))
  const ids = await addPersons(club, only(parts, 'person'))
  const claimed = only(parts, 'fee').map(({ fields }) => feeOf(fields, ids[0]))
  const fees = claimed.length > 0 ? await sent(club.post('/fees', { data: claimed })) : []
  const accounts: string[] = []
  for (const { fields } of only(parts, 'account')) accounts.push(await addAccount(club, fields))
  const staff: Staff[] = []
  for (const { role, options } of only(parts, 'staff')) staff.push(await staffOf(club, role, options))
  const sessions: Session[] = []
  for (const _ of only(parts, 'visitor')) sessions.push(await signIn(club, { person_id: ids[0] }))
  const first = { id: ids[0], account: accounts[0], staff: staff[0], session: sessions[0] }
  return { club, ids, fees, columnIds, unitIds, ...first } as unknown as World<Parts>
}

/** The workspace and what the parts made. `id`, `account`, `staff` and `session` are the first, `ids` those of all persons. */
type World<Parts extends readonly Part[]> = {
  club: Workspace
  id: First<Parts, 'person', string>
  ids: Made<Parts, 'person', string>
  fees: Made<Parts, 'fee', Fee>
  columnIds: string[]
  unitIds: string[]
  account: First<Parts, 'account', string>
  staff: First<Parts, 'staff', Staff>
  session: First<Parts, 'visitor', Session>
}
export type Fee = { id: string; reference: string }

/** Settings that the workspace is created with. */
export const settings = (settings: object) => ({ is: 'settings', settings }) as const

/** Custom columns of a list. */
export const columns = (data: object[], list = 'members') => ({ is: 'columns', data, list }) as const

/** A cost unit with categories. */
export const costUnit = (name: string, ...categories: string[]) =>
  ({ is: 'cost unit', body: { name, categories } }) as const

/** Settings of the member portal, which can name custom columns. */
export const portal = (settings: object) => ({ is: 'portal', settings }) as const

/** A portal in which members see their fees and change these fields. */
export const editable = (...fields: string[]) =>
  portal({
    functions: ['view_data', 'edit_data', 'view_fees'],
    fields: Object.fromEntries(fields.map((field) => [field, 'editable'])),
  })

/** A member, or a person of another list. An applicant has `creation_behaviour: 'unconfirmed'`. */
export const person = (fields: object, list = 'members') => ({ is: 'person', fields, list }) as const

/** A fee of the first person, unless its fields name another one. */
export const fee = (amount = 4500, fields: object = {}) =>
  ({ is: 'fee', fields: { amount, ...fields } }) as const

/** A bank account that is open since 2025. */
export const bankAccount = (fields: Record<string, unknown> = {}) => ({ is: 'account', fields }) as const

/** A member of staff with a browser that is signed in. */
export const signedIn = (role: Role, options: Parameters<typeof staffOf>[2] = {}) =>
  ({ is: 'staff', role, options }) as const

/** A session of the first person in the portal. */
export const visitor = () => ({ is: 'visitor' }) as const

type Part = ReturnType<
  | typeof settings
  | typeof columns
  | typeof costUnit
  | typeof portal
  | typeof person
  | typeof fee
  | typeof bankAccount
  | typeof signedIn
  | typeof visitor
>
type Kind = Part['is']
type PartOf<K extends Kind> = Extract<Part, { is: K }>

/** One for each part of a kind, in a tuple as far as the parts are one. */
type Made<Parts extends readonly unknown[], K extends Kind, T> = Parts extends readonly [
  infer Head,
  ...infer Rest,
]
  ? Head extends PartOf<K>
    ? [T, ...Made<Rest, K, T>]
    : Made<Rest, K, T>
  : Parts extends readonly []
    ? []
    : T[]

/** Undefined if no part is of the kind. */
type First<Parts extends readonly Part[], K extends Kind, T> = [Extract<Parts[number], PartOf<K>>] extends [
  never,
]
  ? undefined
  : T

const only = <K extends Kind>(parts: readonly Part[], kind: K) =>
  parts.filter((part): part is PartOf<K> => part.is === kind)

async function addPersons(club: Workspace, persons: PartOf<'person'>[]): Promise<string[]> {
  const ids = new Map<PartOf<'person'>, string>()
  for (const list of new Set(persons.map((one) => one.list))) {
    const path = `/lists/${list}/persons`
    const ofList = persons.filter((one) => one.list === list)
    const [applicants, others] = [ofList.filter(isApplicant), ofList.filter((one) => !isApplicant(one))]
    if (others.length > 0) {
      const data = await sent(club.put(path, { data: others.map(({ fields }) => fields) }))
      for (const [index, one] of others.entries()) ids.set(one, data[index].id)
    }
    // A request for many persons creates no applicants.
    for (const one of applicants) ids.set(one, (await sent(club.post(path, one.fields))).id)
  }
  return persons.map((one) => String(ids.get(one)))
}

const isApplicant = ({ fields }: PartOf<'person'>): boolean => 'creation_behaviour' in fields

function feeOf(fields: object, personId: string | undefined): object {
  const namesPerson = 'person_id' in fields || 'person_external_id' in fields
  return { description: 'Annual fee', ...(!namesPerson && { person_id: personId }), ...fields }
}

async function sent(request: ReturnType<Workspace['post']>) {
  const { status, body, text } = await request
  expect([200, 201], text).toContain(status)
  return body.data
}

const idsOf = (data: { id: string }[]): string[] => data.map(({ id }) => id)

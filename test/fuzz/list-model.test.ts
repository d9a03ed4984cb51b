import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Answer } from '../support/call'
import { clubOf, person } from '../support/club'
import { runs } from '../support/runs'
import type { Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

it('keeps a list equal to a model of it, in any order of creates, updates, deletions and synchronizations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
      const { club } = await clubOf(
        person({ external_id: 'crm-1', email: 'ada@example.org' }),
        person({ external_id: 'crm-2', creation_behaviour: 'unconfirmed' }),
      )
      let model = await readAll(club)
      for (const action of actions) model = await perform(club, model, action)
      expect(await readAll(club)).toEqual(model.sort(byId))
    }),
    runs(25),
  )
})

/** A person in the model. */
type Person = {
  id: string
  external_id: string | null
  name: { first_name: string | null; last_name: string | null }
  email: string | null
  membership_status: string
}
type Fields = { external_id?: string | null; email?: string | null; name?: Partial<Person['name']> | null }
type Item = { by: 'id' | 'external_id' | 'none'; number: number; fields: Fields }
type Action =
  | { do: 'create'; fields: Fields; unconfirmed: boolean }
  | { do: 'update'; number: number; fields: Fields }
  | { do: 'delete'; number: number }
  | { do: 'synchronize'; items: Item[]; delete_omitted: boolean }

const externalId = fc.constantFrom(null, 'a', 'A', 'b', 'c', 'd')
const namePart = fc.constantFrom(null, 'Ada', "O'Neill", 'شكر')
const fields: fc.Arbitrary<Fields> = fc.record(
  {
    external_id: externalId,
    email: fc.constantFrom(null, 'a@example.org', 'A@example.org'),
    name: fc.option(fc.record({ first_name: namePart, last_name: namePart }, { requiredKeys: [] })),
  },
  { requiredKeys: [] },
)
const item: fc.Arbitrary<Item> = fc.record({
  by: fc.constantFrom('id', 'id', 'external_id', 'none'),
  number: fc.nat(9),
  fields,
})
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), fields, unconfirmed: fc.boolean() }),
  fc.record({ do: fc.constant('update' as const), number: fc.nat(9), fields }),
  fc.record({ do: fc.constant('delete' as const), number: fc.nat(9) }),
  fc.record({
    do: fc.constant('synchronize' as const),
    items: fc.array(item, { minLength: 1, maxLength: 5 }),
    delete_omitted: fc.boolean(),
  }),
)

/** Performs an action, and returns the model after it. The service accepts exactly what the model accepts. */
async function perform(club: Workspace, model: Person[], action: Action): Promise<Person[]> {
  if (action.do === 'create') {
    const { fields, unconfirmed } = action
    const answer = await club.post(PERSONS, {
      ...fields,
      ...(unconfirmed && { creation_behaviour: 'unconfirmed' }),
    })
    const after = [
      ...model,
      merge({ ...NEW_PERSON, membership_status: unconfirmed ? 'applicant' : 'active' }, fields),
    ]
    return expectAccepted(answer, isValid(after), 201) ? withIds(after, [answer.body.data.id]) : model
  }
  if (action.do === 'synchronize') return synchronize(club, model, action)
  const target = model[action.number % model.length]
  if (!target) return model
  const rest = model.filter((person) => person !== target)
  if (action.do === 'delete') {
    expect((await club.delete(`${PERSONS}/${target.id}`)).status).toBe(204)
    return rest
  }
  const segment = encodeURIComponent(target.external_id ?? target.id)
  const answer = await club.put(`${PERSONS}/${segment}`, action.fields)
  const after = [...rest, merge(target, action.fields)]
  return expectAccepted(answer, isValid(after), 200) ? after : model
}

async function synchronize(
  club: Workspace,
  model: Person[],
  action: Action & { do: 'synchronize' },
): Promise<Person[]> {
  const data = action.items.map(({ by, number, fields }) => {
    const target = model[number % model.length]
    if (by === 'id' && target) return { ...fields, id: target.id }
    if (by === 'external_id' && target?.external_id) return { ...fields, external_id: target.external_id }
    return fields
  })
  const targets = data.map((fields) => model.find((person) => isMatch(person, fields)))
  const existing = targets.filter((target) => target !== undefined)
  const omitted = model.filter(
    (person) => action.delete_omitted && person.membership_status === 'active' && !existing.includes(person),
  )
  const written = data.map((fields, index) => merge(targets[index] ?? NEW_PERSON, fields))
  const others = model.filter((person) => !existing.includes(person) && !omitted.includes(person))
  const after = [...others, ...written]
  const answer = await club.put(PERSONS, { data, delete_omitted: action.delete_omitted })
  const regular = model.filter(({ membership_status }) => membership_status === 'active')
  const keepsOne = existing.some((person) => regular.includes(person)) || regular.length === 0
  const isAccepted =
    isValid(after) && new Set(existing).size === existing.length && (!action.delete_omitted || keepsOne)
  if (!expectAccepted(answer, isAccepted, 200)) return model
  const updated = written.filter((person, index) => JSON.stringify(person) !== JSON.stringify(targets[index]))
  const created = data.length - existing.length
  expect(answer.body.meta).toEqual({
    created,
    updated: updated.length - created,
    unchanged: data.length - updated.length,
    deleted: omitted.length,
  })
  return [
    ...others,
    ...withIds(
      written,
      answer.body.data.map(({ id }: Person) => id),
      true,
    ),
  ]
}

const NEW_PERSON: Person = {
  id: '',
  external_id: null,
  name: { first_name: null, last_name: null },
  email: null,
  membership_status: 'active',
}

const isMatch = (person: Person, fields: Fields & { id?: string }) =>
  fields.id === undefined
    ? fields.external_id != null && person.external_id === fields.external_id
    : person.id === fields.id

const merge = (person: Person, { name, external_id, email }: Fields): Person => ({
  ...person,
  external_id: external_id === undefined ? person.external_id : external_id,
  name: name === null ? NEW_PERSON.name : { ...person.name, ...name },
  email: email === undefined ? person.email : email,
})

/** Whether every person is identified, and every external id unique. */
function isValid(persons: Person[]): boolean {
  const held = persons.map(({ external_id }) => external_id).filter((id) => id !== null)
  const isIdentified = ({ name, email, external_id }: Person) =>
    [name.first_name, name.last_name, email, external_id].some((value) => value !== null)
  return new Set(held).size === held.length && persons.every(isIdentified)
}

function expectAccepted(answer: Answer, isAccepted: boolean, status: number): boolean {
  expect(answer.status, answer.text).toBe(isAccepted ? status : 422)
  return isAccepted
}

/** Adds the ids from a response to persons without one: one at the end, or one for each in order. */
const withIds = (persons: Person[], ids: string[], inOrder = false): Person[] =>
  persons.map((person, index) =>
    person.id ? person : { ...person, id: String(inOrder ? ids[index] : ids[0]) },
  )

/** Reads the persons of both areas page by page, as the model has them. */
async function readAll(club: Workspace): Promise<Person[]> {
  const persons: Person[] = []
  for (const area of ['regular', 'applications']) {
    let cursor: string | null = ''
    while (cursor !== null) {
      const after = cursor && `&cursor=${cursor}`
      const { body } = await club.get(`${PERSONS}?area=${area}&per_page=3${after}`)
      persons.push(...body.data)
      cursor = body.meta.next_cursor
    }
  }
  return persons
    .map(({ id, external_id, name, email, membership_status }) => ({
      id,
      external_id,
      name,
      email,
      membership_status,
    }))
    .sort(byId)
}

const byId = (one: Person, other: Person) => (one.id < other.id ? -1 : 1)

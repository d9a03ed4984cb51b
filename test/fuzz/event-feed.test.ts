import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Event } from '../../src/domain/events/event'
import { eventsOf } from '../support/events'
import { runs } from '../support/runs'
import { type Workspace, workspace } from '../support/workspace'

const LISTS = ['members', 'contacts'] as const
const NUMBERED = Array.from({ length: 6 }, (_, n) => `p${n}`)

it('rebuilds both lists from the events, each of which tells what one act changed of one person', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      const club = await workspace()
      for (const list of LISTS) await club.put(`/lists/${list}/custom_columns`, COLUMNS)
      let before = await readLists(club)
      for (const each of acts) {
        const seen = (await eventsOf(club)).length
        await perform(club, each)
        const after = await readLists(club)
        const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
          (id) => JSON.stringify(before.get(id)) !== JSON.stringify(after.get(id)),
        )
        const subjects = (await eventsOf(club, seen)).map(({ subject_id }) => subject_id)
        expect(subjects.sort()).toEqual(changed.sort())
        before = after
      }
      expect(rebuild(await readFeed(club))).toEqual(await readLists(club, abridged))
    }),
    runs(20),
  )
})

const COLUMNS = {
  data: [
    { name: 'Shirt', type: 'string', external_id: 'shirt' },
    { name: 'Trainer', type: 'boolean' },
    { name: 'Teams', type: 'array', external_id: 'teams' },
    { name: 'Handicap', type: 'number', external_id: 'handicap' },
  ],
}

const text = fc.constantFrom(null, 'a', '"', '\\', '💥 ü', '{"a":[1]}', "O'Neill", 'null')
const fields = fc.record(
  {
    name: fc.option(fc.record({ first_name: text, last_name: text }, { requiredKeys: [] })),
    email: fc.constantFrom(null, 'a@example.org', 'b@example.org'),
    birthdate: fc.constantFrom(null, '1985-12-10'),
    phone_numbers: fc.option(fc.array(fc.record({ number: fc.constantFrom('1', '"2') }), { maxLength: 2 })),
    address: fc.option(fc.record({ city: text }, { requiredKeys: [] })),
    bank_account: fc.option(
      fc.record({ iban: fc.constantFrom('DE89370400440532013000', 'NL91ABNA0417164300'), signatory: text }),
    ),
    payment_method: fc.constantFrom(null, 'cash'),
    shirt: text,
    teams: fc.option(fc.array(fc.constantFrom('A', '"B'), { maxLength: 2 })),
    handicap: fc.constantFrom(null, 0, -0.5, 1e21),
  },
  { requiredKeys: [] },
)
const list = fc.constantFrom(...LISTS)
const name = fc.constantFrom(...NUMBERED)
const act = fc.oneof(
  fc.record({ do: fc.constant('create' as const), list, name, fields, isApplicant: fc.boolean() }),
  fc.record({ do: fc.constant('update' as const), list, name, fields }),
  fc.record({ do: fc.constant('confirm' as const), list, name }),
  fc.record({ do: fc.constant('delete' as const), list, name }),
  fc.record({
    do: fc.constant('synchronize' as const),
    list,
    items: fc.uniqueArray(fc.tuple(name, fields), {
      minLength: 1,
      maxLength: 4,
      selector: ([named]) => named,
    }),
    delete_omitted: fc.boolean(),
  }),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** Performs an act, which may be refused. */
async function perform(club: Workspace, each: Act): Promise<void> {
  const persons = `/lists/${each.list}/persons`
  if (each.do === 'synchronize') {
    const data = each.items.map(([external_id, given]) => ({ external_id, ...given }))
    await club.put(persons, { data, delete_omitted: each.delete_omitted })
  } else if (each.do === 'create') {
    const { name: external_id, isApplicant } = each
    const behaviour = isApplicant && each.list === 'members' ? { creation_behaviour: 'unconfirmed' } : {}
    await club.post(persons, { external_id, ...each.fields, ...behaviour })
  } else if (each.do === 'update') await club.put(`${persons}/${each.name}`, each.fields)
  else if (each.do === 'confirm') await club.post(`${persons}/${each.name}/confirmation`, undefined)
  else await club.delete(`${persons}/${each.name}`)
}

type Values = Record<string, unknown>

/** The persons of both lists by id: the values that are set, by the names that events use. */
async function readLists(club: Workspace, map = (values: Values): Values => values) {
  const persons = new Map<string, Values>()
  for (const each of LISTS) {
    const columns = (await club.get(`/lists/${each}/custom_columns`)).body.data
    for (const area of each === 'members' ? ['regular', 'applications'] : ['regular']) {
      const { body } = await club.get(`/lists/${each}/persons?area=${area}`)
      for (const person of body.data) persons.set(person.id, map(valuesOf(person, columns, each, area)))
    }
  }
  return persons
}

function valuesOf(
  { id, name: names, created_at, updated_at, membership_status, ...person }: Values & { name?: Values },
  columns: { id: string; external_id: string | null }[],
  inList: string,
  area: string,
): Values {
  const renamed = Object.entries(person).map(([key, value]) => [
    columns.find(({ external_id }) => external_id === key)?.id ?? key,
    value,
  ])
  const values = {
    kind: inList.slice(0, -1),
    ...(inList === 'members' && { area }),
    'name.first_name': names?.first_name,
    'name.last_name': names?.last_name,
    ...Object.fromEntries(renamed),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

function abridged(values: Values): Values {
  const account = values.bank_account as { iban: string } | undefined
  return account ? { ...values, bank_account: { ...account, iban: account.iban.slice(-4) } } : values
}

/** All events, read in small pages. */
async function readFeed(club: Workspace): Promise<Event[]> {
  const feed: Event[] = []
  for (;;) {
    const after = feed.length > 0 ? `&after=${feed.at(-1)?.id}` : ''
    const { body } = await club.get(`/events?per_page=7${after}`)
    if (body.data.length === 0) return feed
    feed.push(...body.data)
  }
}

/** Applies the events of persons one after the other; each must find the values that it changes. */
function rebuild(feed: Event[]): Map<string, Values> {
  const persons = new Map<string, Values>()
  for (const { action, subject, changes } of feed) {
    if (action === 'person.deleted') persons.delete(subject.id)
    if (!action.startsWith('person.') || changes === null) continue
    const values = persons.get(subject.id) ?? { kind: subject.kind }
    for (const [field, [before, after]] of Object.entries(changes)) {
      expect(values[field] ?? null).toEqual(before)
      if (after === null) delete values[field]
      else values[field] = after
    }
    persons.set(subject.id, values)
  }
  return persons
}

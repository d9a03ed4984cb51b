import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer, Options } from '../support/call'
import { clubOf, columns } from '../support/club'
import { runs } from '../support/runs'
import { rows, type Workspace, workspace } from '../support/workspace'

const COLUMNS = ['string', 'boolean', 'array', 'integer', 'number', 'date', 'email', 'url'].map((type) => ({
  name: type,
  type,
  external_id: `my_${type}`,
}))

const FULL = {
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  birthdate: '1985-12-10',
  phone_numbers: [{ label: null, number: '1' }],
  address: { street: null, postcode: null, city: 'Ulm', country_code: 'DE' },
  payment_method: 'cash',
  my_string: 'a',
  my_boolean: true,
  my_array: ['a'],
  my_integer: 5,
  my_number: 0.5,
  my_date: '2026-01-31',
  my_email: 'a@example.org',
  my_url: 'https://example.org',
}

const odd = fc.constantFrom<unknown>(
  null,
  '',
  'x',
  ' ',
  0,
  -0,
  5,
  1e300,
  true,
  false,
  [],
  {},
  ['a'],
  [[]],
  { first_name: null },
  { last_name: 'Byron' },
  { first_name: 'Ada', last_name: null },
  { city: 'Bonn' },
  [{ number: '2' }],
  '2026-02-30',
  '2026-01-31',
  'y'.repeat(6000),
  '"',
  'col_000000000000000000000001":',
  '\u0000',
)

const MEMBERS = ['membership_status', 'join_date', 'leave_date']
const OWN = [
  'id',
  'created_at',
  'updated_at',
  'no_such_field',
  '__proto__',
  'constructor',
  'creation_behaviour',
]
const KEYS = [...Object.keys(FULL), ...MEMBERS, ...OWN, 'email', 'membership_number', 'bank_account', 'col']

/** An input as JSON: values as stored and unusual ones, under every kind of key. */
const input = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...KEYS), odd),
      fc.constantFrom(...Object.entries(FULL)).map(([key, value]) => [key, value] as [string, unknown]),
    ),
    { maxLength: 4 },
  )
  .map((fields) => `{${fields.map(([key, value]) => `"${key}":${JSON.stringify(value)}`).join()}}`)

/** A response and the stored row, with placeholders for what differs between the two persons. */
async function outcome({ status, body }: Answer, externalId: string) {
  const [row] = await rows('SELECT * FROM persons WHERE external_id = ?', externalId)
  const text = JSON.stringify({ status, data: body.data, errors: body.errors, row })
  return text
    .replaceAll(externalId, '<external id>')
    .replace(/per_[0-9A-Za-z]{24}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
}

/** Creates a workspace whose list has a column of each type, and a function that replaces "col" by the id of one. */
async function workspaceWithColumns(list: string) {
  const { club, columnIds } = await clubOf(columns(COLUMNS, list))
  return { club, withColumn: (text: string) => text.replaceAll('"col"', `"${columnIds[0]}"`) }
}

const raw = (text: string) => ({ raw: text, headers: { 'Content-Type': 'application/json' } })

describe.each(['members', 'contacts'])('cold and warm columns cache, in %s', (list) => {
  const persons = `/lists/${list}/persons`

  it('update alike', async () => {
    const { club, withColumn } = await workspaceWithColumns(list)
    await club.get(`${persons}?per_page=1`)
    let n = 0
    await fc.assert(
      fc.asyncProperty(input, fc.boolean(), async (text, byId) => {
        n += 1
        const made = await club.put(persons, {
          data: ['met', 'new'].map((key) => ({ external_id: `${key}-${n}`, ...FULL })),
        })
        expect(made.status).toBe(200)
        const sent = raw(withColumn(text))
        const path = (index: number) =>
          `${persons}/${byId ? made.body.data[index].id : made.body.data[index].external_id}`
        const met = await club.put(path(0), undefined, sent)
        const other = await club.put(path(1), undefined, { ...sent, key: await club.keyWith() })
        expect(await outcome(met, `met-${n}`)).toEqual(await outcome(other, `new-${n}`))
      }),
      runs(60),
    )
  })

  it('create alike', async () => {
    const { club, withColumn } = await workspaceWithColumns(list)
    await club.get(`${persons}?per_page=1`)
    let n = 0
    await fc.assert(
      fc.asyncProperty(input, async (text) => {
        n += 1
        const sent = withColumn(text)
        const create = (key: string, options = {}) =>
          club.post(persons, undefined, {
            ...raw(sent.replace('{', `{"external_id":"${key}"${sent === '{}' ? '' : ','}`)),
            ...options,
          })
        const met = await create(`met-${n}`)
        const other = await create(`new-${n}`, { key: await club.keyWith() })
        expect(await outcome(met, `met-${n}`)).toEqual(await outcome(other, `new-${n}`))
      }),
      runs(50),
    )
  })

  it('synchronize to the result of an update of each person', async () => {
    const { club, withColumn } = await workspaceWithColumns(list)
    let n = 0
    await fc.assert(
      // In a synchronization the id matches a person.
      fc.asyncProperty(
        input.filter((text) => !text.includes('"id"')),
        async (text) => {
          n += 1
          await club.put(persons, {
            data: ['one', 'all'].map((key) => ({ external_id: `${key}-${n}`, ...FULL })),
          })
          const sent = withColumn(text)
          const one = await club.put(`${persons}/one-${n}`, undefined, raw(sent))
          const item = sent.replace('{', `{"external_id":"all-${n}"${sent === '{}' ? '' : ','}`)
          const all = await club.put(persons, undefined, raw(`{"data":[${item}]}`))
          if (one.status === 200) all.body.data = all.body.data[0]
          else
            all.body.errors = Object.fromEntries(
              Object.entries(all.body.errors).map(([key, errorPaths]) => [
                key === 'data.0' ? 'body' : key.replace(/^data\.0\./, ''),
                errorPaths,
              ]),
            )
          expect(await outcome(all, `all-${n}`)).toEqual(await outcome(one, `one-${n}`))
        },
      ),
      runs(60),
    )
  })
})

it('returns 304 only for pages that are unchanged', async () => {
  const persons = '/lists/members/persons'
  const key = fc.constantFrom('a', 'b', 'c', 'd')
  const act = fc.oneof(
    fc.record({ put: key, birthdate: fc.constantFrom('1985-12-10', '1990-01-01', null) }),
    fc.record({ create: key, applies: fc.boolean() }),
    fc.record({ remove: key }),
    fc.record({ keepOnly: fc.uniqueArray(key, { minLength: 1, maxLength: 3 }) }),
    fc.constant({ column: true }),
  )
  const perform = (club: Workspace, given: Record<string, unknown>, options: Options) => {
    const { put, create, remove, keepOnly } = given
    if (put) return club.put(`${persons}/${put}`, { birthdate: given.birthdate }, options)
    if (remove) return club.delete(`${persons}/${remove}`, options)
    if (Array.isArray(keepOnly)) {
      const data = keepOnly.map((external_id) => ({ external_id }))
      return club.put(persons, { delete_omitted: true, data }, options)
    }
    if (given.column)
      return club.put('/lists/members/custom_columns', { data: [{ name: 'x', type: 'date' }] }, options)
    const creation_behaviour = given.applies ? 'unconfirmed' : 'default'
    return club.post(persons, { external_id: create, creation_behaviour }, options)
  }
  const paths = [
    persons,
    `${persons}?area=applications`,
    `${persons}?per_page=1`,
    `${persons}?filter[external_id]=a`,
    `${persons}?updated_since=2020-01-01T00:00:00Z`,
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      const club = await workspace()
      const other = await club.keyWith()
      let pages = await Promise.all(paths.map((path) => club.get(path)))
      for (const [index, one] of acts.entries()) {
        await perform(club, one, { key: index % 2 ? other : club.key })
        const before = pages
        pages = []
        for (const [nth, path] of paths.entries()) {
          const tag = before[nth]?.headers.get('ETag') ?? ''
          const answer = await club.get(path, { headers: { 'If-None-Match': tag } })
          const now = await club.get(path)
          if (answer.status === 304) expect(now.text).toBe(before[nth]?.text)
          else expect([answer.status, answer.text]).toEqual([200, now.text])
          pages.push(now)
        }
      }
    }),
    runs(30),
  )
})

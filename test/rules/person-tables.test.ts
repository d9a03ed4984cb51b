import { expect, it } from 'vitest'
import { PERSON_TABLES } from '../../src/domain/persons/person-tables'
import { createEverything } from '../support/everything'
import { expectSoundBooks } from '../support/invariants'
import { rows, workspace } from '../support/workspace'

/** Columns that look as if they named a person, and do not. */
const OTHERS: Record<string, string> = {
  'accounts.iban': 'of the association',
  'workspaces.creditor_iban': 'of the association',
  'workspaces.contact_email': 'of the association',
  'workspaces.portal_address_form': 'how members are addressed',
  'mails.subject': 'the text of a mail',
  'mail_rules.subject': 'the text of a mail',
  'sandbox_mails.subject': 'the text of a mail, until the night',
  'link_requests.subject': 'hashes',
  'known_browsers.subject': 'hashes, or ids of staff',
  'staff.email': 'of staff',
  'events.actor_kind': 'a word',
  'events.subject_kind': 'a word',
  'portal_guards.address_given_at': 'a time',
  'portal_guards.address_changed_at': 'a time',
}

const listed = new Set(
  PERSON_TABLES.flatMap(({ table, columns }) => Object.keys(columns).map((column) => `${table}.${column}`)),
)

/** Every column of the database, those of the table of persons left out: its rows are the persons. */
async function allColumns(): Promise<{ table: string; column: string }[]> {
  const columns = await rows<{ table: string; column: string }>(`
    SELECT sqlite_schema.name AS "table", column.name AS "column"
    FROM sqlite_schema CROSS JOIN pragma_table_info(sqlite_schema.name) AS column
    WHERE sqlite_schema.type = 'table' AND sqlite_schema.name NOT LIKE 'sqlite_%'
      AND sqlite_schema.name NOT LIKE '_cf_%' AND sqlite_schema.name NOT LIKE 'd1_kept_%'
      AND sqlite_schema.name NOT IN ('persons', 'd1_migrations')`)
  expect(columns.length).toBeGreaterThan(300)
  return columns
}

it('lists every column whose name says that it is of a person', async () => {
  const names = (await allColumns())
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) =>
      /\..*(person|subject|email|address|iban|actor_|party|debtor|audience|merged|former_ids)/.test(name),
    )
  const unlisted = names.filter((name) => !listed.has(name) && !(name in OTHERS))
  expect(unlisted).toEqual([])
  for (const name of Object.keys(OTHERS)) expect(names, name).toContain(name)
})

it('lists only columns that there are', async () => {
  const known = new Set((await allColumns()).map(({ table, column }) => `${table}.${column}`))
  expect([...listed].filter((name) => !known.has(name) && name !== 'persons.id')).toEqual([])
})

/** Where the rows of the database have one of these texts, as `table.column`. */
async function placesOf(texts: string[]): Promise<string[]> {
  const places: string[] = []
  for (const { table, column } of await allColumns()) {
    const condition = texts.map(() => `instr(CAST("${column}" AS TEXT), ?) > 0`).join(' OR ')
    const found = await rows(`SELECT 1 FROM "${table}" WHERE ${condition} LIMIT 1`, ...texts)
    if (found.length > 0) places.push(`${table}.${column}`)
  }
  return places
}

it('lists every column in which a full workspace names a person or shows what is known of one', async () => {
  const club = await workspace()
  const { members } = await createEverything(club)
  const name = { first_name: 'Xerxina', last_name: 'Quorbel' }
  await club.put(`/lists/members/persons/${members.person}`, { name, email: 'xerxina@quorbel.example' })
  await club.post('/fees', { data: [{ amount: 1, description: 'Fee', person_id: members.person }] })
  await club.delete(`/lists/members/persons/${members.person}`)
  const places = await placesOf([members.person, 'Xerxina', 'xerxina@quorbel.example'])
  expect(places).toContain('fees.person_name')
  expect(places.filter((place) => !listed.has(place))).toEqual([])
})

it('names a person who was merged in its tombstone and in the log alone, and loses no money of either', async () => {
  const club = await workspace()
  const { members } = await createEverything(club)
  const kept = await club.post('/lists/members/persons', { email: 'double@example.org' })
  await club.post('/fees', { data: [{ amount: 700, description: 'Fee', person_id: kept.body.data.id }] })
  const sums =
    'SELECT count(*) AS fees, sum(amount) AS amount, sum(paid_amount) AS paid FROM fees WHERE person_id IN (?, ?)'
  const before = await rows(sums, kept.body.data.id, members.person)

  const path = `/lists/members/persons/${kept.body.data.id}/merge`
  const { status, text } = await club.post(path, { from: members.person })
  expect(status, text).toBe(200)
  expect(await rows(sums, kept.body.data.id, '')).toEqual(before)
  await expectSoundBooks(club.id)
  expect(await placesOf([members.person])).toEqual([
    'deleted_persons.id',
    'events.subject_id',
    'events.changes',
    // To whom mails were sent that are no drafts any more.
    'mails.audience',
  ])
})

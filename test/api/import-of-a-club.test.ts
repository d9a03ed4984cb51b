import { expect, it } from 'vitest'
import { differencesFrom, dirtyClub, HEADERS } from '../../src/dev/dirty-club'
import type { Answer } from '../support/call'
import { inPart } from '../support/runs'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const SIZE = inPart(1240, 160)

/** What the office answers. All other answers are those that stand. */
const ANSWERS = { last_used_on: '2025-11-15' }

type Json = Record<string, unknown>
type Draft = { id: string; mark: string; questions: unknown[]; counts: Json }

async function upload(club: Workspace, csv: string): Promise<Draft> {
  const headers = { 'Content-Type': 'text/csv' }
  const { body, text } = await club.post('/lists/members/imports', undefined, { raw: csv, headers })
  expect(body.data, text).toBeDefined()
  const changed = await club.patch(`/imports/${body.data.id}`, { answers: ANSWERS })
  expect(changed.status, changed.text).toBe(200)
  return changed.body.data
}

/** All entries of a list, page by page. */
async function allOf(club: Workspace, path: string): Promise<Json[]> {
  const found: Json[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Answer = await club.get(`${path}per_page=500${next && `&cursor=${next}`}`)
    found.push(...page.body.data)
    next = page.body.meta.next_cursor
  }
  return found
}

/** The values of all persons and fees. */
const values = async () => {
  const persons = await rows('SELECT * FROM persons ORDER BY id')
  return [
    persons.map((person) => ({ ...person, revision: 0, updated_at: '' })),
    await rows('SELECT * FROM fees ORDER BY id'),
  ]
}

/** The fields of which the file lost the value with a text in their column, which a gap tells: a birthdate and an account. */
const TOLD = { birth: HEADERS.indexOf('geb. am'), iban: HEADERS.indexOf('IBAN') }

it.each([1, 2, 3])('moves club %i in: its true members but for the gaps, once, and back', async (seed) => {
  const club = await workspace()
  const dirty = dirtyClub(seed, SIZE)
  // An account that an import changes stays.
  const known = dirty.truth.find(({ iban }) => iban === null)
  const name = { first_name: known?.first, last_name: known?.last }
  await club.put(PERSONS, {
    data: [{ membership_number: known?.number, name, address: { street: 'Alter Weg 1' }, sex: 'd' }],
  })
  const before = await values()

  const draft = await upload(club, dirty.csv)
  expect(draft.questions.length).toBeLessThanOrEqual(10)
  expect(draft.counts).toMatchObject({ created: SIZE - 1, updated: 1, left_out: 0 })
  const incomplete = await allOf(club, `/imports/${draft.id}/rows?grade=wrong&`)
  const run = await club.post(`/imports/${draft.id}/run`, { mark: draft.mark })
  expect(run.status, run.text).toBe(201)

  const columns: Json[] = (await club.get('/lists/members/custom_columns')).body.data
  const keyOf = (header: string) => String(columns.find((column) => column.name === header)?.id)
  const keys = { group: keyOf('Beitragsart'), sections: keyOf('Sparte') }
  const stored = await allOf(club, `${PERSONS}?`)
  expect(differencesFrom(dirty, stored, keys)).toEqual([])
  const told = incomplete.flatMap(({ input, gaps }) =>
    Object.entries(TOLD)
      .filter(([, column]) => (gaps as Json[]).some((gap) => gap.column === column))
      .map(([field]) => `${(input as Json).membership_number} ${field}`),
  )
  const lost = [...dirty.lost].filter((what) => Object.hasOwn(TOLD, String(what.split(' ')[1])))
  expect(told.toSorted()).toEqual(lost.toSorted())

  const again = await upload(club, dirty.csv)
  expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: SIZE })
  const imported = await values()
  await club.post(`/imports/${again.id}/run`, { mark: again.mark })
  expect(await values()).toEqual(imported)

  const undone = await club.post(`/imports/${draft.id}/undo`, undefined)
  expect(undone.body.data, undone.text).toEqual({ deleted: SIZE - 1, kept: 0, restored: 1, left_alone: 0 })
  expect(await values()).toEqual(before)
})

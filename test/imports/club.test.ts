import { expect, it } from 'vitest'
import { differencesFrom, dirtyClub, HEADERS } from '../../src/dev/dirty-club'
import { propose } from '../../src/domain/imports/columns'
import { DEFAULT_OPTIONS, planRows, type RowsPlan } from '../../src/domain/imports/plan'
import { readTable } from '../../src/domain/imports/read/table'
import { atOnce } from '../../src/domain/shared/turns'

const context = { list: 'members' as const, columns: [], today: '2026-11-25', locale: 'de' as const }
const SEEDS = [1, 2, 3]
const SIZE = 300

function planned(csv: string, answers: Record<string, string> = {}): RowsPlan {
  const table = readTable(new TextEncoder().encode(csv))
  const { mapping, order } = propose(table, context)
  return atOnce(
    planRows(
      table.rows,
      table.headers,
      { mapping, options: { ...DEFAULT_OPTIONS, order }, answers, edits: {} },
      {
        ...context,
        delimiter: table.delimiter,
        totals: table.totals,
      },
    ),
  )
}

const slot = (header: (typeof HEADERS)[number]) => `new:${HEADERS.indexOf(header)}`
const KEYS = { group: slot('Beitragsart'), sections: slot('Sparte') }

const inputsOf = ({ persons }: RowsPlan) => persons.map(({ input }) => JSON.parse(input))

it.each(SEEDS)('makes the true members of the dirty file of club %i, but for what it lost', (seed) => {
  const club = dirtyClub(seed, SIZE)
  const plan = planned(club.csv)
  expect(plan.persons).toHaveLength(SIZE)
  expect(differencesFrom(club, inputsOf(plan), KEYS)).toEqual([])
  expect(plan.questions.length).toBeLessThanOrEqual(10)
  expect(plan.questions.find(({ kind }) => kind === 'doubles')?.pairs).toHaveLength(club.doubles)
  expect(plan.newColumns).toContainEqual({
    column: HEADERS.indexOf('Sparte'),
    name: 'Sparte',
    type: 'array',
    allowed_values: ['Fußball', 'Judo', 'Kanu', 'Rudern', 'Tischtennis'],
  })
})

it('keeps two persons of a double if the answer says so, and takes the date of joining for a signature', () => {
  const club = dirtyClub(4, SIZE)
  const plan = planned(club.csv, { doubles: 'two', mandate_without_date: 'join_date' })
  expect(plan.persons).toHaveLength(SIZE + club.doubles)
  // What lost the exact date of joining signs on the first day of its year.
  const unsigned = [...club.lost].filter((what) => what.endsWith('signed'))
  const kept = unsigned.filter((what) => !club.lost.has(what.replace('signed', 'joined')))
  expect(kept.length).toBeGreaterThan(0)
  const exact = { ...club, lost: new Set([...club.lost].filter((what) => !kept.includes(what))) }
  expect(differencesFrom(exact, inputsOf(plan), KEYS).filter((what) => what.endsWith('signed'))).toEqual([])
})

it('makes the same members of the rows in another order', () => {
  const club = dirtyClub(5, 120)
  const [title = '', empty = '', header = '', ...rows] = club.csv.split('\r\n')
  const shuffled = rows.slice(0, -1).reverse()
  const plan = planned([title, empty, header, ...shuffled, rows.at(-1)].join('\r\n'))
  expect(differencesFrom(club, inputsOf(plan), KEYS)).toEqual([])
})

import type { DoublePair, ImportSettings, Question } from './planned'
import { type Persons, placeKey, type UnitedPerson } from './rows'
import { textOf } from './value-text'

const MAX_PAIRS = 200

/**
 * Unites persons of the file that are one under two numbers, as the answers say, and returns the question. They have one name
 * and one birthdate, or one name and address where a birthdate is missing. Twins and fathers with sons are none.
 */
export function uniteDoubles(persons: Persons, answers: ImportSettings['answers']): Question | undefined {
  const pairs: DoublePair[] = []
  const gone = new Set<UnitedPerson>()
  for (const group of groupsByName(persons.united)) {
    const [...alike] = group.sort(byNumber)
    for (const [at, second] of alike.entries()) {
      const first = alike.slice(0, at).find((one) => !gone.has(one) && likeness(one, second) !== undefined)
      if (!first || pairs.length >= MAX_PAIRS) continue
      const pair = pairOf(first, second, answers)
      pairs.push(pair)
      if (pair.answer === 'two') continue
      persons.mergeInto(first, second)
      gone.add(second)
    }
  }
  if (pairs.length === 0) return undefined
  remove(persons.united, gone)
  const given = answers.doubles
  const isAnswered = given === 'one' || given === 'two'
  return {
    key: 'doubles',
    kind: 'doubles',
    column: null,
    count: pairs.length,
    samples: pairs.slice(0, 5).map(({ rows: [row], names: [name], rows, answer }) => ({
      row,
      cell: `${name} (${rows.join(', ')})`,
      becomes: answer,
    })),
    choices: ['one', 'two'],
    answer: isAnswered ? given : 'one',
    isAnswered: isAnswered || pairs.every((pair) => pair.isAnswered),
    pairs: pairs.sort((one, other) => one.rows[0] - other.rows[0]),
  }
}

function groupsByName(alike: UnitedPerson[]): UnitedPerson[][] {
  const byName = new Map<string, UnitedPerson[]>()
  for (const person of alike) {
    const { name } = person.keys
    if (!name?.includes(' ')) continue
    const known = byName.get(name)
    if (known) known.push(person)
    else byName.set(name, [person])
  }
  return [...byName.values()].filter(({ length }) => length > 1)
}

/** Whether two persons of one name are likely one: undefined if not, else what stands without an answer. */
function likeness(one: UnitedPerson, other: UnitedPerson): 'one' | 'two' | undefined {
  if (one.keys.id && other.keys.id) return undefined
  const [birth, otherBirth] = [one.keys.birthdate, other.keys.birthdate]
  if (birth && otherBirth) return birth === otherBirth ? 'one' : undefined
  const place = placeKey(one.values)
  if (place === undefined || place !== placeKey(other.values)) return undefined
  return birth || otherBirth ? 'two' : 'one'
}

function pairOf(first: UnitedPerson, second: UnitedPerson, answers: ImportSettings['answers']): DoublePair {
  const rows: [number, number] = [first.rows[0] ?? 0, second.rows[0] ?? 0]
  const key = `doubles.${rows.join('.')}`
  const given = [answers[key], answers.doubles].find((answer) => answer === 'one' || answer === 'two')
  const slots = new Set([...Object.keys(first.values), ...Object.keys(second.values)])
  return {
    key,
    rows,
    names: [nameOf(first), nameOf(second)],
    fields: [...slots]
      .map((field) => ({
        field,
        values: [textOf(first.values[field]), textOf(second.values[field])] as [string, string],
      }))
      .filter(({ values }) => values.some(Boolean)),
    answer: (given as 'one' | 'two' | undefined) ?? likeness(first, second) ?? 'two',
    isAnswered: given !== undefined,
  }
}

const nameOf = ({ values }: UnitedPerson): string =>
  [values['name.first_name'], values['name.last_name']].filter(Boolean).join(' ')

/** The lower number is the older one, and that of the person. The order of the rows decides only without numbers. */
const byNumber = ({ keys: { number }, rows }: UnitedPerson, other: UnitedPerson): number => {
  if (number === null || other.keys.number === null)
    return (
      Number(number === null) - Number(other.keys.number === null) || (rows[0] ?? 0) - (other.rows[0] ?? 0)
    )
  return Number(number) - Number(other.keys.number) || (number < other.keys.number ? -1 : 1)
}

function remove(alike: UnitedPerson[], gone: Set<UnitedPerson>): void {
  let to = 0
  for (const person of alike) if (!gone.has(person)) alike[to++] = person
  alike.length = to
}

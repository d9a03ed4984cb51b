import { describe, expect, it } from 'vitest'
import { MONEY_ACTS } from '../support/money/acts'
import { moneyWorld, prepared } from '../support/money/world'
import { storedTables } from '../support/storage'
import { setColumns, ticking, withoutChance } from './world'

describe('an act on money', () => {
  it.each(MONEY_ACTS)('writes rows as approved: $what', async (act) => {
    const world = await moneyWorld()
    world.club = ticking(world.club)
    const send = await prepared(act, world)
    const before = await storedRows()
    const { status, text } = await send()
    const after = await storedRows()
    expect(status, text).toBe(act.status)
    const written = [...missingIn(after, before, '-'), ...missingIn(before, after, '+')]
    expect([withoutChance(text), ...written].join('\n')).toMatchSnapshot()
    const again = await send()
    expect(`${again.status} ${withoutChance(again.text)}`).toMatchSnapshot('sent again')
  })
})

/** Every row as text, after the name of its table and without what is not set. */
async function storedRows(): Promise<string[]> {
  const tables = await storedTables()
  return tables.flatMap(({ name, rows }) => rows.map((row) => `${name} ${JSON.stringify(row, setColumns)}`))
}

/** What of `others` is not among the rows, without what is random, each after a sign. */
function missingIn(rows: string[], others: string[], sign: string): string[] {
  const known = new Set(rows)
  return others
    .filter((row) => !known.has(row))
    .map((row) => `${sign} ${withoutChance(row)}`)
    .sort()
}

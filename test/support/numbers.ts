import { expect } from 'vitest'
import { everythingOf } from './faults'
import { type MoneyAct, moneyWorld, prepared } from './money/world'
import type { Workspace } from './workspace'

/** The numbers in every row of a workspace, such as amounts, counts and revisions: they do not differ between two workspaces. */
export async function numbersOf(club: Workspace) {
  const { idempotent_requests: _, ...tables } = await everythingOf(club)
  return Object.fromEntries(
    Object.entries(tables).map(([name, stored]) => [name, stored.map(numbersIn).sort()]),
  )
}

const numbersIn = (row: unknown): string =>
  JSON.stringify(Object.entries(row as object).filter(([, value]) => typeof value === 'number'))

const afterOne = new Map<MoneyAct, Awaited<ReturnType<typeof numbersOf>>>()

/** The numbers that a workspace has after one request. */
export async function numbersAfterOne(act: MoneyAct) {
  const known = afterOne.get(act)
  if (known) return known
  const world = await moneyWorld()
  const answer = await (await prepared(act, world))()
  expect(answer.status, answer.text).toBe(act.status)
  const numbers = await numbersOf(world.club)
  afterOne.set(act, numbers)
  return numbers
}

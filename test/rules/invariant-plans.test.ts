import { expect, it } from 'vitest'
import { INVARIANTS } from '../../src/domain/book/invariants'
import { rows } from '../support/workspace'

/** Joins of every row of one table to every row of another one of its workspace: D1 gives a statement 30 seconds. */
const QUADRATIC = /\(workspace_id=\?\) LEFT-JOIN|USING COVERING INDEX persons_by_name/

it.each(Object.entries(INVARIANTS))('joins by more than the workspace: %s', async (_, query) => {
  const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
  expect(plan.map(({ detail }) => detail).filter((detail) => QUADRATIC.test(detail))).toEqual([])
})

import { expect } from 'vitest'
import { INVARIANTS } from '../../src/domain/book/invariants'
import { rows } from './workspace'

/** Fails where one of the invariants of the books finds a row. */
export async function expectSoundBooks(): Promise<void> {
  const found = await Promise.all(
    Object.entries(INVARIANTS).map(async ([rule, sql]) => [rule, await rows(sql)] as const),
  )
  expect(found.filter(([, broken]) => broken.length > 0)).toEqual([])
}

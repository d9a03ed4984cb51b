import { expect } from 'vitest'
import { INVARIANTS } from '../../src/domain/book/invariants'
import { rows } from './workspace'

/** Fails where one of the invariants of the books finds a row, of one workspace where that is named. */
export async function expectSoundBooks(workspaceId?: string): Promise<void> {
  const found = await Promise.all(
    Object.entries(INVARIANTS).map(async ([rule, sql]) => [rule, await rows(sql)] as const),
  )
  const isMeant = (row: Record<string, unknown>) => !workspaceId || row.workspace_id === workspaceId
  expect(found.filter(([, broken]) => broken.some(isMeant))).toEqual([])
}

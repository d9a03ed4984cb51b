import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { INVARIANTS } from '../../src/domain/book/invariants'

/** Fails where one of the invariants of the books finds a row, of one workspace where that is named. */
export async function expectSoundBooks(workspaceId?: string): Promise<void> {
  const statements = Object.values(INVARIANTS).map((sql) => env.DB.prepare(sql))
  const results = await env.DB.batch<Record<string, unknown>>(statements)
  const found = Object.keys(INVARIANTS).map((rule, index) => [rule, results[index]?.results ?? []] as const)
  const isMeant = (row: Record<string, unknown>) => !workspaceId || row.workspace_id === workspaceId
  expect(found.filter(([, broken]) => broken.some(isMeant))).toEqual([])
}

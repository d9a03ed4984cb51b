import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Everything, filled } from '../support/everything'
import { openApi } from '../support/openapi'
import { storedTables } from '../support/storage'
import { createApproved, stopClock, withoutBytes, withoutChance } from './world'

const { paths } = await openApi()
const READS = Object.entries(paths).flatMap(([path, operations]) =>
  'get' in operations && !path.startsWith('/operator') ? [path] : [],
)

describe('a workspace with one of everything', { meta: { sharesStorage: true } }, () => {
  let everything: Everything

  beforeAll(async () => {
    everything = await createApproved({})
  })
  beforeEach(() => stopClock())

  it.each(READS)('answers GET %s as approved', async (path) => {
    const { status, text, body } = await everything.club.get(filled(path, everything))
    const shown = typeof body === 'object' ? JSON.stringify(body, null, 1) : text
    expect(`${status}\n${withoutChance(shown)}`).toMatchSnapshot()
  })

  it('stores rows as approved', async () => {
    const stored = await storedTables()
    for (const { name, rows } of stored.filter(({ rows }) => rows.length > 0))
      expect(
        rows.map((row) => withoutChance(JSON.stringify(row, withoutBytes))).sort(),
        name,
      ).toMatchSnapshot(name)
  })
})

import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { open } from '../../src/db/client'
import { deleteRows } from '../../src/domain/workspaces/copy/delete-rows'
import { copiedTables, readTables } from '../../src/domain/workspaces/copy/tables'
import { everyLine, loadLines, sortedRows } from '../support/copied'
import { anyRows, storeRows, typedColumns } from '../support/random-rows'
import { runs, UNHURRIED } from '../support/runs'
import { emptyStorage } from '../support/storage'

it('copies any rows of a workspace, and touches none of its neighbours', UNHURRIED, async () => {
  const db = open(env.DB)
  const { tables } = await readTables(db)
  const copied = copiedTables(tables)
  const columns = await typedColumns(copied)
  const own = copied.filter(({ name }) => name !== 'workspaces')
  // The ids are neighbours in the order of keys, and one begins with the other.
  const clubs = fc.tuple(anyRows('wsp_2', own, columns), anyRows('wsp_20', own, columns))
  await fc.assert(
    fc.asyncProperty(clubs, async ([club, neighbour]) => {
      await emptyStorage()
      await storeRows([...club, ...neighbour])
      const before = await everyLine('wsp_2', copied)
      const stored = await sortedRows()
      expect(Object.values(before).flat().length).toBe(club.length)
      await deleteRows(db, 'wsp_2', { tables })
      expect(await everyLine('wsp_2', copied)).toEqual(
        Object.fromEntries(copied.map(({ name }) => [name, []])),
      )
      await loadLines('wsp_2', copied, before)
      expect(await everyLine('wsp_2', copied)).toEqual(before)
      expect(await sortedRows()).toEqual(stored)
    }),
    { ...runs(15), endOnFailure: true },
  )
})

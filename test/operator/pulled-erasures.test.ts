import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { applyErasures, pullErasures } from '../../src/dev/backup/erasures'
import type { Operator } from '../../src/dev/backup/operator'
import { createPerson } from '../support/portal'
import { pausedOperator } from '../support/restores'
import { keepRows } from '../support/storage'
import { rows, workspace } from '../support/workspace'

/** The requests of `npm run restore`, to a service that is paused. */
const operator = {
  data: async (path: string, init: RequestInit = {}) => {
    const { status, body } = await pausedOperator(
      init.method ?? 'GET',
      path,
      init.body === undefined ? undefined : JSON.parse(String(init.body)),
    )
    expect(status).toBe(200)
    return body.data
  },
} as unknown as Operator

const newFolder = () => mkdtempSync(join(tmpdir(), 'backup-'))

it('pulls erasures as the API takes them, and applies those that are younger than the file of their workspace', async () => {
  const [club, other] = [await workspace(), await workspace()]
  const before = new Date(Date.now() - 1000).toISOString()
  const ids = await Promise.all(
    [club, other].map((one) => createPerson(one, { name: { last_name: 'Lovelace' } })),
  )
  const putBack = await keepRows()
  for (const [index, one] of [club, other].entries()) await one.delete(`/lists/members/persons/${ids[index]}`)
  const folder = newFolder()
  expect(await pullErasures(operator, before, folder)).toBe(2)
  await putBack()
  const list = JSON.parse(readFileSync(join(folder, 'erasures.json'), 'utf8'))
  const later = new Date(Date.now() + 1000).toISOString()
  // The file of the other one was made after its erasure.
  const taken = new Map([
    [club.id, before],
    [other.id, later],
  ])
  expect(await applyErasures(operator, taken, folder)).toMatchObject({ applied: 1, unknown: 0 })
  expect(await rows('SELECT id FROM persons')).toEqual([{ id: ids[1] }])
  // What the page says to send by hand.
  const { status, body } = await pausedOperator('POST', '/operator/erasures', list)
  expect([status, body.data.applied, body.data.unknown]).toEqual([200, 1, 1])
  writeFileSync(join(folder, 'erasures.json'), '{"persons":[],"workspaces":[]}')
  await expect(applyErasures(operator, taken, folder)).rejects.toThrow('is no list of erasures')
})

import { expect, it } from 'vitest'
import { readBrowseQuery } from '../../src/domain/persons/browse-query'
import { viewPersons } from '../../src/domain/persons/view-list'
import { deleteSegment } from '../../src/domain/segments/delete'
import { renameSegment } from '../../src/domain/segments/rename'
import { saveSegment } from '../../src/domain/segments/save'
import { MAX_SEGMENTS, segmentFromRow, selectSegments } from '../../src/domain/segments/segment'
import {
  chooseTableColumns,
  DEFAULT_COLUMNS,
  selectTableColumns,
  tableColumns,
} from '../../src/domain/segments/table-columns'
import type { StaffPrincipal } from '../../src/domain/staff/principal'
import { principalOf } from '../support/staff-principal'
import { workspace } from '../support/workspace'

const list = 'members'
const query = readBrowseQuery({
  status: 'former',
  'filter[join_date][after]': '2020-01-01',
  columns: 'email',
})

async function open(principal: StaffPrincipal, given?: string[]) {
  const extra = {
    segments: selectSegments(principal, list),
    chosen: selectTableColumns(principal, list),
  }
  const { rows, context, credential } = await viewPersons(principal, {
    list,
    query: readBrowseQuery({}),
    extra,
  })
  return {
    names: rows.segments
      .map(segmentFromRow)
      .map(({ name, isShared }) => `${name}${isShared ? ', shared' : ''}`),
    columns: tableColumns(context, { given, chosen: rows.chosen, permissions: credential.permissions }),
  }
}

it('are seen by their author, and shared ones by all', async () => {
  const club = await workspace()
  const [anna, ben] = [await principalOf(club), await principalOf(club, 'office')]
  const own = await saveSegment(anna, { list, name: 'Joined lately', query, isShared: false })
  expect(own).toMatchObject({
    query: 'status=former&filter%5Bjoin_date%5D%5Bafter%5D=2020-01-01&columns=email',
  })
  expect(anna.cost).toMatchObject({ trips: 2, rowsWritten: 1 })
  await saveSegment(ben, { list, name: 'Gone', query, isShared: true })
  anna.cost.trips = 0
  expect((await open(anna)).names).toEqual(['Gone, shared', 'Joined lately'])
  expect(anna.cost.trips).toBe(1)
  expect((await open(ben)).names).toEqual(['Gone, shared'])
  expect((await open(await principalOf(await workspace()))).names).toEqual([])
})

it('are changed by their author, and shared ones by those who may write to the list', async () => {
  const club = await workspace()
  const anna = await principalOf(club)
  const treasurer = await principalOf(club, 'treasurer')
  const other = await principalOf(await workspace())
  const own = await saveSegment(anna, { list, name: 'Own', query, isShared: false })
  const shared = await saveSegment(anna, { list, name: 'Shared', query, isShared: true })
  for (const [principal, { id }] of [
    [treasurer, own],
    [treasurer, shared],
    [other, own],
    [other, shared],
    [anna, { id: 'seg_x' }],
  ] as const) {
    await expect(renameSegment(principal, { list, id, name: 'Taken' })).rejects.toMatchObject({
      reason: 'not_found',
    })
    await expect(deleteSegment(principal, { list, id })).rejects.toMatchObject({ reason: 'not_found' })
  }
  await expect(saveSegment(treasurer, { list, name: 'Mine', query, isShared: true })).rejects.toMatchObject({
    reason: 'permission_missing',
  })
  await renameSegment(anna, { list, id: own.id, name: 'Renamed' })
  await renameSegment(await principalOf(club, 'office'), { list, id: shared.id, name: 'Ours' })
  expect((await open(anna)).names).toEqual(['Ours, shared', 'Renamed'])
  await deleteSegment(anna, { list, id: own.id })
  expect((await open(anna)).names).toEqual(['Ours, shared'])
})

it('are checked when saved', async () => {
  const principal = await principalOf(await workspace())
  const save = (name: string, given: Record<string, string>) =>
    saveSegment(principal, { list, name, query: readBrowseQuery(given), isShared: false })
  await expect(save('', {})).rejects.toMatchObject({ issues: { name: [{ code: 'empty' }] } })
  await expect(save('X', { 'filter[join_date][after]': 'x' })).rejects.toMatchObject({
    issues: { 'filter[join_date][after]': [{ code: 'invalid_format' }] },
  })
  for (let n = 0; n < MAX_SEGMENTS; n++) await save(`View ${n}`, {})
  await expect(save('X', {})).rejects.toMatchObject({ reason: 'invalid' })
})

it('leave the columns of a table to each reader, without what the list does not have', async () => {
  const club = await workspace()
  const [anna, ben] = [await principalOf(club, 'treasurer'), await principalOf(club)]
  expect((await open(anna)).columns).toEqual(DEFAULT_COLUMNS.members)
  anna.cost.trips = 0
  await chooseTableColumns(anna, { list, columns: ['join_date', 'gone', 'email', 'email'] })
  expect(anna.cost.trips).toBe(1)
  expect((await open(anna)).columns).toEqual(['join_date', 'email'])
  expect((await open(anna, ['address.city', 'x'])).columns).toEqual(['address.city'])
  expect((await open(ben)).columns).toEqual(DEFAULT_COLUMNS.members)
  await chooseTableColumns(anna, { list, columns: [] })
  expect((await open(anna)).columns).toEqual(DEFAULT_COLUMNS.members)
  const auditor = await principalOf(club, 'auditor')
  await expect(chooseTableColumns(auditor, { list, columns: ['email'] })).rejects.toMatchObject({
    reason: 'permission_missing',
  })
  expect((await principalOf(club)).cost.rowsWritten).toBe(0)
})

it('are shared only where every reader of the list may ask for their conditions', async () => {
  const owner = await principalOf(await workspace())
  const account = readBrowseQuery({ 'filter[bank_account.iban][is]': 'DE89370400440532013000' })
  const save = (isShared: boolean) => saveSegment(owner, { list, name: 'Account', query: account, isShared })
  await expect(save(true)).rejects.toMatchObject({ reason: 'invalid' })
  await save(false)
  const withAccount = readBrowseQuery({ 'filter[bank_account.iban][empty]': 'false' })
  await saveSegment(owner, { list, name: 'With an account', query: withAccount, isShared: true })
  expect((await open(owner)).names).toEqual(['With an account, shared', 'Account'])
})

import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, columns, person, SHIRT, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { inputValue, textOf } from '../support/html'
import { rows, type Workspace } from '../support/workspace'

const english = { headers: { 'Accept-Language': 'en' } }

async function fixture(role: Role = 'owner') {
  const world = await clubOf(
    columns([SHIRT]),
    ...['Arndt', 'Bach', 'Demir'].map((last_name) => person({ name: { last_name }, email: 'a@example.org' })),
    signedIn(role),
  )
  const base = `/dashboard/${world.club.id}`
  return { ...world, base, path: `${base}/members/${world.id}` }
}

const lastBatch = async (club: Workspace) => String((await eventsOf(club)).at(-1)?.batch_id)

/** The batches that the buttons of a page take back, and those that its links ask about first. */
async function offers(staff: Staff, path: string) {
  const { text, status, cost } = await openAfter(staff, path, english)
  expect([status, cost.trips, cost.rowsWritten], path).toEqual([200, 1, 0])
  const forms = [...text.matchAll(/<form method="post" action="[^"]*\/undo">([\s\S]*?)<\/form>/g)]
  const links = [...text.matchAll(/href="[^"]*\/undo\?batch=(bat_\w+)/g)]
  return {
    text,
    buttons: forms.map(([, form = '']) => [inputValue(form, 'batch'), textOf(form).trim()]),
    links: links.map(([, batch]) => batch),
  }
}

const edit = async (club: Workspace, id: string, changes: object) => {
  expect((await club.put(`/lists/members/persons/${id}`, changes)).status).toBe(200)
  return lastBatch(club)
}

async function setShirts(staff: Staff, club: Workspace, base: string, ids: string[]) {
  const fields: [string, string][] = [
    ...ids.map((id): [string, string] => ['id', id]),
    ['action', 'set:shirt'],
  ]
  const { text } = await staff.submit(`${base}/members/bulk`, fields)
  const confirmed: [string, string][] = ['bulk.mark', 'bulk.seal'].map((name) => [
    name,
    String(inputValue(text, name)),
  ])
  const done = await staff.submit(`${base}/members/bulk/run`, [...fields, ...confirmed, ['shirt', 'M']])
  expect(done.status, done.text).toBe(303)
  return { batch: await lastBatch(club), to: leadsTo(done) }
}

describe('the history of a person and the log', () => {
  it('offer to take back what is as the act left it, and nothing else', async () => {
    const { club, id, staff, base, path } = await fixture()
    const batch = await edit(club, id, { shirt: 'M' })
    for (const page of [path, `${base}/log`, `${base}/log?subject=${id}`])
      expect((await offers(staff, page)).buttons, page).toEqual([[batch, 'Undo']])
    await staff.submit(`${base}/undo`, { batch })
    const undo = await lastBatch(club)
    for (const page of [path, `${base}/log`, `${base}/log?subject=${id}`])
      expect((await offers(staff, page)).buttons, page).toEqual([[undo, 'Undo']])
    await edit(club, id, { shirt: 'S' })
    for (const page of [path, `${base}/log`])
      expect((await offers(staff, page)).buttons.map(([offered]) => offered)).toEqual([await lastBatch(club)])
  })

  it('offer only the last of an act, its undo and its redo, and the act before an undone one', async () => {
    const { club, id, staff, base, path } = await fixture()
    const offered = async () => (await offers(staff, path)).buttons.map(([batch]) => batch)
    const first = await edit(club, id, { shirt: 'S' })
    const second = await edit(club, id, { shirt: 'M' })
    expect(await offered()).toEqual([second])
    await staff.submit(`${base}/undo`, { batch: second })
    const undo = await lastBatch(club)
    expect(await offered()).toEqual([undo, first])
    await staff.submit(`${base}/undo`, { batch: undo })
    expect(await offered()).toEqual([await lastBatch(club)])
    expect((await offers(staff, `${base}/log`)).buttons.map(([batch]) => batch)).toEqual(await offered())
    expect((await offers(staff, `${base}/members after changed?count=1&batch=${second}`)).buttons).toEqual([])
  })

  it('offer nothing after a day', async () => {
    const { club, id, staff, base, path } = await fixture()
    await edit(club, id, { shirt: 'M' })
    await rows(`UPDATE events SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-25 hours')`)
    for (const page of [path, `${base}/log`]) expect((await offers(staff, page)).buttons).toEqual([])
  })

  it('offer nothing of bank accounts, of deleted columns and of values that are no longer allowed', async () => {
    const { club, id, staff, path } = await fixture()
    await edit(club, id, { bank_account: { iban: 'DE89370400440532013000' } })
    expect((await offers(staff, path)).buttons).toEqual([])
    await edit(club, id, { shirt: 'S' })
    await edit(club, id, { shirt: null })
    expect((await offers(staff, path)).buttons).toHaveLength(1)
    await rows(`UPDATE custom_columns SET allowed_values = '["M"]' WHERE name = 'Shirt'`)
    await rows('UPDATE workspaces SET columns_version = columns_version + 1')
    expect((await offers(staff, path)).buttons).toEqual([])
  })

  it('offer a confirmation with all its fields or not at all', async () => {
    const { club, staff, base } = await fixture()
    const { body } = await club.post('/lists/members/persons', {
      name: { last_name: 'Ernst' },
      creation_behaviour: 'unconfirmed',
    })
    const id = body.data.id
    await staff.submit(`${base}/applications/confirm`, {
      ids: id,
      join_date: '2026-01-01',
      [`number.${id}`]: '77',
    })
    const batch = await lastBatch(club)
    const path = `${base}/members/${id}`
    // The notice and the history.
    expect((await offers(staff, path)).buttons.map(([offered]) => offered)).toEqual([batch, batch])
    const changed = await edit(club, id, { join_date: '2026-02-01' })
    expect((await offers(staff, path)).buttons.map(([offered]) => offered)).toEqual([changed])
  })

  it('lead to a page that says of how many, where an act was about others too', async () => {
    const { club, ids, id, staff, base, path } = await fixture()
    const { batch } = await setShirts(staff, club, base, ids)
    expect(await offers(staff, path)).toMatchObject({ buttons: [], links: [batch] })
    expect(await offers(staff, `${base}/log?subject=${id}`)).toMatchObject({ buttons: [], links: [batch] })
    expect((await offers(staff, `${base}/log`)).buttons).toEqual([[batch, 'Undo all 3']])
    await edit(club, String(ids[2]), { shirt: 'S' })
    const asked = await offers(staff, `${base}/undo?batch=${batch}&back=${path}`)
    expect(textOf(asked.text)).toContain('This act changed 3 persons. It can be undone for 2 of them')
    expect(asked.text).toContain(`href="${base}/log?batch=${batch}"`)
    expect(inputValue(asked.text, 'back')).toBe(path)
    const undone = await staff.submit(`${base}/undo`, { batch, back: path })
    expect(undone.headers.get('Location')).toContain(`${base}/undo?of=${batch}`)
    const { text: report } = await staff.get(String(undone.headers.get('Location')), english)
    expect(report).toMatch(new RegExp(`<nav class="breadcrumb".*?href="${base}/members"`, 's'))
    const late = await staff.get(`${base}/undo?batch=${batch}`, english)
    expect([late.status, late.cost.trips]).toEqual([409, 1])
    expect((await offers(staff, path)).links).toEqual([await undoBatchOf(club, batch)])
  })

  const undoBatchOf = async (club: Workspace, batch: string) =>
    (await eventsOf(club)).findLast((event) => event.batch_id !== batch)?.batch_id

  it('let the office ask as well, and hide what it may not read', async () => {
    const { club, ids, staff, base, path } = await fixture('office')
    const { batch } = await setShirts(staff, club, base, ids)
    expect((await offers(staff, path)).links).toEqual([batch])
    const { text } = await staff.get(`${base}/undo?batch=${batch}`, english)
    expect(textOf(text)).toContain('Undo for 3 persons')
    expect(text).not.toContain('/log?')
  })

  it('offer nothing to those who may not write', async () => {
    const { club, id, base, path } = await fixture()
    await edit(club, id, { shirt: 'M' })
    expect((await offers(await staffOf(club, 'treasurer'), path)).buttons).toEqual([])
    expect((await offers(await staffOf(club, 'auditor'), `${base}/log`)).buttons).toEqual([])
  })
})

describe('the notice of an act', () => {
  it('offers to take it back until someone has done so', async () => {
    const { club, id, staff, base, path } = await fixture()
    const ended = await staff.submit(`${path}/end`, { leave_date: '2030-01-01' })
    const to = leadsTo(ended)
    const batch = await lastBatch(club)
    expect((await offers(staff, to)).buttons).toHaveLength(2)
    await (await staffOf(club, 'office')).submit(`${base}/undo`, { batch })
    const again = await offers(staff, to)
    expect(again.buttons.map(([offered]) => offered)).toEqual([await lastBatch(club)])
    expect(textOf(again.text)).toContain('The end of the membership is set.')
    expect(id).toBeTruthy()
  })

  it('does so in the list', async () => {
    const { club, ids, staff, base } = await fixture()
    const { batch, to } = await setShirts(staff, club, base, ids)
    expect((await offers(staff, to)).buttons).toEqual([[batch, 'Undo']])
    const undone = await staff.submit(`${base}/undo`, { batch, back: `${base}/members` })
    expect((await offers(staff, to)).buttons).toEqual([])
    const redo = leadsTo(undone)
    expect((await offers(staff, redo)).buttons).toEqual([[await lastBatch(club), 'Redo']])
    await rows(`UPDATE events SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-25 hours')`)
    expect((await offers(staff, redo)).buttons).toEqual([])
  })

  it.each([
    'saved?batch=bat_',
    'saved?batch=bat_x',
    "undone?batch=bat_'",
    'confirmed?batch=evt_000000000001',
    'undone?batch=bat_zzzzzzzz0123456789abcdef',
  ])('offers nothing after "%s"', async (told) => {
    const { staff, base, path } = await fixture()
    for (const page of [`${base}/members`, `${base}/log`, `${base}/applications`, path])
      expect((await offers(staff, `${page} after ${told}`)).buttons).toEqual([])
  })
})

describe('two undo at once', () => {
  it('let one of them win, and tell the other', async () => {
    const { club, id, base, path } = await fixture()
    const batch = await edit(club, id, { shirt: 'M', email: 'b@example.org' })
    const before = (await eventsOf(club)).length
    const staff = [await staffOf(club, 'owner'), await staffOf(club, 'office'), await staffOf(club, 'office')]
    const answers = await Promise.all(
      staff.map((one) => one.submit(`${base}/undo`, { batch, back: path }, english)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409])
    expect(answers.filter(({ status }) => status === 303).map(leadsTo)).toEqual([
      `${path} after undone?batch=${await lastBatch(club)}`,
    ])
    for (const { text } of answers.filter(({ status }) => status === 409))
      expect(textOf(text)).toContain('This has already been undone')
    expect(await eventsOf(club)).toHaveLength(before + 1)
    const { body } = await club.get(`/lists/members/persons/${id}`)
    expect(body.data).toMatchObject({ shirt: null, email: 'a@example.org' })
  })

  it('do so for many persons', async () => {
    const { club, ids, staff, base } = await fixture()
    const { batch } = await setShirts(staff, club, base, ids)
    const before = (await eventsOf(club)).length
    const answers = await Promise.all([1, 2].map(() => staff.submit(`${base}/undo`, { batch }, english)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await eventsOf(club)).toHaveLength(before + 3)
  })
})

import { describe, expect, it } from 'vitest'
import { createPerson } from '../support/portal'
import { bookmarked } from '../support/restores'
import { workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

async function clubOf(...names: string[]) {
  const club = await workspace()
  for (const last_name of names) await createPerson(club, { name: { last_name } })
  return club
}

describe('since a restore', () => {
  it('no id of an event means two things, and ids sort in the order of the events', async () => {
    const club = await clubOf('Lovelace')
    const ids = async () => (await club.get('/events')).body.data.map(({ id }: { id: string }) => id)
    const kept = await ids()
    const restore = await bookmarked()
    await createPerson(club, { name: { last_name: 'Lost' } })
    const [lost] = (await ids()).slice(kept.length)
    const epoch = await restore()
    await createPerson(club, { name: { last_name: 'New' } })
    const now = await ids()
    expect(now.slice(0, kept.length)).toEqual(kept)
    expect(now.slice(kept.length)).toEqual([`evt_${epoch}_000000000004`, `evt_${epoch}_000000000005`])
    expect(now).not.toContain(lost)
    expect([...now].sort()).toEqual(now)
  })

  it('a reader goes on after an event that stayed, and is told of one that is gone', async () => {
    const club = await clubOf('Lovelace')
    const restore = await bookmarked()
    await createPerson(club, { name: { last_name: 'Lost' } })
    const epoch = await restore()
    const after = (id: string) => club.get(`/events?after=${id}`)
    expect((await after('evt_000000000003')).body.data[0].action).toBe('workspace.restored')
    for (const gone of ['evt_000000000004', 'evt_1700000000_000000000001']) {
      const { status, body } = await after(gone)
      expect([status, body.errors]).toEqual([
        422,
        { after: [expect.stringContaining('synchronize in full')] },
      ])
    }
    expect((await after(`evt_${epoch}_000000000004`)).status).toBe(200)
    const latest = (await after('latest')).body.meta.next_cursor
    await createPerson(club, { name: { last_name: 'New' } })
    const { body } = await club.get(`/events?after=latest&cursor=${latest}`)
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['person.created'])
  })

  it.each(['/events', PERSONS, '/fees'])(
    'a cursor of %s from before is refused, and a new one works',
    async (path) => {
      const club = await clubOf('Hopper', 'Lovelace', 'Turing')
      for (const { id } of (await club.get(PERSONS)).body.data)
        await club.post('/fees', { data: [{ person_id: id, amount: 100, description: 'Fee' }] })
      const cursorOf = async () => (await club.get(`${path}?per_page=1`)).body.meta.next_cursor
      const restore = await bookmarked()
      const old = await cursorOf()
      const epoch = await restore()
      const { status, body } = await club.get(`${path}?per_page=1&cursor=${old}`)
      expect([status, body.errors.cursor]).toEqual([422, [expect.stringContaining('synchronize in full')]])
      const current = await cursorOf()
      expect(current.endsWith(`.${epoch}`)).toBe(true)
      expect((await club.get(`${path}?per_page=1&cursor=${current}`)).status).toBe(200)
      const forged = current.replace(`.${epoch}`, `.${epoch + 1}`)
      expect((await club.get(`${path}?per_page=1&cursor=${forged}`)).body.issues[0].code).toBe(
        'cursor_foreign',
      )
    },
  )

  it.each([
    [PERSONS, 'updated_since'],
    ['/fees', 'updated_since'],
    ['/lists/members/deleted_persons', 'since'],
    ['/events', 'since'],
  ])('%s with %s in the time that is gone is refused', async (path, parameter) => {
    const club = await clubOf('Lovelace')
    const earlier = new Date(Date.now() - 1).toISOString()
    const restore = await bookmarked()
    await scheduler.wait(5)
    const gone = new Date().toISOString()
    await scheduler.wait(5)
    await restore()
    const ask = (instant: string) => club.get(`${path}?${parameter}=${instant}`)
    const { status, body } = await ask(gone)
    expect([status, body.issues[0].code]).toEqual([422, 'since_before_restore'])
    expect((await ask(earlier)).status).toBe(200)
    expect((await ask(new Date(Date.now() + 1000).toISOString())).status).toBe(200)
  })

  it('no ETag from before answers 304 for a page or a person, nor lets a change pass', async () => {
    const club = await clubOf('Lovelace')
    const [{ id }] = (await club.get(PERSONS)).body.data
    const restore = await bookmarked()
    await club.put(`${PERSONS}/${id}`, { name: { last_name: 'Lost' } })
    const [page, person] = [await club.get(PERSONS), await club.get(`${PERSONS}/${id}`)]
    await restore()
    await club.put(`${PERSONS}/${id}`, { name: { last_name: 'New' } })
    const tagOf = (answer: typeof page) => answer.headers.get('ETag') ?? ''
    const again = (path: string, tag: string) => club.get(path, { headers: { 'If-None-Match': tag } })
    expect((await again(PERSONS, tagOf(page))).status).toBe(200)
    expect((await again(`${PERSONS}/${id}`, tagOf(person))).status).toBe(200)
    const change = { name: { last_name: 'Late' } }
    const headers = { 'If-Match': tagOf(person) }
    expect((await club.put(`${PERSONS}/${id}`, change, { headers })).status).toBe(412)
  })
})

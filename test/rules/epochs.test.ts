import { describe, expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { bookmarked } from '../support/restores'
import { rows, type Workspace, workspace } from '../support/workspace'

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

  const addPersons = (club: Workspace, area: string, count: number) =>
    rows(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      INSERT INTO persons (workspace_id, list_id, area, id, last_name, last_name_key, custom_values, created_at, updated_at)
      SELECT ?, 'members', ?, 'per_' || printf('%024d', n), 'N' || n, 'n' || n, '{}', '2026-01-01', '2026-01-01' FROM numbers`,
      ...[count, club.id, area],
    )

  it.each<[string, (club: Workspace) => Promise<unknown>]>([
    ['/members?per_page=50&sort=name', (club) => addPersons(club, 'regular', 51)],
    ['/applications', (club) => addPersons(club, 'applications', 21)],
    [
      '/fees?status=open',
      async (club) => {
        const fee = {
          person_id: await createPerson(club, { name: { last_name: 'Lovelace' } }),
          amount: 100,
          description: 'Fee',
        }
        await club.post('/fees', { data: Array(101).fill(fee) })
      },
    ],
  ])('an old page of the dashboard at %s leads to the first one, and a new one opens', async (path, fill) => {
    const club = await workspace()
    await fill(club)
    const restore = await bookmarked()
    const open = async (address = '') => (await staffOf(club, 'owner')).get(address)
    const nextOf = ({ text }: { text: string }) =>
      text.match(/href="([^"]*[?&](?:amp;)?cursor=next[^"]*)"/)?.[1]?.replaceAll('&amp;', '&')
    const old = nextOf(await open(`/dashboard/${club.id}${path}`))
    expect(old).toBeDefined()
    const epoch = await restore()
    const answer = await open(old)
    expect([answer.status, textOf(answer.text)]).toEqual([
      422,
      expect.stringContaining('Die Daten wurden zurückgesetzt'),
    ])
    const first = answer.text.match(/href="([^"]*)"[^>]*>\s*Zur ersten Seite/)?.[1]?.replaceAll('&amp;', '&')
    expect(first).not.toMatch(/cursor|from=/)
    const current = nextOf(await open(first))
    expect(current).toMatch(new RegExp(`\\.${epoch}(&|$)`))
    expect((await open(current)).status).toBe(200)
  })

  it.each([
    [PERSONS, 'updated_since'],
    ['/fees', 'updated_since'],
    ['/payments', 'updated_since'],
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

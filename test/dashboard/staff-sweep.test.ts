import { expect, it } from 'vitest'
import { clubOf, signedIn } from '../support/club'
import { runNightly } from '../support/cron'
import { Browser, codeFrom, requestCode, type Staff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { rows, type Workspace, workspace } from '../support/workspace'

/** Gives a member of staff one row in each table that has some. */
async function equip({ id }: Staff, club: Workspace): Promise<void> {
  const at = new Date().toISOString()
  await rows(
    "INSERT INTO passkeys (credential_id, staff_id, public_key, counter, name, created_at) VALUES (?, ?, '', 0, 'X', ?)",
    `passkey of ${id}`,
    id,
    at,
  )
  await rows(
    "INSERT INTO table_columns (workspace_id, staff_id, list_id, columns) VALUES (?, ?, 'members', '[]')",
    club.id,
    id,
  )
  await rows(
    "INSERT INTO segments (workspace_id, list_id, id, staff_id, name, query, created_at) VALUES (?, 'members', ?, ?, 'X', '', ?)",
    club.id,
    `seg of ${id}`,
    id,
    at,
  )
}

async function countsOf({ id }: Staff): Promise<number[]> {
  const tables = ['staff_sessions', 'passkeys', 'table_columns', 'segments']
  const [own, ...others] = await Promise.all([
    rows('SELECT 1 FROM staff WHERE id = ?', id),
    ...tables.map((table) => rows(`SELECT 1 FROM ${table} WHERE staff_id = ?`, id)),
  ])
  return [own, ...others].map((found) => found?.length ?? 0)
}

it('deletes at night who works for no workspace any more, and keeps their name in the log', async () => {
  const [club, other] = [await workspace(), await workspace()]
  const [owner, gone, both] = [
    await staffOf(club, 'owner'),
    await staffOf(club, 'office', { email: 'gone@example.org' }),
    await staffOf(club, 'office'),
  ]
  await rows(
    "INSERT INTO memberships (workspace_id, staff_id, role, created_at) VALUES (?, ?, 'office', '2026-01-01T00:00:00.000Z')",
    other.id,
    both.id,
  )
  for (const staff of [owner, gone, both]) await equip(staff, club)
  await rows(
    "INSERT INTO segments (workspace_id, list_id, id, name, query, created_at) VALUES (?, 'members', 'shared', 'X', '', '')",
    club.id,
  )
  for (const { id } of [gone, both]) await owner.submit(`/dashboard/${club.id}/settings/staff/${id}/remove`)
  await runNightly()
  expect(await countsOf(gone)).toEqual([0, 0, 0, 0, 0])
  expect(await countsOf(both)).toEqual([1, 1, 1, 0, 0])
  expect(await countsOf(owner)).toEqual([1, 1, 1, 1, 1])
  expect(await rows("SELECT id FROM segments WHERE id = 'shared'")).toHaveLength(1)
  const removals = (await eventsOf(club)).filter(({ action }) => action === 'staff.removed')
  expect(removals.map((event) => [event.actor_name, event.subject_name])).toEqual([
    ['Staff owner', 'Staff office'],
    ['Staff owner', 'Staff office'],
  ])
})

it('lets who was deleted come in again when they are invited again', async () => {
  const { club, staff: owner } = await clubOf(signedIn('owner'))
  const gone = await staffOf(club, 'office', { email: 'gone@example.org' })
  await owner.submit(`/dashboard/${club.id}/settings/staff/${gone.id}/remove`)
  await runNightly()
  expect(await codeFrom((await requestCode('gone@example.org')).queued)).toBeUndefined()
  expect((await gone.get('/dashboard')).headers.get('Location')).toMatch(/^\/dashboard\/sign-in/)
  const MAILS = { send: async () => {} } as unknown as Queue
  await owner.submit(
    `/dashboard/${club.id}/settings/staff/new`,
    { name: 'Gone', email: 'gone@example.org', role: 'treasurer' },
    { env: { MAILS, PUBLIC_URL: 'https://members.example.org' } },
  )
  const { browser, queued } = await requestCode('gone@example.org', { browser: new Browser() })
  await browser.submit('/dashboard/sign-in/code', { code: String(await codeFrom(queued)) })
  await browser.submit(`/dashboard/workspaces/${club.id}/acceptance`)
  expect((await browser.get(`/dashboard/${club.id}`)).status).toBe(200)
})

it('keeps who is invited, and a code that was not typed yet', async () => {
  const { staff } = await clubOf(signedIn('office', { email: 'anna@example.org' }))
  await rows('UPDATE memberships SET accepted_at = NULL WHERE staff_id = ?', staff.id)
  const { browser, queued } = await requestCode('anna@example.org')
  const code = String(await codeFrom(queued))
  await runNightly()
  expect((await browser.submit('/dashboard/sign-in/code', { code })).status).toBe(303)
})

it('deletes sessions, requests and counts that have ended', async () => {
  const club = await workspace()
  await staffOf(club, 'office')
  await requestCode('anna@example.org')
  await rows("UPDATE staff_sessions SET expires_at = '2026-01-01T00:00:00.000Z'")
  await rows("UPDATE sign_in_requests SET expires_at = '2026-01-01T00:00:00.000Z'")
  await rows("UPDATE link_requests SET hour = '2026-01-01T00'")
  await runNightly()
  for (const table of ['staff_sessions', 'sign_in_requests', 'link_requests'])
    expect(await rows(`SELECT * FROM ${table}`)).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { addStaff, staffOf } from '../support/dashboard'
import { createEverything } from '../support/everything'
import { storedTables } from '../support/storage'
import { operator, rows, type Workspace, workspace } from '../support/workspace'
import { exportOf } from '../support/zip'

const DAY = 24 * 60 * 60 * 1000

type Tables = Record<string, Record<string, unknown>[]>

/** The rows that name a workspace, by table, or all others. */
async function rowsOf(id: string, { isOwn = true } = {}): Promise<Tables> {
  const tables = await storedTables()
  return Object.fromEntries(
    tables
      .filter(({ name }) => name !== 'workspace_erasures')
      .map(({ name, rows }) => [name, rows.filter((row) => JSON.stringify(row).includes(id) === isOwn)]),
  )
}

/** The rows of a workspace itself, by table. */
async function ownRows(id: string): Promise<Tables> {
  const tables = await storedTables()
  return Object.fromEntries(
    tables.map(({ name, rows }) => [
      name,
      rows.filter((row) => row[name === 'workspaces' ? 'id' : 'workspace_id'] === id),
    ]),
  )
}

const counts = (tables: Tables) =>
  Object.entries(tables).flatMap(([name, { length }]) => (length > 0 ? [[name, length]] : []))

const suspend = (club: Workspace) => operator('PUT', `/operator/workspaces/${club.id}/suspension`)
const erase = (club: { id: string }) => operator('DELETE', `/operator/workspaces/${club.id}`)

/** Suspends a workspace as if it were so many days ago. */
async function suspended(club: Workspace, days: number): Promise<void> {
  await suspend(club)
  const since = new Date(Date.now() - days * DAY).toISOString()
  await rows('UPDATE workspaces SET suspended_at = ? WHERE id = ?', since, club.id)
}

const upload = (path: string, raw: BodyInit, type = 'application/x-ndjson') =>
  operator('POST', path, undefined, { raw, headers: { 'Content-Type': type } })

const RESTORED = '/operator/restored_workspaces'
const COPIES = '/operator/workspace_copies'

const repairsOf = ({ id }: { id: string }) =>
  rows("SELECT name FROM repairs WHERE name LIKE '% ' || ? AND finished_at IS NULL", id)

/** Rows without what an export withholds, and without what a restore changes. */
function comparable(tables: Tables): Tables {
  const {
    api_keys,
    email_changes,
    email_reversals,
    idempotent_requests,
    join_requests,
    portal_sessions,
    repairs,
    ...rest
  } = tables
  const { events = [], workspaces = [], mails = [], mail_recipients = [], resignations = [] } = rest
  const without = (row: Record<string, unknown>, ...columns: string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)))
  return {
    ...rest,
    events: events.filter(({ action }) => action !== 'workspace.restored_from_file'),
    workspaces: workspaces.map((row) => without(row, 'suspended_at', 'exporting_since', 'last_export')),
    mails: mails.map((row) => ({ ...row, state: row.state === 'sending' ? 'stopped' : row.state })),
    mail_recipients: mail_recipients.map((row) => without(row, 'claim', 'unsubscribe_hash')),
    resignations: resignations.map((row) => without(row, 'token_hash')),
  }
}

describe('the erasure of a workspace', () => {
  it('waits for 30 days of suspension', async () => {
    const club = await workspace()
    const early = await erase(club)
    expect([early.status, early.body.type]).toEqual([409, expect.stringMatching(/not_yet$/)])
    await suspended(club, 29)
    const { body } = await operator('GET', `/operator/workspaces/${club.id}`)
    const refused = await erase(club)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining(body.data.erasable_at),
    ])
    expect((await club.get('/me')).status).toBe(200)
    await suspended(club, 31)
    expect((await erase(club)).status).toBe(200)
    expect((await erase({ id: 'wsp_000000000000000000000000' })).status).toBe(404)
  })

  it('names the workspaces below that keep it', async () => {
    const above = await workspace({ name: 'Landesverband' })
    const below = await workspace({ name: 'Ortsverein', superordinate_workspace_id: above.id })
    await suspended(below, 31)
    await suspended(above, 31)
    const refused = await erase(above)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(below.id)])
    expect((await erase(below)).status).toBe(200)
    expect((await erase(above)).status).toBe(200)
  })

  it('leaves no row, changes none of others, and can be taken back from an export', async () => {
    const { club } = await createEverything(await workspace())
    const { club: neighbour } = await createEverything(await workspace({ name: 'Neighbour' }), 'neighbour')
    const alone = await staffOf(club, 'owner')
    const shared = await staffOf(club, 'office')
    await rows(
      `INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at) VALUES (?, ?, 'owner', '', '')`,
      neighbour.id,
      shared.id,
    )
    await rows("INSERT INTO table_columns VALUES (?, ?, 'members', '[]')", club.id, alone.id)
    await suspended(club, 31)
    const { files } = await exportOf(club.id)
    const before = await rowsOf(club.id)
    const others = await rowsOf(club.id, { isOwn: false })
    const staff = await rows('SELECT * FROM staff ORDER BY id')

    const { status, body, text } = await erase(club)
    expect(status, text).toBe(200)
    expect(counts(await rowsOf(club.id))).toEqual([])
    const { staff_sessions, staff: accounts, ...kept } = await rowsOf(club.id, { isOwn: false })
    const { staff_sessions: sessionsBefore, staff: accountsBefore, ...keptBefore } = others
    expect(kept).toEqual(keptBefore)
    const aloneIn = (all: Record<string, unknown>[] = [], key: string) =>
      all.filter((row) => row[key] === alone.id)
    expect(aloneIn(accounts, 'id').concat(aloneIn(staff_sessions, 'staff_id'))).toEqual([])
    expect(
      accountsBefore
        ?.filter(({ id }) => id !== alone.id && !accounts?.some((one) => one.id === id))
        .map(({ name }) => name),
    ).toEqual(
      accountsBefore
        ?.filter(({ id }) => id !== alone.id && !accounts?.some((one) => one.id === id))
        .map(() => expect.stringContaining('Staff')),
    )
    expect(accounts?.map(({ id }) => id)).toContain(shared.id)

    const stored = Object.fromEntries(counts(before))
    for (const [table, count] of Object.entries(stored))
      expect([table, body.data.rows[table]]).toEqual([table, count])
    expect(body.data).toMatchObject({
      workspace_id: club.id,
      finished_at: expect.any(String),
      request_id: expect.any(String),
      last_export: { manifest_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(JSON.stringify(body)).not.toMatch(/@|\bTSV\b/)
    expect((await erase(club)).body.data).toEqual(body.data)
    expect((await operator('GET', '/operator/workspace_erasures')).body.data).toEqual([body.data])
    expect((await club.get('/me')).status).toBe(401)
    expect((await operator('GET', `/operator/workspaces/${club.id}`)).status).toBe(404)
    expect((await shared.get(`/dashboard/${club.id}`)).status).toBe(404)

    const back = await upload(RESTORED, files['workspace.ndjson'] ?? '')
    expect([back.status, back.body.data?.id], back.text).toEqual([201, club.id])
    expect(back.body.data.suspended_at).not.toBe(null)
    expect(comparable(await rowsOf(club.id))).toEqual(comparable(before))
    expect(await repairsOf(club)).toHaveLength(2)
    expect(await rows('SELECT * FROM staff ORDER BY id')).toEqual(staff)
    expect((await upload(RESTORED, files['workspace.ndjson'] ?? '')).status).toBe(409)
    expect((await operator('DELETE', `/operator/workspaces/${club.id}/suspension`)).status).toBe(200)
  })

  it('goes on where it was interrupted, unseen by anybody', async () => {
    const { club } = await createEverything(await workspace())
    await suspended(club, 31)
    const { body } = await erase(club)
    const late = { workspace: club.id, at: new Date().toISOString() }
    await rows('UPDATE workspace_erasures SET finished_at = NULL')
    await rows('INSERT INTO news_refusals VALUES (?, ?, ?)', late.workspace, 'per_1', late.at)
    const again = await erase(club)
    expect([again.status, again.body.data.rows]).toEqual([200, body.data.rows])
    expect(counts(await rowsOf(club.id))).toEqual([])
  })
})

describe('a copy beside its workspace', () => {
  it('is read only, opened by owners, and deleted at once', async () => {
    const { club, mail } = await createEverything(await workspace())
    const owner = await staffOf(club, 'owner')
    const office = await staffOf(club, 'office')
    await addStaff(club, 'treasurer')
    const { files } = await exportOf(club.id)
    await rows('DELETE FROM persons WHERE workspace_id = ?', club.id)
    const before = await ownRows(club.id)

    const packed = await new Response(
      new Blob([files['workspace.ndjson'] ?? '']).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer()
    const { status, body, text } = await upload(COPIES, packed, 'application/gzip')
    expect(status, text).toBe(201)
    const { id, name, copy_of, copied_at, member_portal, suspended_at } = body.data
    expect({ name, copy_of, slug: member_portal.slug, enabled: member_portal.enabled }).toEqual({
      name: expect.stringContaining(`(${copied_at.slice(0, 10)})`),
      copy_of: club.id,
      slug: null,
      enabled: false,
    })
    expect(suspended_at).not.toBe(null)
    expect(await ownRows(club.id)).toMatchObject({ ...before, workspaces: expect.any(Array) })
    const copied = await ownRows(id)
    expect(copied.persons?.length).toBeGreaterThan(3)
    for (const table of ['api_keys', 'portal_sessions', 'join_requests', 'email_changes', 'event_seals'])
      expect([table, copied[table]]).toEqual([table, []])
    expect(copied.memberships?.map(({ staff_id }) => staff_id)).toEqual([owner.id])
    expect(copied.mails?.some((row) => row.id === mail)).toBe(true)

    const page = await owner.get(`/dashboard/${id}/members`)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Das ist eine Kopie')])
    expect((await office.get(`/dashboard/${id}/members`)).status).toBe(404)
    const refused = await owner.submit(`/dashboard/${id}/settings/workspace`, { name: 'Other' })
    expect(refused.status).toBe(403)
    expect((await owner.get(`/dashboard/${id}/settings/take-out`)).status).toBe(404)
    for (const [method, path, sent] of [
      ['POST', `/operator/workspaces/${id}/api_keys`, { name: 'x' }],
      ['PATCH', `/operator/workspaces/${id}`, { name: 'x' }],
      ['POST', `/operator/workspaces/${id}/staff`, { name: 'x', email: 'x@example.org', role: 'owner' }],
      ['DELETE', `/operator/workspaces/${id}/suspension`, undefined],
    ] as const)
      expect([path, (await operator(method, path, sent)).body.type]).toEqual([
        path,
        expect.stringMatching(/workspace_suspended$/),
      ])
    expect((await erase({ id })).status).toBe(200)
    expect(counts(await ownRows(id))).toEqual([])
    expect(counts(await ownRows(club.id))).toEqual(counts({ ...before }))
  })

  it('is not made of a file that is cut, altered or of another kind', async () => {
    const { club } = await createEverything(await workspace())
    const { files } = await exportOf(club.id)
    const text = files['workspace.ndjson'] ?? ''
    const lines = text.trimEnd().split('\n')
    const before = await storedTables()
    for (const bad of [
      '',
      'nothing',
      lines.slice(0, -1).join('\n'),
      lines.filter((line) => !line.includes('club@example.org')).join('\n'),
      text.replace(/"migration":"[^"]*"/, '"migration":"0001_first.sql"'),
    ]) {
      const { status, body } = await upload(COPIES, bad)
      expect([status, body.type]).toEqual([422, expect.stringMatching(/invalid$/)])
    }
    expect(await storedTables()).toEqual(before)
  })
})

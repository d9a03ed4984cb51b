import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/domain/shared/hash'
import { addStaff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { createEverything } from '../support/everything'
import { operator, rows, workspace } from '../support/workspace'
import { exportOf } from '../support/zip'

const hexOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the export of a workspace', () => {
  it('has what it says, and digests of all of it', async () => {
    const { club } = await createEverything(await workspace())
    await addStaff(club, 'owner')
    await rows(
      `INSERT INTO workspace_logos (workspace_id, type, content) VALUES (?, 'image/png', 'iVBORw0KGgo=')`,
      club.id,
    )
    const { status, headers, files } = await exportOf(club.id)
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/zip'])
    const manifest = JSON.parse(files['manifest.json'] ?? '')
    expect(manifest).toMatchObject({
      format: 'membership-export',
      workspace_id: club.id,
      is_consistent: true,
    })
    const named = manifest.files.map(({ name }: { name: string }) => name)
    expect([...named, 'manifest.json'].sort()).toEqual(Object.keys(files).sort())
    for (const one of [
      'README.txt',
      'workspace.ndjson',
      'members.csv',
      'contacts.csv',
      'applications.csv',
      'fees.csv',
    ])
      expect(named, one).toContain(one)
    expect(named.filter((name: string) => name.startsWith('files/'))).toEqual([
      'files/logo.png',
      expect.stringMatching(/^files\/direct-debits\/.*\.xml$/),
      expect.stringMatching(/^files\/direct-debits\/.*\.xml$/),
      expect.stringMatching(/^files\/direct-debits\/.*\.xml$/),
      expect.stringMatching(/^files\/statements\/.*\.xml$/),
      ...(named.filter((name: string) => name.startsWith('files/statements/')).slice(1) as string[]),
      ...(named.filter((name: string) => name.startsWith('files/imports/')) as string[]),
    ])
    for (const { name, sha256, bytes } of manifest.files) {
      if (name === 'files/logo.png') continue
      expect([name, hexOf(files[name] ?? ''), Buffer.byteLength(files[name] ?? '')]).toEqual([
        name,
        sha256,
        bytes,
      ])
    }
    expect(files['members.csv']).toContain('club@example.org')
    expect(files['fees.csv']).toContain('Annual fee')
    expect(files['README.txt']).toMatch(/personenbezogene[\s\S]*personal data/)
    const [stored] = await rows<{ exporting_since: null; last_export: string }>(
      'SELECT exporting_since, last_export FROM workspaces WHERE id = ?',
      club.id,
    )
    expect([stored?.exporting_since, JSON.parse(stored?.last_export ?? '').manifest_sha256]).toEqual([
      null,
      hexOf(files['manifest.json'] ?? ''),
    ])
    expect((await eventsOf(club)).at(-1)?.action).toBe('workspace.exported')
  })

  it('has all rows but what it withholds, as they are stored', async () => {
    const { club } = await createEverything(await workspace())
    const { files } = await exportOf(club.id)
    const lines = (files['workspace.ndjson'] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const end = lines.at(-1)
    const tables = await rows<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%workspace_id%' AND name NOT LIKE 'd1_%'
        ORDER BY name`,
    )
    for (const { name } of tables) {
      const [stored] = await rows<{ count: number }>(
        `SELECT count(*) AS count FROM ${name} WHERE ${name === 'workspaces' ? 'id' : 'workspace_id'} = ?`,
        club.id,
      )
      const isWithheld = end.tables[name] === undefined
      if (isWithheld)
        expect([
          'api_keys',
          'dead_messages',
          'email_changes',
          'email_reversals',
          'idempotent_requests',
          'join_requests',
          'portal_sessions',
          'restores',
          'sandbox_mails',
          'sent_messages',
        ]).toContain(name)
      else expect([name, end.tables[name].rows]).toEqual([name, stored?.count])
    }
  })

  it('holds no key, session, passkey or link, and nothing of others', async () => {
    const { club } = await createEverything(await workspace(), 'own')
    const { club: other } = await createEverything(await workspace({ name: 'Other' }), 'other')
    const owner = await staffOf(club, 'owner')
    const secrets = { unsubscribe: 'a'.repeat(64), token: 'b'.repeat(64), credential: 'c'.repeat(40) }
    await rows(
      'UPDATE mail_recipients SET unsubscribe_hash = ? || substr(person_id, -8) || mail_id',
      secrets.unsubscribe,
    )
    await rows('UPDATE resignations SET token_hash = ?', secrets.token)
    await rows(
      `INSERT INTO passkeys (credential_id, staff_id, public_key, counter, name, created_at) VALUES (?, ?, 'key', 0, 'x', '')`,
      secrets.credential,
      owner.id,
    )
    const { files } = await exportOf(club.id)
    const all = Object.values(files).join('\n')
    expect(all).toContain(owner.id)
    const sessions = await rows<{ session_hash: string }>('SELECT session_hash FROM staff_sessions')
    for (const secret of [
      ...Object.values(secrets),
      sha256(club.key),
      ...sessions.map((one) => one.session_hash),
    ])
      expect(all.includes(secret), secret).toBe(false)
    for (const foreign of [other.id, 'other@example.org']) expect(all.includes(foreign), foreign).toBe(false)
  })

  it('runs once at a time, and again after one that died', async () => {
    const club = await workspace()
    await rows('UPDATE workspaces SET exporting_since = ? WHERE id = ?', new Date().toISOString(), club.id)
    const { status, body } = await operator('GET', `/operator/workspaces/${club.id}/export`)
    expect([status, body.type]).toEqual([409, expect.stringMatching(/export_running$/)])
    await rows(
      'UPDATE workspaces SET exporting_since = ? WHERE id = ?',
      new Date(Date.now() - 16 * 60_000).toISOString(),
      club.id,
    )
    expect((await exportOf(club.id)).status).toBe(200)
  })

  it('is made of a suspended workspace, too', async () => {
    const club = await workspace()
    await operator('PUT', `/operator/workspaces/${club.id}/suspension`)
    expect(Object.keys((await exportOf(club.id)).files)).toContain('workspace.ndjson')
    expect((await exportOf('wsp_000000000000000000000000')).status).toBe(404)
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { INVITATIONS_PER_HOUR } from '../../src/domain/staff/invitation-limits'
import { listStaff } from '../../src/domain/staff/list'
import type { QueuedMail } from '../../src/env'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { deliverMails, PUBLIC_URL } from '../support/portal'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace, workspace } from '../support/workspace'

let club: Workspace
let owner: Staff
let queued: QueuedMail[]

beforeEach(async () => {
  club = await workspace()
  owner = await staffOf(club, 'owner')
  queued = []
})

const bindings = () => ({
  env: {
    PUBLIC_URL,
    MAILS: { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue,
  },
})

const invite = (email: string, by = owner, to = club) =>
  by.submit(`/dashboard/${to.id}/settings/staff/new`, { name: 'Beate', email, role: 'office' }, bindings())

const again = (staffId: string, by = owner) =>
  by.submit(`/dashboard/${club.id}/settings/staff/${staffId}/invitation`, {}, bindings())

async function idOf(email: string): Promise<string> {
  const [row] = await rows<{ id: string }>('SELECT id FROM staff WHERE email = ?', email)
  return String(row?.id)
}

const everything = () =>
  Promise.all(['staff', 'memberships', 'events'].map((table) => rows(`SELECT * FROM ${table}`)))

describe('inviting', () => {
  it('says which club invites, who does, for which role, and where answers go', async () => {
    await rows("UPDATE workspaces SET contact_email = 'office@club.example' WHERE id = ?", club.id)
    expect((await invite('bea@example.org')).status).toBe(303)
    await again(await idOf('bea@example.org'))
    const { sent } = await deliverMails(queued)
    expect(sent).toHaveLength(2)
    for (const mail of sent) {
      expect(mail).toMatchObject({ to: 'bea@example.org', replyTo: 'office@club.example' })
      expect(mail.headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
      for (const part of [
        'Staff owner lädt dich ein',
        'Verein: TSV Aufbau 04.',
        'Deine Rolle: Geschäftsstelle.',
      ])
        expect(mail.text).toContain(part)
      expect(mail.text).toContain(`${PUBLIC_URL}/dashboard/sign-in`)
    }
  })

  it('ends the name of a club with one full stop', async () => {
    await rows("UPDATE workspaces SET name = 'Ruderclub e. V.' WHERE id = ?", club.id)
    await invite('bea@example.org')
    const { sent } = await deliverMails(queued)
    expect(sent[0]?.text).toMatch(/Verein: Ruderclub e\. V\.\n/)
  })

  it('mails what an earlier version has queued', async () => {
    await invite('bea@example.org')
    const {
      role: _,
      reply_to: __,
      invited_by: ___,
      ...old
    } = queued[0] as QueuedMail & { kind: 'invitation' }
    const { sent } = await deliverMails([old])
    expect(sent[0]?.text).toContain('TSV Aufbau 04 lädt dich ein')
    expect(sent[0]?.replyTo).toBeUndefined()
  })

  it('tells nothing of what they do in other workspaces', async () => {
    const elsewhere = await staffOf(await workspace(), 'office', { email: 'bea@example.org' })
    await rows(
      `INSERT INTO passkeys (credential_id, staff_id, public_key, counter, transports, name, created_at)
       VALUES ('cred', ?, 'key', 0, '[]', 'Phone', '2026-01-01T00:00:00.000Z')`,
      elsewhere.id,
    )
    await invite('bea@example.org')
    const listed = async () =>
      (await listStaff(await principalOf(club))).find(({ id }) => id === elsewhere.id)
    expect(await listed()).toMatchObject({ acceptedAt: null, lastSignInAt: null, passkeys: 0 })
    await rows('UPDATE memberships SET accepted_at = created_at WHERE accepted_at IS NULL')
    expect(await listed()).toMatchObject({ lastSignInAt: expect.any(String), passkeys: 1 })
  })

  it(`mails ${INVITATIONS_PER_HOUR.workspace} invitations an hour, then keeps what was typed and stores nothing`, async () => {
    for (let count = 0; count < INVITATIONS_PER_HOUR.workspace; count += 1)
      expect((await invite(`a${count}@example.org`)).status).toBe(303)
    const before = await everything()
    const refused = await invite('bea@example.org')
    expect([refused.status, refused.cost.trips]).toEqual([429, 2])
    expect(refused.text).toContain('value="bea@example.org"')
    expect(refused.text).toContain('role="alert"')
    expect([await everything(), queued.length]).toEqual([before, INVITATIONS_PER_HOUR.workspace])
    const other = await workspace()
    expect((await invite('bea@example.org', await staffOf(other, 'owner'), other)).status).toBe(303)
    vi.setSystemTime(Date.now() + 3_600_000)
    await rows('UPDATE staff_sessions SET proved_at = ?', new Date().toISOString())
    expect((await invite('carl@example.org')).status).toBe(303)
  })

  it('counts the mails to an address over all workspaces', async () => {
    const statuses = []
    for (let count = 0; count <= INVITATIONS_PER_HOUR.address; count += 1) {
      const other = await workspace()
      statuses.push((await invite('bea@example.org', await staffOf(other, 'owner'), other)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: INVITATIONS_PER_HOUR.address }, () => 303), 429])
    expect(await rows('SELECT id FROM staff WHERE email = ?', 'bea@example.org')).toHaveLength(1)
  })
})

describe('sending an invitation again', () => {
  it('mails it once more, changes nothing but the log, and says since when it waits', async () => {
    await invite('bea@example.org')
    const id = await idOf('bea@example.org')
    await rows("UPDATE memberships SET created_at = '2026-10-01T12:00:00.000Z' WHERE staff_id = ?", id)
    const page = await owner.get(`/dashboard/${club.id}/settings/staff/${id}`)
    expect(page.text).toContain('1. Oktober 2026')
    expect((await owner.get(`/dashboard/${club.id}/settings/staff`)).text).toContain('1. Oktober 2026')
    const before = await rows('SELECT * FROM memberships')
    const answer = await again(id)
    expect([answer.status, leadsTo(answer), answer.cost.trips]).toEqual([
      303,
      `/dashboard/${club.id}/settings/staff#${id} after invited`,
      1,
    ])
    expect(await rows('SELECT * FROM memberships')).toEqual(before)
    const { sent } = await deliverMails(queued)
    expect(sent.map(({ to }) => to)).toEqual(['bea@example.org', 'bea@example.org'])
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'staff.invited_again',
      actor_id: owner.id,
      subject_id: id,
      subject_name: 'bea@example.org',
    })
  })

  it('is limited with the invitations before, and says so', async () => {
    await invite('bea@example.org')
    const id = await idOf('bea@example.org')
    const statuses = []
    for (let count = 0; count < INVITATIONS_PER_HOUR.address; count += 1)
      statuses.push((await again(id)).status)
    expect(statuses).toEqual([...Array.from({ length: INVITATIONS_PER_HOUR.address - 1 }, () => 303), 429])
    const refused = await again(id)
    expect(refused.text).toContain('role="alert"')
    expect(refused.text).toContain(`action="/dashboard/${club.id}/settings/staff/${id}"`)
    expect(queued).toHaveLength(INVITATIONS_PER_HOUR.address)
    expect((await eventsOf(club)).filter(({ action }) => action === 'staff.invited_again')).toHaveLength(
      INVITATIONS_PER_HOUR.address - 1,
    )
  })

  it('answers for an invitation that was accepted or withdrawn, and for staff of others, as for unknown ones', async () => {
    const office = await staffOf(club, 'office')
    const stranger = await staffOf(await workspace(), 'office')
    await invite('bea@example.org')
    const withdrawn = await idOf('bea@example.org')
    await owner.submit(`/dashboard/${club.id}/settings/staff/${withdrawn}/remove`)
    const before = await everything()
    for (const id of [office.id, stranger.id, withdrawn, 'stf_unknown'])
      expect((await again(id)).status).toBe(404)
    expect([await everything(), queued.length]).toEqual([before, 1])
    expect(await rows("SELECT * FROM link_requests WHERE subject LIKE '%unknown'")).toEqual([])
  })
})

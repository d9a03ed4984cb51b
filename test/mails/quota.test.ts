import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { Bindings, QueuedMail } from '../../src/env'
import { sendDueMails } from '../../src/mail/hourly'
import { ADA, clubOf, person, settings } from '../support/club'
import { addStaff } from '../support/dashboard'
import { postMail } from '../support/mails'
import { deliverMails, PUBLIC_URL } from '../support/portal'
import { switchOn } from '../support/rules'
import { rows, type Workspace, workspace } from '../support/workspace'

const today = () => new Date().toISOString().slice(0, 10)

/** A club with a member that has sent so many mails today. */
async function clubWith(sent: number) {
  const { club } = await clubOf(settings({ name: 'Ruderclub' }), person(ADA))
  await rows('INSERT INTO mail_days (workspace_id, day, count) VALUES (?, ?, ?)', club.id, today(), sent)
  return club
}

/** Runs the hourly work; gives the mails that it queues about a club. */
async function alerts(name: string): Promise<QueuedMail[]> {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  await sendDueMails({ ...env, PUBLIC_URL, MAILS } as Bindings)
  return queued.filter((mail) => 'workspace' in mail && mail.workspace === name)
}

describe('the hourly run', () => {
  it('serves a hundred workspaces, and says how many are left', async () => {
    const { id } = await workspace()
    await switchOn({ id } as Workspace, 'birthday')
    await rows("UPDATE mail_rules SET done_until = '2026-01-31'")
    for (const table of ['workspaces', 'mail_rules']) {
      const columns = await rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
      const names = columns.map(({ name }) => name)
      const key = table === 'workspaces' ? 'id' : 'workspace_id'
      const values = names.map((name) => `${table}.${name}${name === key ? ' || value' : ''}`)
      await rows(
        `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, json_each(?)`,
        JSON.stringify(Array.from({ length: 101 }, (_, n) => n)),
      )
    }
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const noon = new Date(new Date().setUTCHours(12))
    await sendDueMails({ ...env, PUBLIC_URL } as Bindings, noon)
    expect(log.mock.calls).toEqual([['{"automatic_mails":{"workspaces_left":2}}']])
    log.mockClear()
    await sendDueMails({ ...env, PUBLIC_URL } as Bindings, noon)
    expect(log.mock.calls).toEqual([])
    log.mockRestore()
    const done = noon.toISOString().slice(0, 10)
    expect(await rows('SELECT DISTINCT done_until FROM mail_rules')).toEqual([{ done_until: done }])
  })
})

describe('the mails of a day', () => {
  it('are refused beyond the quota, and nothing is stored', async () => {
    const club = await clubWith(20_000)
    const { status, body, queued } = await postMail(club, { filter: {} })
    expect([status, body.errors]).toEqual([
      422,
      { filter: ['exceeds the 20000 mails that a workspace can send on a day'] },
    ])
    expect(queued).toEqual([])
    expect(await rows('SELECT id FROM mails WHERE workspace_id = ?', club.id)).toEqual([])
    expect((await postMail(await clubWith(19_999), { filter: {} })).status).toBe(201)
  })

  it('are counted with those of other days apart', async () => {
    const club = await clubWith(20_000)
    await rows("UPDATE mail_days SET day = '2026-01-31' WHERE workspace_id = ?", club.id)
    expect((await postMail(club, { filter: {} })).status).toBe(201)
    expect(
      await rows('SELECT count FROM mail_days WHERE workspace_id = ? AND day = ?', club.id, today()),
    ).toEqual([{ count: 1 }])
  })

  it('are told to owners once, when they are nearly used up', async () => {
    const club = await clubWith(15_999)
    await rows("UPDATE workspaces SET contact_email = 'office@club.example' WHERE id = ?", club.id)
    await addStaff(club, 'owner', 'anna@example.org')
    await addStaff(club, 'office', 'ben@example.org')
    expect(await alerts('Ruderclub')).toEqual([])
    await postMail(club, { filter: {} })
    const [alert, ...others] = await alerts('Ruderclub')
    expect(alert).toMatchObject({ kind: 'quota_notice', email: 'anna@example.org', count: 16_000 })
    expect(others).toEqual([])
    const { sent } = await deliverMails([alert as QueuedMail])
    expect(sent[0]).toMatchObject({
      to: 'anna@example.org',
      replyTo: 'office@club.example',
      subject: 'Ruderclub: Heute sind fast alle E-Mails verbraucht',
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    expect(sent[0]?.text).toContain(
      'Ruderclub hat heute 16.000 E-Mails verschickt. Am Tag sind höchstens 20.000',
    )
    expect(await alerts('Ruderclub')).toEqual([])
  })
})

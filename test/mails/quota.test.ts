import { describe, expect, it } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { ADA, clubOf, person, settings } from '../support/club'
import { runCron } from '../support/cron'
import { addStaff } from '../support/dashboard'
import { postMail } from '../support/mails'
import { deliverMails, PUBLIC_URL } from '../support/portal'
import { rows } from '../support/workspace'

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
  const sendBatch = async (messages: { body: QueuedMail }[]) =>
    void queued.push(...messages.map(({ body }) => body))
  await runCron(new Date(), { PUBLIC_URL, MAILS: { sendBatch } as unknown as Queue<QueuedMail> })
  return queued.filter((mail) => 'workspace' in mail && mail.workspace === name)
}

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

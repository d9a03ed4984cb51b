import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runCron } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { deliverMails, mailings, postMail, storedStates } from '../support/mails'
import { createPerson, requestLink } from '../support/portal'
import { bookmarked, PAUSED, pausedOperator, recordRestore } from '../support/restores'
import { mailsAt, setClock, subjectsOf, switchOn } from '../support/rules'
import { keepRows } from '../support/storage'
import { operator, rows, workspace } from '../support/workspace'

const HOUR = 3_600_000
const soon = () => new Date(Date.now() + 3 * HOUR)

/** A club of two members, and a mail to both that is being sent. */
async function clubWithMail() {
  const club = await workspace()
  for (const email of ['ada@example.org', 'alan@example.org'])
    await createPerson(club, { email, name: { last_name: email } })
  const { body, queued } = await postMail(club, { filter: {} })
  return { club, id: body.data.id as string, queued }
}

/** The hourly run at an instant at which what was queued before is stuck; gives what it tells the queue. */
async function resumed() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await rows("UPDATE mails SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-3 hours')")
  const { queued, bindings } = mailings()
  await runCron(soon(), bindings)
  return queued
}

describe('POST /operator/restores', () => {
  it('records a restore, once, and lists it', async () => {
    const club = await workspace()
    const bookmark = new Date()
    const { status, body } = await recordRestore(bookmark)
    expect([status, body.data]).toEqual([
      201,
      {
        epoch: expect.any(Number),
        restored_at: expect.any(String),
        bookmark: bookmark.toISOString(),
        workspace_id: null,
      },
    ])
    expect(Math.abs(body.data.epoch - Date.now() / 1000)).toBeLessThan(60)
    expect((await recordRestore(bookmark)).body.data).toEqual(body.data)
    expect((await operator('GET', '/operator/restores')).body.data).toEqual([body.data])
    expect((await eventsOf(club)).map(({ action }) => action)).toEqual([
      ...['workspace.created', 'api_key.created', 'workspace.restored'],
    ])
  })

  it('gives a later restore a greater epoch, also if the restore forgot the one before', async () => {
    await workspace()
    const putBack = await keepRows()
    const first = (await recordRestore(new Date())).body.data.epoch
    const second = (await recordRestore(new Date(Date.now() - 1))).body.data.epoch
    expect(second).toBeGreaterThan(first)
    await putBack()
    setClock(new Date(Date.now() + 10_000).toISOString())
    onTestFinished(() => void vi.useRealTimers())
    expect((await recordRestore(new Date())).body.data.epoch).toBeGreaterThan(second)
  })

  it('is of one workspace if it is named', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const { body } = await recordRestore(new Date(), club.id)
    expect(body.data.workspace_id).toBe(club.id)
    const stored = await rows<{ id: string; restores: string }>('SELECT id, restores FROM workspaces')
    const epochs = new Map(stored.map(({ id, restores }) => [id, JSON.parse(restores)]))
    expect(epochs.get(club.id)).toMatchObject([{ epoch: body.data.epoch, last_event: 2 }])
    expect(epochs.get(other.id)).toEqual([])
    expect((await eventsOf(other)).some(({ action }) => action === 'workspace.restored')).toBe(false)
  })

  it('records the same file of a workspace again once the workspace has lost it', async () => {
    const club = await workspace()
    const bookmark = new Date()
    const first = (await recordRestore(bookmark, club.id)).body.data.epoch
    await rows("UPDATE workspaces SET restores = '[]' WHERE id = ?", club.id)
    expect((await recordRestore(bookmark, club.id)).body.data.epoch).toBeGreaterThan(first)
  })

  it.each([
    ['tomorrow', () => ({ bookmark: new Date(Date.now() + 24 * HOUR).toISOString() }), 'bookmark'],
    ['before the data', () => ({ bookmark: new Date(Date.now() - 2 * HOUR).toISOString() }), 'bookmark'],
    ['of no form', () => ({ bookmark: 'yesterday' }), 'bookmark'],
    [
      'of no workspace',
      () => ({ bookmark: new Date().toISOString(), workspace_id: 'wsp_x' }),
      'workspace_id',
    ],
    ['without a moment', () => ({}), 'bookmark'],
  ])('refuses one %s, and writes nothing', async (_, body, path) => {
    await workspace()
    const { status, body: answer } = await pausedOperator('POST', '/operator/restores', body())
    expect([status, Object.keys(answer.errors)]).toEqual([422, [path]])
    expect(await rows('SELECT * FROM restores')).toEqual([])
  })

  it('is 409 unless the service is paused', async () => {
    const { status, body } = await operator('POST', '/operator/restores', {
      bookmark: new Date().toISOString(),
    })
    expect([status, body.title]).toEqual([409, 'Not paused'])
    expect((await operator('GET', '/operator/restores')).status).toBe(200)
  })

  it('gives the columns of each workspace a version that was never counted', async () => {
    await workspace()
    const restore = await bookmarked()
    await rows('UPDATE workspaces SET columns_version = columns_version + 1')
    const epoch = await restore()
    const version = 'SELECT columns_version AS version FROM workspaces'
    expect(await rows(version)).toEqual([{ version: epoch }])
  })
})

describe('after a restore', () => {
  it('a mail that was being sent is held: neither the queue nor the hourly run sends it', async () => {
    const { id, queued } = await clubWithMail()
    const restore = await bookmarked()
    expect((await deliverMails(queued)).sent).toHaveLength(2)
    const epoch = await restore()
    expect(await storedStates(id)).toEqual({ waiting: 2 })
    expect(await rows('SELECT state, held_for FROM mails')).toEqual([{ state: 'stopped', held_for: epoch }])
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const late = await deliverMails(queued)
    expect([late.sent, late.retried]).toEqual([[], []])
    expect(log.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
      { level: 'warn', not_sent: `${id} held` },
    ])
    expect(await resumed()).toEqual([])
    expect(await storedStates(id)).toEqual({ waiting: 2 })
  })

  it('a message whose mail is gone is taken without a mail, and logged', async () => {
    const club = await workspace()
    await createPerson(club, { email: 'ada@example.org' })
    const restore = await bookmarked()
    const { body, queued } = await postMail(club, { filter: {} })
    await restore()
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const late = await deliverMails(queued)
    expect([late.sent, late.retried]).toEqual([[], []])
    expect(log.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
      { level: 'warn', not_sent: `${body.data.id} missing` },
    ])
  })

  it('a mail of which all were handed over is sent, as far as anybody knows', async () => {
    const { queued } = await clubWithMail()
    await rows("UPDATE mail_recipients SET state = 'claimed'")
    await rows('UPDATE mails SET waiting = 0')
    await recordRestore(new Date())
    expect(await rows('SELECT state, held_for FROM mails')).toEqual([{ state: 'sent', held_for: null }])
    expect((await deliverMails(queued)).sent).toEqual([])
  })

  it('a mail that staff stopped before is as it was', async () => {
    const { club, id } = await clubWithMail()
    await club.post(`/mails/${id}/stop`, undefined)
    await recordRestore(new Date())
    expect(await rows('SELECT state, held_for FROM mails')).toEqual([{ state: 'stopped', held_for: null }])
  })

  it('a held mail is released by a continuation, once', async () => {
    const { club, id } = await clubWithMail()
    const epoch = (await recordRestore(new Date())).body.data.epoch
    expect((await club.get(`/mails/${id}`)).body.data).toMatchObject({ state: 'stopped', held_for: epoch })
    const { queued, bindings } = mailings()
    const { status } = await club.post(`/mails/${id}/continuation`, undefined, { env: bindings })
    expect([status, (await deliverMails(queued)).sent.length]).toEqual([204, 2])
    expect((await club.get(`/mails/${id}`)).body.data).toMatchObject({ state: 'sent', held_for: null })
    expect((await eventsOf(club)).at(-1)?.action).toBe('mail.released')
  })

  it('a held mail is dropped by a stop, and its failures are not tried again while it is held', async () => {
    const { club, id } = await clubWithMail()
    await rows('UPDATE mails SET failed = 1, waiting = 1')
    await recordRestore(new Date())
    expect((await club.post(`/mails/${id}/retry`, undefined)).status).toBe(422)
    expect((await club.post(`/mails/${id}/stop`, undefined)).status).toBe(204)
    expect((await club.get(`/mails/${id}`)).body.data).toMatchObject({ state: 'stopped', held_for: null })
    expect((await eventsOf(club)).at(-1)?.action).toBe('mail.dropped')
    expect((await club.post(`/mails/${id}/stop`, undefined)).status).toBe(422)
  })

  it('login codes and portal links that are asked for then are sent at once', async () => {
    const club = await workspace()
    await createPerson(club, { email: 'ada@example.org' })
    const restore = await bookmarked()
    await restore()
    const { queued } = await requestLink(club.id, 'ada@example.org')
    expect(queued).toHaveLength(1)
    const owner = await staffOf(club, 'owner')
    expect((await owner.get(`/dashboard/${club.id}`)).status).toBe(200)
  })
})

describe('rules after a restore', () => {
  const BIRTHDAYS = [
    ['ada@example.org', '1990-03-02'],
    ['alan@example.org', '1990-03-03'],
    ['grace@example.org', '1990-03-04'],
    ['mary@example.org', '1990-03-05'],
  ]

  async function clubWithBirthdays() {
    setClock('2026-03-01T09:17:00Z')
    onTestFinished(() => void vi.useRealTimers())
    const club = await workspace()
    for (const [email, birthdate] of BIRTHDAYS)
      await createPerson(club, { email, birthdate, name: { last_name: email } })
    await switchOn(club, 'birthday', { kind: 'official', subject: 'Glückwunsch' })
    expect(await mailsAt('2026-03-01T09:17:00Z')).toEqual([])
    return club
  }

  // The database's clock is not that of the test.
  async function restoredTo(bookmark: string): Promise<void> {
    await rows('UPDATE events SET at = ?', bookmark)
    expect((await recordRestore(bookmark)).status).toBe(201)
  }

  const held = () =>
    rows('SELECT subject, waiting, held_for IS NOT NULL AS isHeld FROM mails WHERE state = ?', 'stopped')

  it('hold what was due before it, and send what is due after it', async () => {
    await clubWithBirthdays()
    const putBack = await keepRows()
    expect(await mailsAt('2026-03-02T09:17:00Z')).toHaveLength(1)
    expect(await mailsAt('2026-03-03T09:17:00Z')).toHaveLength(1)
    await putBack()
    setClock('2026-03-03T11:00:00Z')
    await restoredTo('2026-03-01T12:00:00Z')
    // Within the hour, what was due up to that day is held.
    expect(await mailsAt('2026-03-03T11:17:00Z')).toEqual([])
    expect(await held()).toEqual([{ subject: 'Glückwunsch', waiting: 2, isHeld: 1 }])
    expect(await mailsAt('2026-03-03T12:17:00Z')).toEqual([])
    expect(subjectsOf(await mailsAt('2026-03-04T09:17:00Z'))).toEqual(['grace@example.org: Glückwunsch'])
    expect(subjectsOf(await mailsAt('2026-03-05T09:17:00Z'))).toEqual(['mary@example.org: Glückwunsch'])
    expect(await held()).toHaveLength(1)
  })

  it('send what is due on the day of a restore before 8 o’clock', async () => {
    await clubWithBirthdays()
    const putBack = await keepRows()
    expect(await mailsAt('2026-03-02T09:17:00Z')).toHaveLength(1)
    await putBack()
    setClock('2026-03-03T05:00:00Z')
    await restoredTo('2026-03-01T12:00:00Z')
    expect(await mailsAt('2026-03-03T05:17:00Z')).toEqual([])
    expect(await held()).toEqual([{ subject: 'Glückwunsch', waiting: 1, isHeld: 1 }])
    expect(subjectsOf(await mailsAt('2026-03-03T09:17:00Z'))).toEqual(['alan@example.org: Glückwunsch'])
  })

  it('hold what follows from events before it, and send what follows from those after it', async () => {
    setClock('2026-03-02T09:17:00Z')
    onTestFinished(() => void vi.useRealTimers())
    const club = await workspace()
    await createPerson(club, { email: 'ada@example.org', external_id: 'm1', name: { last_name: 'Lovelace' } })
    const claim = (description: string) =>
      club.post('/fees', { data: [{ person_external_id: 'm1', amount: 4500, description }] })
    await switchOn(club, 'fee_claimed', { subject: 'Beitrag' })
    await claim('Annual fee')
    const putBack = await keepRows()
    expect(await mailsAt('2026-03-03T09:17:00Z')).toHaveLength(1)
    await putBack()
    await restoredTo('2026-03-02T10:00:00Z')
    await claim('Locker')
    expect(await mailsAt('2026-03-03T10:17:00Z')).toEqual([])
    expect(await held()).toEqual([{ subject: 'Beitrag', waiting: 1, isHeld: 1 }])
    const after = await mailsAt('2026-03-04T09:17:00Z')
    expect(subjectsOf(after)).toEqual(['ada@example.org: Beitrag'])
    expect(await rows('SELECT count(*) AS held FROM mail_rules WHERE held_for IS NOT NULL')).toEqual([
      { held: 0 },
    ])
    expect((await eventsOf(club)).map(({ action }) => action)).toContain('mail.held')
  })

  it('that nothing was due of are as before', async () => {
    const club = await clubWithBirthdays()
    await restoredTo('2026-03-01T09:17:00Z')
    expect(await mailsAt('2026-03-01T10:17:00Z')).toEqual([])
    expect(await rows('SELECT state FROM mails')).toEqual([])
    expect(subjectsOf(await mailsAt('2026-03-02T09:17:00Z'))).toHaveLength(1)
    expect(club.id).toBeTruthy()
  })

  it('do not run while the service is paused', async () => {
    await clubWithBirthdays()
    const { queued, bindings } = mailings()
    vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    await runCron(new Date('2026-03-02T09:17:00Z'), { ...bindings, ...PAUSED })
    expect(queued).toEqual([])
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { staffOf } from '../support/dashboard'
import {
  COLLECTED_ON,
  check,
  clubWithFees,
  release,
  setDay,
  submitted,
  TODAY,
} from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { inputValue, textOf } from '../support/html'
import { deliverMails, mailings, postMail } from '../support/mails'
import { createPerson } from '../support/portal'
import { recordRestore } from '../support/restores'
import { keepRows } from '../support/storage'
import { rows, workspace } from '../support/workspace'

const WHEN = 'T10:00:00.000Z'

describe('mails that are held since a restore', () => {
  async function clubWithHeld() {
    const club = await workspace()
    await createPerson(club, { email: 'ada@example.org' })
    const ids: string[] = []
    for (const subject of ['Einladung', 'Protokoll'])
      ids.push((await postMail(club, { filter: {}, subject })).body.data.id)
    await recordRestore(new Date())
    const owner = await staffOf(club, 'owner')
    const at = `/dashboard/${club.id}`
    return { club, owner, ids, at }
  }

  it('are on the home page, and on a page that says why', async () => {
    const { owner, at, ids } = await clubWithHeld()
    const home = await owner.get(at)
    expect(textOf(home.text)).toContain('2 E-Mails zurückgehalten: senden oder verwerfen?')
    expect(home.text).toContain(`href="${at}/mails/held"`)
    const { status, text } = await owner.get(`${at}/mails/held`)
    expect(status).toBe(200)
    expect(textOf(text)).toMatch(/Die Daten wurden am .+ auf den Stand vom .+ zurückgesetzt/)
    for (const said of ['Diese E-Mails wurden vielleicht schon verschickt', 'Einladung', 'Protokoll'])
      expect(textOf(text)).toContain(said)
    for (const id of ids) expect(text).toContain(`${at}/mails/${id}`)
  })

  it('are released with one press, and then sent', async () => {
    const { club, owner, at, ids } = await clubWithHeld()
    const { queued, bindings } = mailings()
    const fields: [string, string][] = [
      ...ids.map((id): [string, string] => ['id', id]),
      ['decision', 'continue'],
    ]
    const answer = await owner.submit(`${at}/mails/held`, fields, { env: bindings })
    expect(answer.headers.get('Location')).toBe(`${at}/mails/held`)
    expect((await deliverMails(queued)).sent.map(({ subject }) => subject).sort()).toEqual([
      ...['Einladung', 'Protokoll'],
    ])
    expect(textOf((await owner.get(`${at}/mails/held`)).text)).toContain('2 E-Mails werden jetzt gesendet.')
    expect((await eventsOf(club)).slice(-2).map(({ action }) => action)).toEqual(
      Array(2).fill('mail.released'),
    )
    const again = mailings()
    await owner.submit(`${at}/mails/held`, fields, { env: again.bindings })
    expect(again.queued).toEqual([])
  })

  it('stay held if a form names no decision', async () => {
    const { owner, at, ids } = await clubWithHeld()
    const answer = await owner.submit(`${at}/mails/held`, { id: String(ids[0]), decision: 'other' })
    expect(answer.status).toBe(303)
    expect(await rows('SELECT DISTINCT held_for IS NULL AS isFree FROM mails')).toEqual([{ isFree: 0 }])
  })

  it('say what became of one that was decided alone', async () => {
    const { owner, at, ids } = await clubWithHeld()
    await owner.submit(`${at}/mails/${ids[0]}/stop`, {})
    expect(textOf((await owner.get(`${at}/mails/${ids[0]}`)).text)).toContain('Die E-Mail ist verworfen.')
  })

  it('are dropped with one press, all that the page named and no other', async () => {
    const { owner, at, ids } = await clubWithHeld()
    const { queued, bindings } = mailings()
    await owner.submit(`${at}/mails/held`, { id: String(ids[0]), decision: 'stop' }, { env: bindings })
    expect(queued).toEqual([])
    expect(await rows('SELECT state, held_for IS NULL AS isFree FROM mails ORDER BY id')).toEqual([
      { state: 'stopped', isFree: 1 },
      { state: 'stopped', isFree: 0 },
    ])
    const { text } = await owner.get(`${at}/mails/held`)
    expect(textOf(text)).toContain('1 E-Mail verworfen.')
  })

  it('are released or dropped one by one on their page', async () => {
    const { owner, at, ids } = await clubWithHeld()
    const { text } = await owner.get(`${at}/mails/${ids[0]}`)
    for (const said of ['Jetzt senden', 'Verwerfen', 'Diese E-Mail wurde vielleicht schon verschickt'])
      expect(textOf(text)).toContain(said)
    const { queued, bindings } = mailings()
    await owner.submit(`${at}/mails/${ids[0]}/continue`, {}, { env: bindings })
    expect((await deliverMails(queued)).sent).toHaveLength(1)
  })

  it('are none without a restore', async () => {
    const club = await workspace()
    const owner = await staffOf(club, 'owner')
    expect(textOf((await owner.get(`/dashboard/${club.id}/mails/held`)).text)).toContain(
      'Es werden keine E-Mails zurückgehalten.',
    )
    expect(textOf((await owner.get(`/dashboard/${club.id}`)).text)).not.toContain('zurückgehalten')
  })

  it('are decided on by nobody who may not send mails, and by no other workspace', async () => {
    const { club, ids } = await clubWithHeld()
    const auditor = await staffOf(club, 'auditor')
    const stranger = await staffOf(await workspace(), 'owner')
    for (const staff of [auditor, stranger]) {
      const path = `/dashboard/${club.id}/mails/held`
      const { status } = await staff.submit(path, { id: String(ids[0]), decision: 'continue' })
      expect(status).toBeGreaterThanOrEqual(403)
    }
    expect(await rows('SELECT count(*) AS held FROM mails WHERE held_for IS NOT NULL')).toEqual([{ held: 2 }])
  })
})

describe('debits after a restore', () => {
  beforeEach(() => setDay(TODAY))
  afterEach(() => void vi.useRealTimers())

  /** A collection that was submitted and is forgotten. */
  async function clubThatForgot() {
    const { club, feeIds } = await clubWithFees(2)
    const putBack = await keepRows()
    await submitted(club, feeIds)
    await putBack()
    await rows('UPDATE events SET at = ?', `${TODAY}${WHEN}`)
    const { body } = await recordRestore(`${TODAY}${WHEN}`)
    return { club, feeIds, epoch: body.data.epoch as number, owner: await staffOf(club, 'owner') }
  }

  it('are not released by the API until it says that no file is missing', async () => {
    const { club, feeIds, epoch } = await clubThatForgot()
    const { status, body } = await release(club, feeIds)
    expect([status, body.title]).toEqual([409, 'Restore not confirmed'])
    expect(body.detail).toContain(`"confirms_restore": ${epoch}`)
    expect((await check(club, feeIds)).body.data.confirms_restore).toBe(epoch)
    expect(await rows('SELECT id FROM collections')).toEqual([])
    const asked = { fee_ids: feeIds, collection_date: COLLECTED_ON }
    const wrong = await club.post('/collections', { ...asked, confirms_restore: epoch - 1 })
    expect(wrong.status).toBe(409)
    const confirmed = await club.post('/collections', { ...asked, confirms_restore: epoch })
    expect(confirmed.status).toBe(201)
    const events = (await eventsOf(club)).filter(({ action }) => action === 'workspace.debits_checked')
    expect(events).toMatchObject([{ actor_kind: 'key', subject_id: club.id }])
    expect((await check(club, [])).body.data?.confirms_restore ?? null).toBe(null)
  })

  it('are asked for once: the answer holds for the next release, until another restore', async () => {
    const { club, feeIds, epoch } = await clubThatForgot()
    const asked = { collection_date: COLLECTED_ON, fee_ids: [feeIds[0]] }
    await club.post('/collections', { ...asked, confirms_restore: epoch })
    expect((await release(club, [String(feeIds[1])])).status).toBe(201)
  })

  it('are asked about on the home page and a page of their own, once', async () => {
    const { club, owner, epoch } = await clubThatForgot()
    const at = `/dashboard/${club.id}`
    expect((await owner.get(at)).text).toContain(`href="${at}/direct-debits/restored"`)
    const { text } = await owner.get(`${at}/direct-debits/restored`)
    expect(textOf(text)).toContain(
      'Wurden seit dem 2. März 2026 um 11:00 Dateien eingereicht, die hier fehlen?',
    )
    const fields = { epoch: inputValue(text, 'epoch') ?? '', answer: 'none_submitted' }
    expect(fields.epoch).toBe(String(epoch))
    await owner.submit(`${at}/direct-debits/restored`, fields)
    expect(textOf((await owner.get(`${at}/direct-debits/restored`)).text)).toContain(
      'Einzüge lassen sich wieder freigeben',
    )
    const [event] = (await eventsOf(club)).slice(-1)
    expect(event).toMatchObject({ action: 'workspace.debits_checked', actor_kind: 'staff' })
    expect(event?.changes).toMatchObject({ answer: [null, 'none_submitted'] })
    expect((await owner.get(at)).text).not.toContain('direct-debits/restored')
  })

  it('an answer about another restore is none', async () => {
    const { club, owner, epoch } = await clubThatForgot()
    await owner.submit(`/dashboard/${club.id}/direct-debits/restored`, {
      epoch: String(epoch - 1),
      answer: 'none_submitted',
    })
    expect(await rows('SELECT debits_checked_for AS checked FROM workspaces')).toEqual([{ checked: 0 }])
  })

  it('are released as ever where nothing was restored', async () => {
    const { club, feeIds } = await clubWithFees(1)
    expect((await check(club, feeIds)).body.data.confirms_restore).toBe(null)
    expect((await release(club, feeIds)).status).toBe(201)
  })
})

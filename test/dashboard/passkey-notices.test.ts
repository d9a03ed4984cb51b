import { expect, it } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { Authenticator } from '../support/authenticator'
import { clubOf, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { deliverMails } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

const NEW = '/dashboard/sign-in/new-passkey'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

function mailbox() {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  return { queued, options: { env: { MAILS }, headers: { 'User-Agent': CHROME } } }
}

async function add(staff: Staff, options: object, lie = {}) {
  const authenticator = await Authenticator.make()
  const { body } = await staff.submit(`${NEW}/options`)
  const answer = await staff.submit(NEW, { answer: await authenticator.create(body, lie) }, options)
  return { answer, id: authenticator.id }
}

const remove = (club: Workspace, staff: Staff, id: string, options: object) =>
  staff.submit(`/dashboard/${club.id}/account/passkeys/${id}`, {}, options)

it.each([
  ['de', 'Neuer Passkey in deinem Konto', 'Passkey aus deinem Konto entfernt'],
  ['en', 'New passkey in your account', 'Passkey removed from your account'],
  [null, 'Neuer Passkey in deinem Konto', 'Passkey aus deinem Konto entfernt'],
])('mails staff whose language is %s when a passkey is added or removed', async (locale, added, removed) => {
  const { club, staff: anna } = await clubOf(signedIn('office', { email: 'anna@example.org' }))
  await rows('UPDATE staff SET locale = ? WHERE id = ?', locale, anna.id)
  const { queued, options } = mailbox()
  const { answer, id } = await add(anna, options)
  expect([answer.status, answer.cost.trips]).toEqual([303, 2])
  const removal = await remove(club, anna, id, options)
  expect([removal.status, removal.cost.trips]).toEqual([303, 1])
  const { sent } = await deliverMails(queued)
  expect(sent).toMatchObject([
    { to: 'anna@example.org', subject: added, text: expect.stringContaining('Chrome, Windows') },
    { to: 'anna@example.org', subject: removed, text: expect.stringContaining('Chrome, Windows') },
  ])
  for (const { text, html } of sent) {
    expect(text).not.toMatch(/\n\n\n/)
    for (const body of [text, html]) {
      expect(body).not.toMatch(/\bhref=|\bhttps?:/)
      for (const secret of [id, anna.id, anna.cookie('__Host-staff')]) expect(body).not.toContain(secret)
    }
  }
})

it('mails nothing where no passkey was added or removed', async () => {
  const club = await workspace()
  const [anna, bea] = [await staffOf(club, 'office'), await staffOf(club, 'office')]
  const { queued, options } = mailbox()
  const refused = await add(anna, options, { origin: 'https://evil.example' })
  expect(refused.answer.status).toBe(422)
  const { id } = await add(anna, {})
  for (const [staff, passkey] of [
    [bea, id],
    [anna, 'unknown'],
  ] as const)
    expect((await remove(club, staff, passkey, options)).status).toBe(303)
  await rows("UPDATE staff_sessions SET proved_at = '2026-01-01T00:00:00.000Z'")
  await remove(club, anna, id, options)
  expect(queued).toEqual([])
  expect(await rows('SELECT credential_id FROM passkeys')).toEqual([{ credential_id: id }])
})

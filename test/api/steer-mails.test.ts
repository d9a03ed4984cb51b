import { expect, it } from 'vitest'
import { ADA, clubOf, person } from '../support/club'
import { mailings, postMail } from '../support/mails'
import { rows } from '../support/workspace'

it('refuses to stop, continue or retry a mail whose state does not allow it, and changes nothing', async () => {
  const { club, id } = await clubOf(person(ADA))
  const { body } = await postMail(club, { person_ids: [id] })
  const path = `/mails/${body.data.id}`
  const env = mailings().bindings
  const press = async (act: string) => {
    const answer = await club.post(`${path}/${act}`, undefined, { env })
    return [answer.status, answer.body?.errors, answer.cost.rowsWritten]
  }
  expect(await press('continuation')).toEqual([
    422,
    { mail_id: ['is not stopped, or nothing of it waits'] },
    0,
  ])
  expect(await press('retry')).toEqual([422, { mail_id: ['has reached everyone it could reach'] }, 0])
  expect((await press('stop'))[0]).toBe(204)
  expect(await press('stop')).toEqual([422, { mail_id: ['is not being sent'] }, 0])
  // The last mail was on its way when the others were stopped.
  await rows('UPDATE mails SET waiting = 0')
  expect((await press('continuation'))[0]).toBe(422)
  expect(await rows('SELECT state FROM mails')).toEqual([{ state: 'stopped' }])
})

it('tells the queue what is continued and what is tried again, and answers 404 for an unknown mail', async () => {
  const { club, id } = await clubOf(person(ADA))
  const mail = (await postMail(club, { person_ids: [id] })).body.data.id
  const press = async (act: string, id = mail) => {
    const { queued, bindings } = mailings()
    const { status } = await club.post(`/mails/${id}/${act}`, undefined, { env: bindings })
    return [status, queued]
  }
  const range = { workspace_id: club.id, mail_id: mail, first: id, last: id }
  const told = [204, [expect.objectContaining(range)]]
  expect(await press('stop')).toEqual([204, []])
  expect(await press('continuation')).toEqual(told)
  await rows("UPDATE mail_recipients SET state = 'failed', reason = 'undeliverable'")
  await rows("UPDATE mails SET state = 'sent', waiting = 0, failed = 1")
  expect(await press('retry')).toEqual(told)
  expect(await rows('SELECT state, waiting, failed FROM mails')).toEqual([
    { state: 'sending', waiting: 1, failed: 0 },
  ])
  for (const act of ['stop', 'continuation', 'retry']) expect((await press(act, 'mai_none'))[0]).toBe(404)
})

import { expect, it } from 'vitest'
import { mailings, postMail } from '../support/mails'
import { createPerson } from '../support/portal'
import { rows, workspace } from '../support/workspace'

it('refuses to stop, continue or retry a mail whose state does not allow it, and changes nothing', async () => {
  const club = await workspace()
  const person = await createPerson(club, { email: 'ada@example.org' })
  const { body } = await postMail(club, { person_ids: [person] })
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

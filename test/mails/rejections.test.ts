import { describe, expect, it } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { createPerson, deliverMails, PUBLIC_URL } from '../support/portal'
import { switchOn } from '../support/rules'
import { rows, type Workspace, workspace } from '../support/workspace'

const apply = (club: Workspace, fields: object) =>
  createPerson(club, { creation_behaviour: 'unconfirmed', ...fields })

async function reject(club: Workspace, ids: string[]) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const staff = await staffOf(club, 'owner')
  const path = `/dashboard/${club.id}/applications/reject`
  const asked = await staff.get(`${path}?${ids.map((id) => `id=${id}`).join('&')}`)
  const answer = await staff.submit(path, { ids: ids.join() }, { env: { MAILS, PUBLIC_URL } })
  return { asked, answer, queued }
}

describe('a rejection', () => {
  it('is mailed to the applicants with an address where the rule is on', async () => {
    const club = await workspace({ contact: { email: 'office@example.org' } })
    const ids = [
      await apply(club, { name: { first_name: 'Ada', last_name: 'Lovelace' }, email: 'ada@example.org' }),
      await apply(club, { name: { first_name: 'Ben' } }),
    ]
    await switchOn(club, 'application_rejected')
    const { asked, answer, queued } = await reject(club, ids)
    expect(asked.text).toContain('bekommt die Absage per E-Mail')
    expect(leadsTo(answer)).toContain(' after rejected?count=2')
    expect(answer.cost.trips).toBe(2)
    expect(await rows('SELECT id FROM persons')).toEqual([])
    const { sent } = await deliverMails(queued)
    expect(sent).toMatchObject([
      { to: 'ada@example.org', subject: 'Ihr Mitgliedsantrag', replyTo: 'office@example.org' },
    ])
    expect(sent[0]?.text).toContain('Guten Tag Ada Lovelace,')
  })

  it('is not mailed where the rule is off', async () => {
    const club = await workspace()
    const id = await apply(club, { name: { first_name: 'Ada' }, email: 'ada@example.org' })
    const { asked, queued } = await reject(club, [id])
    expect(asked.text).toContain('Es geht keine Nachricht hinaus')
    expect(queued).toEqual([])
  })

  it('cannot lead to the portal', async () => {
    const club = await workspace()
    await expect(switchOn(club, 'application_rejected', { body: '{{portal_link}}' })).rejects.toMatchObject({
      issues: { body: [{ code: 'portal_link_to_rejected' }] },
    })
  })
})

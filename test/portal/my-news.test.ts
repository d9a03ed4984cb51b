import { describe, expect, it } from 'vitest'
import { clubOf, person } from '../support/club'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { createPerson, setPortal, signIn } from '../support/portal'
import { followed } from '../support/portal-cards'
import { rows } from '../support/workspace'

const email = 'ada@example.org'

async function family() {
  const { club, ids } = await clubOf(
    person({ name: { first_name: 'Ada' }, email }),
    person({ name: { first_name: 'Ben' }, email }),
  )
  const [ada, ben] = ids
  return { club, ada, ben, member: await signIn(club, { email }) }
}

const refusals = async () => (await rows('SELECT person_id FROM news_refusals')).map((row) => row.person_id)

describe('the news of a member', () => {
  it('are refused and wanted again for one person of the session', async () => {
    const { club, ben, member } = await family()
    const path = `/portal/persons/${ben}`
    const known = (await eventsOf(club)).length
    const page = await member.get(path)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(page.text)).toContain('Neuigkeiten per E-Mail Abbestellen Sie bekommen die Neuigkeiten')
    const refused = await member.submit(`${path}/news`, { news: 'refused' })
    expect([refused.status, leadsTo(refused)]).toEqual([303, `${path} after refused`])
    expect(refused.cost.trips).toBe(2)
    expect(await refusals()).toEqual([ben])
    const again = await member.submit(`${path}/news`, { news: 'refused' })
    const after = textOf((await followed(member, again)).text)
    expect(after).toContain('Neuigkeiten sind abbestellt.')
    expect(after).toMatch(/Abbestellt am \d+\. \S+ \d{4}\./)
    const other = await member.get('/portal')
    expect(textOf(other.text)).toContain('Sie bekommen die Neuigkeiten')
    await member.submit(`${path}/news`, { news: 'wanted' })
    expect(await refusals()).toEqual([])
    const self = { actor_kind: 'member', actor_id: ben, actor_name: 'Ben', door: 'portal', subject_id: ben }
    expect(await eventsOf(club, known)).toMatchObject([
      { action: 'person.news_refused', ...self },
      { action: 'person.news_wanted', ...self },
    ])
  })

  it('are offered in English to those who read it', async () => {
    const { ada, member } = await family()
    await member.submit(`/portal/persons/${ada}/news`, { news: 'refused' })
    const { text } = await member.get(`/portal/persons/${ada}`, { 'Accept-Language': 'en' })
    expect(textOf(text)).toContain('News by email Get them again Unsubscribed on')
  })

  it('are no matter to others, nor to a page without an address', async () => {
    const { club, ada, member } = await family()
    const stranger = await createPerson(club, { name: { first_name: 'Cleo' } })
    expect((await member.submit(`/portal/persons/${stranger}/news`, { news: 'refused' })).status).toBe(404)
    const cleo = await signIn(club, { person_id: stranger })
    expect((await cleo.submit(`/portal/persons/${ada}/news`, { news: 'refused' })).status).toBe(404)
    expect((await cleo.get('/portal')).text).not.toContain('Neuigkeiten')
    const foreign = { 'Sec-Fetch-Site': 'cross-site' }
    const path = `/portal/persons/${ada}/news`
    expect((await member.submit(path, { news: 'refused' }, foreign)).status).toBe(403)
    await setPortal(club, { enabled: false })
    expect((await member.submit(path, { news: 'refused' })).status).toBe(401)
    expect(await refusals()).toEqual([])
  })

  it('stay as they are for a member who has left', async () => {
    const { club, ada, member } = await family()
    for (const person of (await rows('SELECT id FROM persons')).map(({ id }) => id))
      await club.put(`/lists/members/persons/${person}`, { leave_date: '2020-01-01' })
    expect((await member.submit(`/portal/persons/${ada}/news`, { news: 'refused' })).status).toBe(401)
    expect(await refusals()).toEqual([])
  })
})

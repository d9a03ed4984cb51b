import { describe, expect, it } from 'vitest'
import { ADA, clubOf, person } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { deliverMails, postMail, serviceError } from '../support/mails'
import { createPerson } from '../support/portal'
import { rows } from '../support/workspace'

const ben = { name: { first_name: 'Ben' }, email: 'ADA@example.org' }

async function clubWith(...persons: object[]) {
  const world = await clubOf(...persons.map((one) => person(one)))
  return { ...world, path: `/dashboard/${world.club.id}/members/${world.ids[0]}` }
}

const refusals = async () => (await rows('SELECT person_id FROM news_refusals')).map((row) => row.person_id)

describe('the mails on the page of a person', () => {
  it('are the last ten with what became of them, in one trip, also of one who shares an address', async () => {
    const { club, ids } = await clubWith(ADA, ben)
    const owner = await staffOf(club, 'owner')
    for (let n = 1; n <= 11; n++) {
      const { queued } = await postMail(club, { filter: {}, subject: `Rundbrief <${n}>` })
      await deliverMails(queued, {
        service: () => (n === 11 ? serviceError('E_VALIDATION_ERROR') : undefined),
      })
    }
    for (const id of ids) {
      const { status, text, cost } = await owner.get(`/dashboard/${club.id}/members/${id}`)
      expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
      const page = textOf(text)
      expect(page).toMatch(
        /Rundbrief <11> .{1,40} Die Adresse war ungültig\. Nicht zugestellt Rundbrief <10>/,
      )
      expect(page).toMatch(/Rundbrief <2> .{1,40} Gesendet/)
      expect(page).not.toContain('Rundbrief <1>')
      expect(text).toMatch(new RegExp(`href="/dashboard/${club.id}/mails/mai_\\w+"`))
    }
  })

  it('are told in English, and not at all of one who has no address', async () => {
    const { club, ids } = await clubWith(ADA, { name: { first_name: 'Cleo' } })
    const owner = await staffOf(club, 'owner')
    await rows("UPDATE staff SET locale = 'en'")
    const page = async (id?: string) => textOf((await owner.get(`/dashboard/${club.id}/members/${id}`)).text)
    expect(await page(ids[0])).toContain('News yes Unsubscribe No emails have been sent')
    expect(await page(ids[1])).not.toMatch(/\bNews\b/)
  })
})

describe('the news of a person', () => {
  it('are refused and wanted again by staff who may change the person', async () => {
    const { club, ids, path } = await clubWith(ADA, ben)
    const office = await staffOf(club, 'office')
    const known = (await eventsOf(club)).length
    const refused = await office.submit(`${path}/news`, { news: 'refused' })
    expect([refused.status, leadsTo(refused), refused.cost.trips]).toEqual([
      303,
      `${path}?tab=mails after news_refused`,
      1,
    ])
    expect(await refusals()).toEqual([ids[0]])
    await office.submit(`${path}/news`, { news: 'refused' })
    const page = textOf((await openAfter(office, `${path}?tab=mails after news_refused`)).text)
    expect(page).toContain('Neuigkeiten sind abbestellt.')
    expect(page).toMatch(/Neuigkeiten abbestellt seit \d+\. \S+ \d{4} Wieder bestellen/)
    expect(page).toContain('Staff office hat Neuigkeiten per E-Mail abbestellt')
    await office.submit(`${path}/news`, { news: 'wanted' })
    expect(await refusals()).toEqual([])
    expect(await eventsOf(club, known)).toMatchObject([
      { action: 'person.news_refused', actor_id: office.id, door: 'dashboard', subject_id: ids[0] },
      { action: 'person.news_wanted', actor_id: office.id, door: 'dashboard', subject_id: ids[0] },
    ])
    const log = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}/log`)
    expect(textOf(log.text)).toContain('hat Neuigkeiten per E-Mail wieder bestellt: Ada Lovelace')
  })

  it('are shown to the treasurer, who changes nothing', async () => {
    const { club, path } = await clubWith(ADA)
    const treasurer = await staffOf(club, 'treasurer')
    const { text } = await treasurer.get(path)
    expect(textOf(text)).toContain('Neuigkeiten ja')
    expect(text).not.toContain(`action="${path}/news"`)
    expect((await treasurer.submit(`${path}/news`, { news: 'refused' })).status).toBe(403)
    expect((await treasurer.submit(`${path}/unblock`)).status).toBe(403)
    expect(await refusals()).toEqual([])
  })

  it('of a contact, and of nobody in another list or workspace', async () => {
    const { club, ids } = await clubWith(ADA)
    const contact = await createPerson(club, ben, 'contacts')
    const other = await clubWith(ADA)
    const owner = await staffOf(club, 'owner')
    const news = (list: string, id?: string) =>
      owner.submit(`/dashboard/${club.id}/${list}/${id}/news`, { news: 'refused' })
    expect((await news('contacts', ids[0])).status).toBe(404)
    expect((await news('members', other.ids[0])).status).toBe(404)
    expect(await refusals()).toEqual([])
    expect((await news('contacts', contact)).status).toBe(303)
    expect(await refusals()).toEqual([contact])
    expect((await eventsOf(club)).at(-1)).toMatchObject({ subject_kind: 'contact', subject_id: contact })
  })
})

describe('an address that takes no mail', () => {
  it('is named on the pages of its persons, and tried again on request', async () => {
    const { club, ids, path } = await clubWith(ADA, ben)
    const { club: other } = await clubWith(ADA)
    for (const one of [club, other])
      await deliverMails((await postMail(one, { filter: {} })).queued, {
        service: () => serviceError('E_RECIPIENT_SUPPRESSED'),
      })
    const office = await staffOf(club, 'office')
    for (const id of ids) {
      const { text } = await office.get(`/dashboard/${club.id}/members/${id}`)
      expect(textOf(text)).toMatch(/Nicht zustellbar seit \d+\. \S+ \d{4}/)
    }
    const known = (await eventsOf(club)).length
    const { status, headers, cost } = await office.submit(`${path}/unblock`)
    expect([status, leadsTo({ headers })]).toEqual([303, `${path}?tab=mails after unblocked`])
    expect(cost.trips).toBe(1)
    await office.submit(`${path}/unblock`)
    expect(await rows('SELECT workspace_id FROM blocked_addresses')).toEqual([{ workspace_id: other.id }])
    expect(await eventsOf(club, known)).toMatchObject([
      {
        action: 'person.address_unblocked',
        actor_id: office.id,
        subject_id: ids[0],
        changes: { undeliverable_since: [expect.stringMatching(/^\d{4}-/), null] },
      },
    ])
    const page = textOf((await openAfter(office, `${path}?tab=mails after unblocked`)).text)
    expect(page).toContain('An diese Adresse gehen wieder E-Mails.')
    expect(page).toContain('hat wieder E-Mails an die Adresse erlaubt')
    expect(page).not.toContain('Nicht zustellbar')
    expect((await postMail(club, { filter: {} })).body.data.left_out.blocked).toBe(0)
  })

  it('of nobody in the list or the workspace is not found, and stays blocked', async () => {
    const { club, ids } = await clubWith(ADA)
    const other = await clubWith(ben)
    await rows(
      "INSERT INTO blocked_addresses SELECT id, 'ada@example.org', 'undeliverable', '2026-01-01' FROM workspaces",
    )
    const office = await staffOf(club, 'office')
    const unblock = async (list: string, id = '') =>
      (await office.submit(`/dashboard/${club.id}/${list}/${id}/unblock`)).status
    expect(await unblock('members', other.ids[0])).toBe(404)
    expect(await unblock('contacts', ids[0])).toBe(404)
    expect(await rows('SELECT address FROM blocked_addresses')).toHaveLength(2)
    expect(await unblock('members', ids[0])).toBe(303)
    expect(await rows('SELECT workspace_id FROM blocked_addresses')).toEqual([
      { workspace_id: other.club.id },
    ])
  })
})

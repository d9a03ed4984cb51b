import { describe, expect, it } from 'vitest'
import { ADA, clubOf, person } from '../support/club'
import { deliverMails, postMail, serviceError, storedStates } from '../support/mails'
import { submit } from '../support/portal'
import { rows } from '../support/workspace'

const ben = { name: { first_name: 'Ben', last_name: 'Lovelace' }, email: 'ADA@example.org' }
const cleo = { name: { first_name: 'Cleo' }, email: 'cleo@example.org' }
const dan = { name: { first_name: 'Dan' } }

const clubWith = (...persons: object[]) => clubOf(...persons.map((one) => person(one)))

describe('a family', () => {
  const named = (first_name: string, last_name: string, email = 'family@example.org') => ({
    name: { first_name, last_name },
    email,
  })
  const GREETING = { subject: '{{first_name}}', body: '{{anrede}},\n\n{{last_name}}: {{name}}', filter: {} }
  const textTo = async (queued: Parameters<typeof deliverMails>[0]) => {
    const { sent } = await deliverMails(queued)
    return Object.fromEntries(sent.map(({ to, subject, text }) => [to.toLowerCase(), `${subject}\n${text}`]))
  }

  it('is greeted once by its last name, and others by their own', async () => {
    const { club } = await clubWith(
      ...['Anna', 'Ben', 'Cleo'].map((name) => named(name, 'Noether')),
      named('Emil', 'Solo', 'emil@example.org'),
    )
    const { body, queued } = await postMail(club, GREETING)
    expect(body.data.counts).toMatchObject({ waiting: 2 })
    const texts = await textTo(queued)
    expect(Object.keys(texts).sort()).toEqual(['emil@example.org', 'family@example.org'])
    expect(texts['family@example.org']).toContain('Anna, Ben und Cleo\n')
    expect(texts['family@example.org']).toContain('Guten Tag Anna, Ben und Cleo Noether,')
    expect(texts['family@example.org']).toContain('Noether: Anna, Ben und Cleo Noether')
    expect(texts['emil@example.org']).toContain('Guten Tag Emil Solo,')
  })

  it('with several last names is greeted by all of them, and a crowd by the first nine', async () => {
    const crowd = Array.from({ length: 12 }, (_, n) => named(`Kind${n}`, 'Klein', 'club@example.org'))
    const { club } = await clubWith(
      named('Anna', 'Noether'),
      named('Ben', 'Klein', 'FAMILY@example.org'),
      ...crowd,
    )
    const texts = await textTo((await postMail(club, GREETING)).queued)
    expect(texts['family@example.org']).toContain('Guten Tag Anna Noether und Ben Klein,')
    expect(texts['family@example.org']).toContain('Noether und Klein: Anna Noether und Ben Klein')
    expect(texts['club@example.org']).toContain('Kind8 und 3 weitere')
  })

  it.each([
    [10, 'Kind0, Kind1, Kind2, Kind3, Kind4, Kind5, Kind6, Kind7, Kind8 und Kind9\n'],
    [11, 'Kind0, Kind1, Kind2, Kind3, Kind4, Kind5, Kind6, Kind7, Kind8 und 2 weitere\n'],
  ])('of %i is greeted by ten names at most', async (count, names) => {
    const { club } = await clubWith(...Array.from({ length: count }, (_, n) => named(`Kind${n}`, 'Klein')))
    const texts = await textTo((await postMail(club, GREETING)).queued)
    expect(texts['family@example.org']).toContain(names)
  })

  it('is greeted by full names where someone has only one', async () => {
    const { club } = await clubWith(named('Anna', 'Noether'), {
      name: { last_name: 'Noether' },
      email: 'family@example.org',
    })
    const texts = await textTo((await postMail(club, GREETING)).queued)
    expect(texts['family@example.org']).toContain('Guten Tag Anna Noether und Noether,')
  })

  it('gets a mail for each where the text says more of a person', async () => {
    const { club } = await clubWith(named('Anna', 'Noether'), named('Ben', 'Noether'))
    const { queued } = await postMail(club, { ...GREETING, body: '{{anrede}}, {{membership_number}}' })
    const { sent } = await deliverMails(queued)
    expect(sent.map(({ subject }) => subject).sort()).toEqual(['Anna', 'Ben'])
  })

  it('is greeted without who was deleted meanwhile', async () => {
    const { club, ids } = await clubWith(named('Anna', 'Noether'), named('Ben', 'Noether'))
    const { queued } = await postMail(club, GREETING)
    await club.delete(`/lists/members/persons/${ids[1]}`)
    expect((await textTo(queued))['family@example.org']).toContain('Guten Tag Anna Noether,')
  })
})

describe('a mail to persons of a list', () => {
  it('goes to each address once where nothing in it is personal', async () => {
    const { club, ids } = await clubWith(ADA, ben, cleo, dan)
    const { status, body, queued, cost } = await postMail(club, { filter: {} })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      state: 'sending',
      counts: { total: 2, waiting: 2, sent: 0 },
      left_out: { no_address: 1, blocked: 0, unsubscribed: 0, deceased: 0 },
    })
    expect(cost.trips).toBe(2)
    const { sent } = await deliverMails(queued)
    expect(sent.map(({ to }) => to).sort()).toEqual(['ada@example.org', 'cleo@example.org'])
    const { body: after } = await club.get(`/mails/${body.data.id}`)
    expect(after.data).toMatchObject({ state: 'sent', counts: { total: 2, waiting: 0, sent: 2, unknown: 0 } })
    const { body: recipients } = await club.get(`/mails/${body.data.id}/recipients`)
    expect(recipients.data).toMatchObject(
      ids.slice(0, 3).map((person_id) => ({ person_id, state: 'sent', reason: null })),
    )
  })

  it('leads each member to the portal for two weeks', async () => {
    const { club, ids } = await clubWith(ADA, ben)
    const { queued } = await postMail(club, { filter: {}, body: 'Hier: {{portal_link}}' })
    const { sent } = await deliverMails(queued)
    const [, path = ''] =
      /https:\/\/members\.example\.org(\/portal\/[\w-]+\/login\/\S+)/.exec(sent[0]?.text ?? '') ?? []
    const { status, headers } = await submit(path)
    expect(status).toBe(303)
    expect(headers.get('Set-Cookie')).toContain('=')
    const [session] = await rows('SELECT person_ids FROM portal_sessions WHERE workspace_id = ?', club.id)
    expect(JSON.parse(String(session?.person_ids))).toEqual({ [club.id]: ids })
  })

  it('is sent once, however often the queue delivers it', async () => {
    const { club } = await clubWith(ADA, cleo)
    const { queued } = await postMail(club, { filter: {} })
    const { sent } = await deliverMails([...queued, ...queued, ...queued])
    expect(sent).toHaveLength(2)
  })

  it('is not sent again where it is not known whether it was sent', async () => {
    const { club } = await clubWith(ADA, cleo)
    const { queued, body } = await postMail(club, { filter: {} })
    const first = await deliverMails(queued, { service: () => new Error('The connection broke.') })
    expect(first.sent).toHaveLength(0)
    expect((await deliverMails(queued)).sent).toHaveLength(0)
    expect(await storedStates(body.data.id)).toEqual({ claimed: 2 })
    const { body: mail } = await club.get(`/mails/${body.data.id}`)
    expect(mail.data).toMatchObject({ state: 'sent', counts: { waiting: 0, sent: 0, unknown: 2 } })
  })

  it('waits where the mail service takes no more now', async () => {
    const { club } = await clubWith(ADA, cleo)
    const { queued, body } = await postMail(club, { filter: {} })
    const full = await deliverMails(queued, { service: () => serviceError('E_RATE_LIMIT_EXCEEDED') })
    expect(full.retried).toEqual(queued)
    expect(await storedStates(body.data.id)).toEqual({ waiting: 2 })
    expect((await deliverMails(full.retried)).sent).toHaveLength(2)
  })

  it('says what failed, sends it again on request, and leaves out an address that is gone', async () => {
    const { club } = await clubWith(ADA, cleo)
    const { queued, body } = await postMail(club, { filter: {} })
    await deliverMails(queued, {
      service: ({ to }) => (to === ADA.email ? serviceError('E_RECIPIENT_SUPPRESSED') : undefined),
    })
    const { body: failed } = await club.get(`/mails/${body.data.id}/recipients?state=failed`)
    expect(failed.data).toMatchObject([{ name: 'Ada Lovelace', reason: 'undeliverable' }])
    const again = await postMail(club, { filter: {} })
    expect(again.body.data.left_out).toEqual({ no_address: 0, blocked: 1, unsubscribed: 0, deceased: 0 })
  })

  it('leaves out a contact who has become a member meanwhile', async () => {
    const { club, id } = await clubOf(person(ADA, 'contacts'))
    const { body, queued } = await postMail(club, { list: 'contacts', filter: {} })
    await rows("UPDATE persons SET list_id = 'members' WHERE id = ?", id)
    expect((await deliverMails(queued)).sent).toEqual([])
    expect(await storedStates(body.data.id)).toEqual({ skipped: 1 })
  })

  it('stops in the middle, and continues', async () => {
    const { club } = await clubWith(ADA, cleo)
    const { queued, body } = await postMail(club, { filter: {} })
    const path = `/mails/${body.data.id}`
    const stopped = await deliverMails(queued, {
      service: async () => void (await club.post(`${path}/stop`, undefined)),
    })
    expect(stopped.sent).toHaveLength(1)
    const { body: mail } = await club.get(path)
    expect(mail.data).toMatchObject({ state: 'stopped', counts: { waiting: 1, sent: 1 } })
  })
})

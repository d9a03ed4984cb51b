import { describe, expect, it } from 'vitest'
import { call, type Options } from '../support/call'
import { ADA, clubOf, person, settings } from '../support/club'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { deliverMails, postMail, type SentMail } from '../support/mails'
import { createPerson, filledForm, submit } from '../support/portal'
import { rows, workspace } from '../support/workspace'

const ben = { name: { first_name: 'Ben', last_name: 'Lovelace' }, email: 'ADA@example.org' }
const cleo = { name: { first_name: 'Cleo' }, email: 'cleo@example.org' }

/** The address in the header of a mail by which programs unsubscribe. */
const pathOf = ({ headers }: SentMail): string =>
  /^<https:\/\/members\.example\.org(\/unsubscribe\/(?:[b-z]\.)?[\w-]{43})>$/.exec(
    headers?.['List-Unsubscribe'] ?? '',
  )?.[1] ?? ''

/** A club whose members were all sent news, and the link of the first mail. */
async function newsTo(...persons: object[]) {
  const { club, ids } = await clubOf(
    settings({ member_portal: { colour: '#1f6f54' } }),
    ...persons.map((one) => person(one)),
  )
  const { queued } = await postMail(club, { filter: {}, kind: 'news' })
  const { sent } = await deliverMails(queued)
  const [first] = sent
  if (!first) throw new Error('Nothing was sent.')
  return { club, ids, sent, path: pathOf(first) }
}

/** What a mail program sends: no cookie, no origin, and no header of a browser. */
const oneClick = (path: string, options: Options = {}) =>
  call('POST', path, {
    raw: 'List-Unsubscribe=One-Click',
    ...options,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...options.headers },
  })

const refusals = async () =>
  (await rows('SELECT person_id FROM news_refusals ORDER BY person_id')).map(({ person_id }) => person_id)

describe('the link to unsubscribe', () => {
  it('is in the headers and at the end of news, and in no official mail', async () => {
    const { club, sent, path } = await newsTo(ADA, cleo)
    for (const { headers, text, html } of sent) {
      expect(headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      const link = headers?.['List-Unsubscribe']?.slice(1, -1)
      expect(text).toContain(`Abbestellen: ${link}`)
      expect(html).toContain(`href="${link}"`)
    }
    expect(new Set(sent.map(pathOf)).size).toBe(2)
    expect(path).not.toBe('')
    const { queued } = await postMail(club, { filter: {} })
    for (const { headers, text, html } of (await deliverMails(queued)).sent) {
      expect(Object.keys(headers ?? {})).toEqual(['List-Id'])
      expect(text + html).not.toMatch(/unsubscribe|Abbestellen/)
    }
  })

  it('opens a page of the workspace that changes nothing and names no person', async () => {
    const { path } = await newsTo(ADA)
    const before = await rows('SELECT * FROM mail_recipients')
    const { status, text, headers, cost } = await call('GET', path)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(text)).toContain('TSV Aufbau 04 schickt Ihnen dann keine Neuigkeiten mehr')
    expect(text).toContain('/1f6f54.css')
    expect(text).not.toMatch(/\bAda\b|Lovelace|example\.org/)
    expect([headers.get('Set-Cookie'), headers.get('X-Robots-Tag')]).toEqual([null, 'noindex'])
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    await call('HEAD', path)
    expect([await refusals(), await rows('SELECT * FROM mail_recipients')]).toEqual([[], before])
    const { text: english } = await call('GET', path, { headers: { 'Accept-Language': 'en' } })
    expect(textOf(english)).toContain('Unsubscribe from news?')
  })

  it('unsubscribes by its button, once, and subscribes again', async () => {
    const { club, ids, path } = await newsTo(ADA)
    const known = (await eventsOf(club)).length
    const done = await submit(path, { news: 'refused' })
    expect([done.status, done.cost.trips]).toEqual([200, 1])
    expect(textOf(done.text)).toContain('TSV Aufbau 04 schickt Ihnen keine Neuigkeiten mehr')
    expect(done.text).toContain('value="wanted"')
    await submit(path, { news: 'refused' })
    expect(textOf((await call('GET', path)).text)).toContain('Doch wieder bekommen')
    expect(await refusals()).toEqual(ids)
    const again = await submit(path, { news: 'wanted' })
    expect(textOf(again.text)).toContain('Sie bekommen wieder Neuigkeiten.')
    expect(await refusals()).toEqual([])
    const self = { actor_kind: 'member', actor_id: ids[0], actor_name: 'Ada Lovelace', door: 'portal' }
    const subject = { subject_kind: 'member', subject_id: ids[0], subject_name: 'Ada Lovelace' }
    expect(await eventsOf(club, known)).toMatchObject([
      { action: 'person.news_refused', ...self, ...subject, changes: { news: [true, false] } },
      { action: 'person.news_wanted', ...self, ...subject, changes: { news: [false, true] } },
    ])
  })

  it('keeps the answer while the workspace moves, so that it is sent again', async () => {
    const { ids, path } = await newsTo(ADA)
    await rows(
      "CREATE TRIGGER moving_news BEFORE INSERT ON news_refusals BEGIN SELECT RAISE(ABORT, 'workspace_moving'); END",
    )
    const refused = await submit(path, { news: 'refused' })
    await rows('DROP TRIGGER moving_news')
    expect([refused.status, refused.headers.get('Retry-After'), await refusals()]).toEqual([503, '60', []])
    expect(await filledForm(refused.text)).toEqual([['news', 'refused']])
    expect((await submit(path, await filledForm(refused.text))).status).toBe(200)
    expect(await refusals()).toEqual(ids)
  })

  it.each(['form', 'multipart'])('unsubscribes by one click in a mail program (%s)', async (encoding) => {
    const { path, ids } = await newsTo(ADA)
    const boundary =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const { status, headers } =
      encoding === 'form'
        ? await oneClick(path)
        : await oneClick(path, {
            raw: boundary,
            headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
          })
    expect([status, headers.get('Location'), headers.get('Set-Cookie')]).toEqual([200, null, null])
    expect(await refusals()).toEqual(ids)
  })

  it('keeps later news from the person, and no official mail', async () => {
    const { club, path } = await newsTo(ADA, cleo)
    await oneClick(path)
    const news = await postMail(club, { filter: {}, kind: 'news' })
    expect(news.body.data.left_out).toEqual({ no_address: 0, blocked: 0, unsubscribed: 1, deceased: 0 })
    expect((await deliverMails(news.queued)).sent.map(({ to }) => to)).toEqual([cleo.email])
    const official = await postMail(club, { filter: {} })
    expect(official.body.data.left_out.unsubscribed).toBe(0)
    expect((await deliverMails(official.queued)).sent).toHaveLength(2)
  })

  it('unsubscribes everyone who shares the address, each with an event of their own', async () => {
    const { club, ids, sent, path } = await newsTo(ADA, ben, cleo)
    expect(sent).toHaveLength(2)
    await oneClick(path)
    expect(await refusals()).toEqual(ids.slice(0, 2))
    const events = (await eventsOf(club)).filter(({ action }) => action === 'person.news_refused')
    expect(events.map(({ actor_id, actor_name }) => [actor_id, actor_name])).toEqual([
      [ids[0], 'Ada Lovelace'],
      [ids[1], 'Ben Lovelace'],
    ])
    await submit(path, { news: 'wanted' })
    expect(await refusals()).toEqual([])
  })

  it('covers all who have the address, also those whom the mail did not go to, and says whom', async () => {
    const club = await workspace()
    const other = await workspace()
    const anna = await createPerson(club, ADA)
    const sibling = await createPerson(club, {
      name: { first_name: 'Emmy', last_name: 'Noether' },
      email: 'ADA@example.org',
    })
    const contact = await createPerson(club, { ...cleo, email: 'ada@example.org' }, 'contacts')
    const stranger = await createPerson(club, { ...cleo, email: 'xada@example.org' })
    await createPerson(other, ADA)
    const { queued } = await postMail(club, { person_ids: [anna], filter: undefined, kind: 'news' })
    const [mail] = (await deliverMails(queued)).sent
    const path = mail ? pathOf(mail) : ''
    const page = await call('GET', path)
    expect(textOf(page.text)).toContain(
      'Das gilt für alle mit dieser E-Mail-Adresse: Ada Lovelace, Emmy Noether und Cleo.',
    )
    expect(page.text).toContain('value="refused"')
    const done = await submit(path, { news: 'refused' })
    expect([done.status, done.cost.trips]).toEqual([200, 1])
    expect(textOf(done.text)).toContain(
      'Das gilt für alle mit dieser E-Mail-Adresse: Ada Lovelace, Emmy Noether und Cleo.',
    )
    expect(await refusals()).toEqual([anna, sibling, contact].sort())
    const later = await postMail(club, { filter: {}, kind: 'news' })
    expect((await deliverMails(later.queued)).sent.map(({ to }) => to)).toEqual(['xada@example.org'])
    await createPerson(club, { name: { first_name: 'Kim' }, email: 'ada@example.org' })
    expect((await call('GET', path)).text).toContain('value="refused"')
    await submit(path, { news: 'wanted' })
    expect([await refusals(), stranger.length > 0]).toEqual([[], true])
  })

  it('unsubscribes a contact', async () => {
    const club = await workspace()
    const id = await createPerson(club, cleo, 'contacts')
    const { queued } = await postMail(club, { list: 'contacts', filter: {}, kind: 'news' })
    const [mail] = (await deliverMails(queued)).sent
    await oneClick(mail ? pathOf(mail) : '')
    expect(await refusals()).toEqual([id])
    expect((await eventsOf(club)).at(-1)).toMatchObject({ subject_kind: 'contact', subject_id: id })
  })

  it('is unknown once the person is deleted, whose address no mail keeps', async () => {
    const { club, ids, path } = await newsTo(ADA)
    await oneClick(path)
    expect((await club.delete(`/lists/members/persons/${ids[0]}`)).status).toBe(204)
    expect(await rows('SELECT person_id, address, unsubscribe_hash FROM mail_recipients')).toEqual([
      { person_id: ids[0], address: '', unsubscribe_hash: null },
    ])
    expect(await refusals()).toEqual([])
    const [event] = (await eventsOf(club)).filter(({ action }) => action === 'person.news_refused')
    expect([event?.actor_name, event?.subject_name, event?.changes]).toEqual([null, null, null])
    expect((await call('GET', path)).status).toBe(404)
  })

  it('says neutrally that it is unknown', async () => {
    const { club } = await newsTo(ADA)
    const known = (await eventsOf(club)).length
    for (const token of ['x', 'A'.repeat(43)])
      for (const send of [
        () => call('GET', `/unsubscribe/${token}`),
        () => oneClick(`/unsubscribe/${token}`),
      ]) {
        const { status, text, cost } = await send()
        expect([status, cost.rowsWritten]).toEqual([404, 0])
        expect(textOf(text)).toContain('Dieser Link gilt nicht')
        expect(text).not.toMatch(/\bTSV\b|\bAda\b/)
      }
    expect([await refusals(), (await eventsOf(club)).length]).toEqual([[], known])
  })

  it('refuses what is no form', async () => {
    const { path } = await newsTo(ADA)
    const { status } = await oneClick(path, { raw: '{}', headers: { 'Content-Type': 'application/json' } })
    expect([status, await refusals()]).toEqual([415, []])
  })
})

import { describe, expect, it } from 'vitest'
import { clubOf, columns, person, portal, settings, visitor } from '../support/club'
import { eventsOf } from '../support/events'
import { deliverMails, postMail } from '../support/mails'
import { createPerson, type Session, setPortal } from '../support/portal'
import { cardPath, changeCard } from '../support/portal-cards'
import { rows, type Workspace } from '../support/workspace'

const COLUMNS = [
  { name: 'Fotos', type: 'boolean', external_id: 'photos' },
  { name: 'Secret', type: 'string', external_id: 'secret' },
]

const ADA = {
  external_id: 'ada',
  name: { first_name: 'Ada', last_name: 'Lovelace-Öğüt' },
  email: 'ada@example.org',
  membership_number: '1815',
  bank_account: { iban: 'DE89370400440532013000', bic: null, signatory: null },
  secret: 'for the office alone',
}

type Fixture = { club: Workspace; id: string; session: Session; record: string; page: string }

async function createFixture(changed: object = {}): Promise<Fixture> {
  const fields = {
    photos: 'editable',
    bank_account: 'visible',
    address: 'editable',
    phone_numbers: 'editable',
  }
  const world = await clubOf(
    settings({ name: 'TSV' }),
    columns(COLUMNS),
    portal({ functions: ['view_data', 'edit_data', 'view_fees'], fields, ...changed }),
    person(ADA),
    visitor(),
  )
  const page = `/portal/persons/${world.id}`
  return { ...world, record: `${page}/record`, page }
}

const change = ({ session, id }: Fixture, card: string, changes: Record<string, string>) =>
  changeCard(session, cardPath(id, card), changes)

describe('the page of a member', () => {
  it('says when the data was changed last, and by whom, in one trip', async () => {
    const all = await createFixture()
    expect((await all.session.get(all.page)).text).toMatch(/Zuletzt geändert am .* von der Geschäftsstelle/)
    await change(all, 'address', { 'address.city': 'Berlin' })
    const { text, cost } = await all.session.get(all.page)
    expect(text).toMatch(/Zuletzt geändert am .* von Ihnen/)
    expect(cost.trips).toBe(1)
    expect((await all.session.get('/portal', { 'Accept-Language': 'en' })).text).toMatch(
      /Last changed on .* by you/,
    )
  })

  it('is silent about changes to what it does not show', async () => {
    const all = await createFixture()
    await change(all, 'address', { 'address.city': 'Berlin' })
    await all.club.put('/lists/members/persons/ada', { secret: 'changed' })
    expect((await all.session.get(all.page)).text).toMatch(/Zuletzt geändert am .* von Ihnen/)
    await rows('DELETE FROM events')
    expect((await all.session.get(all.page)).text).not.toContain('Zuletzt geändert')
  })

  it('tells when a consent was given and withdrawn, and by whom', async () => {
    const all = await createFixture()
    expect((await all.session.get(all.page)).text).toContain('Noch nicht entschieden')
    const { text } = await all.session.get(cardPath(all.id, 'consents'))
    expect(text.match(/type="radio"/g)).toHaveLength(2)
    await all.club.put('/lists/members/persons/ada', { photos: true })
    await change(all, 'consents', { photos: 'false' })
    const shown = (await all.session.get(all.page)).text
    expect(shown).toMatch(/Nein gesagt am [^.]*\. [^.]* von Ihnen/)
    expect(shown).toMatch(/<details.*Erteilt am [^.]*\. [^.]* von der Geschäftsstelle/s)
  })

  it('names whom to ask for what only the office changes', async () => {
    const all = await createFixture()
    await all.club.put('/lists/members/persons/ada', { join_date: '2020-01-01' })
    await rows("UPDATE workspaces SET contact_name = 'Büro', contact_email = 'buero@example.org'")
    const { text } = await all.session.get(all.page)
    expect(text.match(/pflegt die Geschäftsstelle/g)).toHaveLength(3)
    expect(text).toContain('Name und E-Mail-Adresse pflegt die Geschäftsstelle: <a')
    expect(text).toContain('href="mailto:buero@example.org"')
  })
})

describe('the record of a member', () => {
  it('is a file with all that the portal shows, and its download is an event', async () => {
    const all = await createFixture()
    await change(all, 'consents', { photos: 'true' })
    await all.club.post('/fees', { data: [{ amount: 4500, description: 'Annual fee', person_id: all.id }] })
    const { status, headers, text, cost } = await all.session.submit(all.record)
    expect([status, cost.trips]).toEqual([200, 2])
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Content-Type')).toContain('application/json')
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="Daten-Ada-Lovelace-Oeg.*-\d{4}-\d\d-\d\d\.json"$/,
    )
    const file = JSON.parse(text)
    expect(file).toMatchObject({
      association: 'TSV',
      person: { id: all.id, name: ADA.name, bank_account: ADA.bank_account, photos: true },
      custom_columns: { photos: 'Fotos' },
      consents: [{ key: 'photos', value: true, decisions: [{ by: 'you', isGiven: true }] }],
      fees: [{ description: 'Annual fee', amount: 4500, payments: [] }],
      mails: [],
    })
    expect(file.changes.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/for the office alone|attached_expense/)
    const [event] = (await eventsOf(all.club)).filter(({ action }) => action === 'person.exported')
    expect(event).toMatchObject({ actor_kind: 'member', actor_id: all.id, subject_id: all.id })
  })

  it('lists the mails that were sent, and no others', async () => {
    const all = await createFixture()
    const sent = await postMail(all.club, { filter: {}, subject: 'Arrived' })
    await deliverMails(sent.queued)
    await postMail(all.club, { filter: {}, subject: 'Waits' })
    for (const [subject, state] of [
      ['Failed', 'failed'],
      ['Skipped', 'skipped'],
    ] as const) {
      const { body } = await postMail(all.club, { filter: {}, subject })
      await rows('UPDATE mail_recipients SET state = ? WHERE mail_id = ?', state, body.data.id)
    }
    const { mails } = JSON.parse((await all.session.submit(all.record)).text)
    expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual(['Arrived'])
  })

  it('has neither the notes nor the keys of the office about a fee', async () => {
    const all = await createFixture()
    const fee = { amount: 4500, description: 'Annual fee', person_id: all.id, external_id: 'ledger-7' }
    const { body } = await all.club.post('/fees', { data: [fee] })
    const reason = 'Ada never pays'
    await all.club.post(`/fees/${body.data[0].id}/cancellation`, { kind: 'waived', reason })
    const { text } = await all.session.submit(all.record)
    expect(JSON.parse(text).fees).toMatchObject([
      { description: 'Annual fee', status: 'cancelled', cancellation: { kind: 'waived' } },
    ])
    expect(text).not.toMatch(/Ada never pays|ledger-7/)
  })

  it('is a page to print, in one trip and without an event', async () => {
    const all = await createFixture()
    await all.club.post('/fees', { data: [{ amount: 4500, description: 'Annual fee', person_id: all.id }] })
    const before = (await eventsOf(all.club)).length
    const { status, text, cost } = await all.session.get(all.record)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    for (const shown of ['Ada Lovelace-Öğüt', 'DE89 3704 0044 0532 0130 00', 'Annual fee', 'E-Mails an Sie'])
      expect(text).toContain(shown)
    expect(text).not.toContain('for the office alone')
    expect(await eventsOf(all.club)).toHaveLength(before)
  })

  it('has no fees where the portal shows none, and returns 404 where it shows no data', async () => {
    const all = await createFixture({ functions: ['view_data'] })
    expect(JSON.parse((await all.session.submit(all.record)).text)).not.toHaveProperty('fees')
    await setPortal(all.club, { functions: ['view_fees'] })
    expect((await all.session.get(all.record)).status).toBe(404)
    expect((await all.session.submit(all.record)).status).toBe(404)
    const exports = (await eventsOf(all.club)).filter(({ action }) => action === 'person.exported')
    expect(exports).toHaveLength(1)
  })

  it('is not that of another person', async () => {
    const all = await createFixture()
    const other = await createPerson(all.club, { name: { first_name: 'Grace' } })
    for (const answer of [
      await all.session.get(`/portal/persons/${other}/record`),
      await all.session.submit(`/portal/persons/${other}/record`),
    ])
      expect([answer.status, answer.text.includes('Grace')]).toEqual([404, false])
  })
})

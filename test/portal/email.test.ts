import { afterEach, describe, expect, it, vi } from 'vitest'
import { CHANGES_PER_HOUR } from '../../src/domain/portal/change-email'
import type { QueuedMail } from '../../src/env'
import { call } from '../support/call'
import { clubOf, editable, person, settings } from '../support/club'
import { eventsOf } from '../support/events'
import { interruptedBy } from '../support/fake-d1'
import {
  createPerson,
  deliverMails,
  PUBLIC_URL,
  type Session,
  setPortal,
  signIn,
  submit,
} from '../support/portal'
import { rows } from '../support/workspace'

const OLD = 'family@example.org'
const NEW = 'katrin@example.com'

async function fixture(email: string | null = OLD) {
  const { club, ids } = await clubOf(
    settings({ locale: 'de-DE', member_portal: { slug: 'tsv' }, contact: { email: 'buero@example.org' } }),
    editable('email'),
    ...(email ? ['Katrin', 'Jonas'] : ['Katrin']).map((first_name) =>
      person({ name: { first_name }, email }),
    ),
  )
  const [katrin = '', jonas = ''] = ids
  const member = await signIn(club, email ? { email } : { person_id: katrin })
  return { club, katrin, jonas, member }
}

/** Submits a new address, and gives the answer and the queued mails. */
async function change(member: Session, id: string, fields: [string, string][], path = '') {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const answer = await submit(`/portal/persons/${id}/email${path}`, fields, {
    headers: { Cookie: member.cookie },
    env: { PUBLIC_URL, MAILS },
  })
  return { answer, queued }
}

const linkIn = (text: string | undefined) =>
  String(/(\/portal\/wsp_\w+\/email\/[\w-]{43})/.exec(text ?? '')?.[1])

const emails = async () =>
  (await rows('SELECT email FROM persons ORDER BY id')).map(({ email }) => email as string | null)

async function requested(fields: [string, string][] = []) {
  const world = await fixture()
  const { answer, queued } = await change(world.member, world.katrin, [['email', NEW], ...fields])
  const { sent } = await deliverMails(queued)
  return { ...world, answer, queued, sent, link: linkIn(sent.at(-1)?.text) }
}

afterEach(() => vi.useRealTimers())

describe('a new address', () => {
  it(`is taken ${CHANGES_PER_HOUR} times an hour for a person, and the old one is told no more often`, async () => {
    const { katrin, jonas, member } = await fixture()
    const statuses = []
    const told = []
    for (let n = 0; n < CHANGES_PER_HOUR + 2; n++) {
      const { answer, queued } = await change(member, katrin, [['email', `new${n}@example.com`]])
      statuses.push(answer.status)
      told.push(...(await deliverMails(queued)).sent.filter(({ to }) => to === OLD))
    }
    expect(statuses).toEqual([...Array(CHANGES_PER_HOUR).fill(303), 429, 429])
    expect(told).toHaveLength(CHANGES_PER_HOUR)
    expect(await rows('SELECT email FROM email_changes')).toEqual([
      { email: `new${CHANGES_PER_HOUR - 1}@example.com` },
    ])
    const other = await change(member, jonas, [['email', 'other@example.com']])
    expect(other.answer.status).toBe(303)
  })

  it('waits until the link in a mail to it is opened, and the old one is told', async () => {
    const { club, katrin, member, answer, sent, link } = await requested()
    expect([answer.status, answer.headers.get('Location'), answer.cost.trips]).toEqual([
      303,
      `/portal/persons/${katrin}#email`,
      2,
    ])
    expect(await emails()).toEqual([OLD, OLD])
    expect(sent.map(({ to }) => to)).toEqual([OLD, NEW])
    expect(sent[1]?.text).not.toMatch(/Katrin|\bJonas\b/)
    expect(sent[0]?.text).toContain('eine neue E-Mail-Adresse eingetragen (k…@example.com)')
    expect(sent[0]?.text).toContain('Fragen? Schreiben Sie uns: buero@example.org')
    expect(sent[0]?.text).not.toContain(NEW)
    const page = await member.get(`/portal/persons/${katrin}`)
    expect(page.cost.trips).toBe(1)
    expect(page.text).toContain('Neue Adresse wartet auf Bestätigung')
    expect(page.text).toContain(NEW)

    const scanned = await call('GET', link)
    expect([scanned.status, scanned.cost.rowsWritten]).toEqual([200, 0])
    expect(scanned.text).toContain('Adresse bestätigen')
    expect(scanned.text).not.toMatch(/Katrin|example\.com/)
    expect(await emails()).toEqual([OLD, OLD])

    const confirmed = await submit(link)
    expect(confirmed.status).toBe(200)
    expect(confirmed.text).toContain('Die neue Adresse gilt')
    expect(await emails()).toEqual([NEW, OLD])
    expect((await submit(link)).text).toContain('Die neue Adresse gilt')
    const events = (await eventsOf(club)).filter(({ subject_id }) => subject_id === katrin).slice(-2)
    expect(events).toMatchObject([
      {
        action: 'person.email_change_requested',
        actor_kind: 'member',
        changes: { pending_email: [null, NEW] },
      },
      {
        action: 'person.updated',
        actor_kind: 'member',
        actor_id: katrin,
        actor_name: 'Katrin',
        door: 'portal',
        changes: { email: [OLD, NEW] },
      },
    ])
    expect((await member.get(`/portal/persons/${katrin}`)).text).not.toContain('wartet')
  })

  it('is offered for those of a family who have the same address', async () => {
    const world = await fixture()
    const form = (await world.member.get(`/portal/persons/${world.katrin}/email`)).text
    expect(form).toMatch(new RegExp(`value="${world.jonas}" checked`))
    const { queued } = await change(world.member, world.katrin, [
      ['email', ` ${NEW} `],
      ['also_for', ''],
      ['also_for', world.jonas],
    ])
    const { sent } = await deliverMails(queued)
    expect(sent.map(({ to }) => to)).toEqual([OLD, NEW])
    await submit(linkIn(sent[1]?.text))
    expect(await emails()).toEqual([NEW, NEW])
  })

  it('of a person outside of the session is refused, and left alone beside another', async () => {
    const { club, katrin, member } = await fixture()
    const other = await createPerson(club, { name: { first_name: 'Eva' }, email: 'eva@example.org' })
    expect((await change(member, other, [['email', NEW]])).answer.status).toBe(404)
    await change(member, katrin, [
      ['email', 'eva@example.org'],
      ['also_for', other],
    ])
    expect(await rows('SELECT person_id FROM email_changes')).toEqual([{ person_id: katrin }])
  })

  it.each([
    ['', 'Ohne E-Mail-Adresse kommen Sie nicht mehr ins Portal. Bitte geben Sie eine an.'],
    ['katrin@', 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@beispiel.de.'],
  ])('that is %j is refused', async (typed, sentence) => {
    const { katrin, member } = await fixture()
    const { answer, queued } = await change(member, katrin, [['email', typed]])
    expect([answer.status, queued]).toEqual([422, []])
    expect(answer.text).toContain(sentence)
    expect(answer.text).toContain('<a href="#field-email">')
    expect(answer.text).toContain(`value="${typed}"`)
    expect(await rows('SELECT * FROM email_changes')).toEqual([])
  })

  it('that is stored already needs nothing', async () => {
    const { katrin, member } = await fixture()
    const { answer, queued } = await change(member, katrin, [['email', OLD]])
    expect([answer.status, queued]).toEqual([303, []])
    expect(await rows('SELECT * FROM email_changes')).toEqual([])
  })

  it('of a member without one waits, too, and nobody is told', async () => {
    const { katrin, member } = await fixture(null)
    const { queued } = await change(member, katrin, [['email', NEW]])
    const { sent } = await deliverMails(queued)
    expect(sent.map(({ to }) => to)).toEqual([NEW])
    await submit(linkIn(sent[0]?.text))
    expect(await emails()).toEqual([NEW])
  })

  it('is not written over one that the office has entered meanwhile', async () => {
    const { club, katrin, member, link } = await requested()
    await club.put(`/lists/members/persons/${katrin}`, { email: 'office@example.org' })
    expect((await member.get(`/portal/persons/${katrin}`)).text).not.toContain('wartet')
    const { status, text } = await submit(link)
    expect(status).toBe(409)
    expect(text).toContain('Die Adresse wurde inzwischen geändert')
    expect(await emails()).toEqual(['office@example.org', OLD])
  })

  it('is written although the office changes something else meanwhile', async () => {
    const { club, katrin, link } = await requested()
    const office = () => club.put(`/lists/members/persons/${katrin}`, { birthdate: '1985-12-10' })
    const { status } = await submit(link, {}, interruptedBy(office))
    expect(status).toBe(200)
    expect(await emails()).toEqual([NEW, OLD])
  })

  it('is not written where members cannot change their address any more', async () => {
    const { club, link } = await requested()
    await setPortal(club, { fields: { email: 'visible' } })
    expect((await submit(link)).status).toBe(404)
    await setPortal(club, { fields: { email: 'editable' }, functions: ['view_data'] })
    expect((await submit(link)).status).toBe(404)
    expect(await emails()).toEqual([OLD, OLD])
  })

  it('is deleted with its person', async () => {
    const { club, katrin, jonas, member } = await requested([['also_for', '']])
    await change(member, jonas, [['email', NEW]])
    await club.delete(`/lists/members/persons/${katrin}`)
    expect(await rows('SELECT person_id FROM email_changes')).toEqual([{ person_id: jonas }])
  })

  it('is deleted when it ends, as is the link that takes it back', async () => {
    const { member, jonas } = await requested()
    const tables = ['email_changes', 'email_reversals']
    for (const table of tables) {
      const [row] = await rows<{ expires_at: string }>(`SELECT expires_at FROM ${table}`)
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(String(row?.expires_at)) })
      await rows("UPDATE portal_sessions SET expires_at = '2999-01-01T00:00:00.000Z'")
      await change(member, jonas, [['email', `${table}@example.com`]])
      expect(await rows(`SELECT * FROM ${table} WHERE expires_at = ?`, row?.expires_at), table).toEqual([])
    }
  })

  it('keeps no old address for a request above the limit', async () => {
    const { katrin, jonas, member } = await fixture()
    for (let n = 0; n < CHANGES_PER_HOUR; n++) await change(member, katrin, [['email', `${n}@example.com`]])
    const both: [string, string][] = [
      ['email', NEW],
      ['also_for', jonas],
    ]
    expect((await change(member, katrin, both)).answer.status).toBe(429)
    expect(await rows('SELECT * FROM email_reversals WHERE person_id = ?', jonas)).toEqual([])
    expect(await rows('SELECT * FROM email_changes WHERE person_id = ?', jonas)).toEqual([])
  })

  it('keeps the link of the last mail where the address gets no other', async () => {
    const { katrin, member } = await fixture()
    let link = ''
    for (let n = 0; n < 6; n++) {
      const { queued } = await change(member, katrin, [['email', NEW]])
      const { sent } = await deliverMails(queued)
      const mail = sent.find(({ to }) => to === NEW)
      if (mail) link = linkIn(mail.text)
    }
    expect((await submit(link)).status).toBe(200)
    expect(await emails()).toEqual([NEW, OLD])
  })

  it('gets no mail where the old one could not be told', async () => {
    const { katrin, member } = await fixture()
    const queued: QueuedMail[] = []
    const send = async (mail: QueuedMail) => {
      if (mail.kind === 'email_notice') throw new Error('The queue is away.')
      queued.push(mail)
    }
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { status } = await submit(
      `/portal/persons/${katrin}/email`,
      { email: NEW },
      {
        headers: { Cookie: member.cookie },
        env: { PUBLIC_URL, MAILS: { send } as unknown as Queue<QueuedMail> },
      },
    )
    log.mockRestore()
    expect([status, queued]).toEqual([500, []])
  })

  it('is that of one person alone where too many for a family share the old one', async () => {
    const { club, katrin } = await fixture()
    const crowd = Array.from({ length: 12 }, (_, n) => ({ name: { first_name: `P${n}` }, email: OLD }))
    for (const person of crowd) await createPerson(club, person)
    const member = await signIn(club, { email: OLD })
    expect((await member.get(`/portal/persons/${katrin}/email`)).text).not.toContain('also_for')
    const others = (await rows('SELECT id FROM persons')).map(
      ({ id }) => ['also_for', id] as [string, string],
    )
    await change(member, katrin, [['email', NEW], ...others])
    expect(await rows('SELECT person_id FROM email_changes')).toEqual([{ person_id: katrin }])
  })

  it('can be withdrawn, and asked for again with a new link', async () => {
    const { club, katrin, member, link } = await requested()
    const again = await change(member, katrin, [], '/again')
    const { sent } = await deliverMails(again.queued)
    expect(sent.map(({ to }) => to)).toEqual([NEW])
    expect((await submit(link)).status).toBe(404)
    const { answer } = await change(member, katrin, [], '/withdraw')
    expect([answer.status, answer.cost.trips]).toEqual([303, 2])
    expect((await submit(linkIn(sent[0]?.text))).status).toBe(404)
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'person.email_change_withdrawn',
      changes: { pending_email: [NEW, null] },
    })
    expect(await emails()).toEqual([OLD, OLD])
    // Withdrawn before the queue came to it.
    expect((await deliverMails(again.queued)).sent).toEqual([])
  })

  it('expires after a day', async () => {
    const { link, katrin, member } = await requested()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 })
    expect((await submit(link)).status).toBe(404)
    vi.useRealTimers()
    await rows("UPDATE email_changes SET expires_at = '2020-01-01T00:00:00.000Z'")
    await change(member, katrin, [['email', 'third@example.com']])
    expect(await rows('SELECT email FROM email_changes')).toEqual([{ email: 'third@example.com' }])
  })

  it('gets five mails an hour', async () => {
    const { katrin, member } = await fixture()
    const counts: number[] = []
    for (let n = 0; n < 6; n++) {
      const { queued } = await change(member, katrin, [['email', NEW]])
      counts.push(queued.filter(({ kind }) => kind === 'email_confirmation').length)
    }
    expect(counts).toEqual([1, 1, 1, 1, 1, 0])
  })

  it('is not taken where the portal does not let members change it, nor by another form', async () => {
    const { club, katrin, member, link } = await requested()
    await setPortal(club, { fields: { email: 'visible', address: 'editable' } })
    expect((await member.get(`/portal/persons/${katrin}/email`)).status).toBe(404)
    expect((await change(member, katrin, [['email', NEW]])).answer.status).toBe(404)
    await setPortal(club, { fields: { email: 'editable' } })
    const form = (await member.get(`/portal/persons/${katrin}/edit`)).text
    expect(form).not.toContain('name="email"')
    const updated_at = String(/name="updated_at" value="([^"]+)"/.exec(form)?.[1])
    await member.submit(`/portal/persons/${katrin}/edit`, { email: 'eve@example.org', updated_at })
    expect(await emails()).toEqual([OLD, OLD])
    await setPortal(club, { enabled: false })
    expect((await submit(link)).status).toBe(404)
    expect(await emails()).toEqual([OLD, OLD])
  })
})

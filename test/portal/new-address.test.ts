import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { undoBatch } from '../../src/domain/persons/undo'
import type { Role } from '../../src/domain/staff/roles'
import type { Bindings, QueuedMail } from '../../src/env'
import { clubOf, editable, person, settings, signedIn } from '../support/club'
import { runCron } from '../support/cron'
import { type Staff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { formValues, textOf } from '../support/html'
import { createPerson, deliverMails, PUBLIC_URL, signIn, submit } from '../support/portal'
import { cardPath, changeCard, withChanges } from '../support/portal-cards'
import { signInBy } from '../support/portal-sessions'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const OLD = 'ada@example.org'
const NEW = 'office@example.com'
const IBAN = 'DE89370400440532013000'
const IN_FOURS = 'DE89 3704 0044 0532 0130 00'
const OTHER_IBAN = 'DE75512108001245126199'
const DAY = 86_400_000
const bank_account = { iban: IBAN, bic: null, signatory: null }

async function fixture(fields: object = {}) {
  const { club, id, staff } = await clubOf(
    settings({ member_portal: { slug: 'tsv' } }),
    editable('email', 'bank_account'),
    person({ name: { first_name: 'Ada' }, email: OLD, bank_account, ...fields }),
    signedIn('office'),
  )
  return { club, id, office: staff }
}

const editPath = (club: Workspace, id: string) => `/dashboard/${club.id}/members/${id}/edit`

/** Changes the address of a member in the dashboard. */
async function enter(staff: Staff, club: Workspace, id: string, email: string) {
  const path = editPath(club, id)
  const form = withChanges(formValues((await staff.get(path)).text), { email })
  expect((await staff.submit(path, form)).status).toBe(303)
}

/** Runs the cron, and gives the mails that it has sent. */
async function hourly() {
  const queued: QueuedMail[] = []
  const sendBatch = async (batch: MessageSendRequest<QueuedMail>[]) =>
    void queued.push(...batch.map(({ body }) => body))
  const MAILS = { ...env.MAILS, sendBatch } as unknown as Queue<QueuedMail>
  await runCron(new Date(), { PUBLIC_URL, MAILS } as Partial<Bindings>)
  return (await deliverMails(queued)).sent
}

const linkIn = (mail?: { text: string }) =>
  String(/\/portal\/wsp_\w+\/address\/[\w-]{43}/.exec(mail?.text ?? '')?.[0])

const emailOf = async (id: string) => (await rows('SELECT email FROM persons WHERE id = ?', id))[0]?.email

const ibanOf = async (id: string) =>
  (await rows("SELECT bank_account ->> 'iban' AS iban FROM persons WHERE id = ?", id))[0]?.iban

const later = (milliseconds: number) => vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] })

afterEach(() => vi.useRealTimers())

describe('an address that staff have entered', () => {
  it.each(['staff_mail', 'own_mail', 'api'] as const)(
    'opens no account for a day, by a link of the kind %s',
    async (kind) => {
      const { club, id, office } = await fixture()
      await enter(office, club, id, NEW)
      const session = await signInBy(kind, club, { id, email: NEW }, office)
      const page = (await session.get(`/portal/persons/${id}`)).text
      const file = (await session.submit(`/portal/persons/${id}/record`)).text
      expect(page + file).not.toMatch(/\bDE89|0130 ?00/)
      expect(textOf(page)).toContain('zeigen wir die IBAN bis')
      const bank = cardPath(id, 'bank')
      expect((await session.get(bank)).status).toBe(403)
      expect((await session.submit(bank, { 'bank_account.iban': OTHER_IBAN })).status).toBe(403)
      expect(await ibanOf(id)).toBe(IBAN)
      later(DAY + 1000)
      const next = await signInBy('own_mail', club, { id, email: NEW })
      expect((await next.get(bank)).text).toContain(IN_FOURS)
    },
  )

  it('is told to the old address within the hour, which takes it back', async () => {
    const { club, id, office } = await fixture()
    await enter(office, club, id, NEW)
    const sent = await hourly()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [OLD, 'Neue E-Mail-Adresse für Ihre Mitgliedschaft'],
    ])
    expect(sent[0]?.text).toMatch(/Ihr Verein hat .* eingetragen \(o…@example\.com\)\. Sie gilt ab sofort/)
    expect(await hourly()).toEqual([])
    const thief = await signInBy('staff_mail', club, { id, email: NEW }, office)
    expect((await submit(linkIn(sent[0]))).status).toBe(200)
    expect(await emailOf(id)).toBe(OLD)
    expect((await thief.get(`/portal/persons/${id}`)).status).toBe(401)
    const own = await signInBy('own_mail', club, { id, email: OLD })
    expect((await own.get(cardPath(id, 'bank'))).text).toContain(IN_FOURS)
  })

  it('opens the account at once if the old address agrees', async () => {
    const { club, id, office } = await fixture()
    await enter(office, club, id, NEW)
    await submit(linkIn((await hourly())[0]), { act: 'agree' })
    const session = await signInBy('own_mail', club, { id, email: NEW })
    expect((await session.get(cardPath(id, 'bank'))).text).toContain(IN_FOURS)
  })

  it.each([
    ['another one of theirs', 'second@example.com'],
    ['none', ''],
  ])('is taken back from %s, too, and only the first address opens the account', async (_, next) => {
    const { club, id, office } = await fixture()
    await enter(office, club, id, NEW)
    await enter(office, club, id, next)
    if (next === '') await enter(office, club, id, NEW)
    const sent = await hourly()
    expect(sent.map(({ to }) => to)).toEqual([OLD, NEW])
    const [first, second] = sent.map(linkIn)
    await submit(String(second), { act: 'agree' })
    const agreed = await signIn(club, { person_id: id })
    expect((await agreed.get(cardPath(id, 'bank'))).status).toBe(403)
    await submit(String(second))
    expect(await emailOf(id)).toBe(NEW)
    const back = await signIn(club, { person_id: id })
    expect((await back.get(cardPath(id, 'bank'))).status).toBe(403)
    expect((await submit(String(first))).status).toBe(200)
    expect(await emailOf(id)).toBe(OLD)
  })

  it('cannot agree to a change of itself, if there was none before', async () => {
    const { club, id, office } = await fixture({ email: null })
    await enter(office, club, id, NEW)
    const session = await signInBy('own_mail', club, { id, email: NEW })
    const path = `/portal/persons/${id}/email`
    expect((await session.get(path)).status).toBe(403)
    const MAILS = { send: async () => {} } as unknown as Queue<QueuedMail>
    const sent = { env: { PUBLIC_URL, MAILS } }
    expect((await session.submit(path, { email: 'second@example.com' }, {}, sent)).status).toBe(403)
    expect(await rows('SELECT * FROM email_changes')).toEqual([])
    await enter(office, club, id, 'second@example.com')
    const [mail] = await hourly()
    expect(mail?.to).toBe(NEW)
    await submit(linkIn(mail), { act: 'agree' })
    const next = await signIn(club, { person_id: id })
    expect((await next.get(cardPath(id, 'bank'))).status).toBe(403)
  })

  it('is taken back, too, if staff have only changed its case since', async () => {
    const { club, id, office } = await fixture()
    await enter(office, club, id, NEW)
    await enter(office, club, id, 'Office@example.com')
    const sent = await hourly()
    expect(sent.map(({ to }) => to)).toEqual([OLD])
    const session = await signInBy('own_mail', club, { id, email: NEW })
    expect((await session.get(cardPath(id, 'bank'))).status).toBe(403)
    expect((await submit(linkIn(sent[0]))).status).toBe(200)
    expect(await emailOf(id)).toBe(OLD)
  })

  it('says when an address was removed', async () => {
    const { club, id, office } = await fixture()
    await enter(office, club, id, '')
    const [mail] = await hourly()
    expect(mail?.text).toContain('Ihr Verein hat Ihre E-Mail-Adresse aus Ihren Mitgliedsdaten entfernt.')
    expect((await submit(linkIn(mail))).status).toBe(200)
    expect(await emailOf(id)).toBe(OLD)
  })

  it('is told once to a family, and also if an undo has brought it', async () => {
    const { club, id } = await fixture({ email: NEW })
    const other = await createPerson(club, { name: { first_name: 'Ben' }, email: NEW, bank_account })
    await club.put('/lists/members/persons', {
      data: [id, other].map((id) => ({ id, email: OLD })),
    })
    const batchId = String((await eventsOf(club)).at(-1)?.batch_id)
    expect(await hourly()).toEqual([])
    expect(await undoBatch(await principalOf(club, 'office'), { batchId })).toMatchObject({ restored: 2 })
    const sent = await hourly()
    expect(sent.map(({ to }) => to)).toEqual([OLD])
    await submit(linkIn(sent[0]))
    expect([await emailOf(id), await emailOf(other)]).toEqual([OLD, OLD])
  })

  it('has a person without an account enter one at once', async () => {
    const { club, id, office } = await fixture({ email: null, bank_account: null })
    await enter(office, club, id, NEW)
    expect(await hourly()).toEqual([])
    const session = await signInBy('own_mail', club, { id, email: NEW })
    expect((await session.get(cardPath(id, 'bank'))).status).toBe(200)
  })

  it('opens no account for a day where there was no address before, or no membership', async () => {
    const { club, id, office } = await fixture({ email: null })
    await enter(office, club, id, NEW)
    const contact = await createPerson(
      club,
      { name: { last_name: 'Cem' }, email: NEW, bank_account },
      'contacts',
    )
    const made = await office.submit(`/dashboard/${club.id}/contacts/${contact}/member`, {})
    expect(made.status).toBe(303)
    for (const one of [id, contact]) {
      const session = await signIn(club, { person_id: one })
      expect((await session.get(cardPath(one, 'bank'))).status).toBe(403)
    }
    expect(await hourly()).toEqual([])
  })
})

describe('the old address', () => {
  const given: [string, Role | undefined, (club: Workspace, id: string) => Promise<unknown>][] = [
    ['an API key', undefined, (club, id) => club.put(`/lists/members/persons/${id}`, { email: NEW })],
    ['an owner', 'owner', async (club, id) => enter(await staffOf(club, 'owner'), club, id, NEW)],
  ]

  it.each(given)('is not told of an address by %s, which ends older links', async (_, _role, change) => {
    const { club, id, office } = await fixture()
    await enter(office, club, id, 'typo@example.org')
    const [mail] = await hourly()
    await change(club, id)
    expect(await hourly()).toEqual([])
    expect((await submit(linkIn(mail))).status).toBe(409)
    expect(await emailOf(id)).toBe(NEW)
    const session = await signIn(club, { person_id: id })
    expect((await session.get(cardPath(id, 'bank'))).status).toBe(403)
  })
})

describe('an account that was given after a change of address', () => {
  async function thieves() {
    const world = await fixture()
    const { club, id, office } = world
    await enter(office, club, id, NEW)
    const [mail] = await hourly()
    later(DAY + 1000)
    const thief = await signIn(club, { person_id: id })
    const account = { 'bank_account.iban': OTHER_IBAN }
    expect((await changeCard(thief, cardPath(id, 'bank'), account)).status).toBe(303)
    expect(await ibanOf(id)).toBe(OTHER_IBAN)
    return { ...world, thief, back: linkIn(mail) }
  }

  it('is replaced with the one before, once the address is taken back', async () => {
    const { club, id, thief, back } = await thieves()
    await changeCard(thief, cardPath(id, 'bank'), { 'bank_account.iban': 'DE02120300000000202051' })
    const known = (await eventsOf(club)).length
    expect(textOf((await submit(back)).text)).toContain('ist durch das vorige ersetzt')
    expect([await emailOf(id), await ibanOf(id)]).toEqual([OLD, IBAN])
    expect(await eventsOf(club, known)).toMatchObject([
      { action: 'person.email_change_reversed' },
      {
        action: 'person.updated',
        changes: { email: [NEW, OLD], bank_account: [{ iban: '2051' }, { iban: '3000' }] },
      },
    ])
  })

  it('stays if the office has entered it since, and if the member gives it afterwards', async () => {
    const { club, id, back } = await thieves()
    await club.put(`/lists/members/persons/${id}`, { bank_account: { iban: 'DE02120300000000202051' } })
    await submit(back)
    expect([await emailOf(id), await ibanOf(id)]).toEqual([OLD, 'DE02120300000000202051'])
    const own = await signIn(club, { person_id: id })
    await changeCard(own, cardPath(id, 'bank'), { 'bank_account.iban': OTHER_IBAN })
    expect((await submit(back)).status).toBe(200)
    expect(await ibanOf(id)).toBe(OTHER_IBAN)
  })

  it('rests for a day from then on, also one that was given before the address', async () => {
    const { club, id, office } = await fixture()
    const thief = await signIn(club, { person_id: id })
    await changeCard(thief, cardPath(id, 'bank'), { 'bank_account.iban': OTHER_IBAN })
    await enter(office, club, id, NEW)
    const [mail] = await hourly()
    later(2 * DAY)
    const at = new Date().toISOString()
    await submit(linkIn(mail))
    expect(await ibanOf(id)).toBe(OTHER_IBAN)
    const [guard] = await rows('SELECT account_given_at AS given FROM portal_guards')
    expect(String(guard?.given) >= at).toBe(true)
  })
})

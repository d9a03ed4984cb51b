import { beforeEach, describe, expect, it } from 'vitest'
import { SESSION_KINDS, type SessionKind } from '../../src/domain/access/session-rights'
import { ADA, clubOf, columns, editable, fee, person, settings, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { type Session, setPortal } from '../support/portal'
import { cardPath, changeCard } from '../support/portal-cards'
import { linkOf, signInBy } from '../support/portal-sessions'
import { rows, type Workspace } from '../support/workspace'

const IBAN = 'DE89370400440532013000'
const IN_FOURS = 'DE89 3704 0044 0532 0130 00'
const email = 'ada@example.org'
const MASKED: SessionKind[] = ['bulk_mail', 'staff_shown']

let club: Workspace
let id: string
let office: Staff

beforeEach(async () => {
  const bank_account = { iban: IBAN, bic: null, signatory: null }
  const sepa_mandate = { reference: 'M-1', signature_date: '2026-01-01' }
  const creditor = { name: 'TSV', iban: 'DE75512108001245126199', creditor_id: 'DE98ZZZ09999999999' }
  const world = await clubOf(
    settings({ name: 'TSV', creditor }),
    columns([{ name: 'Fotos', type: 'boolean', external_id: 'photos' }]),
    editable('address', 'bank_account', 'email', 'photos'),
    person({ ...ADA, bank_account, sepa_mandate, membership_number: 'M1' }),
    fee(4500),
    fee(4500),
    signedIn('office'),
  )
  ;({ club, id, staff: office } = world)
  const paid = { fee_id: world.fees[1].id, amount: 4500, paid_on: '2026-02-01', method: 'cash' }
  await club.post('/payments', { data: [paid] })
})

const signIn = (kind: SessionKind) => signInBy(kind, club, { id, email }, office)

const path = (page = '') => `/portal/persons/${id}${page}`

async function everyPage(session: Session) {
  const pages = ['', '/edit/address', '/record', '/card', '/fees', '/fees/2026']
  return Promise.all(pages.map(async (page) => (await session.get(path(page))).text))
}

describe('an account', () => {
  it.each(SESSION_KINDS)('is shown to a session of the kind %s as far as it may', async (kind) => {
    const session = await signIn(kind)
    const pages = [...(await everyPage(session)), (await session.submit(path('/record'))).text]
    const shown = pages.map((text) => text.includes(IBAN) || text.includes(IN_FOURS))
    expect(shown.some(Boolean)).toBe(!MASKED.includes(kind))
    expect(textOf(pages[0] ?? '')).toContain('•••• ')
    if (MASKED.includes(kind)) expect(pages.join()).not.toMatch(/\bDE89|0130 ?00/)
  })
})

describe('a session of staff', () => {
  it('says on every page for whom they act', async () => {
    const session = await signIn('staff_shown')
    const pages = await everyPage(session)
    for (const text of pages) expect(textOf(text)).toContain('Sie handeln im Namen von Ada Lovelace')
    expect(textOf(pages[0] ?? '')).toContain('steht im Protokoll unter „Staff office“')
    const own = await everyPage(await signIn('own_mail'))
    expect(own.join()).not.toContain('Sie handeln im Namen von')
  })

  it('acts under the name of staff, and the log says that it was for the member', async () => {
    const known = (await eventsOf(club)).length
    const session = await signIn('staff_shown')
    const saved = await changeCard(session, cardPath(id, 'address'), { 'address.street': 'Lindenallee 8' })
    expect(saved.status).toBe(303)
    await session.submit(path('/record'))
    expect(await eventsOf(club, known)).toMatchObject([
      { action: 'person.portal_link_created', actor_id: office.id, door: 'dashboard' },
      {
        action: 'person.updated',
        actor_kind: 'staff',
        actor_id: office.id,
        actor_name: 'Staff office',
        door: 'portal',
      },
      { action: 'person.exported', actor_kind: 'staff', actor_id: office.id, door: 'portal' },
    ])
    const owner = await staffOf(club, 'owner')
    expect(textOf((await owner.get(`/dashboard/${club.id}/log`)).text)).toContain(
      'Staff office (im Namen des Mitglieds)',
    )
    expect(textOf((await session.get(path())).text)).toContain('von der Geschäftsstelle')
  })

  it('ends when they may create no more links', async () => {
    const session = await signIn('staff_shown')
    expect((await session.get(path())).status).toBe(200)
    await rows("UPDATE memberships SET role = 'auditor' WHERE staff_id = ?", office.id)
    expect((await session.get(path())).status).toBe(401)
  })
})

describe('a link that staff mail', () => {
  it('goes to the stored address, and its session is that of the member', async () => {
    const known = (await eventsOf(club)).length
    const link = await linkOf('staff_mail', club, { id, email }, office)
    expect(link).toMatch(/\/login\/[\w-]{43}$/)
    const session = await signIn('staff_mail')
    await changeCard(session, cardPath(id, 'address'), { 'address.street': 'Lindenallee 8' })
    const events = await eventsOf(club, known)
    expect(events.at(0)).toMatchObject({ action: 'person.portal_link_mailed', actor_id: office.id })
    expect(events.at(-1)).toMatchObject({ action: 'person.updated', actor_kind: 'member', actor_id: id })
  })

  it('is neither recorded nor made for a member without an address', async () => {
    await club.put(`/lists/members/persons/${id}`, { email: null })
    const known = (await eventsOf(club)).length
    const page = `/dashboard/${club.id}/members/${id}`
    const env = { PUBLIC_URL: 'https://members.example.org' }
    const { headers } = await office.submit(`${page}/portal-link`, { way: 'mail' }, { env })
    expect(leadsTo({ headers })).toBe(`${page} after link_unmailed`)
    expect(await eventsOf(club, known)).toEqual([])
  })
})

describe('a session by a bulk mail', () => {
  it('says what its link does not open, and how to get one that does', async () => {
    const session = await signIn('bulk_mail')
    const { text } = await session.get(path())
    expect(textOf(text)).toContain('Mit diesem Link ist nicht alles möglich')
    expect(text).toContain(`href="/portal/${club.id}"`)
    expect(text).not.toContain(path('/edit/bank'))
    expect(text).not.toContain(path('/email"'))
    const own = await (await signIn('own_mail')).get(path())
    expect(own.text).not.toContain('Mit diesem Link ist nicht alles')
    expect(own.text).toContain(path('/edit/bank'))
  })
})

it.each([
  [{ email: 'visible', address: 'editable' }, 404],
  [{ email: 'editable', address: 'visible', bank_account: 'visible', photos: 'visible' }, 403],
])(
  'bars the form of the address where members may change it, else there is none: %j',
  async (fields, status) => {
    await setPortal(club, { fields })
    const member = await signInBy('bulk_mail', club, { id, email })
    expect((await member.get(`/portal/persons/${id}/email`)).status).toBe(status)
  },
)

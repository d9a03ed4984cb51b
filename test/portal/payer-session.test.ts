import { afterEach, describe, expect, it, vi } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { type Staff, staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, check, claim, collectingClub, release, stored } from '../support/direct-debits'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { LENA } from '../support/payer'
import {
  deliverMails,
  PUBLIC_URL,
  requestLink,
  type Session,
  sessionFrom,
  setPortal,
  signIn,
  submit,
} from '../support/portal'
import { codesOf } from '../support/qr'
import { rows, type Workspace } from '../support/workspace'

const OMA = { external_id: 'oma', name: { first_name: 'Oma', last_name: 'Berg' }, email: 'oma@example.org' }
const PATH = /\/portal\/[\w-]+\/login\/[\w-]{43}/

const DAY = 86_400_000

afterEach(() => vi.useRealTimers())

const words = ({ text }: { text: string }) => textOf(text).replaceAll('\u00a0', ' ')

/** Oma, a contact or a former member, pays for Lena, who owes a fee and paid one in 2026. */
async function family(payer: 'contact' | 'former' = 'contact', fields: object = {}) {
  const club = await collectingClub()
  await setPortal(club, { functions: ['view_data', 'edit_data', 'view_fees'], fields: { email: 'editable' } })
  await addPersons(club, [LENA])
  const list = payer === 'contact' ? 'contacts' : 'members'
  const oma = {
    ...OMA,
    ...fields,
    ...(payer === 'former' && { leave_date: '2020-12-31', membership_number: '7' }),
  }
  const id = (await club.post(`/lists/${list}/persons`, oma)).body.data.id as string
  const [, paid = ''] = await claim(club, [
    { person_external_id: 'lena', description: 'Beitrag 2027', due_on: '2026-03-31' },
    { person_external_id: 'lena', description: 'Beitrag 2026', amount: 3000 },
  ])
  await club.post('/payments', {
    data: [{ fee_id: paid, amount: 3000, paid_on: '2026-03-01', method: 'bank_transfer' }],
  })
  await pay(club, id)
  return { club, id, list, page: `/portal/persons/${id}` }
}

const pay = (club: Workspace, payer_id: string | null) =>
  club.put('/lists/members/persons/lena', { payer_id })

/** The path of the link that is mailed to an address that asks for one. */
async function askedFor(club: Workspace, email = OMA.email): Promise<string | undefined> {
  const { queued } = await requestLink(club.id, email)
  return PATH.exec((await deliverMails(queued)).sent[0]?.text ?? '')?.[0]
}

const enter = async (club: Workspace): Promise<Session> =>
  sessionFrom(await submit(String(await askedFor(club))))

/** The link that staff have mailed to a person, or see themselves. */
async function staffLink(staff: Staff, path: string, way: 'mail' | 'show') {
  const queued: never[] = []
  const MAILS = { send: async (mail: never) => void queued.push(mail) } as unknown as Queue
  const answer = await staff.submit(path, { way }, { env: { PUBLIC_URL, MAILS } })
  const text = way === 'mail' ? ((await deliverMails(queued)).sent[0]?.text ?? '') : answer.text
  return { answer, link: PATH.exec(text)?.[0] }
}

describe.each(['contact', 'former'] as const)('a %s who pays for a member', (payer) => {
  it('asks for a link, and sees what it pays, how to pay it and what was paid', async () => {
    const { club, page } = await family(payer)
    const session = await enter(club)
    const home = await session.get('/portal')
    expect([home.status, home.headers.get('Location')]).toEqual([303, `${page}/fees`])
    const fees = await session.get(`${page}/fees`)
    expect([fees.status, fees.cost.trips]).toEqual([200, 1])
    expect(words(fees)).toContain('Sie zahlen auch für Lena: Beitrag 2027')
    expect(words(fees)).toContain('45,00 €')
    expect(codesOf(fees.text)).toHaveLength(1)
    const confirmation = await session.get(`${page}/fees/2026`)
    expect(confirmation.status).toBe(200)
    expect(words(confirmation)).toContain('Lena: Beitrag 2026')
  })

  it('finds no other page, of itself or of whom it pays for', async () => {
    const { club, page, id } = await family(payer)
    const session = await enter(club)
    const lena = (await club.get('/lists/members/persons/lena')).body.data.id
    const before = await rows('SELECT * FROM persons')
    for (const path of [
      ...['/edit/contact', '/record', '/card', '/email'].map((own) => page + own),
      `/portal/persons/${lena}`,
      `/portal/persons/${lena}/fees`,
    ])
      expect((await session.get(path)).status, path).toBeOneOf([401, 404])
    for (const [path, form] of [
      [`${page}/edit/contact`, { 'name.last_name': 'Neu' }],
      [`${page}/news`, { news: 'refused' }],
      [`${page}/record`, {}],
      [`${page}/email`, { email: 'new@example.org' }],
      [`${page}/payer`, { fees: 'hidden' }],
    ] as const)
      expect((await session.submit(path, form, {}, { env: { PUBLIC_URL } })).status, path).toBeOneOf([
        401, 404,
      ])
    expect(await rows('SELECT * FROM persons')).toEqual(before)
    expect(await rows('SELECT * FROM news_refusals WHERE person_id = ?', id)).toEqual([])
    expect((await eventsOf(club)).filter(({ door }) => door === 'portal')).toEqual([])
  })

  it('shows no number and no tabs of a membership', async () => {
    const { club, page } = await family(payer)
    const text = words(await (await enter(club)).get(`${page}/fees`))
    for (const absent of ['Mitglied 7', 'Bereiche', 'Meine Daten']) expect(text).not.toContain(absent)
  })

  it('is told that there is nothing left once it pays for nobody, with its session and with its link', async () => {
    const { club, page } = await family(payer)
    const link = String(await askedFor(club))
    const session = sessionFrom(await submit(link))
    await pay(club, null)
    const told = payer === 'contact' ? 'Sie zahlen für niemanden mehr.' : 'Sie endete am 31. Dezember 2020.'
    const Cookie = `${session.cookie}; __Host-entry=${club.id}`
    for (const answer of [
      await session.get(`${page}/fees`, { Cookie }),
      await session.get('/portal', { Cookie }),
      await submit(link),
    ]) {
      expect(answer.status).toBe(404)
      expect(words(answer)).toContain(told)
      expect(words(answer)).not.toContain('Beitrag 2027')
    }
    await pay(
      club,
      (await club.get(`/lists/${payer === 'contact' ? 'contacts' : 'members'}/persons/oma`)).body.data.id,
    )
    expect((await session.get(`${page}/fees`)).status).toBe(200)
  })

  it('loses session and link with its address', async () => {
    const { club, page, list } = await family(payer)
    const link = String(await askedFor(club))
    const session = sessionFrom(await submit(link))
    await club.put(`/lists/${list}/persons/oma`, { email: 'new@example.org' })
    expect((await session.get(`${page}/fees`)).status).toBe(401)
    const gone = await submit(link)
    expect([gone.status, gone.headers.get('Set-Cookie')]).toEqual([404, null])
    expect(await askedFor(club, 'oma@example.org')).toBe(undefined)
  })

  it('gets one link with the members of its address, who see all of theirs', async () => {
    const { club, page } = await family(payer)
    const katrin = (await club.post('/lists/members/persons', { ...OMA, external_id: 'katrin' })).body.data.id
    const session = await enter(club)
    const home = await session.get('/portal')
    expect(home.status).toBe(200)
    expect(home.text).toContain(`href="${page}/fees"`)
    expect((await session.get(`${page}/fees`)).status).toBe(200)
    expect((await session.get(`/portal/persons/${katrin}/record`)).status).toBe(200)
    expect((await session.get(`${page}/record`)).status).toBe(404)
  })

  it('sees that its account is debited, and never the whole account', async () => {
    const { club, page } = await family(payer, {
      bank_account: { iban: ibanOf(3) },
      sepa_mandate: { reference: 'M-3', signature_date: '2025-01-31' },
    })
    const fees = await (await enter(club)).get(`${page}/fees`)
    expect(words(fees)).toMatch(/45,00 € ziehen wir demnächst von .* ein\. Sie müssen nichts tun\./)
    expect(fees.text.replaceAll(/\s/g, '')).not.toContain(ibanOf(3))
    expect(words(fees)).not.toContain(
      ibanOf(3)
        .match(/.{1,4}/g)
        ?.join(' '),
    )
  })

  const GIVEN = { holder: 'Oma Berg', iban: ibanOf(5), agreed: '1', text_version: '2026-11-de' }

  async function grantor() {
    const world = await family(payer)
    await setPortal(world.club, { functions: ['view_data', 'view_fees', 'grant_mandate'] })
    const queued: QueuedMail[] = []
    const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
    const session = await enter(world.club)
    const give = () =>
      session.submit(
        `${world.page}/mandate`,
        GIVEN,
        { 'Accept-Language': 'de' },
        { env: { PUBLIC_URL, MAILS } },
      )
    const oma = async () => (await world.club.get(`/lists/${world.list}/persons/oma`)).body.data
    return { ...world, session, queued, give, oma }
  }

  it('gives a mandate under which what it pays is collected a day later, and withdraws it', async () => {
    const { club, page, id, list, session, give, oma } = await grantor()
    expect((await session.get(`${page}/fees`)).text).toContain(`href="${page}/mandate"`)
    const form = await session.get(`${page}/mandate`)
    expect([form.status, form.cost.trips]).toEqual([200, 1])
    expect(leadsTo(await give())).toBe(`${page}/fees after granted`)
    expect(await oma()).toMatchObject({
      ...{ bank_account: { iban: ibanOf(5), signatory: null }, payment_method: 'direct_debit' },
      sepa_mandate: { granted: 'online' },
    })
    expect(await stored(club, 'mandates')).toMatchObject([
      { person_id: id, granted: 'online', holder: 'Oma Berg', iban: ibanOf(5), confirmed_by: OMA.email },
    ])
    expect((await eventsOf(club)).find(({ action }) => action === 'person.mandate_granted')).toMatchObject({
      ...{ actor_id: id, subject_id: id, subject_kind: list === 'contacts' ? 'contact' : 'member' },
    })
    const fees = await claim(club, [{ person_external_id: 'lena', description: 'Trikot', amount: 2000 }])
    expect((await check(club, fees, '2026-03-17')).body.data.problems).toMatchObject([
      { code: 'given_recently' },
    ])
    vi.setSystemTime(Date.now() + DAY + 1000)
    const { items } = (await release(club, fees, { date: '2026-03-17' })).body.data
    expect(items).toMatchObject([{ iban: ibanOf(5), debtor_name: 'Oma Berg' }])
    const later = await enter(club)
    const withdrawal = await later.get(`${page}/mandate/withdrawal`)
    expect(words(withdrawal)).toContain('20,00 €')
    expect(leadsTo(await later.submit(`${page}/mandate/withdrawal`))).toBe(
      `${page}/fees after mandate_withdrawn`,
    )
    expect(await oma()).toMatchObject({ payment_method: 'bank_transfer', sepa_mandate: null })
    await expectSoundBooks(club.id)
  })

  it('takes it back by the link in the mail about it', async () => {
    const { club, queued, give, oma } = await grantor()
    const before = await oma()
    await give()
    const [mail] = (await deliverMails(queued)).sent
    expect(mail?.to).toBe(OMA.email)
    const link = new URL(/https:\S+\/mandate\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
    expect((await submit(link)).status).toBe(200)
    const { bank_account, payment_method, sepa_mandate } = before
    expect(await oma()).toMatchObject({ bank_account, payment_method, sepa_mandate })
    expect(await stored(club, 'mandates')).toMatchObject([{ end_reason: 'withdrawn' }])
  })

  it('gives none where the association does not offer it', async () => {
    const { page, session, club } = await grantor()
    await setPortal(club, { functions: ['view_fees'] })
    expect((await session.get(`${page}/fees`)).text).not.toContain(`${page}/mandate`)
    expect((await session.get(`${page}/mandate`)).status).toBe(404)
    expect((await session.submit(`${page}/mandate`, GIVEN)).status).toBe(404)
  })

  it('asks in vain if it pays for nobody', async () => {
    const { club } = await family(payer)
    await pay(club, null)
    expect(await askedFor(club)).toBe(undefined)
  })

  it('gets a link from staff', async () => {
    const { club, page, id, list } = await family(payer)
    const staff = await staffOf(club, 'office')
    const path = `/dashboard/${club.id}/${list}/${id}`
    expect((await staff.get(path)).text).toContain(`${path}/portal-link`)
    const asked = await staff.get(`${path}/portal-link`)
    expect([asked.status, asked.cost.trips]).toEqual([200, 1])
    for (const way of ['mail', 'show'] as const) {
      const { answer, link } = await staffLink(staff, `${path}/portal-link`, way)
      expect(answer.status).toBe(way === 'mail' ? 303 : 200)
      const session = sessionFrom(await submit(String(link)))
      expect(words(await session.get(`${page}/fees`))).toContain('Lena: Beitrag 2027')
      expect((await eventsOf(club)).at(-1)).toMatchObject({
        action: way === 'mail' ? 'person.portal_link_mailed' : 'person.portal_link_created',
        subject_id: id,
        subject_kind: list === 'contacts' ? 'contact' : 'member',
      })
    }
  })
})

describe('a contact', () => {
  it('who pays for nobody has no link, from nobody', async () => {
    const { club, id } = await family()
    await pay(club, null)
    const staff = await staffOf(club, 'office')
    const path = `/dashboard/${club.id}/contacts/${id}`
    expect((await staff.get(path)).text).not.toContain('portal-link')
    expect((await staff.get(`${path}/portal-link`)).status).toBe(404)
    expect((await staff.submit(`${path}/portal-link`, { way: 'show' })).status).toBe(404)
    expect((await eventsOf(club)).filter(({ action }) => /portal_link/.test(action))).toEqual([])
  })

  it('is a contact in the log, also once it is deleted', async () => {
    const { club, id } = await family()
    const owner = await staffOf(club, 'owner')
    const path = `/dashboard/${club.id}/contacts/${id}`
    for (const way of ['mail', 'show'] as const) await staffLink(owner, `${path}/portal-link`, way)
    await club.delete(`/lists/contacts/persons/${id}`)
    const log = words(await owner.get(`/dashboard/${club.id}/log`))
    expect(log).toContain('einen Login-Link für einen Kontakt erstellt, der inzwischen gelöscht ist')
    expect(log).toContain('einem Kontakt, der inzwischen gelöscht ist, einen Login-Link geschickt')
  })

  it('for whom somebody pays has none either', async () => {
    const { club, id } = await family()
    await pay(club, null)
    const lena = (await club.get('/lists/members/persons/lena')).body.data.id
    await club.put(`/lists/contacts/persons/${id}`, { payer_id: lena })
    const staff = await staffOf(club, 'office')
    expect((await staff.get(`/dashboard/${club.id}/contacts/${id}`)).text).not.toContain('portal-link')
    expect(await askedFor(club)).toBe(undefined)
  })

  it('has no session by the API, as before', async () => {
    const { club, id } = await family()
    for (const body of [{ person_id: id }, { email: OMA.email }, { person_external_id: 'oma' }])
      expect((await club.post('/member_portal_sessions', body)).status).toBe(404)
  })

  it('of another workspace has no link to this one', async () => {
    const { club } = await family()
    const other = await collectingClub()
    await setPortal(other, { functions: ['view_fees'] })
    const staff = await staffOf(other, 'office')
    const { id } = (await club.get('/lists/contacts/persons/oma')).body.data
    const answer = await staff.submit(`/dashboard/${other.id}/contacts/${id}/portal-link`, { way: 'show' })
    expect(answer.status).toBe(404)
  })

  it('keeps nothing of its link but what the association lets it see', async () => {
    const { club, page } = await family()
    const session = await enter(club)
    await setPortal(club, { functions: ['view_data'] })
    const home = await session.get('/portal')
    expect(home.status).toBe(200)
    for (const absent of ['Beitrag 2027', 'oma@example.org', 'Neuigkeiten'])
      expect(words(home)).not.toContain(absent)
    expect((await session.get(`${page}/fees`)).status).toBe(404)
  })

  it('opens as a member what its old link opens, once it has become one', async () => {
    const { club, id, page } = await family('contact', { bank_account: { iban: ibanOf(3) } })
    const session = await enter(club)
    const staff = await staffOf(club, 'office')
    const made = await staff.submit(`/dashboard/${club.id}/contacts/${id}/member`, { membership_number: '8' })
    expect(made.status).toBe(303)
    // Its account is new to the portal, as a guard of its address says: the old link opens nothing.
    expect((await session.get(`${page}/fees`)).status).toBe(401)
  })
})

it('leaves a former member who does not pay where it was', async () => {
  const { club } = await family('former')
  await pay(club, null)
  const { queued } = await requestLink(club.id, OMA.email)
  const [mail] = (await deliverMails(queued)).sent
  expect(mail?.text).toContain('endete am 31. Dezember 2020')
})

it('shows a former member all that its own link was made for', async () => {
  const { club, id, page } = await family('former')
  const session = await signIn(club, { person_id: id })
  expect((await session.get(`${page}/record`)).status).toBe(200)
})

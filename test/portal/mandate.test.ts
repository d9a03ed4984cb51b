import { afterEach, describe, expect, it, vi } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, check, claim, collectingClub, payer, release, stored } from '../support/direct-debits'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { deliverMails, PUBLIC_URL, setPortal, signIn, submit } from '../support/portal'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const DAY = 86_400_000
const DE = { 'Accept-Language': 'de' }

afterEach(() => vi.useRealTimers())

const FUNCTIONS = ['view_data', 'edit_data', 'view_fees', 'grant_mandate']

/** A member without mandate, signed in; or with what is given. */
async function fixture(fields: object = {}, functions = FUNCTIONS) {
  const club = await collectingClub()
  await setPortal(club, {
    slug: `club-${club.id.slice(-6).toLowerCase()}`,
    functions,
    fields: { payment_method: 'editable', bank_account: 'editable' },
  })
  await addPersons(club, [
    payer(1, { bank_account: null, sepa_mandate: null, membership_number: '1004', ...fields }),
  ])
  const { id } = (await club.get(`${PERSONS}/m1`)).body.data
  const member = await signIn(club, { person_id: id })
  return { club, id: id as string, member, path: `/portal/persons/${id}/mandate` }
}

type World = Awaited<ReturnType<typeof fixture>>

const GIVEN = { holder: 'Ada Lovelace 1', iban: ibanOf(5), agreed: '1', text_version: '2026-11-de' }

/** Gives a mandate; returns the answer and the mails that were queued. */
async function give({ member, path }: World, fields: object = {}) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const entered = { ...GIVEN, ...fields } as Record<string, string>
  const answer = await member.submit(path, entered, DE, { env: { PUBLIC_URL, MAILS } })
  return { answer, queued }
}

const personOf = async (club: Workspace) => (await club.get(`${PERSONS}/m1`)).body.data
const mandatesOf = async (club: Workspace) => (await stored(club, 'mandates')) as Record<string, unknown>[]

describe('a mandate that is given in the portal', () => {
  it('is shown with creditor, reference, kind and the standard text, without scripts', async () => {
    const { member, path } = await fixture()
    const { status, text, cost } = await member.get(path, DE)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    const page = textOf(text)
    for (const part of [
      'Zahlungsempfänger Ruderclub e. V.',
      'Gläubiger-ID DE98ZZZ09999999999',
      'Wiederkehrende Zahlungen',
      'Ich ermächtige Ruderclub e. V., Zahlungen von meinem Konto mittels Lastschrift einzuziehen',
      'innerhalb von acht Wochen',
    ])
      expect(page).toContain(part)
    expect(page).toMatch(/Mandatsreferenz CLUB-[A-Z0-9]+-1004/)
    expect(text).not.toContain('<script')
  })

  it('is stored with its proof, and the person pays by direct debit', async () => {
    const world = await fixture()
    const { club, id } = world
    const { answer } = await give(world)
    expect([answer.status, leadsTo(answer)]).toEqual([303, `/portal/persons/${id} after granted`])
    const reference = expect.stringMatching(/^CLUB-[A-Z0-9]+-1004$/)
    expect(await personOf(club)).toMatchObject({
      payment_method: 'direct_debit',
      bank_account: { iban: ibanOf(5), signatory: null },
      sepa_mandate: { reference, signature_date: '2026-03-02' },
    })
    expect(await mandatesOf(club)).toMatchObject([
      {
        reference,
        granted: 'online',
        text_version: '2026-11-de',
        granted_at: expect.stringMatching(/^2026-03-02T12/),
        confirmed_by: 'm1@example.org',
        holder: 'Ada Lovelace 1',
        iban: ibanOf(5),
        ended_at: null,
      },
    ])
    const [granted] = (await eventsOf(club)).filter(({ action }) => action === 'person.mandate_granted')
    expect(granted).toMatchObject({ subject_id: id, door: 'portal', actor_kind: 'member' })
    expect(JSON.stringify(granted)).toContain(ibanOf(5).slice(-4))
    expect(JSON.stringify(granted)).not.toContain(ibanOf(5))
    expect(JSON.stringify(granted)).toMatch(/2026-11-de \(SHA-256 [0-9a-f]{64}\)/)
    await expectSoundBooks(club.id)
  })

  it('may be of another holder, as a parent', async () => {
    const world = await fixture()
    await give(world, { holder: 'Byron King' })
    expect((await personOf(world.club)).bank_account).toMatchObject({ signatory: 'Byron King' })
    expect(await mandatesOf(world.club)).toMatchObject([{ holder: 'Byron King' }])
  })

  it.each([
    ['without the tick', { agreed: '' }, 'Bitte setzen Sie das Häkchen'],
    ['without a holder', { holder: ' ' }, 'Bitte geben Sie den Namen des Kontoinhabers ein'],
    ['with an account outside of the EEA', { iban: 'GB29NWBK60161331926819' }, 'Bitte prüfen Sie die IBAN'],
  ])('is refused %s', async (_, fields, sentence) => {
    const world = await fixture()
    const { answer, queued } = await give(world, fields)
    expect(answer.status).toBe(422)
    expect(textOf(answer.text)).toContain(sentence)
    expect(queued).toEqual([])
    expect(await mandatesOf(world.club)).toEqual([])
  })

  it('is no longer collected under within 24 hours', async () => {
    const world = await fixture()
    await give(world)
    const feeIds = await claim(world.club, [{ person_external_id: 'm1' }])
    const codes = async () =>
      (await check(world.club, feeIds, '2026-03-17')).body.data.problems.map(
        ({ code }: { code: string }) => code,
      )
    expect(await codes()).toEqual(['given_recently'])
    vi.setSystemTime(Date.now() + DAY + 1000)
    expect(await codes()).toEqual([])
    const released = await release(world.club, feeIds, { date: '2026-03-17' })
    expect(released.body.data.items).toMatchObject([{ signed_on: '2026-03-02', iban: ibanOf(5) }])
  })

  it('keeps its reference for another account of the same holder, and gets a new one for another holder', async () => {
    const world = await fixture()
    await give(world)
    const [{ reference } = {}] = await mandatesOf(world.club)
    expect(leadsTo((await give(world, { iban: ibanOf(6) })).answer)).toContain('after amended')
    expect(await mandatesOf(world.club)).toMatchObject([{ reference, iban: ibanOf(6), granted: 'online' }])
    expect(leadsTo((await give(world, { iban: ibanOf(6) })).answer)).toContain('after mandate_unchanged')
    await give(world, { iban: ibanOf(7), holder: 'Byron King' })
    const after = await mandatesOf(world.club)
    expect(after).toHaveLength(2)
    expect(after.find((one) => one.reference === reference)).toMatchObject({ end_reason: 'replaced' })
    expect((await personOf(world.club)).sepa_mandate.reference).toMatch(/^CLUB-[A-Z0-9]+-\d+-2$/)
    await expectSoundBooks(world.club.id)
  })

  it('gets a new reference after 36 months without a debit', async () => {
    const world = await fixture({
      bank_account: { iban: ibanOf(1) },
      sepa_mandate: { reference: 'OLD-1', signature_date: '2022-01-31' },
    })
    await give(world, { iban: ibanOf(1) })
    expect((await personOf(world.club)).sepa_mandate.reference).not.toBe('OLD-1')
  })

  it.each([
    ['a minor', { birthdate: '2015-05-05' }, 'Wer noch nicht 18 ist'],
    ['who has no address', { email: null }, 'Ohne E-Mail-Adresse'],
  ])('is not given by %s', async (_, fields, sentence) => {
    const world = await fixture(fields)
    expect(textOf((await world.member.get(world.path, DE)).text)).toContain(sentence)
    expect((await give(world)).answer.status).toBe(404)
    expect(await mandatesOf(world.club)).toEqual([])
  })

  it('is not offered unless the portal offers it', async () => {
    const world = await fixture({}, ['view_data', 'edit_data', 'view_fees'])
    expect((await world.member.get(world.path)).status).toBe(404)
    expect((await give(world)).answer.status).toBe(404)
  })

  it('is the next step where direct debit is chosen without one', async () => {
    const { member, path, id } = await fixture({
      payment_method: 'direct_debit',
      bank_account: { iban: ibanOf(1) },
    })
    const { text } = await member.get(`/portal/persons/${id}`, DE)
    expect(textOf(text)).toContain('Lastschrift ist gewählt, aber noch nicht möglich')
    expect(text).toContain(`href="${path}"`)
  })
})

describe('the mail about it', () => {
  it('goes to the stored address, with a link that takes the mandate back by its button alone', async () => {
    const world = await fixture()
    const { queued } = await give(world)
    expect(queued).toMatchObject([{ kind: 'mandate_notice', to: 'm1@example.org' }])
    const { sent } = await deliverMails(queued)
    const [mail] = sent
    expect(mail?.text).toContain(ibanOf(5).slice(-4))
    expect(mail?.text).not.toContain(ibanOf(5))
    const link = new URL(/https:\S+\/mandate\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname
    const { call } = await import('../support/call')
    expect((await call('GET', link)).status).toBe(200)
    expect((await personOf(world.club)).sepa_mandate).not.toBe(null)
    const taken = await submit(link, {}, { headers: DE })
    expect([taken.status, textOf(taken.text)]).toEqual([
      200,
      expect.stringContaining('Das Mandat ist widerrufen'),
    ])
    expect(await personOf(world.club)).toMatchObject({ sepa_mandate: null, payment_method: 'bank_transfer' })
    expect(await mandatesOf(world.club)).toMatchObject([{ end_reason: 'withdrawn' }])
    expect((await submit(link)).status).toBe(409)
    const actions = (await eventsOf(world.club)).map(({ action }) => action)
    expect(actions).toContain('person.mandate_withdrawn')
  })

  it('has a link that ends after 14 days', async () => {
    const world = await fixture()
    const { sent } = await deliverMails((await give(world)).queued)
    const link = new URL(/https:\S+\/mandate\/\S+/.exec(sent[0]?.text ?? '')?.[0] ?? '').pathname
    vi.setSystemTime(Date.now() + 14 * DAY + 1000)
    expect((await submit(link)).status).toBe(404)
    expect((await submit(`${link.slice(0, -43)}${'x'.repeat(43)}`)).status).toBe(404)
    expect(await mandatesOf(world.club)).toMatchObject([{ end_reason: null }])
  })
})

describe('the withdrawal', () => {
  const withdraw = ({ member, path }: World) => member.submit(`${path}/withdrawal`, {}, DE)

  it('ends the mandate for ever, and the person pays by bank transfer', async () => {
    const world = await fixture({
      sepa_mandate: { reference: 'M-1', signature_date: '2025-01-31' },
      bank_account: { iban: ibanOf(1) },
    })
    const { club, id, member, path } = world
    expect(textOf((await member.get(`${path}/withdrawal`, DE)).text)).toContain(
      'unter dem Mandat M-1 nichts mehr',
    )
    const answer = await withdraw(world)
    expect([answer.status, leadsTo(answer)]).toEqual([303, `/portal/persons/${id} after mandate_withdrawn`])
    expect(await personOf(club)).toMatchObject({ sepa_mandate: null, payment_method: 'bank_transfer' })
    expect(await mandatesOf(club)).toMatchObject([{ reference: 'M-1', end_reason: 'withdrawn' }])
    const again = await club.put(`${PERSONS}/m1`, {
      sepa_mandate: { reference: 'M-1', signature_date: '2025-01-31' },
    })
    expect(again.body.issues).toMatchObject([{ code: 'mandate_reference_taken' }])
    expect((await withdraw(world)).status).toBe(404)
    await give(world, { iban: ibanOf(1) })
    expect((await personOf(club)).sepa_mandate.reference).not.toBe('M-1')
    await expectSoundBooks(club.id)
  })

  /** A member with a released debit. */
  async function collected() {
    const world = await fixture({
      sepa_mandate: { reference: 'M-1', signature_date: '2025-01-31' },
      bank_account: { iban: ibanOf(1) },
    })
    const released = await release(world.club, await claim(world.club, [{ person_external_id: 'm1' }]))
    return { ...world, collection: released.body.data.id as string }
  }

  it('names a released debit, whose file is not submitted any more', async () => {
    const world = await collected()
    const { club, member, path, collection } = world
    expect(textOf((await member.get(`${path}/withdrawal`, DE)).text)).toContain(
      'Der Einzug von 45,00 € am 16. März 2026 ist vorgesehen',
    )
    await withdraw(world)
    const refused = await club.post(`/collections/${collection}/submission`, undefined)
    expect([refused.status, refused.body.issues]).toMatchObject([
      422,
      [{ path: 'collection_id', code: 'mandate_withdrawn' }],
    ])
    const staff = await staffOf(club, 'treasurer')
    const page = `/dashboard/${club.id}/direct-debits/${collection}`
    expect(textOf((await staff.get(page, { headers: DE })).text)).toContain('Reiche die Datei nicht ein.')
    expect((await staff.submit(`${page}/submit`)).status).toBe(303)
    expect(textOf((await staff.get(`/dashboard/${club.id}`, { headers: DE })).text)).toContain(
      '1 Lastschrift läuft, obwohl das Mandat widerrufen ist',
    )
    expect(await rows('SELECT state FROM collections')).toEqual([{ state: 'released' }])
    expect((await club.post(`/collections/${collection}/discard`, { reason: 'x' })).status).toBe(201)
    expect(textOf((await staff.get(`/dashboard/${club.id}`, { headers: DE })).text)).not.toContain(
      'widerrufen ist',
    )
  })

  it('says of a submitted debit that it is refunded, to member and office', async () => {
    const world = await collected()
    const { club, id, member, path, collection } = world
    await club.post(`/collections/${collection}/submission`, undefined)
    expect(textOf((await member.get(`${path}/withdrawal`, DE)).text)).toContain(
      'Der Einzug von 45,00 € am 16. März 2026 läuft noch.',
    )
    expect(leadsTo(await withdraw(world))).toBe(`/portal/persons/${id} after mandate_withdrawn_running`)
    const staff = await staffOf(club, 'treasurer')
    const page = textOf(
      (await staff.get(`/dashboard/${club.id}/direct-debits/${collection}`, { headers: DE })).text,
    )
    expect(page).toContain('bekommt sein Geld auf Wunsch zurück')
  })
})

it('refuses another holder of the account under a mandate', async () => {
  const world = await fixture({
    sepa_mandate: { reference: 'M-1', signature_date: '2025-01-31' },
    bank_account: { iban: ibanOf(1) },
  })
  const { member, id, club } = world
  const path = `/portal/persons/${id}/edit/bank`
  const form = {
    'bank_account.iban': ibanOf(7),
    'bank_account.signatory': 'Byron King',
    'mandate.confirmation': '1',
    payment_method: 'direct_debit',
  }
  const answer = await member.submit(path, form, DE)
  expect(answer.status).toBe(422)
  expect(textOf(answer.text)).toContain('Für einen anderen Kontoinhaber brauchen wir ein neues Mandat')
  expect((await personOf(club)).bank_account).toMatchObject({ iban: ibanOf(1), signatory: null })
})

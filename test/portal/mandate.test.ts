import { afterEach, describe, expect, it, vi } from 'vitest'
import type { QueuedMail } from '../../src/env'
import { runCron } from '../support/cron'
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
    fields: { payment_method: 'editable', bank_account: 'editable', email: 'editable' },
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

/** A world on the day of the database, whose clock dates changes of addresses. */
async function fixtureToday(fields: object) {
  const world = await fixture(fields)
  vi.setSystemTime(vi.getRealSystemTime())
  return { ...world, member: await signIn(world.club, { person_id: world.id }) }
}

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

describe('a mandate for a minor', () => {
  it('is given and taken back by its guardian, and not by itself', async () => {
    const world = await fixture({ birthdate: '2019-01-01' })
    const { club, id, path } = world
    expect((await give(world)).answer.status).toBe(404)
    const kim = {
      name: { first_name: 'Kim', last_name: 'Roth' },
      email: 'kim@example.org',
      birthdate: '1980-01-01',
    }
    const guardian = (await club.post(PERSONS, kim)).body.data.id
    await club.put(`${PERSONS}/${id}`, { guardian_id: guardian })
    const member = await signIn(club, { person_id: guardian })
    const { answer, queued } = await give({ ...world, member }, { holder: 'Kim Roth' })
    expect([answer.status, leadsTo(answer)]).toEqual([303, `/portal/persons/${id} after granted`])
    expect(await mandatesOf(club)).toMatchObject([{ confirmed_by: 'kim@example.org', holder: 'Kim Roth' }])
    expect(await personOf(club)).toMatchObject({ bank_account: { iban: ibanOf(5), signatory: 'Kim Roth' } })
    const { sent } = await deliverMails(queued)
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['kim@example.org', 'm1@example.org'])
    expect((await eventsOf(club)).find(({ action }) => action === 'person.mandate_granted')).toMatchObject({
      actor_id: guardian,
      actor_name: 'Kim Roth',
      subject_id: id,
    })
    expect((await member.submit(`${path}/withdrawal`, {}, DE)).status).toBe(303)
    expect(await personOf(club)).toMatchObject({ payment_method: 'bank_transfer', sepa_mandate: null })
  })
})

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
    expect(await personOf(world.club)).toMatchObject({
      ...{ sepa_mandate: null, payment_method: null, bank_account: null },
    })
    expect(await mandatesOf(world.club)).toMatchObject([{ end_reason: 'withdrawn' }])
    expect((await submit(link)).status).toBe(409)
    const actions = (await eventsOf(world.club)).map(({ action }) => action)
    expect(actions).toContain('person.mandate_reversed')
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

describe('taking a mandate back', () => {
  const OLD = {
    bank_account: { iban: ibanOf(1), bic: 'COBADEFFXXX' },
    sepa_mandate: { reference: 'M-1', signature_date: '2025-01-31', last_used_on: '2025-02-28' },
  }

  /** Gives a mandate; returns the path of the link in its mail. */
  async function linkOf(world: World, fields: object = {}) {
    const { sent } = await deliverMails((await give(world, fields)).queued)
    return new URL(/https:\S+\/mandate\/\S+/.exec(sent[0]?.text ?? '')?.[0] ?? '').pathname
  }

  const takeBack = async (link: string) => (await submit(link, {}, { headers: DE })).status

  /** What a mandate changes of a person. */
  const paidBy = async ({ club }: World) => {
    const { bank_account, payment_method, sepa_mandate } = await personOf(club)
    return { bank_account, payment_method, sepa_mandate }
  }

  it('restores account, method and mandate, under which the next debit is released', async () => {
    const world = await fixture(OLD)
    const before = await paidBy(world)
    const link = await linkOf(world, { holder: 'Byron King', iban: ibanOf(7) })
    expect(await takeBack(link)).toBe(200)
    expect(await paidBy(world)).toEqual(before)
    expect(await mandatesOf(world.club)).toMatchObject([
      { reference: expect.stringMatching(/^CLUB/), end_reason: 'withdrawn' },
      { reference: 'M-1', end_reason: null, iban: ibanOf(1) },
    ])
    vi.setSystemTime(Date.now() + DAY + 1000)
    const released = await release(world.club, await claim(world.club, [{ person_external_id: 'm1' }]), {
      date: '2026-03-17',
    })
    expect(released.body.data.items).toMatchObject([{ mandate_reference: 'M-1', iban: ibanOf(1) }])
    expect(await stored(world.club, 'mandate_reversals')).toMatchObject([
      { taken_back_at: expect.any(String) },
    ])
    await expectSoundBooks(world.club.id)
  })

  it('gives a mandate that another account was given under its account and evidence again', async () => {
    const world = await fixture(OLD)
    const [before, [evidence]] = [await paidBy(world), await mandatesOf(world.club)]
    const link = await linkOf(world, { iban: ibanOf(6) })
    expect(await mandatesOf(world.club)).toMatchObject([
      { reference: 'M-1', iban: ibanOf(6), granted: 'online' },
    ])
    expect(await takeBack(link)).toBe(200)
    expect(await paidBy(world)).toEqual(before)
    expect(await mandatesOf(world.club)).toEqual([evidence])
    const [event] = (await eventsOf(world.club)).filter(({ action }) => action === 'person.mandate_reversed')
    expect(event).toMatchObject({ subject_id: world.id, door: 'portal', actor_kind: 'member' })
  })

  it('takes back what was given after it, too, of which no mail may tell', async () => {
    const world = await fixture(OLD)
    const before = await paidBy(world)
    const link = await linkOf(world, { iban: ibanOf(6) })
    vi.setSystemTime(Date.now() + 1000)
    await linkOf(world, { iban: ibanOf(7), holder: 'Byron King' })
    vi.setSystemTime(Date.now() + 1000)
    await linkOf(world, { iban: ibanOf(8), holder: 'Mary King' })
    expect(await takeBack(link)).toBe(200)
    expect(await paidBy(world)).toEqual(before)
    const withdrawn = (await mandatesOf(world.club)).filter(({ end_reason }) => end_reason === 'withdrawn')
    expect(withdrawn).toHaveLength(2)
    expect(await takeBack(link)).toBe(409)
  })

  it('leaves an account that staff have set since, and withdraws the mandate', async () => {
    const world = await fixture(OLD)
    const link = await linkOf(world, { holder: 'Byron King', iban: ibanOf(7) })
    await world.club.put(`${PERSONS}/m1`, { bank_account: { iban: ibanOf(9) } })
    expect(await takeBack(link)).toBe(200)
    expect(await paidBy(world)).toMatchObject({
      ...{ bank_account: { iban: ibanOf(9) }, sepa_mandate: null, payment_method: 'bank_transfer' },
    })
  })

  it('is over once staff have entered another mandate', async () => {
    const world = await fixture(OLD)
    const link = await linkOf(world, { holder: 'Byron King', iban: ibanOf(7) })
    await world.club.put(`${PERSONS}/m1`, {
      sepa_mandate: { reference: 'M-2', signature_date: '2026-02-28' },
    })
    expect(await takeBack(link)).toBe(409)
    expect((await personOf(world.club)).sepa_mandate.reference).toBe('M-2')
  })

  it('keeps a file from the bank that still takes the account', async () => {
    const world = await fixture(OLD)
    const { club } = world
    const link = await linkOf(world, { iban: ibanOf(6) })
    vi.setSystemTime(Date.now() + DAY + 1000)
    const released = await release(club, await claim(club, [{ person_external_id: 'm1' }]), {
      date: '2026-03-17',
    })
    expect(released.body.data.items).toMatchObject([{ mandate_reference: 'M-1', iban: ibanOf(6) }])
    expect(await takeBack(link)).toBe(200)
    expect((await personOf(club)).sepa_mandate.reference).toBe('M-1')
    const [{ amendments } = {}] = await mandatesOf(club)
    expect(JSON.parse(String(amendments)).at(-1)).toMatchObject({ iban: ibanOf(1), holder: 'Ada Lovelace 1' })
    const submission = `/collections/${released.body.data.id}/submission`
    expect((await club.post(submission, undefined)).body.issues).toMatchObject([
      { code: 'mandate_withdrawn' },
    ])
    await world.club.delete(`${PERSONS}/m1`)
    expect((await club.post(submission, undefined)).body.issues).toMatchObject([
      { code: 'mandate_withdrawn' },
    ])
    expect(JSON.stringify(await rows('SELECT * FROM mandate_reversals'))).not.toContain('m1@example.org')
  })

  it('is mailed for another holder of the same account as well', async () => {
    const world = await fixture({ bank_account: { iban: ibanOf(1) }, sepa_mandate: null })
    const { queued } = await give(world, { iban: ibanOf(1) })
    expect(queued).toMatchObject([{ kind: 'mandate_notice', to: 'm1@example.org' }])
  })

  it('is possible for each mandate, since a sixth within an hour is refused', async () => {
    const world = await fixture(OLD)
    for (const end of [2, 3, 4, 5, 6]) await give(world, { iban: ibanOf(end) })
    const { answer, queued } = await give(world, { iban: ibanOf(7) })
    expect([answer.status, queued]).toEqual([422, []])
    expect(textOf(answer.text)).toContain('Das Konto wurde zu oft geändert')
    expect((await personOf(world.club)).bank_account.iban).toBe(ibanOf(6))
  })
})

describe('a mandate whose confirming address is changed', () => {
  const runHourly = async () => {
    const queued: QueuedMail[] = []
    const MAILS = {
      send: async (mail: QueuedMail) => void queued.push(mail),
      sendBatch: async (mails: { body: QueuedMail }[]) => void queued.push(...mails.map(({ body }) => body)),
    } as unknown as Queue<QueuedMail>
    await runCron(new Date(), { PUBLIC_URL, MAILS })
    return queued.filter(({ kind }) => kind === 'mandate_void_notice')
  }

  it('is void within 24 hours, which both addresses are told', async () => {
    const world = await fixtureToday({ sepa_mandate: null, bank_account: { iban: ibanOf(1) } })
    await give(world)
    expect(await runHourly()).toEqual([])
    await world.club.put(`${PERSONS}/m1`, { email: 'other@example.org' })
    const queued = await runHourly()
    expect(queued).toMatchObject([{ to: 'm1@example.org' }, { to: 'other@example.org' }])
    const { sent } = await deliverMails(queued)
    expect(sent[0]?.text).toContain('innerhalb von 24 Stunden geändert')
    expect(await personOf(world.club)).toMatchObject({
      sepa_mandate: null,
      bank_account: { iban: ibanOf(1) },
    })
    expect(await mandatesOf(world.club)).toMatchObject([{ end_reason: 'withdrawn' }])
    const [event] = (await eventsOf(world.club)).filter(({ action }) => action === 'person.mandate_voided')
    expect(event).toMatchObject({ subject_id: world.id, actor_kind: 'service' })
    expect(await runHourly()).toEqual([])
  })

  it('stays valid when the address changes later', async () => {
    const world = await fixtureToday({})
    vi.setSystemTime(Date.now() - DAY - 60_000)
    await give({ ...world, member: await signIn(world.club, { person_id: world.id }) })
    vi.setSystemTime(vi.getRealSystemTime())
    await world.club.put(`${PERSONS}/m1`, { email: 'other@example.org' })
    expect(await runHourly()).toEqual([])
    expect((await personOf(world.club)).sepa_mandate).not.toBe(null)
  })
})

it('goes with the address of who gave it, when the old address takes that back', async () => {
  const world = await fixtureToday({
    bank_account: { iban: ibanOf(1) },
    sepa_mandate: { reference: 'M-1', signature_date: '2025-01-31' },
  })
  const { club, id, member } = world
  const before = await personOf(club)
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const email = { email: 'thief@example.org' }
  await member.submit(`/portal/persons/${id}/email`, email, DE, { env: { PUBLIC_URL, MAILS } })
  const { sent } = await deliverMails(queued)
  const linkTo = (to: string) =>
    new URL(
      /https:\S+\/(address|email)\/\S+/.exec(sent.find((mail) => mail.to === to)?.text ?? '')?.[0] ?? '',
    ).pathname
  expect((await submit(linkTo('thief@example.org'))).status).toBe(200)
  vi.setSystemTime(Date.now() + DAY + 1000)
  const thief = { ...world, member: await signIn(club, { person_id: id }) }
  await give(thief, { iban: ibanOf(8) })
  vi.setSystemTime(Date.now() + 1000)
  await give(thief, { iban: ibanOf(7), holder: 'Mary King' })
  expect((await personOf(club)).bank_account.iban).toBe(ibanOf(7))
  expect((await submit(linkTo('m1@example.org'), { act: 'back' })).status).toBe(200)
  const { email: address, bank_account, sepa_mandate, payment_method } = before
  expect(await personOf(club)).toMatchObject({ email: address, bank_account, sepa_mandate, payment_method })
  expect((await eventsOf(club)).map(({ action }) => action)).toContain('person.mandate_voided')
  await expectSoundBooks(club.id)
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
    expect(textOf((await staff.get(page, { headers: DE })).text)).toContain('Reiche die Datei so nicht ein.')
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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { undoBatch } from '../../src/domain/persons/undo'
import { clubOf, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, check, claim, collectingClub, payer, release, setDay } from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { formValues, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { postMail } from '../support/mails'
import { LENA, OLAF, setPayer, UWE } from '../support/payer'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const DIED = { leave_date: '2026-02-28', leave_reason: 'deceased' }

let club: Workspace
let office: Staff

/** Uwe pays for Lena and Olaf; Opa pays for himself. Each owes a fee, in the order of the alphabet. */
let feeIds: string[]

beforeEach(async () => {
  club = await collectingClub()
  await addPersons(club, [UWE, LENA, OLAF, payer(2, { external_id: 'opa' })])
  await setPayer(club, 'uwe', 'lena', 'olaf')
  feeIds = await claim(
    club,
    ['lena', 'olaf', 'opa', 'uwe'].map((person_external_id) => ({
      person_external_id,
      description: 'Beitrag',
    })),
  )
  office = await staffOf(club, 'owner')
})

afterEach(() => expectSoundBooks(club.id))

const idOf = async (externalId: string): Promise<string> =>
  (await club.get(`${PERSONS}/${externalId}`)).body.data.id

const payers = () =>
  rows(
    `SELECT external_id AS id, payer_id IS NOT NULL AS has, payer_lost_on AS lost FROM persons
     WHERE workspace_id = ? AND external_id IN ('lena', 'olaf') ORDER BY 1`,
    club.id,
  )
const WITH = [
  { id: 'lena', has: 1, lost: null },
  { id: 'olaf', has: 1, lost: null },
]
const CARE = { external_id: 'care', name: { last_name: 'Amt' } }
const LOST = WITH.map(({ id }) => ({ id, has: 0, lost: '2026-02-28' }))

const at = async (page: string) => `/dashboard/${club.id}/members/${await idOf('uwe')}${page}`
const lastBatch = async () => String((await eventsOf(club)).at(-1)?.batch_id)
const undo = async (batchId: string) => undoBatch(await principalOf(club, 'office'), { batchId })

/** Uploads a file by which number 1 has died. */
async function uploadDeath(): Promise<{ id: string; mark: string }> {
  const raw = 'Mitgliedsnummer;Austritt;Austrittsgrund\n1;28.2.2026;verstorben\n'
  const headers = { 'Content-Type': 'text/csv' }
  return (await club.post('/lists/members/imports?file_name=m.csv', undefined, { raw, headers })).body.data
}

const problems = async (ids = feeIds) =>
  (await check(club, ids)).body.data.problems.map((found: { path: string; code: string }) => [
    Number(found.path.split('.')[1]),
    found.code,
  ])

describe('who has died pays for nobody', () => {
  it.each<[string, () => Promise<{ status: number }>]>([
    ['an update', () => club.put(`${PERSONS}/uwe`, DIED)],
    ['a synchronization', () => club.put(PERSONS, { data: [{ external_id: 'uwe', ...DIED }] })],
    ['the dialog', async () => office.submit(await at('/end'), { ...DIED, leave_note: '' })],
    [
      'the dialog for many',
      async () => {
        const list = `/dashboard/${club.id}/members`
        const asked = await office.submit(`${list}/bulk`, [
          ['action', 'end'],
          ['scope', 'chosen'],
          ['id', await idOf('uwe')],
        ])
        const typed: Record<string, string> = { 'bulk.value': '2026-02-28', leave_reason: 'deceased' }
        return office.submit(
          `${list}/bulk/run`,
          formValues(asked.text).map(([name, value]) => [name, typed[name] ?? value] as [string, string]),
        )
      },
    ],
    [
      'an import',
      async () => {
        await club.put(`${PERSONS}/uwe`, { membership_number: '1' })
        const { id, mark } = await uploadDeath()
        return club.post(`/imports/${id}/run`, { mark })
      },
    ],
  ])('after %s, and those have lost their payer on that day', async (_, die) => {
    expect(await payers()).toEqual(WITH)
    expect((await die()).status).toBeLessThan(400)
    expect((await club.get(`${PERSONS}/uwe`)).body.data).toMatchObject(DIED)
    expect(await payers()).toEqual(LOST)
    const changed = (await eventsOf(club)).filter(({ changes }) => changes && 'payer_id' in changes)
    expect(changed.slice(-2).map(({ changes }) => changes?.payer_id)).toEqual([
      [await idOf('uwe'), null],
      [await idOf('uwe'), null],
    ])
    const home = textOf((await office.get(`/dashboard/${club.id}`)).text)
    expect(home).toContain('2 Personen haben keinen Zahler mehr')
  })

  it('and is refused as a payer', async () => {
    await club.put(`${PERSONS}/uwe`, DIED)
    const uwe = await idOf('uwe')
    for (const request of [
      club.put(`${PERSONS}/lena`, { payer_id: uwe }),
      club.post(PERSONS, { external_id: 'new', payer_external_id: 'uwe' }),
      club.put(PERSONS, { data: [{ external_id: 'lena', payer_id: uwe }] }),
    ]) {
      const { status, body } = await request
      expect([status, body.issues.map(({ code }: { code: string }) => code)]).toEqual([
        422,
        ['payer_is_deceased'],
      ])
    }
  })

  it.each([
    ['opa', 'uwe', []],
    ['uwe', 'opa', ['leave_date', 'leave_reason']],
  ])('and by a merge after which %s has died, who has what %s had', async (kept, gone, take) => {
    await club.put(`${PERSONS}/opa`, { ...DIED, sepa_mandate: null, bank_account: null })
    const { status, body, text } = await club.post(`${PERSONS}/${kept}/merge`, { from: gone, take })
    expect(status, text).toBe(200)
    expect(body.data).toMatchObject(DIED)
    expect(await payers()).toMatchObject([{ has: 0 }, { has: 0 }])
  })

  it('until it is taken back, which gives all of it back', async () => {
    vi.useRealTimers()
    office = await staffOf(club, 'owner')
    await office.submit(await at('/end'), { ...DIED, leave_note: '' })
    const batch = await lastBatch()
    expect(await undo(batch)).toMatchObject({ restored: 3, leftAlone: 0 })
    expect(await payers()).toEqual(WITH)
    expect((await club.get(`${PERSONS}/uwe`)).body.data).toMatchObject({
      leave_date: null,
      leave_reason: null,
    })
    await undo(await lastBatch())
    expect(await payers()).toEqual(LOST)
  })

  it('until it is taken back, for contacts as well', async () => {
    vi.useRealTimers()
    office = await staffOf(club, 'owner')
    await club.post('/lists/contacts/persons', { ...CARE, payer_external_id: 'uwe' })
    const isPaid = async () =>
      (
        await rows(
          "SELECT payer_id IS NOT NULL AS has, payer_lost_on AS lost FROM persons WHERE external_id = 'care'",
        )
      )[0]
    await setPayer(club, null, 'lena', 'olaf')
    await office.submit(await at('/end'), { ...DIED, leave_note: '' })
    expect(await isPaid()).toEqual({ has: 0, lost: '2026-02-28' })
    const death = await lastBatch()
    const page = await office.get(await at(''))
    expect(page.text).toContain(`value="${death}"`)
    const back = await office.submit(`/dashboard/${club.id}/undo`, { batch: death, back: await at('') })
    expect([back.status, back.headers.get('location')]).toEqual([303, await at('')])
    expect(await isPaid()).toEqual({ has: 1, lost: null })
    expect((await club.get(`${PERSONS}/uwe`)).body.data).toMatchObject({
      leave_date: null,
      leave_reason: null,
    })
    const kinds = (await eventsOf(club)).slice(-2).map(({ subject_kind, changes }) => [subject_kind, changes])
    expect(kinds).toEqual([
      ['member', { leave_date: ['2026-02-28', null], leave_reason: ['deceased', null] }],
      ['contact', { payer_id: [null, await idOf('uwe')] }],
    ])
    await undo(await lastBatch())
    expect(await isPaid()).toEqual({ has: 0, lost: '2026-02-28' })
  })

  it('until it is taken back, but for a contact whom somebody else pays for by then', async () => {
    vi.useRealTimers()
    office = await staffOf(club, 'owner')
    await club.post('/lists/contacts/persons', { ...CARE, payer_external_id: 'uwe' })
    await office.submit(await at('/end'), { ...DIED, leave_note: '' })
    const death = await lastBatch()
    await club.put('/lists/contacts/persons/care', { payer_external_id: 'opa' })
    const back = await office.submit(`/dashboard/${club.id}/undo`, { batch: death, back: await at('') })
    const report = await office.get(String(back.headers.get('location')))
    expect(report.text).toContain(
      `/contacts/${(await club.get('/lists/contacts/persons/care')).body.data.id}`,
    )
    expect(textOf(report.text)).toContain('inzwischen geändert')
    expect(await payers()).toEqual(WITH)
    expect((await club.get('/lists/contacts/persons/care')).body.data.payer_id).toBe(await idOf('opa'))
  })

  it('until an import is undone by a key of members alone, which leaves contacts as they are', async () => {
    vi.useRealTimers()
    await club.put(`${PERSONS}/uwe`, { membership_number: '1' })
    await club.post('/lists/contacts/persons', { ...CARE, payer_external_id: 'uwe' })
    const { id, mark } = await uploadDeath()
    await club.post(`/imports/${id}/run`, { mark })
    const key = await club.keyWith('members:read', 'members:write')
    const { status, body } = await club.post(`/imports/${id}/undo`, undefined, { key })
    expect([status, body.data]).toMatchObject([200, { restored: 3, left_alone: 1 }])
    expect(await payers()).toEqual(WITH)
    expect((await club.get('/lists/contacts/persons/care')).body.data.payer_id).toBeNull()
  })

  it('also if the membership is only taken up again, but then it pays for nobody by itself', async () => {
    await club.put(`${PERSONS}/uwe`, DIED)
    await club.put(`${PERSONS}/uwe`, { leave_date: null })
    expect(await payers()).toEqual(LOST)
    expect((await club.put(`${PERSONS}/lena`, { payer_external_id: 'uwe' })).status).toBe(200)
  })
})

describe('debits of who has died', () => {
  beforeEach(() => setDay('2026-03-02'))

  it('stop, and those of whom it paid for, with the reason', async () => {
    expect(await problems()).toEqual([])
    await club.put(`${PERSONS}/uwe`, DIED)
    expect(await problems()).toEqual([
      [0, 'payer_lost'],
      [0, 'no_iban'],
      [0, 'no_mandate'],
      [1, 'payer_lost'],
      [1, 'no_iban'],
      [1, 'no_mandate'],
      [3, 'deceased'],
    ])
    expect((await release(club, feeIds)).status).toBe(422)
    const { text } = await office.get(`/dashboard/${club.id}/direct-debits/new/check?due_by=2027-12-31`)
    const page = textOf(text)
    expect(page).toContain('Das Mitglied ist verstorben')
    expect(page).toContain('Der Zahler ist gelöscht oder verstorben')
    expect(text).toContain(`/members/${await idOf('lena')}/payer`)
  })

  it('stop for its account, whoever has a copy of it, and go on for who holds the same account', async () => {
    const { iban } = UWE.bank_account as { iban: string }
    const own = { iban, bic: null, signatory: null }
    await club.put(`${PERSONS}/uwe`, DIED)
    await club.put(PERSONS, {
      data: [
        {
          external_id: 'lena',
          bank_account: { ...own, signatory: 'Uwe Roth' },
          sepa_mandate: { reference: 'M-L', signature_date: '2025-01-01' },
        },
        {
          external_id: 'olaf',
          bank_account: own,
          sepa_mandate: { reference: 'M-O', signature_date: '2025-01-01' },
        },
      ],
    })
    await rows('UPDATE persons SET payer_lost_on = NULL')
    expect(await problems()).toEqual([
      [0, 'account_of_deceased'],
      [3, 'deceased'],
    ])
    const copied = await club.put(`${PERSONS}/olaf`, { sepa_mandate: UWE.sepa_mandate })
    expect(copied.status).toBe(200)
    expect(await problems([String(feeIds[1])])).toEqual([[0, 'account_of_deceased']])
  })

  it('go on of an account that somebody else holds', async () => {
    await club.put(`${PERSONS}/opa`, {
      bank_account: { iban: ibanOf(2), bic: null, signatory: 'Oma Ott' },
    })
    await addPersons(club, [
      payer(3, { external_id: 'oma', bank_account: { iban: ibanOf(2), signatory: 'Oma Ott' } }),
    ])
    const [fee = ''] = await claim(club, [{ person_external_id: 'oma', description: 'Beitrag' }])
    await club.put(`${PERSONS}/opa`, DIED)
    expect(await problems([fee])).toEqual([])
  })

  it('that were released before are named to the treasurer, with what is open', async () => {
    expect((await release(club, feeIds)).status).toBe(201)
    await club.put(`${PERSONS}/uwe`, DIED)
    const treasurer = await staffOf(club, 'treasurer')
    const home = await treasurer.get(`/dashboard/${club.id}`)
    expect(textOf(home.text)).toContain('1 verstorbenes Mitglied hat offene Beiträge')
    const shown = await treasurer.get(`/dashboard/${club.id}/members/deceased`)
    expect([shown.status, shown.cost.trips, shown.cost.rowsWritten]).toEqual([200, 1, 0])
    const page = textOf(shown.text)
    expect(page).toContain('Roth')
    expect(page).toMatch(/am 16\. März 2026 Noch nicht bei der Bank/)
    expect(textOf((await (await staffOf(club, 'office')).get(`/dashboard/${club.id}`)).text)).not.toContain(
      'verstorben',
    )
  })

  it('are no more to decide on once the fees are cancelled', async () => {
    await club.put(`${PERSONS}/opa`, DIED)
    await club.post(`/fees/${feeIds[2]}/cancellation`, { kind: 'waived', reason: 'Tod' })
    const { text } = await office.get(`/dashboard/${club.id}/members/deceased`)
    expect(textOf(text)).toContain('Hier ist nichts zu entscheiden')
  })
})

describe('pages', () => {
  it('say that somebody has died', async () => {
    await club.put(`${PERSONS}/lena`, DIED)
    const shown = async (page: string) => textOf((await office.get(`/dashboard/${club.id}${page}`)).text)
    expect(await shown(`/members/${await idOf('lena')}`)).toContain('verstorben')
    expect(await shown(`/members/${await idOf('uwe')}`)).toContain('verstorben')
    expect(await shown('/members?status=former')).toContain('verstorben')
    expect(await shown(`/fees/${feeIds[0]}`)).toContain('verstorben')
    expect(await shown('/search?q=Lena')).toContain('verstorben')
  })

  it('say it wherever they name who has died, of fees, debits, reminders, doubles and mails', async () => {
    setDay('2026-03-02')
    const { body: twin } = await club.post(PERSONS, { ...LENA, external_id: 'twin' })
    const released = await release(club, [String(feeIds[2]), String(feeIds[3])])
    const sent = await postMail(club, { person_ids: [await idOf('uwe'), await idOf('opa')] })
    expect([released.status, sent.status]).toEqual([201, 201])
    await rows("UPDATE fees SET due_on = '2026-01-01' WHERE id = ?", feeIds[0])
    await rows(
      `INSERT INTO reminders (workspace_id, fee_id, level, person_id, mail_id, created_at)
       SELECT workspace_id, id, 3, person_id, 'mai_x', '2026-02-01T00:00:00.000Z' FROM fees WHERE id = ?`,
      feeIds[0],
    )
    await setPayer(club, null, 'lena')
    await club.put(`${PERSONS}/lena`, DIED)
    await club.put(`${PERSONS}/opa`, DIED)
    const words = async (page: string) => textOf((await office.get(`/dashboard/${club.id}${page}`)).text)
    const lena = await idOf('lena')
    expect(await words('/fees?status=all')).toMatch(/Lena Roth \(.*?verstorben\)/)
    expect(await words(`/fees?status=all`)).not.toMatch(/Olaf Roth \([^)]*verstorben/)
    expect(await words(`/fees/${feeIds[0]}/notice`)).toContain('verstorben')
    expect(await words(`/fees/${feeIds[1]}/notice`)).not.toContain('verstorben')
    expect(await words(`/direct-debits/${released.body.data.id}`)).toMatch(/Ada Lovelace 2 \(verstorben\)/)
    expect(await words('/members/doubles')).toMatch(/Lena Roth verstorben/)
    expect(await words(`/members/${lena}/merge/${twin.data.id}`)).toMatch(/Lena Roth verstorben/)
    expect(await words('/mails/reminders')).toMatch(/Lena Roth.*verstorben/)
    expect(await words(`/mails/${sent.body.data.id}`)).toMatch(/Ada Lovelace 2 verstorben/)
    expect((await words(`/mails/${sent.body.data.id}`)).match(/verstorben/g)).toHaveLength(1)
    const auditor = await staffOf(club, 'auditor')
    expect(textOf((await auditor.get(`/dashboard/${club.id}/fees/${feeIds[0]}`)).text)).not.toContain(
      'verstorben',
    )
  })

  it('offer no link and no mail to who has died', async () => {
    await club.put(`${PERSONS}/uwe`, DIED)
    const page = await office.get(await at(''))
    expect(page.text).not.toContain('/mails/new?list=members')
    const link = await office.get(await at('/portal-link'))
    expect(textOf(link.text)).toContain('keine E-Mail-Adresse')
  })
})

it('is a state of members alone, and of nobody in another club', async () => {
  const { club: other, id } = await clubOf(person({ external_id: 'uwe' }), signedIn('office'))
  await club.put(`${PERSONS}/uwe`, DIED)
  expect((await other.get(`${PERSONS}/${id}`)).body.data.leave_reason).toBeNull()
})

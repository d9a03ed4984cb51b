import { afterEach, describe, expect, it, vi } from 'vitest'
import { addAccount, credit, importEntries, inbox, stored } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  CREDITOR,
  claim,
  clubWithFees,
  payer,
  release,
  setDay,
  submitted,
} from '../support/direct-debits'
import { expectSoundBooks } from '../support/invariants'
import { operator, rows, type Workspace } from '../support/workspace'

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

const CREDITED_ON = '2026-03-16'
const RETURNED_ON = '2026-03-19'

/** A club whose fees of 45.00 each are collected, on the day after the last return. */
async function collectedClub(count: number, settings: object = {}) {
  const { club, feeIds } = await clubWithFees(count, settings)
  const account = await addAccount(club, { iban: CREDITOR.iban })
  const collection = await submitted(club, feeIds)
  vi.setSystemTime(new Date('2026-03-25T12:00:00Z'))
  return { club, account, feeIds, collection }
}

type Club = Awaited<ReturnType<typeof collectedClub>>

/** The bank's credit of a collection. */
const creditEntry = (amount: number, paymentId?: string): CamtEntry => ({
  ...credit(amount, 'Lastschriften', { date: CREDITED_ON }),
  ...(paymentId && { batch: { paymentId } }),
})

/** A debit that comes back, with what the bank takes for it. */
const returnEntry = (reference: string, charge = 300): CamtEntry => ({
  amount: -4500 - charge,
  date: RETURNED_ON,
  code: 'NRTI+109+931',
  details: [
    {
      endToEnd: reference,
      debtor: { name: 'Ada' },
      returned: { code: 'AM04', text: 'Ruecklastschrift' },
      original: 4500,
      charges: [charge],
    },
  ],
})

/** The same without any reference: the bank says from which account it was. */
const returnByAccount = (n: number): CamtEntry => ({
  ...returnEntry(''),
  details: [
    {
      debtor: { name: 'Ada', iban: ibanOf(n) },
      returned: { text: 'Ruecklastschrift' },
      original: 4500,
      charges: [300],
    },
  ],
})

const itemOf = async (club: Workspace, n: number) =>
  (await stored(club, 'collection_items')).find(({ iban }) => iban === ibanOf(n))

async function importLine({ club, account }: Club, entry: CamtEntry) {
  await importEntries(club, account, [{ ...entry }], {
    statements: [{ iban: CREDITOR.iban, entries: [entry] }],
  })
  return (await inbox(club)).at(-1)
}

const confirm = (club: Workspace, line: { id: string }, body: object = {}) =>
  club.post(`/bank_lines/${line.id}/confirmation`, body)
const loosen = (club: Workspace, line: { id: string }) => club.delete(`/bank_lines/${line.id}/confirmation`)

const statuses = async (club: Workspace) => (await stored(club, 'fees')).map(({ status }) => status)
const states = async (club: Workspace, table = 'collection_items') =>
  (await stored(club, table)).map(({ state }) => state)
const sumOfLines = async (club: Workspace) =>
  (await stored(club, 'voucher_lines')).reduce((sum, { amount }) => sum + Number(amount), 0)

it('refuses more debits than the money of the line that returns them', async () => {
  const it = await collectedClub(2)
  const line = await importLine(it, returnEntry(String(it.collection.items[0]?.reference), 0))
  const body = { item_ids: it.collection.items.map(({ id }) => id) }
  expect((await confirm(it.club, line, body)).body.errors).toEqual({
    item_ids: ['are of debits of 9000 cents, more than the 4500 cents of the line'],
  })
})

describe('the credit of a collection', () => {
  it.each([
    ['its sum', undefined, 'collection_sum'],
    ['its reference', 'reference', 'batch_reference'],
  ])('is recognized by %s, pays its fees and books them', async (_, named, code) => {
    const it = await collectedClub(3)
    const { club, account, collection } = it
    const { body: read } = await club.get(`/collections/${collection.id}`)
    const line = await importLine(it, creditEntry(13_500, named && `${read.data.message_id}.0`))
    expect(line.suggestion).toMatchObject({
      kind: 'collection',
      reason_code: code,
      collection_id: collection.id,
    })
    const { status, text } = await confirm(club, line)
    expect(status, text).toBe(201)
    expect(await statuses(club)).toEqual(['paid', 'paid', 'paid'])
    expect(await stored(club, 'collections')).toMatchObject([{ state: 'settled', settled_on: CREDITED_ON }])
    expect(await stored(club, 'vouchers')).toMatchObject([
      { account_id: account, amount: 13_500, booked_on: CREDITED_ON, bank_line_id: line.id },
    ])
    expect(await stored(club, 'voucher_lines')).toHaveLength(3)
  })

  it('is undone: the collection waits for its credit again', async () => {
    const it = await collectedClub(2)
    const { club } = it
    const line = await importLine(it, creditEntry(9000))
    await confirm(club, line)
    const { status, text } = await loosen(club, line)
    expect(status, text).toBe(200)
    expect(await statuses(club)).toEqual(['collecting', 'collecting'])
    expect(await states(club)).toEqual(['live', 'live'])
    expect(await stored(club, 'collections')).toMatchObject([{ state: 'submitted', settled_on: null }])
    expect(await sumOfLines(club)).toBe(0)
    const again = await confirm(club, line)
    expect(again.status, again.text).toBe(201)
    expect(await statuses(club)).toEqual(['paid', 'paid'])
  })

  it('books a difference of one cent', async () => {
    const it = await collectedClub(2)
    const line = await importLine(it, creditEntry(9001))
    const body = { collection_id: it.collection.id, booking: { text: 'Rounded by the bank' } }
    const { status, text } = await confirm(it.club, line, body)
    expect(status, text).toBe(201)
    const lines = await stored(it.club, 'voucher_lines')
    expect(lines.map(({ amount }) => amount)).toEqual([4500, 4500, 1])
  })

  it('needs a booking for a difference', async () => {
    const it = await collectedClub(2)
    const { club, collection } = it
    const line = await importLine(it, creditEntry(8990))
    const body = { collection_id: collection.id }
    expect((await confirm(club, line, body)).body.errors).toEqual({
      collection_id: [
        'has debits of 9000 cents, other than the 8990 cents of the line; give a booking for the difference',
      ],
    })
    const { status, text } = await confirm(club, line, { ...body, booking: { text: 'Charges of the bank' } })
    expect(status, text).toBe(201)
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: 8990 }])
    expect((await stored(club, 'voucher_lines')).map(({ amount }) => amount)).toEqual([4500, 4500, -10])
  })
})

describe('debits that the bank credits one by one', () => {
  const singleEntry = (reference: string, amount = 4500): CamtEntry => ({
    amount,
    date: CREDITED_ON,
    details: [{ endToEnd: reference, debtor: { name: 'Ada' } }],
  })
  const referencesOf = ({ collection }: Club) => collection.items.map(({ reference }) => reference)
  const creditOf = async (it: Club, index: number) => {
    const reference = String(referencesOf(it)[index])
    await importLine(it, singleEntry(reference))
    return (await inbox(it.club)).find((line: { end_to_end: string }) => line.end_to_end === reference)
  }

  it('are paid by their lines, and the last one settles the collection', async () => {
    const it = await collectedClub(2)
    const { club, account, collection } = it
    const first = await creditOf(it, 0)
    expect(first.suggestion).toMatchObject({
      kind: 'collection',
      certain: false,
      reason_code: 'debit_reference',
      item_ids: [collection.items[0]?.id],
      parts: [{ amount: 4500 }],
    })
    const { status, text, cost } = await confirm(club, first)
    expect(status, text).toBe(201)
    expect(cost.trips).toBe(3)
    expect((await statuses(club)).sort()).toEqual(['collecting', 'paid'])
    expect(await states(club)).toEqual(['settled', 'live'])
    expect(await stored(club, 'collections')).toMatchObject([{ state: 'submitted', settled_on: null }])
    await expectSoundBooks()
    const last = await creditOf(it, 1)
    const second = await confirm(club, last, { item_ids: last.suggestion.item_ids })
    expect([second.status, second.cost.trips]).toEqual([201, 2])
    expect(await statuses(club)).toEqual(['paid', 'paid'])
    expect(await stored(club, 'collections')).toMatchObject([{ state: 'settled', settled_on: CREDITED_ON }])
    expect(await stored(club, 'vouchers')).toMatchObject([
      { account_id: account, amount: 4500, bank_line_id: first.id, text: 'Lastschrifteinzug 16.03.2026' },
      { account_id: account, amount: 4500, bank_line_id: last.id },
    ])
    expect((await stored(club, 'voucher_lines')).every(({ payment_id }) => payment_id)).toBe(true)
  })

  it('are undone in any order', async () => {
    const it = await collectedClub(2)
    const { club } = it
    const lines = [await creditOf(it, 0), await creditOf(it, 1)]
    for (const line of lines) await confirm(club, line)
    for (const [line, collection, items] of [
      [lines[0], 'submitted', ['live', 'settled']],
      [lines[1], 'submitted', ['live', 'live']],
    ]) {
      const { status, text } = await loosen(club, line)
      expect(status, text).toBe(200)
      expect(await states(club)).toEqual(items)
      expect(await stored(club, 'collections')).toMatchObject([{ state: collection, settled_on: null }])
      await expectSoundBooks()
    }
    expect(await statuses(club)).toEqual(['collecting', 'collecting'])
    expect(await sumOfLines(club)).toBe(0)
    for (const line of lines) expect((await confirm(club, line)).status).toBe(201)
    expect(await stored(club, 'collections')).toMatchObject([{ state: 'settled' }])
  })

  it('come back before the credit of the others', async () => {
    const it = await collectedClub(3)
    const { club } = it
    const [first, second] = referencesOf(it)
    const credited = await creditOf(it, 0)
    await confirm(club, credited)
    const back = await importLine(it, returnEntry(String(first), 0))
    expect((await confirm(club, back)).status).toBe(201)
    expect((await loosen(club, credited)).body.errors.bank_line_id).toContain(
      'credits a debit that came back since; undo that first',
    )
    expect((await confirm(club, await importLine(it, returnEntry(String(second), 0)))).status).toBe(201)
    expect(await states(club)).toEqual(['returned', 'returned', 'live'])
    // The rest of the file, with what came back before its credit: one debit, not both.
    const rest = await importLine(it, creditEntry(9000))
    const { status, text } = await confirm(club, rest, { collection_id: it.collection.id })
    expect(status, text).toBe(201)
    expect(await states(club)).toEqual(['returned', 'returned', 'settled'])
    expect(await stored(club, 'collections')).toMatchObject([{ state: 'settled' }])
    expect(await sumOfLines(club)).toBe(4500)
  })

  it('record that a released collection was submitted', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const account = await addAccount(club, { iban: CREDITOR.iban })
    const { body } = await release(club, feeIds)
    setDay('2026-03-25')
    const it = { club, account, feeIds, collection: body.data }
    expect((await confirm(club, await creditOf(it, 0))).status).toBe(201)
    expect(await stored(club, 'collections')).toMatchObject([
      { state: 'submitted', submitted_at: expect.any(String) },
    ])
    expect((await confirm(club, await creditOf(it, 1))).status).toBe(201)
    const { body: events } = await club.get('/events')
    const told = events.data.filter(({ action }: { action: string }) => action.startsWith('collection.'))
    expect(told.map(({ action, changes }: { action: string; changes: object }) => [action, changes])).toEqual(
      [
        ['collection.released', expect.anything()],
        ['collection.submitted', { state: ['released', 'submitted'] }],
        ['collection.settled', { state: ['submitted', 'settled'], settled_on: [null, CREDITED_ON] }],
      ],
    )
  })

  it('settle no other collection', async () => {
    const it = await collectedClub(1)
    const { club } = it
    const ids = await claim(club, [{ person_external_id: 'm1', amount: 900 }])
    const other = await release(club, ids, { date: '2026-04-16' })
    expect(other.status, other.text).toBe(201)
    expect((await confirm(club, await creditOf(it, 0))).status).toBe(201)
    expect(await stored(club, 'collections')).toMatchObject([
      { state: 'settled' },
      { id: other.body.data.id, state: 'released', submitted_at: null, settled_on: null },
    ])
  })

  it('need the amount of the line, one collection, and to be open', async () => {
    const it = await collectedClub(2)
    const { club, collection } = it
    const ids = collection.items.map(({ id }) => id)
    const line = await importLine(it, singleEntry(String(referencesOf(it)[0]), 4490))
    expect(line.suggestion).toBeNull()
    const body = { item_ids: [ids[0]] }
    expect((await confirm(club, line, body)).body.errors).toEqual({
      item_ids: [
        'are of debits of 4500 cents, other than the 4490 cents of the line; give a booking for the difference',
      ],
    })
    const booked = await confirm(club, line, { ...body, booking: { text: 'Charge of the bank' } })
    expect(booked.status, booked.text).toBe(201)
    expect((await stored(club, 'voucher_lines')).map(({ amount }) => amount)).toEqual([4500, -10])
    const other = await importLine(it, creditEntry(4500))
    const refused = async (item_ids: unknown[]) => (await confirm(club, other, { item_ids })).body.errors
    expect(await refused([ids[0]])).toEqual({ 'item_ids.0': ['was credited before'] })
    expect(await refused(['dbt_x'])).toMatchObject({ 'item_ids.0': ['does not match a direct debit'] })
    expect(await refused([ids[1], ids[1]])).toMatchObject({ 'item_ids.1': ['is named twice'] })
    await addPersons(club, [payer(3)])
    const [feeId = ''] = await claim(club, [{ person_external_id: 'm3' }])
    const second = await submitted(club, [feeId], '2026-04-15')
    expect(await refused([ids[1], second.items[0]?.id])).toMatchObject({
      'item_ids.1': ['is of another collection than the others'],
    })
    await confirm(club, await importLine(it, returnEntry(String(referencesOf(it)[1]), 0)))
    expect(await refused([ids[1]])).toEqual({
      'item_ids.0': ['was returned before; book the line instead'],
    })
  })

  it('settle the collection once, whichever lines are confirmed at the same moment', async () => {
    const it = await collectedClub(4)
    const { club } = it
    const lines = []
    for (const index of [0, 1, 2, 3]) lines.push(await creditOf(it, index))
    const answers = await Promise.all(lines.map((line) => confirm(club, line)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await states(club)).toEqual(['settled', 'settled', 'settled', 'settled'])
    expect(await stored(club, 'collections')).toMatchObject([{ state: 'settled' }])
  })
})

describe('a returned debit', () => {
  it('takes back what was paid, and books the charge', async () => {
    const it = await collectedClub(2)
    const { club, collection } = it
    await confirm(club, await importLine(it, creditEntry(9000)))
    const [item] = collection.items
    const line = await importLine(it, returnEntry(String(item?.reference)))
    expect(line.suggestion).toMatchObject({
      kind: 'return',
      reason_code: 'return_reference',
      item_ids: [item?.id],
      charge: 300,
    })
    const { status, text } = await confirm(club, line)
    expect(status, text).toBe(201)
    expect((await statuses(club)).sort()).toEqual(['paid', 'returned'])
    expect(await stored(club, 'vouchers')).toMatchObject([
      { amount: 9000 },
      { amount: -4800, booked_on: RETURNED_ON },
    ])
    expect((await stored(club, 'voucher_lines')).slice(2)).toMatchObject([
      { amount: -4500, payment_id: expect.any(String) },
      { amount: -300, text: 'Gebühr für Rücklastschrift 19.03.2026' },
    ])
    const stub = (await stored(club, 'collection_items')).find(({ id }) => id === item?.id)
    expect(stub).toMatchObject({ state: 'returned', return_code: 'AM04', charge: 300 })
  })

  it.each([
    ['the place in the settings', undefined, { cost_unit: 'Bank', category: 'Returns', sphere: 'assets' }],
    [
      'that place, with the text of a booking',
      { text: 'Bank charge' },
      { cost_unit: 'Bank', sphere: 'assets' },
    ],
    [
      'the cost unit of a booking',
      { text: 'x', costunit_name: 'Youth' },
      { cost_unit: 'Youth', sphere: null },
    ],
    ['the sphere of a booking', { text: 'x', sphere: 'ideal' }, { cost_unit: null, sphere: 'ideal' }],
  ])('books the charge to %s', async (_, booking, expected) => {
    const it = await collectedClub(2)
    const { club, collection } = it
    await club.post('/cost_units', { name: 'Youth' })
    const { body } = await club.post('/cost_units', { name: 'Bank', categories: ['Returns'] })
    const [category] = body.data.categories
    const return_charges = { cost_unit_id: body.data.id, category_id: category.id, sphere: 'assets' }
    await operator('PATCH', `/operator/workspaces/${club.id}`, { bookkeeping: { return_charges } })
    const [item] = collection.items
    const line = await importLine(it, returnEntry(String(item?.reference)))
    const given = booking && { item_ids: [item?.id], booking }
    const { status, text } = await confirm(club, line, given)
    expect(status, text).toBe(201)
    const charges = await rows(
      `SELECT lines.text, unit.name AS cost_unit, category.name AS category, lines.sphere FROM voucher_lines AS lines
       LEFT JOIN cost_units AS unit ON unit.id = lines.cost_unit_id
       LEFT JOIN cost_unit_categories AS category ON category.id = lines.category_id
       WHERE lines.workspace_id = ? AND amount = -300`,
      club.id,
    )
    expect(charges).toMatchObject([expected])
    expect(charges).toMatchObject([{ text: booking?.text ?? 'Gebühr für Rücklastschrift 19.03.2026' }])
  })

  it('is undone, once what happened since is undone', async () => {
    const it = await collectedClub(2, { bookkeeping: { passes_charges_on: true } })
    const { club, collection } = it
    const credited = await importLine(it, creditEntry(9000))
    await confirm(club, credited)
    const line = await importLine(it, returnEntry(String(collection.items[0]?.reference)))
    await confirm(club, line)
    expect((await statuses(club)).sort()).toEqual(['open', 'paid', 'returned'])
    expect((await loosen(club, credited)).status).toBe(422)
    const { status, text } = await loosen(club, line)
    expect(status, text).toBe(200)
    expect((await statuses(club)).sort()).toEqual(['cancelled', 'paid', 'paid'])
    expect(await states(club)).toEqual(['settled', 'settled'])
    expect(await sumOfLines(club)).toBe(9000)
    const again = await confirm(club, line)
    expect(again.status, again.text).toBe(201)
    await loosen(club, line)
    expect((await loosen(club, credited)).status).toBe(200)
    expect(await sumOfLines(club)).toBe(0)
  })

  it('may come before the credit of the whole file', async () => {
    const it = await collectedClub(2)
    const { club, collection } = it
    const line = await importLine(it, returnEntry(String(collection.items[0]?.reference)))
    const first = await confirm(club, line)
    expect(first.status, first.text).toBe(201)
    expect((await statuses(club)).sort()).toEqual(['collecting', 'returned'])
    expect(await stored(club, 'payments')).toEqual([])
    const credited = await importLine(it, creditEntry(9000))
    expect(credited.suggestion).toMatchObject({ kind: 'collection' })
    const second = await confirm(club, credited)
    expect(second.status, second.text).toBe(201)
    expect((await statuses(club)).sort()).toEqual(['paid', 'returned'])
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: -4800 }, { amount: 9000 }])
    expect(await sumOfLines(club)).toBe(4200)
    expect((await loosen(club, line)).body.errors).toEqual({
      bank_line_id: ['returns a debit of a collection that was credited since; undo that first'],
    })
    expect((await loosen(club, credited)).status).toBe(200)
    expect((await loosen(club, line)).status).toBe(200)
    expect(await statuses(club)).toEqual(['collecting', 'collecting'])
    expect(await sumOfLines(club)).toBe(0)
  })

  it('may come before the credit of the rest', async () => {
    const it = await collectedClub(2)
    const { club, collection } = it
    await confirm(club, await importLine(it, returnEntry(String(collection.items[0]?.reference), 0)))
    const credited = await importLine(it, creditEntry(4500))
    expect(credited.suggestion).toMatchObject({ kind: 'collection' })
    expect((await confirm(club, credited)).status).toBe(201)
    expect((await stored(club, 'vouchers')).map(({ amount }) => amount)).toEqual([-4500, 4500])
  })

  it('is found by account and amount where the bank gives no reference', async () => {
    const it = await collectedClub(2)
    const { club, collection } = it
    await confirm(club, await importLine(it, creditEntry(9000)))
    const item = await itemOf(club, 1)
    const line = await importLine(it, returnByAccount(1))
    expect(line).toMatchObject({
      alternatives: [],
      suggestion: {
        kind: 'return',
        certain: false,
        reason: 'Rücklastschrift: Konto und Betrag einer Lastschrift stimmen.',
        reason_code: 'return_account',
        collection_id: null,
        item_ids: [item?.id],
        charge: 300,
      },
    })
    expect(collection.items.map(({ id }) => id)).toContain(item?.id)
    expect((await confirm(club, line)).status).toBe(201)
    expect(await itemOf(club, 1)).toMatchObject({ state: 'returned', charge: 300 })
    expect(await itemOf(club, 2)).toMatchObject({ state: 'settled' })
    // It came back, so that another line of the account is no return of it.
    const other = await importLine(it, { ...returnByAccount(1), date: '2026-03-20' })
    expect(other).toMatchObject({ suggestion: null, alternatives: [] })
  })

  it('is chosen by nobody where an account had several debits of the amount', async () => {
    const it = await collectedClub(1)
    const { club } = it
    const [first] = it.collection.items
    setDay('2026-03-26')
    const [feeId = ''] = await claim(club, [{ person_external_id: 'm1' }])
    const second = await submitted(club, [feeId], '2026-04-15')
    setDay('2026-04-20')
    const line = await importLine(it, { ...returnByAccount(1), date: '2026-04-17' })
    expect(line.suggestion).toBeNull()
    expect(line.alternatives.map(({ item_ids }: { item_ids: string[] }) => item_ids)).toEqual([
      [first?.id],
      [second.items[0]?.id],
    ])
    const refused = await confirm(club, line)
    expect(refused.status, refused.text).toBe(422)
    expect((await confirm(club, line, { item_ids: line.alternatives[1].item_ids })).status).toBe(201)
    expect(await states(club)).toEqual(['live', 'returned'])
  })

  it('is not found by account in a collection that the bank does not have', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const account = await addAccount(club, { iban: CREDITOR.iban })
    const { body } = await release(club, feeIds)
    setDay('2026-03-25')
    const it = { club, account, feeIds, collection: body.data }
    expect((await importLine(it, returnByAccount(1))).suggestion).toBeNull()
    await club.post(`/collections/${body.data.id}/submission`, undefined)
    const { body: found } = await club.get('/bank_lines?state=open')
    expect(found.data[0].suggestion).toMatchObject({ reason_code: 'return_account' })
  })

  it('comes back once', async () => {
    const it = await collectedClub(1)
    const { club, collection } = it
    const [item] = collection.items
    const line = await importLine(it, returnEntry(String(item?.reference)))
    await confirm(club, line)
    const other = await importLine(it, { ...returnEntry(String(item?.reference)), date: '2026-03-20' })
    expect(other.suggestion).toMatchObject({ kind: 'notice', reason_code: 'return_known' })
    expect((await confirm(club, other, { item_ids: [item?.id] })).body.errors).toEqual({
      'item_ids.0': ['was returned before'],
    })
    expect((await confirm(club, other, { item_ids: ['dbt_x'] })).body.errors).toEqual({
      'item_ids.0': ['does not match a direct debit'],
    })
  })

  it('comes with others in one line', async () => {
    const it = await collectedClub(3)
    const { club, collection } = it
    await confirm(club, await importLine(it, creditEntry(13_500)))
    const items = collection.items.slice(0, 2)
    const line = await importLine(it, {
      amount: -9501,
      date: RETURNED_ON,
      code: 'NRTI+109+931',
      info: items.map(({ reference }) => reference).join(' '),
      details: [],
    })
    const { status, text } = await confirm(club, line, { item_ids: items.map(({ id }) => id) })
    expect(status, text).toBe(201)
    const returned = (await stored(club, 'collection_items')).filter(({ state }) => state === 'returned')
    expect(returned.map(({ charge }) => charge)).toEqual([251, 250])
    expect((await statuses(club)).sort()).toEqual(['paid', 'returned', 'returned'])
  })
})

import { describe, expect, it } from 'vitest'
import { balances, clubWithBook, enter, stored } from '../support/book'
import { rows, workspace } from '../support/workspace'

const BANK = { kind: 'bank', name: 'Bank', opening_on: '2025-01-01', opening_amount: 5000 }
const IBAN = 'DE02500105170137075030'

describe('POST /accounts', () => {
  it('creates accounts and lists them with their balances', async () => {
    const club = await workspace()
    const { status, body, cost } = await club.post('/accounts', { ...BANK, iban: IBAN })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({ ...BANK, iban: IBAN, archived: false, balance: 5000 })
    const list = await club.get('/accounts')
    expect(list.body.data).toEqual([body.data])
    expect(list.cost.trips).toBe(1)
    const { body: events } = await club.get('/events')
    expect(events.data.at(-1)).toMatchObject({
      action: 'account.created',
      subject: { kind: 'account', id: body.data.id, name: 'Bank' },
      changes: { iban: [null, '5030'], opening_amount: [null, 5000] },
    })
  })

  it('refuses what does not fit', async () => {
    const club = await clubWithBook()
    const issuesOf = async (fields: object) =>
      (await club.post('/accounts', { ...BANK, ...fields })).body.errors
    expect(await issuesOf({ iban: 'DE02120300000000202051' })).toEqual({
      iban: ['belongs to another account'],
    })
    expect(await issuesOf({ iban: 'DE02120300000000202052' })).toEqual({
      iban: ['must be a valid IBAN'],
    })
    expect(await issuesOf({ kind: 'cash', iban: IBAN, opening_amount: -1 })).toEqual({
      iban: ['is not for a cash box'],
      opening_amount: ['is below zero, which a cash box cannot be'],
    })
    expect(await issuesOf({ opening_on: '2999-01-01' })).toEqual({ opening_on: ['is in the future'] })
    await club.post('/years/2024/closing', undefined)
    expect(await issuesOf({ opening_on: '2023-05-01' })).toEqual({
      opening_on: ['is in the fiscal year 2023, which is closed'],
    })
    expect(await stored(club, 'accounts')).toHaveLength(2)
  })

  it('takes 50 accounts', async () => {
    const club = await workspace()
    for (let n = 0; n < 50; n++) expect((await club.post('/accounts', BANK)).status).toBe(201)
    expect((await club.post('/accounts', BANK)).body.errors).toEqual({
      name: ['is one too many: a workspace has at most 50 accounts'],
    })
  })
})

describe('PATCH /accounts/{account_id}', () => {
  it('renames and archives, and says so once', async () => {
    const club = await clubWithBook()
    const { status, body, cost } = await club.patch(`/accounts/${club.cash}`, {
      name: 'Till',
      archived: true,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({ name: 'Till', archived: true, balance: 10_000 })
    const same = await club.patch(`/accounts/${club.cash}`, { archived: true })
    expect([same.status, same.cost.trips]).toEqual([200, 1])
    const { body: events } = await club.get(`/events?subject_id=${club.cash}`)
    expect(events.data).toMatchObject([
      { action: 'account.created' },
      { action: 'account.updated', changes: { name: ['Cash', 'Till'], archived: [false, true] } },
    ])
    const voucher = { account_id: club.cash, booked_on: '2025-01-01', text: 'x', amount: 1 }
    const refused = await club.post('/vouchers', { data: [voucher] })
    expect(refused.body.errors).toEqual({
      'data.0.account_id': ['is archived; restore it or name another one'],
    })
    const restored = await club.patch(`/accounts/${club.cash}`, { archived: false })
    expect(restored.body.data.archived).toBe(false)
  })

  it('changes the opening while there are no vouchers', async () => {
    const club = await clubWithBook()
    const opening = { opening_on: '2025-01-01', opening_amount: 7 }
    expect((await club.patch(`/accounts/${club.bank}`, opening)).body.data).toMatchObject({
      ...opening,
      balance: 7,
    })
    await enter(club, { account_id: club.bank, amount: 100 })
    const { body } = await club.patch(`/accounts/${club.bank}`, {
      opening_amount: 8,
      opening_on: '2025-01-01',
    })
    expect(body.errors).toEqual({ opening_amount: ['is fixed, since the account has vouchers'] })
    await enter(club, { kind: 'transfer', account_id: club.bank, other_account_id: club.cash, amount: 1 })
    const other = await club.patch(`/accounts/${club.cash}`, { opening_on: '2024-02-01' })
    expect(other.body.errors).toEqual({ opening_on: ['is fixed, since the account has vouchers'] })
  })

  it('takes the opening of an account that a voucher opened, up to that voucher', async () => {
    const club = await workspace()
    await enter(club, { amount: 100, booked_on: '2025-03-01' })
    const { body } = await club.get('/accounts')
    expect(body.data).toMatchObject([{ kind: 'bank', opening_on: '1900-01-01', balance: 100 }])
    const path = `/accounts/${body.data[0].id}`
    const late = await club.patch(path, { opening_on: '2025-03-02', opening_amount: 5 })
    expect(late.body.errors).toEqual({ opening_on: ['is after the first voucher, of 2025-03-01'] })
    const { body: changed } = await club.patch(path, { opening_on: '2025-03-01', opening_amount: 5 })
    expect(changed.data).toMatchObject({ opening_on: '2025-03-01', balance: 105 })
  })

  it('takes an opening in the first open year, and counts from it', async () => {
    const club = await workspace()
    await enter(club, { amount: 4500, booked_on: '2026-02-01' })
    expect((await club.post('/years/2025/closing', undefined)).status).toBe(201)
    const [account] = (await club.get('/accounts')).body.data
    const opening = { opening_on: '2026-01-01', opening_amount: 100_000 }
    const { body } = await club.patch(`/accounts/${account.id}`, opening)
    expect(body.data).toMatchObject({ ...opening, balance: 104_500 })
    expect((await club.get('/years/2026')).body.data.accounts).toMatchObject([
      { opening: 100_000, closing: 104_500 },
    ])
  })

  it('does not bring a cash box below zero by its opening', async () => {
    const club = await workspace()
    const { body: created } = await club.post('/accounts', {
      ...BANK,
      kind: 'cash',
      opening_on: '1900-01-01',
    })
    const path = `/accounts/${created.data.id}`
    await enter(club, { account_id: created.data.id, amount: -4000, booked_on: '2025-03-01' })
    expect((await club.patch(path, { opening_amount: 3999 })).body.errors).toEqual({
      opening_amount: ['would bring the cash box below zero on 2025-03-01'],
    })
    expect((await club.patch(path, { opening_amount: 4000 })).body.data.balance).toBe(0)
  })

  it('records a change to an IBAN that ends alike', async () => {
    const club = await clubWithBook()
    await rows('UPDATE accounts SET iban = ? WHERE id = ?', 'DE00999999999999993000', club.bank)
    await club.patch(`/accounts/${club.bank}`, { iban: 'DE89370400440532013000' })
    const { body } = await club.get(`/events?subject_id=${club.bank}`)
    expect(body.data.at(-1)).toMatchObject({ action: 'account.updated', changes: { iban: ['3000', '3000'] } })
  })

  it('fixes the opening in a closed year', async () => {
    const club = await clubWithBook()
    await club.post('/years/2024/closing', undefined)
    const { body } = await club.patch(`/accounts/${club.bank}`, { opening_amount: 8 })
    expect(body.errors.opening_amount).toEqual(['is in the fiscal year 2024, which is closed'])
  })

  it('changes the IBAN until a statement is imported', async () => {
    const club = await clubWithBook()
    const path = `/accounts/${club.bank}`
    expect((await club.patch(path, { iban: IBAN })).body.data.iban).toBe(IBAN)
    expect((await club.patch(path, { iban: null })).body.data.iban).toBe(null)
    expect((await club.patch(`/accounts/${club.cash}`, { iban: IBAN })).body.errors).toEqual({
      iban: ['is not for a cash box'],
    })
    expect((await club.patch('/accounts/acc_x', { name: 'x' })).status).toBe(404)
  })
})

describe('counts of cash', () => {
  it('stores what was counted and what the book had that day', async () => {
    const club = await clubWithBook()
    await enter(
      club,
      { account_id: club.cash, amount: 500, booked_on: '2025-03-01' },
      { account_id: club.cash, amount: 70, booked_on: '2025-03-02' },
    )
    const path = `/accounts/${club.cash}/counts`
    const { status, body, cost } = await club.post(path, { counted_on: '2025-03-01', counted: 10_400 })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({ counted: 10_400, expected: 10_500, difference: -100, note: null })
    expect((await club.get(path)).body.data).toEqual([body.data])
    expect(await balances(club)).toMatchObject({ [club.cash]: 10_570 })
    const { body: events } = await club.get('/events')
    expect(events.data.at(-1)).toMatchObject({
      action: 'account.counted',
      changes: { counted_on: [null, '2025-03-01'], difference: [null, -100] },
    })
  })

  it('refuses what does not fit', async () => {
    const club = await clubWithBook()
    const count = async (account: string, fields: object) =>
      (await club.post(`/accounts/${account}/counts`, { counted: 1, counted_on: '2025-01-01', ...fields }))
        .body
    expect((await count(club.bank, {})).errors).toEqual({
      account_id: ['is a bank account; only cash is counted'],
    })
    expect((await count(club.cash, { counted_on: '2999-01-01' })).errors).toEqual({
      counted_on: ['is in the future'],
    })
    expect((await count(club.cash, { counted_on: '2023-12-31' })).errors).toEqual({
      counted_on: ['is before the account begins, on 2024-01-01'],
    })
    expect((await count(club.cash, { counted_on: '2024-01-01', counted: 10_000 })).data).toMatchObject({
      counted_on: '2024-01-01',
      difference: 0,
    })
    expect((await count('acc_x', {})).status).toBe(404)
    expect((await club.get('/accounts/acc_x/counts')).status).toBe(404)
  })
})

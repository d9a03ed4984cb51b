import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { open, trip } from '../../src/db/client'
import { sql } from '../../src/db/sql'
import { chooseAccount } from '../../src/domain/book/accounts/choose-account'
import { bookFacts, selectBook } from '../../src/domain/book/book-facts'
import { checkCollection } from '../../src/domain/collections/check'
import { getCollection } from '../../src/domain/collections/get'
import {
  selectCollectionsInProgress,
  selectDebitsByMandate,
  selectDebitsByReference,
} from '../../src/domain/collections/lookups'
import { releaseCollection } from '../../src/domain/collections/release'
import { returnFacts, returnIssue, returnOf, selectReturns } from '../../src/domain/collections/returns'
import { voucherOf } from '../../src/domain/collections/settle'
import { selectSettlements, settlementFacts, settlementOf } from '../../src/domain/collections/settlement'
import { viewMandate } from '../../src/domain/collections/view-mandate'
import { feeActStatements } from '../../src/domain/payments/write'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  COLLECTED_ON,
  claim,
  clubWithFees,
  payer,
  release,
  setDay,
  stored,
  submitted,
} from '../support/direct-debits'
import { inPart } from '../support/runs'
import { principalOf } from '../support/staff-principal'
import type { Workspace } from '../support/workspace'

const db = open(env.DB)
const BANK = { permission: 'bank:write' } as const

describe('lookups of a bank line', () => {
  it('find what waits for its credit, with and without what came back', async () => {
    const { club, feeIds } = await clubWithFees(3)
    const first = await submitted(club, feeIds.slice(0, 2))
    const { body } = await release(club, feeIds.slice(2))
    await club.post(`/collections/${first.id}/returns`, {
      item_id: first.items[0]?.id,
      returned_on: '2026-03-02',
      reason_code: null,
    })
    const find = async () => (await trip(db, { found: selectCollectionsInProgress(sql`${club.id}`) })).found
    expect(await find()).toMatchObject([
      { id: first.id, state: 'submitted', collection_date: COLLECTED_ON, amount: 9000, live_amount: 4500 },
      { id: body.data.id, state: 'released', message_id: body.data.message_id, live_amount: 4500 },
    ])
    await club.post(`/collections/${body.data.id}/discard`, { reason: 'x' })
    setDay(COLLECTED_ON)
    await club.post(`/collections/${first.id}/settlement`, { settled_on: COLLECTED_ON })
    expect(await find()).toEqual([])
  })

  it('find debits by reference, and by mandate and amount', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const { id, items } = await submitted(club, feeIds)
    const workspace = sql`${club.id}`
    const { byReference, byMandate, late } = await trip(db, {
      byReference: selectDebitsByReference(workspace, [String(items[1]?.reference), 'RF00', 'x']),
      byMandate: selectDebitsByMandate(
        workspace,
        [
          { reference: 'M-1', amount: 4500 },
          { reference: 'M-2', amount: 4501 },
        ],
        new Date(),
      ),
      late: selectDebitsByMandate(workspace, [{ reference: 'M-1', amount: 4500 }], new Date('2028-01-01')),
    })
    expect(byReference).toMatchObject([{ id: items[1]?.id, collection_id: id, state: 'live' }])
    expect(byMandate).toMatchObject([{ id: items[0]?.id, collection_state: 'submitted' }])
    expect(late).toEqual([])
  })
})

/** Confirms a bank line with a credit or a return, as the inbox does: every line is booked. */
async function confirm(club: Workspace, act: { collection?: string; item?: string }) {
  const principal = await principalOf(club, 'treasurer')
  const workspace = principal.workspace()
  const ids = JSON.stringify([act.collection ?? act.item])
  const rows = await trip(db, {
    lookup: principal.lookup,
    ...selectSettlements(workspace, ids),
    ...selectReturns(workspace, ids),
    ...selectBook(workspace),
  })
  const book = bookFacts(rows)
  const [collection] = rows.settledCollections
  const [item] = rows.returnItems
  const facts = item && returnFacts(item, rows)
  const line = { bankLineId: 'lin_1' }
  const issue = facts && returnIssue(facts, true)
  if (issue) return issue
  const { lines, ...money } = facts
    ? returnOf(principal, facts, { returnedOn: '2026-03-18', code: 'MD06', charge: 300, ...line })
    : settlementOf(principal, settlementFacts(collection as NonNullable<typeof collection>, rows), {
        settledOn: '2026-03-16',
        ...line,
      })
  const account = chooseAccount(book, principal.now)('direct_debit')
  const vouchers = voucherOf(
    [...lines.map(({ line }) => line), ...(facts ? [{ amount: -300 }] : [])],
    account,
    { bookedOn: '2026-03-18', text: 'Bank line', now: principal.now },
  )
  const tx = { ...principal, writable: () => principal.writableWorkspace(BANK) }
  await trip(db, { written: feeActStatements(tx, { ...money, vouchers, book }) })
  return undefined
}

describe('a confirmed bank line', () => {
  it('settles a collection that was never noted as submitted, and books every fee', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const { body } = await release(club, feeIds)
    setDay('2026-03-20')
    await confirm(club, { collection: body.data.id })
    expect(await stored(club, 'collections')).toMatchObject([
      { state: 'settled', settled_on: '2026-03-16', submitted_at: expect.any(String) },
    ])
    for (const payment of await stored(club, 'payments'))
      expect(payment).toMatchObject({ bank_line_id: 'lin_1' })
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: 9000 }])
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  it('returns a debit of a collection that was never noted as submitted', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const { body } = await release(club, feeIds)
    setDay('2026-03-20')
    const [item] = body.data.items
    expect(await confirm(club, { item: item.id })).toBeUndefined()
    expect(await confirm(club, { item: item.id })).toMatchObject({ code: 'debit_returned' })
    expect(await stored(club, 'collections')).toMatchObject([{ state: 'submitted' }])
    expect(await stored(club, 'payments')).toEqual([])
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: -300 }])
    await confirm(club, { collection: body.data.id })
    expect((await stored(club, 'vouchers')).map(({ amount }) => amount)).toEqual([-300, 4500])
    expect((await stored(club, 'fees')).map(({ status }) => status).sort()).toEqual(['paid', 'returned'])
  })

  it('takes a settled debit back, to where the credit was booked', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const { id, items } = await submitted(club, feeIds)
    setDay('2026-03-20')
    await confirm(club, { collection: id })
    await confirm(club, { item: String(items[0]?.id) })
    expect((await stored(club, 'vouchers')).map(({ amount }) => amount)).toEqual([4500, -4800])
    expect((await stored(club, 'payments')).map(({ amount }) => amount)).toEqual([4500, -4500])
  })
})

describe('viewMandate', () => {
  it('says whether a person can be debited, and what the last debit was', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const { body } = await club.get('/lists/members/persons/m1')
    const read = async () => viewMandate(await principalOf(club, 'auditor'), body.data.id)
    expect(await read()).toEqual({ state: 'valid', expiresOn: '2028-01-31', block: null, lastDebit: null })
    const { id, items } = await submitted(club, feeIds)
    const lastDebit = { collectionId: id, collectionDate: COLLECTED_ON, amount: 4500, state: 'live' }
    expect(await read()).toMatchObject({ state: 'valid', expiresOn: '2029-03-16', lastDebit })
    await club.post(`/collections/${id}/returns`, {
      item_id: items[0]?.id,
      returned_on: '2026-03-02',
      reason_code: 'AC04',
    })
    expect(await read()).toMatchObject({
      state: 'blocked',
      block: { item_id: items[0]?.id, code: 'AC04', reason: { kind: 'account_unusable' } },
      lastDebit: { state: 'returned' },
    })
    await addPersons(club, [{ external_id: 'm1', bank_account: { iban: ibanOf(9) } }])
    setDay('2028-10-01')
    expect(await read()).toMatchObject({ state: 'expiring', block: null })
    setDay('2029-03-17')
    expect(await read()).toMatchObject({ state: 'expired' })
    await addPersons(club, [{ external_id: 'm1', sepa_mandate: null }])
    expect(await read()).toMatchObject({ state: 'none', lastDebit: null })
    const stranger = await principalOf((await clubWithFees(1)).club)
    for (const id of ['per_x', body.data.id])
      expect(await viewMandate(stranger, id)).toMatchObject({ state: 'none' })
  })
})

it('masks IBANs for staff who may not see them', async () => {
  const { club, feeIds } = await clubWithFees(2)
  await addPersons(club, [payer(3)])
  const { body } = await release(club, feeIds)
  const ibans = async (role: 'treasurer' | 'auditor') =>
    (await getCollection(await principalOf(club, role), { id: body.data.id })).items.map(({ iban }) => iban)
  expect(await ibans('treasurer')).toEqual([ibanOf(1), ibanOf(2)])
  expect(await ibans('auditor')).toEqual(['•••• 0001', '•••• 0002'])
  const fee_ids = await claim(club, [{ person_external_id: 'm3' }])
  const request = { body: { fee_ids, collection_date: COLLECTED_ON } }
  await expect(checkCollection(await principalOf(club, 'auditor'), request)).rejects.toMatchObject({
    reason: 'permission_missing',
  })
  const treasurer = await principalOf(club, 'treasurer')
  const released = JSON.parse(await releaseCollection(treasurer, request))
  expect(released.items[0].iban).toBe(ibanOf(3))
  expect(treasurer.cost.trips).toBe(2)
})

it('settles thousands of debits with vouchers whose lines fit into one value of the database', async () => {
  const vouchersInAll = inPart(10, 2)
  const count = vouchersInAll * 1000
  const { club, feeIds } = await clubWithFees(count)
  await env.DB.prepare("UPDATE fees SET sphere = 'ideal', description = ?").bind('Gebühr '.repeat(30)).run()
  const { id } = await submitted(club, feeIds)
  setDay('2026-03-20')
  const { status, cost } = await club.post(`/collections/${id}/settlement`, { settled_on: COLLECTED_ON })
  expect([status, cost.trips]).toEqual([201, 2])
  const vouchers = await stored(club, 'vouchers')
  expect(vouchers.map(({ number, amount }) => [number, amount])).toEqual(
    Array.from({ length: vouchersInAll }, (_, index) => [index + 1, 4_500_000]),
  )
  const lines = await env.DB.prepare(
    'SELECT count(*) AS count, sum(amount) AS sum, max(line) AS last, count(DISTINCT fee_id) AS fees FROM voucher_lines',
  ).first()
  expect(lines).toEqual({ count, sum: 4500 * count, last: 1000, fees: count })
  const page = await club.get('/vouchers?per_page=1')
  expect(page.body.data[0].lines).toHaveLength(1000)
  expect(page.text.length).toBeLessThan(2_000_000)
})

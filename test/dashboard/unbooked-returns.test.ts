import { afterEach, describe, expect, it, vi } from 'vitest'
import { importEntries, inbox } from '../support/bank'
import { type Staff, staffOf } from '../support/dashboard'
import { CREDITOR, collectedUnbooked, stored } from '../support/direct-debits'
import { leadsTo } from '../support/done'
import { expectSoundBooks } from '../support/invariants'
import type { Workspace } from '../support/workspace'

const GERMAN = { headers: { 'Accept-Language': 'de' } }

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

/** The fees whose payments the page offers to book. */
async function offered(staff: Staff, club: Workspace): Promise<string[]> {
  const { text } = await staff.get(`/dashboard/${club.id}/cash-book/fees`, GERMAN)
  const chosen = [...text.matchAll(/name="payment" value="(\w+)"/g)].map(([, id]) => id)
  const payments = await stored(club, 'payments')
  return payments.filter(({ id }) => chosen.includes(String(id))).map(({ fee_id }) => String(fee_id))
}

describe('a returned fee whose credit is not booked', () => {
  it('is offered once the bank line of its return is booked, so that the account is right again', async () => {
    const { club, account, feeIds, collection } = await collectedUnbooked(2)
    const staff = await staffOf(club, 'treasurer')
    const entry = {
      amount: -4500,
      date: '2026-03-19',
      details: [
        {
          endToEnd: String(collection.items[0]?.reference),
          debtor: { name: 'Ada' },
          returned: { code: 'AM04', text: 'Ruecklastschrift' },
          original: 4500,
        },
      ],
    }
    await importEntries(club, account, [entry], { statements: [{ iban: CREDITOR.iban, entries: [entry] }] })
    const [line] = await inbox(club)
    const confirmed = await club.post(`/bank_lines/${line.id}/confirmation`, {
      item_ids: line.suggestion.item_ids,
    })
    expect(confirmed.status, confirmed.text).toBe(201)
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: -4500 }])

    expect((await offered(staff, club)).sort()).toEqual(feeIds.toSorted())
    const returned = (await stored(club, 'fees')).find(({ status }) => status === 'returned')
    const payment = (await stored(club, 'payments')).find(
      ({ fee_id, kind }) => fee_id === returned?.id && kind === 'payment',
    )
    const booked = await staff.submit(`/dashboard/${club.id}/cash-book/fees`, {
      payment: String(payment?.id),
    })
    expect(leadsTo(booked)).toContain(' after booked?count=1')
    expect((await stored(club, 'vouchers')).map(({ amount }) => amount)).toEqual([-4500, 4500])
    expect(await offered(staff, club)).not.toContain(returned?.id)
  })

  it('is offered, too, once its return is recorded by hand, which is booked', async () => {
    const { club, feeIds, collection } = await collectedUnbooked(2)
    const answer = await club.post(`/collections/${collection.id}/returns`, {
      item_id: collection.items[0]?.id,
      returned_on: '2026-03-19',
      reason_code: 'AM04',
    })
    expect(answer.status, answer.text).toBe(201)
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: -4500 }])
    const fees = await offered(await staffOf(club, 'treasurer'), club)
    expect(fees.sort()).toEqual(feeIds.toSorted())
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { addAccount, importEntries, inbox } from '../support/bank'
import { withoutVouchers } from '../support/book'
import { type Staff, staffOf } from '../support/dashboard'
import { COLLECTED_ON, CREDITOR, clubWithFees, stored, submitted } from '../support/direct-debits'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import type { Workspace } from '../support/workspace'

const GERMAN = { headers: { 'Accept-Language': 'de' } }

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

/** A club that recorded the credit of two fees by hand. They have no expense, so that nothing was booked. */
async function creditedClub() {
  const { club, feeIds } = await clubWithFees(2)
  const account = await addAccount(club, { iban: CREDITOR.iban })
  const collection = await submitted(club, feeIds)
  vi.setSystemTime(new Date('2026-03-25T12:00:00Z'))
  const settled = await withoutVouchers(club, () =>
    club.post(`/collections/${collection.id}/settlement`, { settled_on: COLLECTED_ON }),
  )
  expect(settled.status, settled.text).toBe(201)
  expect(await stored(club, 'vouchers')).toEqual([])
  return { club, account, feeIds, collection }
}

/** The fees that the page offers to book. */
async function offered(staff: Staff, club: Workspace): Promise<{ ids: string[]; text: string }> {
  const { text } = await staff.get(`/dashboard/${club.id}/cash-book/fees`, GERMAN)
  return {
    ids: [...text.matchAll(/name="fee" value="(\w+)"/g)].map(([, id]) => String(id)),
    text: textOf(text),
  }
}

describe('a returned fee whose credit is not booked', () => {
  it('is offered once the bank line of its return is booked, so that the account is right again', async () => {
    const { club, account, feeIds, collection } = await creditedClub()
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

    expect((await offered(staff, club)).ids.sort()).toEqual(feeIds.toSorted())
    const returned = (await stored(club, 'fees')).find(({ status }) => status === 'returned')
    const booked = await staff.submit(`/dashboard/${club.id}/cash-book/fees`, { fee: String(returned?.id) })
    expect(booked.headers.get('Location')).toContain('booked=1')
    expect((await stored(club, 'vouchers')).map(({ amount }) => amount)).toEqual([-4500, 4500])
    expect((await offered(staff, club)).ids).not.toContain(returned?.id)
  })

  it('is offered, too, once its return is recorded by hand, which is booked', async () => {
    const { club, feeIds, collection } = await creditedClub()
    const answer = await club.post(`/collections/${collection.id}/returns`, {
      item_id: collection.items[0]?.id,
      returned_on: '2026-03-19',
      reason_code: 'AM04',
    })
    expect(answer.status, answer.text).toBe(201)
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: -4500 }])
    const { ids } = await offered(await staffOf(club, 'treasurer'), club)
    expect(ids.sort()).toEqual(feeIds.toSorted())
  })
})

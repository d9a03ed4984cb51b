import { afterEach, describe, expect, it, vi } from 'vitest'
import { addAccount, credit, importEntries } from '../support/bank'
import { withoutVouchers } from '../support/book'
import { addTo, fee, person, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { addPersons, claim, collectingClub, payer, submitted, TODAY } from '../support/direct-debits'
import { textOf } from '../support/html'
import { rows } from '../support/workspace'

afterEach(() => vi.useRealTimers())

const ANNA = { first_name: 'Anna', last_name: 'Schmidt' }
const OLDER = 'Anna Schmidt (Nr. 1004, geboren 1961)'
const YOUNGER = 'Anna Schmidt (Nr. 1005, geboren 1990)'

/** A club with two members of one name and one of another, and a fee of each. */
async function fixture() {
  const club = await collectingClub()
  const grace = { first_name: 'Grace', last_name: 'Schmidt' }
  const { fees, staff: treasurer } = await addTo(
    club,
    person(payer(1, { name: ANNA, membership_number: '1004', birthdate: '1961-05-01' })),
    person(payer(2, { name: ANNA, membership_number: '1005', birthdate: '1990-05-01' })),
    person(payer(3, { name: grace, membership_number: '1006', birthdate: '1970-01-01' })),
    ...[1, 2, 3].map((n) => fee(4500, { person_external_id: `m${n}` })),
    signedIn('treasurer'),
  )
  const read = async (path: string, staff = treasurer) => {
    const { status, text, cost } = await staff.get(`/dashboard/${club.id}${path}`)
    expect([status, cost.trips], text).toEqual([200, 1])
    return textOf(text)
  }
  return { club, feeIds: fees.map(({ id }) => id), treasurer, read }
}

/** Expects both of one name with what tells them apart, and the other person without. */
function expectDistinct(text: string): void {
  expect(text).toContain(OLDER)
  expect(text).toContain(YOUNGER)
  expect(text).not.toContain('Nr. 1006')
}

describe('two members of one name', () => {
  it('are told apart in the list of fees, by those who may read them', async () => {
    const { club, read } = await fixture()
    expectDistinct(await read('/fees'))
    const auditor = await read('/fees', await staffOf(club, 'auditor'))
    expect(auditor).toContain('Anna Schmidt')
    expect(auditor).not.toContain('geboren')
  })

  it('are told apart on the check of a claim', async () => {
    const { club, treasurer } = await fixture()
    const terms = { audience: 'all', calculation: 'fixed', amount: '10,00', description: 'Sparte' }
    const { text } = await treasurer.submit(`/dashboard/${club.id}/fees/claim/check`, terms)
    expectDistinct(textOf(text))
    // What is claimed has the name alone.
    expect(await rows("SELECT DISTINCT person_name FROM fees WHERE person_name LIKE 'Anna%'")).toEqual([
      { person_name: 'Anna Schmidt' },
    ])
  })

  it('are told apart on the way to a collection', async () => {
    const { club, feeIds, read } = await fixture()
    expectDistinct(await read('/direct-debits/new/release?date=2026-03-17'))
    await addPersons(
      club,
      [1, 2].map((n) => ({ external_id: `m${n}`, sepa_mandate: null })),
    )
    expectDistinct(await read('/direct-debits/new/check?pays=anyone'))
    await addPersons(club, [payer(1, { name: ANNA }), payer(2, { name: ANNA })])
    await submitted(club, feeIds)
    const debtors = await rows('SELECT DISTINCT debtor_name FROM collection_items ORDER BY debtor_name')
    expect(debtors).toEqual([{ debtor_name: 'Anna Schmidt' }, { debtor_name: 'Grace Schmidt' }])
  })

  it('are told apart among the fees that are found for a bank line', async () => {
    const { club, read } = await fixture()
    const account = await addAccount(club)
    await importEntries(club, account, [credit(4500, 'Beitrag', { name: 'Anna Schmidt' })])
    const [line] = await rows<{ id: string }>('SELECT id FROM bank_lines')
    expectDistinct(await read(`/bank/lines/${line?.id}/fees?q=Schmidt`))
  })

  it('are told apart in the inbox and on the page of a bank line, one by reference and by name', async () => {
    const { club, feeIds, read } = await fixture()
    const account = await addAccount(club)
    const [fee] = await rows<{ reference: string }>('SELECT reference FROM fees WHERE id = ?', feeIds[0])
    await importEntries(club, account, [
      credit(3000, String(fee?.reference)),
      credit(4500, 'Beitrag', { name: 'Anna Schmidt' }),
    ])
    expectDistinct(await read('/bank/lines'))
    const [byReference] = await rows<{ id: string }>('SELECT id FROM bank_lines WHERE amount = 3000')
    const path = `/bank/lines/${byReference?.id}`
    expect(await read(path)).toContain(OLDER)
    expect(await read(path, await staffOf(club, 'auditor'))).not.toContain('geboren')
    await club.post(`/bank_lines/${byReference?.id}/confirmation`, {
      parts: [{ fee_id: feeIds[0], amount: 3000 }],
    })
    expect(await read(path)).toContain(OLDER)
  })

  it('are told apart among the debits of a collection, but for accounts of other people', async () => {
    const { club, feeIds, read } = await fixture()
    await submitted(club, feeIds)
    const [collection] = await rows<{ id: string }>('SELECT id FROM collections')
    const path = `/direct-debits/${collection?.id}`
    expectDistinct(await read(path))
    const [item] = await rows<{ id: string }>(
      "SELECT id FROM collection_items WHERE debtor_name LIKE 'Anna%'",
    )
    expect(await read(`${path}/items/${item?.id}/return`)).toMatch(/Anna Schmidt \(Nr\. 100[45], geboren/)
    await rows(`UPDATE persons SET bank_account = json_set(bank_account, '$.signatory', 'Otto')`)
    expect(await read(path)).not.toContain('geboren')
  })

  it('are told apart in a debit of several fees', async () => {
    const { club, feeIds, read } = await fixture()
    const more = await claim(club, [{ person_external_id: 'm1' }])
    await submitted(club, [...feeIds, ...more])
    const [collection] = await rows<{ id: string }>('SELECT id FROM collections')
    expectDistinct(await read(`/direct-debits/${collection?.id}`))
  })

  it('are told apart on the page of a fee and of an act on it', async () => {
    const { club, feeIds, read } = await fixture()
    const pages = await Promise.all(feeIds.map((id) => read(`/fees/${id}`)))
    expectDistinct(pages.join())
    expect(await read(`/fees/${feeIds[0]}/payment`)).toContain(OLDER)
    expect(await read(`/fees/${feeIds[0]}`, await staffOf(club, 'auditor'))).not.toContain('geboren')
  })

  it('are told apart where an act on many fees asks', async () => {
    const { club, feeIds, treasurer } = await fixture()
    const form: [string, string][] = [
      ['action', 'pay'],
      ['scope', 'chosen'],
      ...feeIds.map((id) => ['id', id] satisfies [string, string]),
    ]
    const { status, text } = await treasurer.submit(`/dashboard/${club.id}/fees/bulk`, form)
    expect(status).toBe(200)
    expectDistinct(textOf(text))
  })

  it('are told apart where an act on many fees leaves all that come before theirs', async () => {
    const { club, feeIds, treasurer } = await fixture()
    const paid = await claim(
      club,
      Array.from({ length: 50 }, () => ({ person_external_id: 'm3' })),
    )
    await club.post('/payments', {
      data: paid.map((fee_id) => ({ fee_id, amount: 4500, paid_on: TODAY, method: 'bank_transfer' })),
    })
    const form: [string, string][] = [
      ['action', 'waive'],
      ['scope', 'chosen'],
      ...[...paid, ...feeIds].map((id) => ['id', id] satisfies [string, string]),
    ]
    const { text, cost } = await treasurer.submit(`/dashboard/${club.id}/fees/bulk`, form)
    expectDistinct(textOf(text))
    expect(cost.trips).toBe(2)
  })

  it('are told apart in the journal and among payments that wait to be booked', async () => {
    const { club, feeIds, read } = await fixture()
    await addAccount(club)
    const pay = (fee_id: string) =>
      club.post('/payments', { data: [{ fee_id, amount: 1000, paid_on: TODAY, method: 'bank_transfer' }] })
    for (const id of feeIds) await pay(id)
    expectDistinct(await read('/cash-book?year=2026'))
    await withoutVouchers(club, () => Promise.all(feeIds.map(pay)))
    expectDistinct(await read('/cash-book/fees'))
  })
})

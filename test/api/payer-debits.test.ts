import { describe, expect, it } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  COLLECTED_ON,
  check,
  claim,
  collectingClub,
  payer,
  release,
  setDay,
  stored,
  submitted,
} from '../support/direct-debits'
import { formValues, textOf } from '../support/html'
import { LENA, OLAF, setPayer, UWE } from '../support/payer'
import { setPortal, signIn } from '../support/portal'
import { cardPath, changeCard } from '../support/portal-cards'
import { rows, type Workspace, workspace } from '../support/workspace'

const SMNDA = 'DrctDbtTx/MndtRltdInf/AmdmntInfDtls/OrgnlDbtrAcct/Id/Othr/Id'
const mandate = (reference: string) => ({ reference, signature_date: '2025-01-31' })

/** Uwe pays for Lena and Olaf; each owes a fee. */
async function family(fields: { uwe?: object; lena?: object; olaf?: object } = {}) {
  const club = await collectingClub()
  await addPersons(club, [
    { ...UWE, ...fields.uwe },
    { ...LENA, ...fields.lena },
    { ...OLAF, ...fields.olaf },
  ])
  await setPayer(club, 'uwe', 'lena', 'olaf')
  return { club, feeIds: await claimOf(club, 'lena', 'uwe', 'olaf') }
}

const claimOf = (club: Workspace, ...persons: string[]) =>
  claim(
    club,
    persons.map((person_external_id) => ({ person_external_id, description: 'Beitrag 2027' })),
  )

const idOf = async (club: Workspace, externalId: string): Promise<string> =>
  (await club.get(`/lists/members/persons/${externalId}`)).body.data.id

const found = async (club: Workspace, feeIds: string[]) => {
  const { problems, warnings } = (await check(club, feeIds)).body.data
  const codes = (all: { code: string }[]) => all.map(({ code }) => code)
  return {
    problems: codes(problems),
    warnings: codes(warnings).filter((code) => code !== 'test_creditor_id'),
  }
}

describe('a debit of a family', () => {
  it('is one, of the payer, and names the person of each fee', async () => {
    const { club, feeIds } = await family()
    const { status, body, text } = await release(club, feeIds)
    expect(status, text).toBe(201)
    expect(body.data.items).toMatchObject([
      {
        person_id: await idOf(club, 'uwe'),
        debtor_name: 'Uwe Roth',
        iban: ibanOf(1),
        mandate_reference: 'M-1',
        amount: 13_500,
        text: 'Lena: Beitrag 2027, Uwe: Beitrag 2027, Olaf: Beitrag 2027',
      },
    ])
    expect(body.data.items).toHaveLength(1)
  })

  it('names no person where all fees are of one', async () => {
    const { club, feeIds } = await family()
    const { body } = await release(club, [String(feeIds[0])])
    expect(body.data.items).toMatchObject([{ debtor_name: 'Uwe Roth', text: 'Beitrag 2027' }])
  })

  it('names persons of the same first name in full', async () => {
    const { club, feeIds } = await family({ lena: { name: { first_name: 'Uwe', last_name: 'Roth jun.' } } })
    const { body } = await release(club, feeIds.slice(0, 2))
    expect(body.data.items[0].text).toBe('Uwe Roth jun.: Beitrag 2027, Uwe Roth: Beitrag 2027')
  })

  it('reads a few rows more for each dependant, in the same trips', async () => {
    const { club, feeIds } = await family()
    await addPersons(club, [payer(8, { external_id: 'alone' })])
    const single = await check(club, await claimOf(club, 'alone'))
    const dependant = await check(club, [String(feeIds[0])])
    expect(dependant.cost.trips).toBe(single.cost.trips)
    expect(dependant.cost.rowsRead - single.cost.rowsRead).toBeLessThanOrEqual(9)
  })

  it('is settled, returned and blocked as one: the account of the payer, so that all their fees are', async () => {
    const { club, feeIds } = await family()
    const { id, items } = await submitted(club, feeIds)
    setDay('2026-03-20')
    expect((await club.post(`/collections/${id}/settlement`, { settled_on: COLLECTED_ON })).status).toBe(201)
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
    const returned = { item_id: items[0]?.id, returned_on: '2026-03-20', reason_code: 'AC04' }
    expect((await club.post(`/collections/${id}/returns`, returned)).status).toBe(201)
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual([
      'returned',
      'returned',
      'returned',
    ])
    const later = (
      await club.post('/collections?dry_run=true', { fee_ids: feeIds, collection_date: '2026-04-20' })
    ).body.data
    expect(later.problems.map(({ code }: { code: string }) => code)).toEqual([
      'blocked',
      'blocked',
      'blocked',
    ])
  })

  it('stays as it was released when the payer changes, and settles', async () => {
    const { club, feeIds } = await family()
    await addPersons(club, [payer(2, { external_id: 'eva' })])
    const { id } = await submitted(club, feeIds.slice(0, 1))
    const before = await stored(club, 'collection_items')
    await setPayer(club, 'eva', 'lena')
    expect(await stored(club, 'collection_items')).toEqual(before)
    setDay('2026-03-20')
    expect((await club.post(`/collections/${id}/settlement`, { settled_on: COLLECTED_ON })).status).toBe(201)
    expect(await stored(club, 'collection_items')).toMatchObject([
      { debtor_name: 'Uwe Roth', state: 'settled' },
    ])
    const next = (await club.post('/collections?dry_run=true', {
      fee_ids: await claimOf(club, 'lena'),
      collection_date: '2026-04-20',
    })) as { body: { data: { items: object[] } } }
    expect(next.body.data.items).toMatchObject([{ mandate_reference: 'M-2' }])
  })
})

describe('the account of a dependant', () => {
  it('is its own, with its own mandate', async () => {
    const own = { bank_account: { iban: ibanOf(5) }, sepa_mandate: mandate('M-5') }
    const { club, feeIds } = await family({ lena: own })
    const { body } = await release(club, feeIds)
    expect(body.data.items).toMatchObject([
      { debtor_name: 'Lena Roth', iban: ibanOf(5), mandate_reference: 'M-5', text: 'Beitrag 2027' },
      { debtor_name: 'Uwe Roth', iban: ibanOf(1), amount: 9000 },
    ])
  })

  it.each([
    ['without a mandate', { bank_account: { iban: ibanOf(5) } }],
    ['without an account', { sepa_mandate: mandate('M-5') }],
    [
      'with the mandate of the payer',
      { bank_account: { iban: ibanOf(1) }, sepa_mandate: mandate('M-1') },
      { bank_account: { iban: ibanOf(5) } },
    ],
    ['that is that of the payer', { bank_account: { iban: ibanOf(1) }, sepa_mandate: mandate('M-5') }],
    [
      'that the payer holds',
      { bank_account: { iban: ibanOf(5), signatory: 'Uwe Roth' }, sepa_mandate: mandate('M-5') },
    ],
  ])('is not debited %s', async (_, copied, later: object = {}) => {
    const { club, feeIds } = await family({ lena: copied })
    await addPersons(club, [{ external_id: 'lena', ...later }])
    const { body } = await release(club, feeIds)
    expect(body.data.items).toMatchObject([{ debtor_name: 'Uwe Roth', iban: ibanOf(1), amount: 13_500 }])
  })

  it('is not debited under a mandate of which the last debit had fees of the payer', async () => {
    const copied = { bank_account: { iban: ibanOf(1) }, sepa_mandate: mandate('M-1') }
    const { club, feeIds } = await family({ lena: copied })
    await submitted(club, feeIds)
    await addPersons(club, [
      { external_id: 'uwe', bank_account: { iban: ibanOf(6) }, sepa_mandate: mandate('M-6') },
    ])
    const { body } = await release(club, await claimOf(club, 'lena'))
    expect(body.data.items).toMatchObject([
      { debtor_name: 'Uwe Roth', iban: ibanOf(6), mandate_reference: 'M-6' },
    ])
  })
})

describe('the payer of a debit', () => {
  it('is named by what it lacks', async () => {
    const { club, feeIds } = await family({ uwe: { bank_account: null, sepa_mandate: null, email: null } })
    const uwe = await idOf(club, 'uwe')
    const { problems } = (await check(club, feeIds.slice(0, 2))).body.data
    expect(problems).toMatchObject([
      { code: 'no_iban_of_payer', message: `is paid for by a person (${uwe}) without a bank account` },
      { code: 'no_mandate_of_payer', message: `is paid for by a person (${uwe}) without a mandate` },
      { code: 'no_iban', message: 'is of a person without a bank account' },
      { code: 'no_mandate' },
    ])
    const treasurer = await staffOf(club, 'treasurer')
    const path = `/dashboard/${club.id}/direct-debits/new/check?pays=anyone`
    const { text } = await treasurer.get(path, { headers: { 'Accept-Language': 'de' } })
    expect(textOf(text)).toContain('Wer zahlt, hat keine Bankverbindung')
    expect(textOf(text)).toContain('Zahlt: Uwe Roth')
    expect(text).toContain(`/dashboard/${club.id}/members/${uwe}"`)
    expect(text).toContain(`/dashboard/${club.id}/members/${uwe}/edit?`)
  })

  it.each([
    [
      'an account that banks do not reach',
      { bank_account: { iban: 'GB29NWBK60161331926819' } },
      'iban_outside_eea',
    ],
    [
      'an expired mandate',
      { sepa_mandate: { reference: 'M-1', signature_date: '2020-01-31' } },
      'mandate_expired',
    ],
  ])('is named by %s', async (_, uwe, code) => {
    const { club, feeIds } = await family({ uwe })
    expect((await found(club, feeIds.slice(0, 1))).problems).toEqual([code])
  })

  it('is warned of for what it is, and the person for what that is', async () => {
    const { club, feeIds } = await family({
      uwe: { leave_date: '2025-12-31', payment_method: 'cash', email: null },
      olaf: { leave_date: '2025-12-31' },
    })
    const [lena = '', , olaf = ''] = feeIds
    expect(await found(club, [lena])).toEqual({
      problems: [],
      warnings: ['no_email', 'other_payment_method'],
    })
    expect((await found(club, [olaf])).warnings).toEqual([
      'former_member',
      'no_email',
      'other_payment_method',
    ])
    expect((await release(club, feeIds)).body.data.items).toMatchObject([{ debtor_name: 'Uwe Roth' }])
  })

  it('is none where the id names nobody of the workspace', async () => {
    const own = { bank_account: { iban: ibanOf(5) }, sepa_mandate: mandate('M-5') }
    const { club, feeIds } = await family({ lena: own })
    const other = await workspace()
    await addPersons(other, [payer(9, { external_id: 'far' })])
    for (const id of ['per_gone', await idOf(other, 'far')]) {
      await rows(
        'UPDATE persons SET payer_id = ? WHERE workspace_id = ? AND payer_id IS NOT NULL',
        id,
        club.id,
      )
      const { items, problems } = (await check(club, feeIds)).body.data
      expect(items.map(({ iban }: { iban: string }) => iban)).toEqual([ibanOf(5), ibanOf(1)])
      expect(problems).toMatchObject([{ code: 'no_iban' }, { code: 'no_mandate' }])
    }
  })

  it('decides by which way the fees of all are paid', async () => {
    const { club, feeIds } = await family({ lena: { payment_method: 'bank_transfer' } })
    const treasurer = await staffOf(club, 'treasurer')
    const debited = async () => {
      const { text } = await treasurer.get(
        `/dashboard/${club.id}/direct-debits/new/check?due_by=2027-12-31`,
        {
          headers: { 'Accept-Language': 'de' },
        },
      )
      return textOf(text)
    }
    expect(feeIds).toHaveLength(3)
    expect(await debited()).toContain('Bereit zum Einzug: 3 Beiträge')
    await addPersons(club, [{ external_id: 'uwe', payment_method: 'cash' }])
    expect(await debited()).not.toContain('Bereit zum Einzug')
  })

  it('keeps its mandate when the account changes, whoever of the family was debited last', async () => {
    const { club, feeIds } = await family()
    await submitted(club, feeIds.slice(0, 1))
    await addPersons(club, [{ external_id: 'uwe', bank_account: { iban: ibanOf(6) } }])
    for (const one of ['olaf', 'uwe', 'lena'])
      expect((await found(club, await claimOf(club, one))).problems).toEqual([])
    await setPayer(club, null, 'lena')
    await rows("UPDATE collection_items SET person_id = 'per_x'")
    const [fee = ''] = await claimOf(club, 'olaf')
    expect((await found(club, [fee])).problems).toEqual(['mandate_of_another_person'])
  })
})

it('collects from 30 families whose fathers changed their accounts, and amends the mandates of these alone', async () => {
  const club = await collectingClub()
  await setPortal(club, { functions: ['view_data', 'edit_data'], fields: { bank_account: 'editable' } })
  const numbers = Array.from({ length: 30 }, (_, index) => index + 1)
  const shared = (n: number) => ({ bank_account: { iban: ibanOf(n) }, sepa_mandate: mandate(`M-${n}`) })
  await addPersons(
    club,
    numbers.flatMap((n) => [
      payer(n, { external_id: `father${n}`, ...shared(n) }),
      payer(n, { external_id: `child${n}`, email: null, ...shared(n) }),
      payer(n, { external_id: `baby${n}`, email: null, ...(n % 2 ? shared(n) : {}) }),
    ]),
  )
  const claimAll = () => claimOf(club, ...numbers.flatMap((n) => [`child${n}`, `father${n}`, `baby${n}`]))
  const before = await submitted(club, await claimAll())
  expect(before.items).toHaveLength(30)
  for (const n of numbers) await setPayer(club, `father${n}`, `child${n}`, `baby${n}`)

  const byPortal = numbers.slice(0, 5)
  const byStaff = numbers.slice(5, 10)
  const underNewMandate = numbers.slice(10, 15)
  for (const n of byPortal) {
    const session = await signIn(club, { person_external_id: `father${n}` })
    const card = cardPath(await idOf(club, `father${n}`), 'bank')
    const answer = await changeCard(session, card, {
      'bank_account.iban': ibanOf(n + 100),
      'mandate.confirmation': '1',
    })
    expect(answer.status, textOf(answer.text)).toBe(303)
  }
  const treasurer = await staffOf(club, 'treasurer')
  for (const n of [...byStaff, ...underNewMandate]) {
    const path = `/dashboard/${club.id}/members/${await idOf(club, `father${n}`)}/edit`
    const form = Object.fromEntries(formValues((await treasurer.get(path)).text))
    const signed = underNewMandate.includes(n) && { 'sepa_mandate.reference': `N-${n}` }
    const saved = await treasurer.submit(path, { ...form, 'bank_account.iban': ibanOf(n + 100), ...signed })
    expect(saved.status, textOf(saved.text)).toBe(303)
  }
  setDay('2026-06-01')
  const feeIds = await claimAll()
  const { status, body, text } = await release(club, feeIds, { date: '2026-06-16' })
  expect(status, text).toBe(201)
  expect(body.data.items).toHaveLength(30)
  const file = readDirectDebits((await club.get(`/collections/${body.data.id}/file`)).text)
  const amended = file.debits
    .map((debit, index) => (debit[SMNDA] === 'SMNDA' ? index + 1 : 0))
    .filter(Boolean)
  expect(amended).toEqual([...byPortal, ...byStaff])
  const changed = [...byPortal, ...byStaff, ...underNewMandate]
  expect(body.data.items).toMatchObject(
    numbers.map((n) => ({
      iban: ibanOf(changed.includes(n) ? n + 100 : n),
      mandate_reference: underNewMandate.includes(n) ? `N-${n}` : `M-${n}`,
      amount: 13_500,
    })),
  )
})

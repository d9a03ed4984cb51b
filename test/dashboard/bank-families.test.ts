import { afterEach, describe, expect, it } from 'vitest'
import { credit, importEntries, inbox, stored } from '../support/bank'
import { bankAccount, clubOf, fee, person, signedIn } from '../support/club'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows } from '../support/workspace'

const IBAN = 'DE02120300000000202051'

afterEach(expectSoundBooks)

/** A club with a family of which Petra pays for all, and of whom each owes something; and with two of another name. */
async function fixture() {
  const family = { payer_external_id: 'petra' }
  const world = await clubOf(
    bankAccount(),
    person({
      external_id: 'petra',
      name: { first_name: 'Petra', last_name: 'Vogt' },
      bank_account: { iban: IBAN },
    }),
    person({ external_id: 'tim', name: { first_name: 'Tim', last_name: 'Vogt' }, ...family }),
    person({ external_id: 'mia', name: { first_name: 'Mia', last_name: 'Weber' }, ...family }),
    person({
      external_id: 'mia-2',
      name: { first_name: 'Mia', last_name: 'Weber' },
      membership_number: '17',
      birthdate: '2011-02-03',
    }),
    fee(6000, { person_external_id: 'petra', description: 'Beitrag' }),
    fee(3000, { person_external_id: 'tim', description: 'Beitrag' }),
    fee(3100, { person_external_id: 'mia', description: 'Beitrag' }),
    fee(11000, { person_external_id: 'mia', description: 'Zeltlager' }),
    signedIn('treasurer'),
  )
  await rows(
    "UPDATE persons SET membership_number = '16', birthdate = '2014-02-03' WHERE workspace_id = ? AND external_id = 'mia'",
    world.club.id,
  )
  const { club, account, staff } = world
  const path = `/dashboard/${club.id}/bank/lines`
  const pay = async (amount: number, text: string, rest: { name?: string; iban?: string } = {}) => {
    await importEntries(club, account, [credit(amount, text, { name: 'P. Vogt', ...rest })])
    return (await inbox(club)).at(-1)
  }
  const page = async () => {
    const { text, cost } = await staff.get(path)
    expect(cost.trips).toBe(1)
    return text
  }
  return { ...world, path, pay, page, feeIds: world.fees.map(({ id }) => id) }
}

describe('a line of a family', () => {
  it('is suggested by the account of the payer, with all that the family owes', async () => {
    const { club, pay, page, feeIds } = await fixture()
    const line = await pay(23100, 'Alles', { iban: IBAN })
    expect(line.suggestion).toMatchObject({
      certain: false,
      reason_code: 'account',
      reason: 'Konto stimmt, der Betrag ist die Summe von 4 offenen Beiträgen von 3 Personen.',
    })
    const text = textOf(await page())
    expect(text).toContain('Zeltlager von Mia Weber (Nr. 16, geboren 2014)')
    const { status } = await club.post(`/bank_lines/${line.id}/confirmation`, {})
    expect(status).toBe(201)
    const fees = await stored(club, 'fees')
    expect(fees.map(({ id, status }) => [feeIds.includes(String(id)), status])).toEqual(
      feeIds.map(() => [true, 'paid']),
    )
  })

  it('is suggested by the name of a child that the text has, and by all fees of one kind', async () => {
    const { pay } = await fixture()
    const child = await pay(3000, 'Beitrag Tim', { iban: IBAN })
    expect(child.suggestion).toMatchObject({ reason_code: 'account', parts: [{ amount: 3000 }] })
    const kind = await pay(12100, 'Beitrag', { name: 'Petra Vogt' })
    expect(kind.suggestion).toMatchObject({
      reason_code: 'name_family',
      reason:
        'Der Name ist der einer Person dieser Familie, der Betrag ist die Summe von 3 offenen Beiträgen von 3 Personen.',
    })
  })

  it('is never certain, nor confirmed with those that are', async () => {
    const { club, pay } = await fixture()
    await pay(23100, 'Alles', { iban: IBAN })
    await pay(5000, 'Rate', { name: 'Petra Vogt' })
    expect((await club.post('/bank_lines/confirmations', {})).body.data).toEqual({ confirmed: 0, left: 0 })
  })
})

describe('a name with another amount', () => {
  const alone = () =>
    clubOf(
      bankAccount(),
      person({ name: { first_name: 'Anna', last_name: 'Familieberg' } }),
      fee(12000),
      signedIn('treasurer'),
    )

  it('is a part payment with one press', async () => {
    const { club, account, staff } = await alone()
    await importEntries(club, account, [credit(6000, 'erste Rate', { name: 'Anna Familieberg' })])
    const path = `/dashboard/${club.id}/bank/lines`
    const { text } = await staff.get(path)
    expect(textOf(text)).toContain('Der Name passt (120,00 € offen, gezahlt 60,00 €).')
    expect(textOf(text)).toContain('60,00 € von 120,00 € offen.')
    const [, value = ''] = /name="as" value="([^"]*)"[^>]*>Als Teilzahlung/.exec(text) ?? []
    const [line] = await inbox(club)
    const taken = await staff.submit(`${path}/${line.id}/confirm`, {
      as: value,
      revision: `${line.revision}`,
    })
    expect(taken.status, taken.text).toBe(303)
    expect(await stored(club, 'fees')).toMatchObject([{ status: 'open', paid_amount: 6000 }])
  })

  it('that is more leaves a rest, which is asked for', async () => {
    const { club, account, staff } = await alone()
    await importEntries(club, account, [credit(13000, 'Beitrag', { name: 'Anna Familieberg' })])
    const path = `/dashboard/${club.id}/bank/lines`
    const [line] = await inbox(club)
    expect(line.suggestion).toMatchObject({ reason_code: 'name_more', rest: 1000 })
    expect(textOf((await staff.get(path)).text)).toContain(
      '10,00 € bleiben übrig: Du kannst sie danach buchen, zurücküberweisen oder offen lassen.',
    )
    const value = `fees:${line.suggestion.parts[0].fee_id}=12000`
    const taken = await staff.submit(`${path}/${line.id}/confirm`, { as: value, revision: '1', at: '0' })
    const { text } = await staff.get(String(taken.headers.get('Location')).split('#')[0] ?? '')
    expect(textOf(text)).toContain('10,00 € des Umsatzes sind noch offen. Rest buchen …')
    expect(text).toContain(`href="${path}/${line.id}/book?at=0"`)
    expect(await stored(club, 'bank_lines')).toMatchObject([{ state: 'open', assigned_amount: 12000 }])
  })

  it('stands beside a voucher of the amount, which may be the same money', async () => {
    const { club, account } = await alone()
    const voucher = { account_id: account, booked_on: '2026-02-03', text: 'Spende', amount: 6000 }
    const { status, text } = await club.post('/vouchers', { data: [voucher] })
    expect(status, text).toBe(201)
    await importEntries(club, account, [credit(6000, 'x', { name: 'Anna Familieberg' })])
    const [line] = await inbox(club)
    expect(line.suggestion).toBeNull()
    expect(line.alternatives).toMatchObject([{ reason_code: 'voucher_amount' }, { reason_code: 'name_less' }])
  })
})

describe('a line for which nothing fits', () => {
  it('says so truly: that a name is known, or that none is', async () => {
    const { club, account, pay, page } = await fixture()
    await pay(100, 'Familie', { name: 'Vogt' })
    await importEntries(club, account, [credit(200, 'nichts', { name: 'Unbekannt' })])
    const lines = await inbox(club)
    expect(lines.map(({ suggestion }: { suggestion: object | null }) => suggestion)).toMatchObject([
      { kind: 'notice', reason_code: 'last_name', parts: [] },
      null,
    ])
    const text = textOf(await page())
    expect(text).toContain('Nur der Nachname passt: zu 2 Personen mit offenen Beiträgen.')
    expect(text.split('Weder Referenz noch Name')).toHaveLength(2)
    expect((await club.post(`/bank_lines/${lines[0].id}/confirmation`, {})).body.errors).toEqual({
      body: ['must name parts or a booking, since nothing is suggested for the line'],
    })
  })
})

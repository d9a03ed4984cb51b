import { describe, expect, it } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  COLLECTED_ON,
  CREDITOR,
  check,
  claim,
  clubWithFees,
  collectingClub,
  payer,
  release,
  setDay,
  stored,
  submitted,
} from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { operator, rows } from '../support/workspace'

describe('POST /collections', () => {
  it('costs the same however many debits there were', async () => {
    const { club, feeIds } = await clubWithFees(202)
    const first = await release(club, feeIds.slice(200, 201))
    const many = await release(club, feeIds.slice(0, 200))
    expect(many.cost.rowsRead / 200).toBeLessThan(37.3)
    const { status, text, cost } = await release(club, feeIds.slice(201, 202))
    expect(status, text).toBe(201)
    expect(cost.rowsRead).toBeLessThan(first.cost.rowsRead + 5)
  })

  it('releases fees as debits, and stores what the file says', async () => {
    const { club, feeIds } = await clubWithFees(3)
    const before = (await eventsOf(club)).length
    const { status, body, text, cost } = await release(club, feeIds)
    expect(status, text).toBe(201)
    expect(cost.trips).toBe(2)
    const { items, ...run } = body.data
    expect(run).toMatchObject({
      id: expect.stringMatching(/^run_/),
      state: 'released',
      collection_date: COLLECTED_ON,
      message_id: expect.stringMatching(/^RF\d\d[0-9A-Z]{21}$/),
      creditor: CREDITOR,
      item_count: 3,
      amount: 13_500,
    })
    expect(await stored(club, 'collections')).toMatchObject([
      { id: run.id, state: 'released', item_count: 3, amount: 13_500, creditor: JSON.stringify(CREDITOR) },
    ])
    expect(await stored(club, 'collection_items')).toMatchObject(
      [1, 2, 3].map((n, index) => ({
        id: items[index].id,
        collection_id: run.id,
        reference: items[index].reference,
        debtor_name: `Ada Lovelace ${n}`,
        iban: ibanOf(n),
        mandate_reference: `M-${n}`,
        signed_on: '2025-01-31',
        amount: 4500,
        text: 'Annual fee',
        has_new_account: 0,
        state: 'live',
      })),
    )
    const links = await stored(club, 'collection_fees')
    expect(links.map(({ fee_id }) => fee_id).sort()).toEqual([...feeIds].sort())
    for (const link of links) expect(link).toMatchObject({ amount: 4500, state: 'live' })
    for (const fee of await stored(club, 'fees'))
      expect(fee).toMatchObject({
        status: 'collecting',
        collection_id: run.id,
        collection_date: COLLECTED_ON,
        revision: 2,
      })
    expect((await club.get(`/collections/${run.id}`)).body).toEqual(body)
    const events = (await eventsOf(club)).slice(before)
    expect(events.map(({ action }) => action)).toEqual([
      ...Array(3).fill('fee.collecting'),
      'collection.released',
    ])
    expect(events.at(-1)).toMatchObject({
      subject_kind: 'collection',
      subject_id: run.id,
      subject_name: run.message_id,
      changes: { collection_date: [null, COLLECTED_ON], items: [null, 3], amount: [null, 13_500] },
    })
  })

  it('collects the fees of an account and mandate with one debit, and what is open of them', async () => {
    const club = await collectingClub()
    const account = { iban: ibanOf(7), signatory: 'Müller & Söhne' }
    await addPersons(club, [
      payer(1, { bank_account: account, sepa_mandate: { reference: 'F-1', signature_date: '2024-05-01' } }),
      payer(2, { bank_account: account, sepa_mandate: { reference: 'F-1', signature_date: '2024-05-01' } }),
      payer(3, { bank_account: account }),
    ])
    const feeIds = await claim(club, [
      { person_external_id: 'm1' },
      { person_external_id: 'm2', amount: 2000, description: 'Jugend\nÜbung' },
      { person_external_id: 'm3' },
    ])
    await club.post('/payments', {
      data: [{ fee_id: feeIds[0], amount: 500, method: 'cash', paid_on: '2026-03-01' }],
    })
    const { body } = await release(club, feeIds)
    expect(body.data).toMatchObject({
      amount: 10_500,
      items: [
        {
          debtor_name: 'Müller & Söhne',
          mandate_reference: 'F-1',
          amount: 6000,
          text: 'Ada Lovelace 1: Annual fee, Ada Lovelace 2: Jugend Uebung',
        },
        { mandate_reference: 'M-3', amount: 4500 },
      ],
    })
    const [first] = body.data.items
    expect(new Set(first.fees.map(({ fee_id }: { fee_id: string }) => fee_id))).toEqual(
      new Set(feeIds.slice(0, 2)),
    )
    const file = readDirectDebits((await club.get(`/collections/${body.data.id}/file`)).text)
    expect(file.head).toMatchObject({ 'GrpHdr/NbOfTxs': '2', 'GrpHdr/CtrlSum': '105.00' })
    expect(file.debits[0]).toMatchObject({
      'PmtId/EndToEndId': first.reference,
      'Dbtr/Nm': 'Mueller + Soehne',
      InstdAmt: '60.00',
      'RmtInf/Ustrd': 'Ada Lovelace 1: Annual fee, Ada Lovelace 2: Jugend Uebung',
    })
  })

  it.each([
    ['de-DE', ' + 8 weitere'],
    ['en-GB', ' + 8 more'],
  ])('says in %s how many fees a text has no room for', async (locale, end) => {
    const club = await collectingClub({ locale })
    await addPersons(club, [payer(1)])
    const description = 'Zusatzbeitrag für das Schwimmbad der Jugendabteilung Ost'
    const fees = Array.from({ length: 10 }, () => ({ person_external_id: 'm1', description }))
    const { body } = await release(club, await claim(club, fees))
    const shown = description.replace('ü', 'ue')
    expect(body.data.items[0].text).toBe(`${shown}, ${shown}${end}`)
  })

  it.each<[code: string, person: object]>([
    ['no_iban', { bank_account: null }],
    ['iban_outside_eea', { bank_account: { iban: 'CH9300762011623852957' } }],
    ['no_mandate', { sepa_mandate: null }],
    ['mandate_unsigned', { sepa_mandate: { reference: 'M-1' } }],
    ['mandate_signed_in_future', { sepa_mandate: { reference: 'M-1', signature_date: '2026-03-03' } }],
    ['mandate_reference_invalid', { sepa_mandate: { reference: 'M_1', signature_date: '2025-01-31' } }],
    ['mandate_expired', { sepa_mandate: { reference: 'M-1', signature_date: '2023-03-15' } }],
  ])('refuses a fee with the problem %s by its path, and tells it beforehand', async (code, person) => {
    const club = await collectingClub()
    await addPersons(club, [payer(1, person), payer(2)])
    const feeIds = await claim(club, [{ person_external_id: 'm2' }, { person_external_id: 'm1' }])
    const dry = await check(club, feeIds)
    expect([dry.status, dry.cost.trips, dry.cost.rowsWritten], dry.text).toEqual([200, 1, 0])
    expect(dry.body.data).toMatchObject({
      item_count: 1,
      amount: 4500,
      items: [{ mandate_reference: 'M-2', fees: [{ fee_id: feeIds[0], amount: 4500 }] }],
      problems: [{ path: 'fee_ids.1', fee_id: feeIds[1], code }],
    })
    const { status, body } = await release(club, feeIds)
    expect(status).toBe(422)
    expect(body.errors).toEqual({ 'fee_ids.1': [dry.body.data.problems[0].message] })
    expect(await stored(club, 'collections')).toEqual([])
  })

  it('refuses fees that are unknown, named twice, paid, cancelled, being collected, or of the deleted', async () => {
    const { club, feeIds } = await clubWithFees(6)
    const [one, paid, cancelled, live, deleted, other] = feeIds
    await club.post('/payments', {
      data: [{ fee_id: paid, amount: 4500, method: 'cash', paid_on: '2026-03-01' }],
    })
    await club.post(`/fees/${cancelled}/cancellation`, { kind: 'mistake', reason: 'x' })
    await release(club, [String(live)])
    await club.delete('/lists/members/persons/m5')
    const named = [one, one, paid, cancelled, live, deleted, 'fee_x', other].map(String)
    const { status, body } = await release(club, named)
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      'fee_ids.1': ['is named before'],
      'fee_ids.2': ['has nothing open'],
      'fee_ids.3': ['is cancelled; reopen it first'],
      'fee_ids.4': ['is being collected by direct debit'],
      'fee_ids.5': ['is of a person who was deleted'],
      'fee_ids.6': ['does not match a fee of this workspace'],
    })
  })

  it.each<[string, object, string, object]>([
    [
      'without a creditor',
      { creditor: null },
      COLLECTED_ON,
      { creditor: ['is not set; direct debit needs name, IBAN and identifier'] },
    ],
    ['in the past', {}, '2026-03-01', { collection_date: ['must not be in the past'] }],
    ['on a Saturday', {}, '2026-03-21', { collection_date: ['must not be a Saturday or Sunday'] }],
    [
      'on Good Friday',
      {},
      '2026-04-03',
      { collection_date: ['must not be a holiday of the banks (TARGET)'] },
    ],
    [
      'too soon',
      {},
      '2026-03-13',
      {
        collection_date: ["must be 2026-03-16 or later, for the notice of 14 days and the bank's own time"],
      },
    ],
    [
      'too soon for the bank',
      { bookkeeping: { notice_days: 1 } },
      '2026-03-03',
      {
        collection_date: ["must be 2026-03-04 or later, for the notice of 1 days and the bank's own time"],
      },
    ],
  ])('refuses a collection %s', async (_, settings, date, errors) => {
    const { club, feeIds } = await clubWithFees(1, settings)
    expect((await release(club, feeIds, { date })).body.errors).toEqual(errors)
    expect((await check(club, feeIds, date)).body.data.problems).toMatchObject([{ fee_id: null }])
  })

  it('refuses another currency', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await rows("UPDATE workspaces SET currency = 'CHF'")
    expect((await release(club, feeIds)).body.errors).toEqual({
      currency: ['is CHF; direct debits are in EUR'],
    })
  })

  it('refuses a malformed body, of a dry run too', async () => {
    const { club } = await clubWithFees(1)
    for (const query of ['', '?dry_run=true']) {
      const { status, body } = await club.post(`/collections${query}`, {
        fee_ids: [],
        collection_date: 'x',
        y: 1,
      })
      expect(status).toBe(422)
      expect(Object.keys(body.errors).sort()).toEqual(['collection_date', 'fee_ids', 'y'])
    }
    expect((await club.post('/collections?dry_run=maybe', {})).status).toBe(422)
  })

  it('warns of a day that is more than 30 days ahead, and refuses one in 13 months', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const codes = async (date: string) =>
      (await check(club, feeIds, date)).body.data.warnings.map(({ path, code }: Record<string, string>) => [
        path,
        code,
      ])
    expect(await codes('2026-04-01')).toEqual([['creditor', 'test_creditor_id']])
    expect(await codes('2026-04-02')).toEqual([
      ['creditor', 'test_creditor_id'],
      ['collection_date', 'collection_date_far_ahead'],
    ])
    const errors = { collection_date: ['must be 2027-03-02 or earlier, a year ahead'] }
    expect((await release(club, feeIds, { date: '2027-04-05' })).body.errors).toEqual(errors)
    expect(await stored(club, 'collections')).toEqual([])
    expect((await release(club, feeIds, { date: '2026-04-02' })).status).toBe(201)
  })

  it('warns of what is no problem', async () => {
    const club = await collectingClub()
    await addPersons(club, [
      payer(1, { leave_date: '2025-12-31', email: null, payment_method: 'cash' }),
      payer(3, { sepa_mandate: { reference: 'M-3', signature_date: '2023-06-01' } }),
    ])
    await club.post('/lists/members/persons', { ...payer(2), creation_behaviour: 'unconfirmed' })
    const feeIds = await claim(
      club,
      [1, 2, 3].map((n) => ({ person_external_id: `m${n}` })),
    )
    const { body } = await check(club, feeIds)
    expect(body.data.problems).toEqual([])
    expect(body.data.warnings.map(({ path, code }: Record<string, string>) => [path, code])).toEqual([
      ['creditor', 'test_creditor_id'],
      ['fee_ids.0', 'former_member'],
      ['fee_ids.0', 'no_email'],
      ['fee_ids.0', 'other_payment_method'],
      ['fee_ids.1', 'applicant'],
      ['fee_ids.2', 'mandate_expires_soon'],
    ])
    expect((await release(club, feeIds)).status).toBe(201)
  })

  it('refuses a mandate of different persons with different accounts', async () => {
    const club = await collectingClub()
    const sepa_mandate = { reference: 'F-1', signature_date: '2025-01-31' }
    const { bank_account } = payer(1)
    await addPersons(club, [payer(1, { sepa_mandate }), payer(2, { sepa_mandate, bank_account })])
    // One mandate until the second one has an account of its own.
    await addPersons(club, [{ external_id: 'm2', bank_account: payer(2).bank_account }])
    const feeIds = await claim(club, [
      { person_external_id: 'm1' },
      { person_external_id: 'm2' },
      { person_external_id: 'm1' },
    ])
    const { body } = await check(club, feeIds)
    expect(body.data.problems).toHaveLength(3)
    expect(body.data.problems[0].code).toBe('mandate_of_another_person')
    await submitted(club, feeIds.slice(0, 1))
    const later = await check(club, feeIds.slice(1, 2))
    expect(later.body.data.problems).toMatchObject([{ code: 'mandate_of_another_person' }])
    expect((await check(club, feeIds.slice(2))).body.data.problems).toEqual([])
  })

  it('refuses a mandate that was used with another creditor identifier', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await submitted(club, feeIds)
    const [next] = await claim(club, [{ person_external_id: 'm1' }])
    await operator('PATCH', `/operator/workspaces/${club.id}`, {
      creditor: { ...CREDITOR, creditor_id: 'AT61ZZZ01234567890' },
    })
    expect((await check(club, [String(next)])).body.data.problems).toMatchObject([
      { code: 'mandate_of_another_creditor' },
    ])
  })

  it('counts from the latest date, whatever was released after it', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await submitted(club, feeIds, '2026-12-16')
    await club.put('/lists/members/persons/m1', { bank_account: { iban: ibanOf(99) } })
    const [sooner = '', later = ''] = await claim(club, [
      { person_external_id: 'm1' },
      { person_external_id: 'm1' },
    ])
    await submitted(club, [sooner], '2026-03-16')
    const newAccounts = (await stored(club, 'collection_items')).map((item) => item.has_new_account)
    // The debit of December has the old account, so the first one after it names the new one again.
    const { body } = await check(club, [later], '2027-01-13')
    expect([...newAccounts, body.data.items[0].has_new_account]).toEqual([0, 1, true])
    setDay('2029-06-01')
    expect((await check(club, [later], '2029-12-14')).body.data.problems).toEqual([])
    expect((await check(club, [later], '2029-12-17')).body.data.problems).toMatchObject([
      { code: 'mandate_expired' },
    ])
  })

  it('counts 36 months from the last debit that was presented, to the day', async () => {
    const { club, feeIds } = await clubWithFees(2)
    await submitted(club, feeIds)
    const [next] = await claim(club, [{ person_external_id: 'm1' }])
    setDay('2029-02-20')
    expect((await check(club, [String(next)], '2029-03-16')).body.data.problems).toEqual([])
    expect((await check(club, [String(next)], '2029-03-19')).body.data.problems).toMatchObject([
      { code: 'mandate_expired' },
    ])
  })

  it('tells the bank of another account once, and again where that debit came back', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await submitted(club, feeIds)
    await addPersons(club, [{ external_id: 'm1', bank_account: { iban: ibanOf(99) } }])
    const [second = '', third = '', fourth = ''] = await claim(
      club,
      Array.from({ length: 3 }, () => ({ person_external_id: 'm1' })),
    )
    const isAmended = async (fee: string) =>
      (await check(club, [fee])).body.data.items.map(
        ({ has_new_account }: Record<string, boolean>) => has_new_account,
      )
    expect(await isAmended(second)).toEqual([true])
    const amended = await submitted(club, [second])
    const file = await club.get(`/collections/${amended.id}/file`)
    expect(readDirectDebits(file.text).debits).toMatchObject([
      { 'DrctDbtTx/MndtRltdInf/AmdmntInfDtls/OrgnlDbtrAcct/Id/Othr/Id': 'SMNDA' },
    ])
    expect(await isAmended(third)).toEqual([false])
    await club.post(`/collections/${amended.id}/returns`, {
      item_id: amended.items[0]?.id,
      returned_on: '2026-03-02',
      reason_code: 'AM04',
    })
    expect(await isAmended(third)).toEqual([true])
    await addPersons(club, [{ external_id: 'm1', bank_account: { iban: ibanOf(1) } }])
    expect(await isAmended(fourth)).toEqual([false])
  })

  it('tells the bank of another account where a debit of the old one waits for its submission', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await release(club, feeIds)
    await addPersons(club, [{ external_id: 'm1', bank_account: { iban: ibanOf(99) } }])
    const next = await claim(club, [{ person_external_id: 'm1' }])
    expect((await check(club, next)).body.data.items).toMatchObject([{ has_new_account: true }])
  })

  it('tells the bank of another account by the debits that are due before', async () => {
    const { club, feeIds } = await clubWithFees(1)
    await submitted(club, feeIds, '2026-03-18')
    await addPersons(club, [{ external_id: 'm1', bank_account: { iban: ibanOf(99) } }])
    const [second = '', third = ''] = await claim(
      club,
      Array.from({ length: 2 }, () => ({ person_external_id: 'm1' })),
    )
    await submitted(club, [second], '2026-03-25')
    const isAmendedOn = async (date: string) =>
      (await check(club, [third], date)).body.data.items[0].has_new_account
    expect(await isAmendedOn('2026-03-24')).toBe(true)
    expect(await isAmendedOn('2026-03-25')).toBe(false)
  })

  it.each<[code: string, frees: object, doesNot: object]>([
    [
      'AC04',
      { bank_account: { iban: ibanOf(99) } },
      { sepa_mandate: { reference: 'N-1', signature_date: '2026-03-01' } },
    ],
    [
      'MD06',
      { sepa_mandate: { reference: 'N-1', signature_date: '2026-03-01' } },
      { bank_account: { iban: ibanOf(99) } },
    ],
    [
      'MD07',
      {
        bank_account: { iban: ibanOf(99) },
        sepa_mandate: { reference: 'N-1', signature_date: '2026-03-01' },
      },
      { bank_account: { iban: ibanOf(99) } },
    ],
  ])(
    'blocks debits after a return with %s until what it is about changes, or it is lifted',
    async (code, frees, doesNot) => {
      const { club, feeIds } = await clubWithFees(1)
      const { id, items } = await submitted(club, feeIds)
      const item_id = items[0]?.id
      await club.post(`/collections/${id}/returns`, { item_id, returned_on: '2026-03-02', reason_code: code })
      const problems = async () =>
        (await check(club, feeIds)).body.data.problems.map(({ code }: Record<string, string>) => code)
      expect(await problems()).toEqual(['blocked'])
      await addPersons(club, [{ external_id: 'm1', ...doesNot }])
      expect(await problems()).toEqual(['blocked'])
      await addPersons(club, [payer(1), { external_id: 'm1x', email: 'x@example.org' }])
      await addPersons(club, [{ external_id: 'm1', ...frees }])
      expect(await problems()).toEqual([])
      await addPersons(club, [payer(1)])
      expect(await problems()).toEqual(['blocked'])
      const path = `/collections/${id}/items/${item_id}/unblocking`
      const lifted = await club.post(path, { note: 'Spoke with her' })
      expect([lifted.status, lifted.cost.trips], lifted.text).toEqual([201, 2])
      expect(lifted.body.data.unblocked_at).not.toBeNull()
      expect(await problems()).toEqual([])
      expect((await eventsOf(club)).at(-1)).toMatchObject({
        action: 'collection.unblocked',
        subject_id: id,
        changes: { item_id: [null, item_id], note: [null, 'Spoke with her'] },
      })
      expect((await club.post(path, { note: 'x' })).body.errors).toEqual({ item_id: ['blocks no debits'] })
    },
  )

  it('collects again what came back for lack of funds, with a warning', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const { id, items } = await submitted(club, feeIds)
    const returned = { item_id: items[0]?.id, returned_on: '2026-03-02', reason_code: 'AM04' }
    await club.post(`/collections/${id}/returns`, returned)
    const { body } = await check(club, feeIds)
    expect(body.data).toMatchObject({ problems: [], warnings: [{}, { code: 'second_attempt' }] })
    expect((await release(club, feeIds)).status).toBe(201)
    expect(await stored(club, 'fees')).toMatchObject([{ status: 'collecting' }])
    const unblocking = await club.post(`/collections/${id}/items/${items[0]?.id}/unblocking`, { note: 'x' })
    expect(unblocking.status).toBe(422)
  })
})

describe('GET /collections', () => {
  it('pages through collections, and names no items', async () => {
    const { club, feeIds } = await clubWithFees(3)
    for (const id of feeIds) await release(club, [id])
    const first = await club.get('/collections?per_page=2')
    expect(first.body.data).toHaveLength(2)
    expect(first.body.data[0]).not.toHaveProperty('items')
    const second = await club.get(`/collections?per_page=2&cursor=${first.body.meta.next_cursor}`)
    expect(second.body.data).toHaveLength(1)
    const back = await club.get(`/collections?per_page=2&cursor=${second.body.meta.prev_cursor}`)
    expect(back.body.data).toEqual(first.body.data)
    expect([first.cost.trips, second.cost.trips]).toEqual([1, 1])
  })

  it('gives the same file after everything about the person has changed, and records each download', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const { body } = await release(club, feeIds)
    const path = `/collections/${body.data.id}`
    const first = await club.get(`${path}/file`)
    expect([first.status, first.cost.trips]).toEqual([200, 1])
    expect(first.headers.get('Content-Type')).toBe('application/xml')
    expect(first.headers.get('Content-Disposition')).toBe(
      `attachment; filename="${COLLECTED_ON}-${body.data.message_id}.xml"`,
    )
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(first.text))
    expect(Buffer.from(digest).toString('hex')).toBe(body.data.sha256)
    expect(first.headers.get('Repr-Digest')).toBe(`sha-256=:${Buffer.from(digest).toString('base64')}:`)
    await addPersons(club, [
      {
        external_id: 'm1',
        name: { last_name: 'King' },
        bank_account: { iban: ibanOf(99) },
        sepa_mandate: null,
      },
    ])
    await club.delete('/lists/members/persons/m2')
    await operator('PATCH', `/operator/workspaces/${club.id}`, { creditor: null })
    const second = await club.get(`${path}/file`)
    expect(second.text).toBe(first.text)
    expect((await club.get(path)).body).toEqual(body)
    const downloads = (await eventsOf(club)).filter(({ action }) => action === 'collection.downloaded')
    expect(downloads).toMatchObject(
      Array(2).fill({ subject_id: body.data.id, changes: { sha256: [null, body.data.sha256] } }),
    )
    const reader = await club.keyWith('fees:read', 'payments:write')
    const shown = async (key: string) => (await club.get(path, { key })).body.data.items.map(ibanIn)
    const ibanIn = ({ iban }: { iban: string }) => iban
    const whole: string[] = body.data.items.map(ibanIn)
    expect(await shown(reader)).toEqual(whole.map((iban) => `•••• ${iban.slice(-4)}`))
    for (const other of ['members:read', 'collections:write'] as const)
      expect(await shown(await club.keyWith('fees:read', other))).toEqual(whole)
    expect((await club.get(`${path}/file`, { key: reader })).status).toBe(403)
    expect((await eventsOf(club)).at(-1)?.action).not.toBe('collection.downloaded')
    expect((await club.get('/collections/run_x/file')).status).toBe(404)
  })
})

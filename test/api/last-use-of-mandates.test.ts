import { describe, expect, it } from 'vitest'
import { addTo, person } from '../support/club'
import { staffOf } from '../support/dashboard'
import {
  addPersons,
  COLLECTED_ON,
  claim,
  collectingClub,
  payer,
  setDay,
  TODAY,
} from '../support/direct-debits'
import { formValues, inputValue, textOf } from '../support/html'
import { upload } from '../support/import-file'
import { setPortal, signIn } from '../support/portal'
import { changeCard } from '../support/portal-cards'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const CSV = { 'Content-Type': 'text/csv' }
const USED = '2026-02-15'

/** A club with a member whose mandate was last used by another program. */
async function club(): Promise<Workspace> {
  const sepa_mandate = { reference: 'M-1', signature_date: '2019-03-01', last_used_on: USED }
  return (await addTo(await collectingClub(), person(payer(1, { sepa_mandate })))).club
}

const mandate = async (club: Workspace) => (await club.get(`${PERSONS}/m1`)).body.data.sepa_mandate

describe('a mandate with the day on which another program last used it', () => {
  it('can be collected for 36 months from that day', async () => {
    const old = await club()
    await addPersons(old, [payer(2, { sepa_mandate: { reference: 'M-2', signature_date: '2019-03-01' } })])
    const fee_ids = await claim(old, [{ person_external_id: 'm1' }, { person_external_id: 'm2' }])
    const body = { collection_date: COLLECTED_ON, fee_ids }
    const check = await old.post('/collections?dry_run=true', body)
    expect(check.body.data.problems).toMatchObject([{ code: 'mandate_expired', fee_id: fee_ids[1] }])
    const released = await old.post('/collections', { ...body, fee_ids: [fee_ids[0]] })
    expect(released.status).toBe(201)
    expect(released.body.data.items).toMatchObject([{ signed_on: '2019-03-01' }])
  })

  it('is shown to staff with its expiry, and edited by treasurers', async () => {
    const old = await club()
    const { id } = (await old.get(`${PERSONS}/m1`)).body.data
    const treasurer = await staffOf(old, 'treasurer')
    const path = `/dashboard/${old.id}/members/${id}`
    const page = textOf((await treasurer.get(path)).text)
    expect(page).toContain('zuletzt benutzt 15. Februar 2026 (altes Programm)')
    const form = Object.fromEntries(formValues((await treasurer.get(`${path}/edit`)).text))
    const moved = { ...form, 'sepa_mandate.last_used_on': '2026-02-20' }
    expect((await treasurer.submit(`${path}/edit`, moved)).status).toBe(303)
    expect(await mandate(old)).toMatchObject({ last_used_on: '2026-02-20' })
    const again = Object.fromEntries(formValues((await treasurer.get(`${path}/edit`)).text))
    const signed = { 'sepa_mandate.reference': 'M-9', 'sepa_mandate.signature_date': '2026-02-21' }
    expect((await treasurer.submit(`${path}/edit`, { ...again, ...signed })).status).toBe(303)
    expect(await mandate(old)).toMatchObject({
      reference: 'M-9',
      signature_date: '2026-02-21',
      last_used_on: null,
    })
  })

  it('is refused for a day in the future or before the signature, unless it is stored already', async () => {
    const old = await club()
    const put = (last_used_on: string, reference = 'M-1') =>
      old.put(`${PERSONS}/m1`, { sepa_mandate: { reference, signature_date: '2019-03-01', last_used_on } })
    expect((await put('2026-03-03')).body.issues).toMatchObject([
      { path: 'sepa_mandate.last_used_on', code: 'in_future' },
    ])
    expect((await put('2019-02-28')).body.issues).toMatchObject([
      { path: 'sepa_mandate.last_used_on', code: 'before_signature' },
    ])
    expect((await put(TODAY)).status).toBe(200)
    setDay('2026-03-01')
    expect((await put(TODAY)).status).toBe(200)
    expect((await put(TODAY, 'M-2')).status).toBe(200)
  })

  it('is neither shown nor taken by the portal', async () => {
    const old = await club()
    await setPortal(old, {
      functions: ['view_data', 'edit_data'],
      fields: { sepa_mandate: 'visible', bank_account: 'editable', payment_method: 'editable' },
    })
    await old.put(`${PERSONS}/m1`, {
      sepa_mandate: { reference: 'M-1', signature_date: '2019-03-01', last_used_on: '2026-02-20' },
    })
    const session = await signIn(old, { person_external_id: 'm1' })
    const { id } = (await old.get(`${PERSONS}/m1`)).body.data
    const bank = `/portal/persons/${id}/edit/bank`
    const pages = [await session.get('/portal'), await session.get(bank)]
    expect(pages.map(({ text }) => textOf(text)).join()).toContain('M-1')
    for (const { text } of pages)
      expect(text).not.toMatch(/zuletzt benutzt|last_used_on|2026-02-20|20. Februar/)
    await changeCard(session, bank, {
      payment_method: 'direct_debit',
      'sepa_mandate.last_used_on': '2026-01-01',
      'bank_account.signatory': 'Ada',
    })
    expect(await mandate(old)).toMatchObject({ last_used_on: '2026-02-20' })
  })
})

describe('calls and files that do not know of a last use', () => {
  const OLD = { reference: 'M-1', signature_date: '2019-03-01' }
  const staffForm = async (old: Workspace, changes: Record<string, string>) => {
    const { id } = (await old.get(`${PERSONS}/m1`)).body.data
    const owner = await staffOf(old, 'owner')
    const path = `/dashboard/${old.id}/members/${id}/edit`
    const { 'sepa_mandate.last_used_on': _, ...form } = Object.fromEntries(
      formValues((await owner.get(path)).text),
    )
    return owner.submit(path, { ...form, ...changes })
  }
  const imported = async (old: Workspace, csv: string) => {
    const owner = await staffOf(old, 'owner')
    const draft = (await upload(owner, `/dashboard/${old.id}/members/import`, csv)).headers.get('Location')
    const { text } = await owner.get(`${draft}/check`)
    return owner.submit(`${draft}/run`, { mark: inputValue(text, 'mark') ?? '' })
  }
  const HEAD = 'external_id,email,sepa_mandate.reference,sepa_mandate.signature_date'

  it.each<[string, (old: Workspace) => Promise<{ status: number }>, number]>([
    ['PUT of one person', (old) => old.put(`${PERSONS}/m1`, { sepa_mandate: OLD }), 200],
    [
      'PUT of one person with another value',
      (old) => old.put(`${PERSONS}/m1`, { sepa_mandate: OLD, email: 'a@example.org' }),
      200,
    ],
    [
      'PUT of a mandate signed on another day',
      (old) => old.put(`${PERSONS}/m1`, { sepa_mandate: { ...OLD, signature_date: '2019-03-02' } }),
      200,
    ],
    ['PUT of the list', (old) => old.put(PERSONS, { data: [{ external_id: 'm1', sepa_mandate: OLD }] }), 200],
    [
      'PUT of the list with another value',
      (old) =>
        old.put(PERSONS, {
          data: [
            {
              external_id: 'm1',
              sepa_mandate: { ...OLD, signature_date: '2019-03-02' },
              email: 'b@example.org',
            },
          ],
        }),
      200,
    ],
    [
      'PUT of the list that deletes who is omitted',
      (old) => old.put(PERSONS, { delete_omitted: true, data: [{ external_id: 'm1', sepa_mandate: OLD }] }),
      200,
    ],
    [
      'CSV',
      (old) =>
        old.put(PERSONS, undefined, { raw: `${HEAD}\nm1,c@example.org,M-1,2019-03-01\n`, headers: CSV }),
      200,
    ],
    ['CSV of the dashboard', (old) => imported(old, `${HEAD}\nm1,d@example.org,M-1,2019-03-02\n`), 303],
    [
      'the form of the dashboard',
      (old) => staffForm(old, { 'sepa_mandate.signature_date': '2019-03-02', email: 'e@example.org' }),
      303,
    ],
  ])('keep it: %s', async (_, act, status) => {
    const old = await club()
    expect((await act(old)).status).toBe(status)
    expect(await mandate(old)).toMatchObject({ reference: 'M-1', last_used_on: USED })
  })

  it('change nothing, not even the revision, where nothing else differs', async () => {
    const old = await club()
    await rows(
      `UPDATE persons SET sepa_mandate = json_remove(sepa_mandate, '$.last_used_on') WHERE external_id <> 'm1'`,
    )
    await old.put(`${PERSONS}/m1`, { sepa_mandate: OLD })
    await old.put(PERSONS, { data: [{ external_id: 'm1', sepa_mandate: OLD }] })
    expect(await rows('SELECT revision FROM persons')).toEqual([{ revision: 1 }])
  })

  it('read and write mandates that were stored before there was a last use', async () => {
    const old = await club()
    await rows(`UPDATE persons SET sepa_mandate = json_remove(sepa_mandate, '$.last_used_on')`)
    expect(await mandate(old)).toEqual({ ...OLD, last_used_on: null, granted: 'paper' })
    await old.put(`${PERSONS}/m1`, { sepa_mandate: OLD })
    await old.put(PERSONS, { data: [{ external_id: 'm1', sepa_mandate: OLD }] })
    expect(await rows('SELECT revision FROM persons')).toEqual([{ revision: 1 }])
    await old.put(`${PERSONS}/m1`, { sepa_mandate: { ...OLD, last_used_on: USED } })
    expect(await mandate(old)).toEqual({ ...OLD, last_used_on: USED, granted: 'paper' })
  })

  it('clear it with another reference, and null clears it', async () => {
    const old = await club()
    const put = (sepa_mandate: object) => old.put(`${PERSONS}/m1`, { sepa_mandate })
    expect((await put({ ...OLD, last_used_on: null })).body.data.sepa_mandate.last_used_on).toBe(null)
    await put({ ...OLD, last_used_on: USED })
    expect((await put({ ...OLD, reference: 'M-2' })).body.data.sepa_mandate.last_used_on).toBe(null)
    await put({ ...OLD, last_used_on: USED })
    const data = [{ external_id: 'm1', sepa_mandate: { ...OLD, reference: 'M-2' } }]
    expect((await old.put(PERSONS, { data })).body.data[0].sepa_mandate).toMatchObject({
      reference: 'M-2',
      last_used_on: null,
    })
  })

  it('create persons without it', async () => {
    const old = await club()
    const { body } = await old.post(PERSONS, {
      external_id: 'm2',
      sepa_mandate: { ...OLD, reference: 'M-2' },
    })
    expect(body.data.sepa_mandate).toEqual({
      ...OLD,
      reference: 'M-2',
      last_used_on: null,
      granted: 'paper',
    })
  })
})

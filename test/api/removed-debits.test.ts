import { afterEach, describe, expect, it } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { addAccount, credit, importEntries, inbox } from '../support/bank'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  COLLECTED_ON,
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
import { expectSoundBooks } from '../support/invariants'
import { LENA, setPayer, UWE } from '../support/payer'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const DIED = { leave_date: '2026-03-01', leave_reason: 'deceased' }
const REASON = { reason: 'Mandate withdrawn' }

type Item = { id: string; reference: string; amount: number }

afterEach(() => expectSoundBooks())

/** A club with a released collection of so many debits of 45 euros. */
async function released(count = 3) {
  const { club, feeIds } = await clubWithFees(count)
  const { body } = await release(club, feeIds)
  const run = body.data as { id: string; message_id: string; sha256: string; items: Item[] }
  return { club, feeIds, run, path: `/collections/${run.id}` }
}

const remove = (club: Workspace, path: string, item: Item | undefined, body: object = REASON) =>
  club.post(`${path}/items/${item?.id}/removal`, body)

const fileOf = async (club: Workspace, path: string) => {
  const { text, headers } = await club.get(`${path}/file`)
  return { ...readDirectDebits(text), text, name: headers.get('Content-Disposition') }
}

const statuses = async (club: Workspace) =>
  (await club.get('/fees')).body.data.map(({ status }: { status: string }) => status)

/** Withdraws a mandate as the portal does, whose tests are `test/portal/mandate.test.ts`. */
const withdraw = async (club: Workspace, n: number) => {
  await club.put(`${PERSONS}/m${n}`, { sepa_mandate: null })
  await rows("UPDATE mandates SET end_reason = 'withdrawn' WHERE reference = ?", `M-${n}`)
}

describe('a debit that is taken out of a released collection', () => {
  it('leaves the file, whose sums and digest are right, and its fees as before', async () => {
    const { club, run, path } = await released()
    const before = await fileOf(club, path)
    const answer = await remove(club, path, run.items[1])
    expect([answer.status, answer.cost.trips], answer.text).toEqual([201, 2])
    expect(answer.body.data).toMatchObject({
      ...{ id: run.id, state: 'released', message_id: run.message_id, item_count: 2, amount: 9000 },
    })
    const file = await fileOf(club, path)
    expect(file.name).toBe(before.name)
    expect(file.head).toMatchObject({
      'GrpHdr/MsgId': run.message_id,
      ...{
        'GrpHdr/NbOfTxs': '2',
        'GrpHdr/CtrlSum': '90.00',
        'PmtInf/NbOfTxs': '2',
        'PmtInf/CtrlSum': '90.00',
      },
    })
    const numbered = (debit: object | undefined, n: number) => ({
      ...debit,
      'PmtId/InstrId': `${run.message_id}.0.${n}`,
    })
    expect(file.debits).toEqual([numbered(before.debits[0], 0), numbered(before.debits[2], 1)])
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(file.text)))
    expect(digest.toString('hex')).toBe(answer.body.data.sha256)
    expect(answer.body.data.sha256).not.toBe(run.sha256)
    expect(await statuses(club)).toEqual(['collecting', 'open', 'collecting'])
    const { items } = (await club.get(path)).body.data
    expect(items).toMatchObject([
      { state: 'live', removed_at: null },
      { state: 'discarded', removed_at: expect.any(String) },
      { state: 'live', removed_at: null },
    ])
    expect((await eventsOf(club)).slice(-3)).toMatchObject([
      {
        action: 'fee.collection_discarded',
        changes: { status: ['collecting', 'open'], reason: [null, REASON.reason] },
      },
      {
        action: 'collection.debit_removed',
        subject_id: run.id,
        changes: {
          item_id: [null, run.items[1]?.id],
          ...{ items: [3, 2], amount: [13500, 9000], reason: [null, REASON.reason] },
          sha256: [run.sha256, answer.body.data.sha256],
        },
      },
      { action: 'collection.downloaded', changes: { sha256: [null, answer.body.data.sha256] } },
    ])
  })

  it('can be collected with another file, and the first one is credited without it', async () => {
    const { club, feeIds, run, path } = await released()
    const account = await addAccount(club)
    await remove(club, path, run.items[0])
    expect((await release(club, feeIds.slice(0, 1))).status).toBe(201)
    expect((await club.post(`${path}/submission`, undefined)).status).toBe(201)
    setDay('2026-03-20')
    await importEntries(club, account, [credit(9000, 'SEPA-Einzug', { date: COLLECTED_ON })])
    const [line] = (await inbox(club)) as { id: string }[]
    expect((await club.post(`/bank_lines/${line?.id}/confirmation`, { collection_id: run.id })).status).toBe(
      201,
    )
    expect(await statuses(club)).toEqual(['collecting', 'paid', 'paid'])
  })

  it('discards the collection if it is the last one', async () => {
    const { club, run, path } = await released(2)
    await remove(club, path, run.items[0])
    const file = await fileOf(club, path)
    const { status, body } = await remove(club, path, run.items[1], { reason: 'Tod' })
    expect([status, body.data]).toMatchObject([
      201,
      { state: 'discarded', discard_reason: 'Tod', item_count: 1, amount: 4500 },
    ])
    expect(await statuses(club)).toEqual(['open', 'open'])
    expect((await fileOf(club, path)).text).toBe(file.text)
    expect((await eventsOf(club)).map(({ action }) => action)).toContain('collection.discarded')
    expect((await club.post(`${path}/submission`, undefined)).status).toBe(422)
  })

  it('is discarded with the others later, which leaves it out of what is undone', async () => {
    const { club, feeIds, run, path } = await released(3)
    await remove(club, path, run.items[0])
    await release(club, feeIds.slice(0, 1))
    const { body } = await club.post(`${path}/discard`, { reason: 'Wrong day' })
    expect(body.data).toMatchObject({ state: 'discarded', item_count: 2, amount: 9000 })
    expect(await statuses(club)).toEqual(['collecting', 'open', 'open'])
  })

  it('leaves a fee returned that was returned before', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const first = await submitted(club, feeIds.slice(0, 1))
    await club.post(`/collections/${first.id}/returns`, {
      ...{ item_id: first.items[0]?.id, returned_on: '2026-03-02', reason_code: 'AM04' },
    })
    const { body } = await release(club, feeIds)
    await remove(club, `/collections/${body.data.id}`, body.data.items[0])
    expect(await statuses(club)).toEqual(['returned', 'collecting'])
  })

  it('is no use of its mandate, and its account none that the bank knows', async () => {
    const { club, run, path } = await released(2)
    await remove(club, path, run.items[0])
    await club.post(`${path}/submission`, undefined)
    await club.put(`${PERSONS}/m1`, { bank_account: { iban: ibanOf(77) } })
    const [fee = ''] = await claim(club, [{ person_external_id: 'm1' }])
    const { body } = await release(club, [fee])
    expect(body.data.items).toMatchObject([{ mandate_reference: 'M-1', has_new_account: false }])
    const mandate = await club.get(`${PERSONS}/m1/mandate`)
    expect(mandate.body.data.debits.map(({ id }: Item) => id)).toEqual([body.data.items[0].id])
  })

  it('may have come to the bank all the same, where it is not of the collection', async () => {
    const { club, run, path } = await released(2)
    await remove(club, path, run.items[0])
    await club.post(`${path}/submission`, undefined)
    setDay('2026-03-20')
    const { status, body } = await club.post(`${path}/returns`, {
      ...{ item_id: run.items[0]?.id, returned_on: '2026-03-18', reason_code: null },
    })
    expect([status, body.issues]).toMatchObject([422, [{ path: 'item_id', code: 'debit_discarded' }]])
  })

  it('is refused for a collection at the bank, twice, without a reason, and for one that is unknown', async () => {
    const { club, run, path } = await released(3)
    const first = await remove(club, path, run.items[0], { reason: ' ' })
    expect([first.status, Object.keys(first.body.errors)]).toEqual([422, ['reason']])
    await remove(club, path, run.items[0])
    const again = await remove(club, path, run.items[0])
    expect([again.status, again.body.issues]).toMatchObject([
      422,
      [{ path: 'item_id', code: 'debit_discarded' }],
    ])
    expect((await remove(club, path, { ...(run.items[0] as Item), id: 'dbt_x' })).status).toBe(404)
    expect((await remove(club, '/collections/run_x', run.items[1])).status).toBe(404)
    await club.post(`${path}/submission`, undefined)
    const late = await remove(club, path, run.items[1])
    expect([late.status, late.body.issues]).toMatchObject([
      422,
      [{ path: 'collection_id', code: 'collection_submitted' }],
    ])
  })

  it('leaves with others at the same moment, and none of them stays in the file', async () => {
    const { club, run, path } = await released(4)
    const answers = await Promise.all(run.items.slice(0, 3).map((item) => remove(club, path, item)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await fileOf(club, path)).debits).toMatchObject([{ 'PmtId/EndToEndId': run.items[3]?.reference }])
    expect((await club.get(path)).body.data).toMatchObject({ state: 'released', item_count: 1, amount: 4500 })
  })

  it('leaves before or after the submission, not in between', async () => {
    const { club, run, path } = await released(2)
    const [left, sent] = await Promise.all([
      remove(club, path, run.items[0]),
      club.post(`${path}/submission`, undefined),
    ])
    expect(sent.status).toBe(201)
    expect([201, 422]).toContain(left.status)
    const count = left.status === 201 ? 1 : 2
    expect((await fileOf(club, path)).debits).toHaveLength(count)
    expect((await club.get(path)).body.data).toMatchObject({ state: 'submitted', item_count: count })
  })
})

describe('a submission', () => {
  const refusals = async (club: Workspace, path: string) => {
    const { status, body } = await club.post(`${path}/submission`, undefined)
    return status === 201
      ? []
      : body.issues.map(({ code, params }: { code: string; params: object }) => ({ code, ...params }))
  }

  it('waits until debits under withdrawn mandates and of the deceased have left', async () => {
    const { club, run, path } = await released(4)
    await withdraw(club, 1)
    await club.put(`${PERSONS}/m2`, DIED)
    await withdraw(club, 3)
    const [withdrawn, deceased] = [{ code: 'mandate_withdrawn' }, { code: 'debits_of_deceased' }]
    expect(await refusals(club, path)).toEqual([
      { ...withdrawn, count: 2 },
      { ...deceased, count: 1 },
    ])
    await remove(club, path, run.items[1])
    expect(await refusals(club, path)).toEqual([{ ...withdrawn, count: 2 }])
    await remove(club, path, run.items[0])
    await remove(club, path, run.items[2])
    expect(await refusals(club, path)).toEqual([])
    expect((await stored(club, 'collections'))[0]).toMatchObject({ state: 'submitted', item_count: 1 })
  })

  it.each([
    ['the payer', 'uwe', 1],
    ['whom it is paid for', 'lena', 1],
    ['nobody of it', 'm2', 0],
  ])('waits if %s has died', async (_, died, count) => {
    const club = await collectingClub()
    await addPersons(club, [UWE, LENA, payer(2)])
    await setPayer(club, 'uwe', 'lena')
    const [fee = ''] = await claim(club, [{ person_external_id: 'lena' }])
    const { body } = await release(club, [fee])
    await club.put(`${PERSONS}/${died}`, DIED)
    expect(await refusals(club, `/collections/${body.data.id}`)).toEqual(
      count === 0 ? [] : [{ code: 'debits_of_deceased', count }],
    )
  })

  it('waits for nobody of another collection or another club', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const [one, other] = [await release(club, feeIds.slice(0, 1)), await release(club, feeIds.slice(1))]
    const { club: stranger, path } = await released(1)
    await club.put(`${PERSONS}/m1`, DIED)
    expect(await refusals(club, `/collections/${other.body.data.id}`)).toEqual([])
    expect(await refusals(stranger, path)).toEqual([])
    expect(await refusals(club, `/collections/${one.body.data.id}`)).toHaveLength(1)
  })
})

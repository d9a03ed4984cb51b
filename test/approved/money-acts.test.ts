import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../support/call'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { formValues } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { keepRows, storedTables } from '../support/storage'
import { rows } from '../support/workspace'
import { createMoneyWorld, type MoneyWorld, NOW } from './money-world'
import { mainOf } from './outline'
import { setColumns, stopClock, withoutChance } from './world'

const MONEY = { paid_on: '2026-06-14', method: 'bank_transfer' }
const STATES = [
  ...[
    'untouched',
    'part',
    'almost',
    'paid',
    'paidCash',
    'setOff',
    'twoPayments',
    'oneReversed',
    'refundedInPart',
  ],
  ...[
    'refundedAndCancelled',
    'waivedRest',
    'waiverReversed',
    'mistake',
    'reopened',
    'released',
    'settled',
    'AM04',
  ],
  ...['waiting', 'leftOut', 'tied', 'byBankLine', 'assigned'],
]

type Act = [name: string, run: (world: MoneyWorld, fee: string) => Promise<Answer>]

const onFee = (verb: string, body?: object): Act => [
  `${verb} ${JSON.stringify(body ?? {})}`,
  ({ club, fees }, fee) => club.post(`/fees/${fees[fee]}/${verb}`, body),
]
const pay = (more: object): Act => [
  `payment ${JSON.stringify(more)}`,
  ({ club, fees }, fee) => club.post('/payments', { data: [{ fee_id: fees[fee], ...MONEY, ...more }] }),
]
const reverse: Act = [
  'reversal',
  ({ club, payments }, fee) =>
    club.post(`/payments/${payments[fee] ?? payments.part}/reversal`, { reason: 'By mistake' }),
]
const due = (due_on: string | null): Act => [
  `due ${due_on}`,
  ({ club, fees }, fee) => club.patch(`/fees/${fees[fee]}`, { due_on }),
]

const FEE_ACTS: Act[] = [
  onFee('refunds', { ...MONEY, amount: 4501, reason: 'Too much' }),
  onFee('refunds', { ...MONEY, amount: 1, reason: 'A cent', cancels: true }),
  onFee('refunds', { ...MONEY, amount: 1, reason: 'A cent' }),
  pay({ amount: 4501 }),
  pay({ amount: 1, paid_on: '2026-06-16' }),
  pay({ amount: 1, paid_on: '2025-12-31' }),
  pay({ amount: 1, method: 'cash', note: 'A cent' }),
  onFee('cancellation', { kind: 'waived', reason: 'Poor' }),
  reverse,
  reverse,
  onFee('waiver', { reason: 'Goodwill' }),
  onFee('cancellation', { kind: 'mistake', reason: 'Not theirs' }),
  due('2026-07-31'),
  due('2026-07-31'),
  due(null),
  ['reopening', ({ club, fees }, fee) => club.delete(`/fees/${fees[fee]}/cancellation`)],
  ['booking', ({ club, fees }, fee) => club.post('/vouchers/fees', { fee_ids: [fees[fee]] })],
]

/** What became of a request: its status, and what was refused. */
const outcome = ({ status, body }: Answer): string =>
  `${status} ${JSON.stringify(body?.errors ?? body?.type ?? '')}`

const statesOf = async ({ club }: MoneyWorld) =>
  rows<{ external_id: string; state: string }>(
    `SELECT external_id, concat_ws(' ', status, amount, paid_amount, waived_amount, paid_on, due_on, revision) AS state
     FROM fees WHERE workspace_id = ? ORDER BY id`,
    club.id,
  )

/** What a workspace has stored, a line for each row. */
async function storedLines(workspaceId: string): Promise<string[]> {
  const tables = await storedTables()
  return tables.flatMap(({ name, rows }) =>
    rows
      .filter((row) => row.workspace_id === workspaceId && !/session|idempotent|day/.test(name))
      .map((row) => `${name} ${withoutChance(JSON.stringify(row, setColumns))}`),
  )
}

/** What the world paid has other ids than what acts pay, which begin with the instant. */
const AN_HOUR = 3_600_000

let world: MoneyWorld
let restore: () => Promise<void>

/** The day of an event, which the clock of the database says. */
const DAY_OF_STORAGE = /\d+\. \S+ \d{4} um/g

/** Runs acts in the world. Those on one workspace change no row of the other. */
async function changing(run: (note: (line: string) => void) => Promise<void>) {
  const [before, others] = [new Set(await storedLines(world.club.id)), await storedLines(world.twin)]
  const notes: string[] = []
  await run((line) => notes.push(withoutChance(line).replaceAll(DAY_OF_STORAGE, '… um')))
  expect(await storedLines(world.twin)).toEqual(others)
  await expectSoundBooks()
  const written = (await storedLines(world.club.id)).filter((line) => !before.has(line))
  return [...notes, ...written].join('\n')
}

describe('in the world of money', { meta: { sharesStorage: true } }, () => {
  beforeAll(async () => {
    world = await createMoneyWorld()
    restore = await keepRows()
  }, 240_000)
  beforeEach(async () => {
    await restore()
    stopClock(NOW + AN_HOUR)
  })

  it('acts on fees in each state as approved', async () => {
    const text = await changing(async (note) => {
      for (const fee of STATES) {
        note(fee)
        for (const [name, act] of FEE_ACTS) {
          const answer = await act(world, fee)
          const { external_id, state } =
            (await statesOf(world)).find(({ external_id }) => external_id === fee) ?? {}
          note(`  ${name}: ${outcome(answer)} ${external_id} ${state}`)
        }
      }
    })
    expect(text).toMatchSnapshot()
  })

  it('acts on collections in each state as approved', async () => {
    const { club, collections, returned } = world
    const items = async (id: string) => (await club.get(`/collections/${id}`)).body.data.items
    const text = await changing(async (note) => {
      for (const [name, id] of Object.entries(collections)) {
        const act = async (verb: string, body?: object) =>
          note(
            `  ${verb} ${JSON.stringify(body ?? '')}: ${outcome(await club.post(`/collections/${id}/${verb}`, body))}`,
          )
        const [first, second] = await items(id)
        const back = (more: object, item = first) =>
          act('returns', { item_id: item.id, reason_code: 'MD06', ...more })
        note(name)
        await back({ returned_on: '2026-03-01' })
        await back({ returned_on: '2026-06-16' })
        if (name !== 'released')
          await back({ returned_on: '2026-06-15', charge: 1, reason_code: 'MS02' }, second ?? first)
        await act('settlement', { settled_on: '2026-03-15' })
        await act('settlement', { settled_on: '2026-06-16' })
        await act('submission')
        await act('settlement', { settled_on: '2026-06-15' })
        note(`  undo: ${outcome(await club.delete(`/collections/${id}/settlement`))}`)
        await act('settlement', { settled_on: '2026-06-14' })
        await back({ returned_on: '2026-06-15', reason_code: null })
        await act('discard', { reason: ' ' })
        await act('discard', { reason: 'Wrong' })
        note(`  file: ${(await club.get(`/collections/${id}/file`)).text}`)
      }
      for (const [name, { id, collection }] of Object.entries(returned)) {
        const unblock = () =>
          club.post(`/collections/${collection}/items/${id}/unblocking`, { note: 'It works' })
        note(`${name}: ${outcome(await unblock())} ${outcome(await unblock())}`)
      }
      const fee_ids = Object.values(world.fees)
      const { body } = await club.post('/collections?dry_run=true', {
        fee_ids,
        collection_date: '2026-08-03',
      })
      const refused = new Set(body.data.problems.map(({ fee_id }: { fee_id: string }) => fee_id))
      const sound = fee_ids.filter((id) => !refused.has(id))
      const released = await club.post('/collections', { fee_ids: sound, collection_date: '2026-08-03' })
      note(outcome(released))
      const { id } = released.body.data
      note((await club.get(`/collections/${id}/file`)).text.replaceAll('<DrctDbtTxInf>', '\n<DrctDbtTxInf>'))
      const staff = await staffOf(club, 'treasurer', { email: 'treasurer@example.org' })
      note((await staff.submit(`/dashboard/${club.id}/direct-debits/${id}/announcement`)).text)
    })
    expect(text).toMatchSnapshot()
  })

  it('acts on many fees as approved', async () => {
    const { club, fees } = world
    const staff: Staff = await staffOf(club, 'treasurer', { email: 'treasurer@example.org' })
    const at = (path: string) => `/dashboard/${club.id}/fees${path}`
    const text = await changing(async (note) => {
      const run = async (
        action: string,
        names: string[],
        typed: [string, string][],
        selection?: [string, string][],
      ) => {
        const chosen = selection ?? names.map((name): [string, string] => ['id', String(fees[name])])
        const asked = await staff.submit(at('/bulk'), [
          ['action', action],
          ['query', 'status=all'],
          ...chosen,
        ])
        const own = typed.map(([name]) => name)
        vi.setSystemTime(Date.now() + 1)
        const form = [...formValues(asked.text).filter(([name]) => !own.includes(name)), ...typed]
        const done = await staff.submit(at('/bulk/run'), form)
        const to = leadsTo(done)
        note(`${action}: ${asked.status} ${done.status} ${to || mainOf(done.text)}`)
        if (to)
          note(
            mainOf((await openAfter(staff, to)).text)
              .split('\n')
              .slice(0, 8)
              .join('\n'),
          )
        return new URLSearchParams(to).get('at') ?? ''
      }
      await run('cancel', ['dueToday', 'part', 'paid', 'released', 'mistake', 'AM04'], [['reason', ' ']])
      await run(
        'cancel',
        ['dueToday', 'part', 'paid', 'released', 'mistake', 'AM04'],
        [['reason', 'Wrong year']],
      )
      await run('reopen', ['dueToday', 'waived', 'part', 'refundedAndCancelled'], [])
      await run('waive', ['dueToday', 'part', 'almost', 'submitted', 'waived'], [['reason', 'Goodwill']])
      await run('pay', ['untouched'], [['paid_on', '2026-06-16']])
      await run(
        'pay',
        ['untouched'],
        [
          ['paid_on', '2025-06-16'],
          ['method', 'cash'],
        ],
      )
      const payable = [
        'untouched',
        'alsoUntouched',
        'refundedInPart',
        'paid',
        'assigned',
        'none',
        'mistake',
        'released',
      ]
      const paidAt = await run('pay', payable, [
        ['method', 'cash'],
        ['paid_on', '2026-06-14'],
      ])
      const byBank = await run('pay', ['dueTomorrow', 'reminded'], [['paid_on', '2026-06-15']])
      const paid = (at: string): [string, string][] => [
        ['scope', 'paid'],
        ['at', at],
      ]
      await run('unpay', [], [['reason', 'Wrong fees']], paid(paidAt))
      await run('unpay', [], [['reason', 'Again']], paid(paidAt))
      await run('unpay', [], [['reason', 'Wrong fees']], paid(String(Number(byBank) + 1)))
      await run(
        'book',
        ['waiting', 'paidToUnitUnbooked', 'leftOut', 'tied', 'paid', 'untouched'],
        [
          ['booked_to', '["Choir","Balls"]'],
          ['sphere', 'ideal'],
        ],
      )
      await run(
        'pay',
        [],
        [
          ['account_id', 'set_off'],
          ['method', 'other'],
        ],
        [
          ['scope', 'all'],
          ['query', 'status=overdue'],
        ],
      )
    })
    expect(text).toMatchSnapshot()
  })

  it('claims fees from all members, and takes the claim back, as approved', async () => {
    const { club } = world
    const staff = await staffOf(club, 'treasurer', { email: 'treasurer@example.org' })
    const at = (path: string) => `/dashboard/${club.id}/fees${path}`
    const text = await changing(async (note) => {
      const terms = {
        list: 'members',
        audience: 'all',
        calculation: 'fixed',
        amount: '12,34',
        due_on: '2027-01-31',
      }
      const fields = {
        ...terms,
        description: 'Fee {{year}} of {{first_name}}',
        costunit_name: '["Youth","Balls"]',
        sphere: 'ideal',
      }
      const asked = await staff.submit(at('/claim/check'), fields)
      const done = await staff.submit(at('/claim/run'), formValues(asked.text))
      const to = String(done.headers.get('Location'))
      note(`${done.status} ${leadsTo(done)}`)
      const again = await staff.submit(at('/claim/run'), formValues(asked.text))
      note(`${again.status} ${leadsTo(again)}`)
      const batch = new URLSearchParams(to.split('?')[1]).get('batch') ?? ''
      const [fee] = await rows<{ id: string }>(
        "SELECT id FROM fees WHERE description LIKE 'Fee 2027%' AND workspace_id = ?",
        club.id,
      )
      await club.post('/payments', { data: [{ fee_id: fee?.id, amount: 1, ...MONEY }] })
      const undone = await staff.submit(at('/claimed/undo'), { batch })
      note(`${undone.status} ${leadsTo(undone)}`)
    })
    expect(text).toMatchSnapshot()
  })
})

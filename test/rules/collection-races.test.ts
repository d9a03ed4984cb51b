import { expect, it } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { clubWithFees, release, setDay, stored, submitted } from '../support/direct-debits'
import { rows } from '../support/workspace'

/** What must find no row, however collections came to be. */
const INVARIANTS = {
  'a fee in two live debits': `
    SELECT fee_id FROM collection_fees WHERE state = 'live' GROUP BY workspace_id, fee_id HAVING count(*) > 1`,
  'a debit of another sum than its fees': `
    SELECT id FROM collection_items AS item WHERE amount <> (
      SELECT sum(amount) FROM collection_fees AS link
      WHERE link.workspace_id = item.workspace_id AND link.item_id = item.id)`,
  'a collection of another sum or number than its debits': `
    SELECT id FROM collections AS run WHERE (item_count, amount) IS NOT (
      SELECT count(*), sum(amount) FROM collection_items AS item
      WHERE item.workspace_id = run.workspace_id AND item.collection_id = run.id)`,
  'a status that does not follow from the links': `
    SELECT id FROM fees WHERE (status = 'collecting') <> EXISTS (
      SELECT 1 FROM collection_fees AS link
      WHERE link.workspace_id = fees.workspace_id AND link.fee_id = fees.id AND link.state = 'live')`,
  'a collection without its file': `
    SELECT id FROM collections AS run WHERE NOT EXISTS (
      SELECT 1 FROM collection_files AS file
      WHERE file.workspace_id = run.workspace_id AND file.collection_id = run.id)`,
}

async function expectInvariants() {
  for (const [what, sql] of Object.entries(INVARIANTS)) expect([what, await rows(sql)]).toEqual([what, []])
}

it('puts each fee into one live debit at most, when 50 clients release overlapping selections at once', async () => {
  const { club, feeIds } = await clubWithFees(40)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => {
      const from = Math.floor(Math.random() * 38)
      return release(club, feeIds.slice(from, from + 1 + Math.floor(Math.random() * 6)))
    }),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([201, 422])
  await expectInvariants()
  let sum = 0
  for (const { body } of answers.filter(({ status }) => status === 201)) {
    const file = readDirectDebits((await club.get(`/collections/${body.data.id}/file`)).text)
    expect(file.debits).toHaveLength(body.data.item_count)
    sum += Number(file.head['GrpHdr/CtrlSum']) * 100
  }
  const [{ links } = { links: 0 }] = await rows<{ links: number }>(
    'SELECT sum(amount) AS links FROM collection_fees',
  )
  expect(Math.round(sum)).toBe(links)
})

it('releases once for ten clients with one Idempotency-Key', async () => {
  const { club, feeIds } = await clubWithFees(3)
  const headers = { 'Idempotency-Key': 'k' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => release(club, feeIds, { headers })))
  for (const { status } of answers) expect([201, 409]).toContain(status)
  const again = await release(club, feeIds, { headers })
  expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 'true'])
  for (const { status, text } of answers) if (status === 201) expect(text).toBe(again.text)
  expect(await stored(club, 'collections')).toHaveLength(1)
  expect(
    (
      await club.post(
        '/collections?dry_run=true',
        { fee_ids: feeIds, collection_date: '2026-03-16' },
        { headers },
      )
    ).status,
  ).toBe(200)
})

it('keeps settlements, returns and releases of the same fees apart, in any order', async () => {
  const { club, feeIds } = await clubWithFees(6)
  const { id, items } = await submitted(club, feeIds)
  setDay('2026-03-20')
  const returned = (item: string | undefined) =>
    club.post(`/collections/${id}/returns`, { item_id: item, returned_on: '2026-03-18', reason_code: 'AM04' })
  const answers = await Promise.all([
    ...items.slice(0, 4).map((item) => returned(item.id)),
    club.post(`/collections/${id}/settlement`, { settled_on: '2026-03-16' }),
    ...feeIds.map((fee) => release(club, [fee], { date: '2026-04-07' })),
  ])
  expect(answers.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(201))
  await expectInvariants()
  expect(
    await rows(`
      SELECT id FROM fees WHERE paid_amount <> (
        SELECT coalesce(sum(amount), 0) FROM payments WHERE payments.fee_id = fees.id)`),
  ).toEqual([])
  const statuses = (await stored(club, 'fees')).map(({ status }) => status)
  for (const status of statuses.slice(0, 4)) expect(['returned', 'collecting']).toContain(status)
  expect(statuses.slice(4)).toEqual(['paid', 'paid'])
})

import { expect, it } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { staffOf } from '../support/dashboard'
import { check, clubWithFees, release, stored } from '../support/direct-debits'

const SANDBOX = { name: 'Sandbox', sandbox: true }
const MESSAGE_ID = /^TEST-[0-9A-Z]{21}$/
const TEXT = /^TEST Annual fee/

/** The file of a collection, and its name. */
async function fileOf(club: Awaited<ReturnType<typeof clubWithFees>>['club'], id: string) {
  const { text, headers } = await club.get(`/collections/${id}/file`)
  return { ...readDirectDebits(text), name: headers.get('Content-Disposition') }
}

it('says TEST in the message id, the texts and the name of the file of a sandbox', async () => {
  const { club, feeIds } = await clubWithFees(2, SANDBOX)
  const checked = await check(club, feeIds)
  expect(checked.body.data.items.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringMatching(TEXT),
    expect.stringMatching(TEXT),
  ])
  const { status, body, text } = await release(club, feeIds)
  expect(status, text).toBe(201)
  const { id, message_id, collection_date, items } = body.data
  expect(message_id).toMatch(MESSAGE_ID)
  expect(items.map((item: { text: string }) => item.text)).toEqual([
    expect.stringMatching(TEXT),
    expect.stringMatching(TEXT),
  ])
  expect(await stored(club, 'collections')).toMatchObject([{ message_id }])
  const { head, debits, name } = await fileOf(club, id)
  expect(name).toBe(`attachment; filename="TEST-${collection_date}-${message_id}.xml"`)
  expect(head['GrpHdr/MsgId']).toBe(message_id)
  for (const debit of debits) {
    expect(debit['RmtInf/Ustrd']).toMatch(TEXT)
    expect(debit['PmtId/InstrId']).toMatch(/^TEST-[0-9A-Z.]{1,30}$/)
  }
})

it('keeps the lengths of the scheme, and the message id of a file that a debit leaves', async () => {
  const { club, feeIds } = await clubWithFees(2, SANDBOX)
  const long = await club.post('/fees', {
    data: [{ amount: 100, description: 'x'.repeat(200), person_external_id: 'm1' }],
  })
  const { body } = await release(club, [long.body.data[0].id, feeIds[1] ?? ''])
  const { id, message_id, items } = body.data
  expect(String((await fileOf(club, id)).debits[0]?.['RmtInf/Ustrd'])).toHaveLength(140)
  const reason = { reason: 'Mandate withdrawn' }
  expect((await club.post(`/collections/${id}/items/${items[0].id}/removal`, reason)).status).toBe(201)
  const { head, debits } = await fileOf(club, id)
  expect([head['GrpHdr/MsgId'], debits.length]).toEqual([message_id, 1])
  expect(debits[0]?.['RmtInf/Ustrd']).toMatch(TEXT)
})

it('says so on the page of the collection, and nowhere in another workspace', async () => {
  const { club, feeIds } = await clubWithFees(1, SANDBOX)
  const { id } = (await release(club, feeIds)).body.data
  const page = await (await staffOf(club, 'owner')).get(`/dashboard/${club.id}/direct-debits/${id}`)
  expect(page.text).toContain('Das ist ein Test')
  expect(page.text).toContain('Gib diese Datei keiner Bank.')

  const { club: other, feeIds: others } = await clubWithFees(1)
  const released = (await release(other, others)).body.data
  const { name, debits } = await fileOf(other, released.id)
  expect(`${released.message_id} ${name} ${debits[0]?.['RmtInf/Ustrd']}`).not.toMatch(/\bTEST\b/)
  expect(released.message_id).toMatch(/^RF\d\d[0-9A-Z]{21}$/)
  const elsewhere = await (await staffOf(other, 'owner')).get(
    `/dashboard/${other.id}/direct-debits/${released.id}`,
  )
  expect(elsewhere.text).not.toContain('Das ist ein Test')
})

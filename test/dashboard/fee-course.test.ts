import { expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { claim, clubWithFees, setDay, submitted } from '../support/direct-debits'
import { textOf } from '../support/html'

it('tells the course of a direct debit that came back, with its code and charge', async () => {
  const { club, feeIds } = await clubWithFees(1)
  let treasurer = await staffOf(club, 'treasurer')
  const path = `/dashboard/${club.id}/fees/${feeIds[0]}`
  const { id, items } = await submitted(club, feeIds)
  const during = textOf((await treasurer.get(path)).text)
  expect(during).toContain('Wird mit der Lastschrift vom 16. März 2026 eingezogen.')
  expect(during).toContain('Zum Einzug am 16. März 2026 freigegeben')
  setDay('2026-03-20')
  treasurer = await staffOf(club, 'treasurer')
  await club.post(`/collections/${id}/settlement`, { settled_on: '2026-03-16' })
  expect(textOf((await treasurer.get(path)).text)).toContain(
    'Per Lastschrift eingezogen am 16. März 2026: 45,00 €',
  )
  const item = items[0]?.id
  const returned = { item_id: item, returned_on: '2026-03-20', reason_code: 'AC04', charge: 350 }
  const { status, text } = await club.post(`/collections/${id}/returns`, returned)
  expect(status, text).toBe(201)
  const answer = await treasurer.get(path)
  expect(answer.cost.trips).toBe(1)
  const page = textOf(answer.text)
  expect(page).toContain('Die Lastschrift kam am 20. März 2026 zurück: Konto aufgelöst.')
  expect(page).toContain('Rücklastschrift über 45,00 €: Konto aufgelöst')
  for (const part of ['Code AC04', 'Gebühr der Bank: 3,50 €', 'API-Schlüssel']) expect(page).toContain(part)
  expect(answer.text).toContain(`/direct-debits/${id}`)
})

it('says when a fee is due today and for how long it is overdue', async () => {
  const { club } = await clubWithFees(1)
  const treasurer = await staffOf(club, 'treasurer')
  const days = {
    '2026-03-02': 'heute fällig',
    '2026-03-01': 'Seit einem Tag überfällig',
    '2026-02-20': 'Seit 10 Tagen',
  }
  for (const [due_on, words] of Object.entries(days)) {
    const [id] = await claim(club, [{ person_external_id: 'm1', due_on }])
    expect(textOf((await treasurer.get(`/dashboard/${club.id}/fees/${id}`)).text)).toContain(words)
  }
})

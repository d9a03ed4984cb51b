import { beforeEach, expect, it } from 'vitest'
import { reopenYear } from '../../src/domain/years/reopen'
import { type Club, clubWithBook, enter, stored } from '../support/book'
import { principalOf } from '../support/staff-principal'

let club: Club

beforeEach(async () => {
  club = await clubWithBook()
  await enter(club, { booked_on: '2024-02-01', lines: [{ amount: 700, sphere: 'ideal' }] })
  const { status, text } = await club.post('/years/2024/closing', undefined)
  expect(status, text).toBe(201)
})

const REOPENING = { year: '2024', reason: 'A receipt was missing' }

it('lets owners reopen a year, and records who did it and why', async () => {
  const owner = await principalOf(club, 'owner')
  const { closed_at, sha256 } = await reopenYear(owner, REOPENING)
  expect([closed_at, sha256]).toEqual([null, null])
  expect(await stored(club, 'fiscal_years')).toMatchObject([{ year: 2024, closed_at: null }])
  const { body } = await club.get('/events')
  expect(body.data.at(-1)).toMatchObject({
    action: 'fiscal_year.reopened',
    actor: { kind: 'staff', name: 'Staff owner' },
    subject: { kind: 'fiscal_year', id: '2024' },
    changes: { reason: [null, REOPENING.reason] },
  })
})

it.each(['treasurer', 'office', 'auditor'] as const)(
  'refuses the %s, and leaves the year closed',
  async (role) => {
    const before = [await stored(club, 'fiscal_years'), await stored(club, 'events')]
    await expect(reopenYear(await principalOf(club, role), REOPENING)).rejects.toMatchObject({
      reason: 'permission_missing',
    })
    expect([await stored(club, 'fiscal_years'), await stored(club, 'events')]).toEqual(before)
  },
)

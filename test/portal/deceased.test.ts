import { beforeEach, describe, expect, it } from 'vitest'
import { clubOf, editable, person } from '../support/club'
import { textOf } from '../support/html'
import { deliverMails, requestLink, type Session, signIn, submit } from '../support/portal'
import { cardPath } from '../support/portal-cards'
import { rows, type Workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const HOUSE = 'haus@example.org'

const today = () => new Date().toISOString().slice(0, 10)

let club: Workspace
let karl: string
let erna: string
let session: Session

beforeEach(async () => {
  const world = await clubOf(
    editable('email', 'address', 'phone_numbers'),
    person({ name: { first_name: 'Karl', last_name: 'Ott' }, email: HOUSE, address: { city: 'Trier' } }),
    person({ name: { first_name: 'Erna', last_name: 'Ott' }, email: HOUSE, address: { city: 'Trier' } }),
  )
  club = world.club
  ;[karl, erna] = world.ids
  session = await signIn(club, { email: HOUSE })
  await club.put(`${PERSONS}/${karl}`, { leave_date: today(), leave_reason: 'deceased' })
})

describe('the family of who has died', () => {
  it('keeps its session, sees the data, and changes only those of who lives', async () => {
    const shown = await session.get(`/portal/persons/${karl}`)
    expect(shown.status).toBe(200)
    expect(shown.text).not.toContain(`${karl}/edit/`)
    expect((await session.get(cardPath(karl, 'address'))).status).toBe(404)
    expect((await session.submit(cardPath(karl, 'address'), { 'address.city': 'Bonn' })).status).toBe(404)
    for (const page of ['/email', '/news'])
      expect(
        (await session.submit(`/portal/persons/${karl}${page}`, { email: 'x@example.org' })).status,
      ).not.toBe(303)
    expect((await session.get(cardPath(erna, 'address'))).status).toBe(200)
    await session.submit(cardPath(erna, 'address'), {
      'address.city': 'Bonn',
      'was.address.city': 'Trier',
      relatives: karl,
    })
    expect(await rows("SELECT first_name, address ->> 'city' AS city FROM persons ORDER BY 1")).toEqual([
      { first_name: 'Erna', city: 'Bonn' },
      { first_name: 'Karl', city: 'Trier' },
    ])
  })

  it('gets a link to the address that does not name who has died', async () => {
    const { queued } = await requestLink(club.id, HOUSE)
    const { sent } = await deliverMails(queued)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).not.toMatch(/\bKarl\b/)
  })
})

it('sends no mail to the address of who has died alone, not even that the membership has ended', async () => {
  await rows("UPDATE persons SET email = 'karl@example.org' WHERE first_name = 'Karl'")
  const { queued } = await requestLink(club.id, 'karl@example.org')
  expect((await deliverMails(queued)).sent).toEqual([])
  await club.put(`${PERSONS}/${karl}`, { leave_date: '2020-01-01' })
  const again = await requestLink(club.id, 'karl@example.org')
  expect((await deliverMails(again.queued)).sent).toEqual([])
  expect(textOf((await submit(`/portal/${club.id}`, { email: 'x@example.org' })).text)).toBeTruthy()
})

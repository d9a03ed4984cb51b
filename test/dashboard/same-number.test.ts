import { expect, it } from 'vitest'
import { clubOf, person, signedIn } from '../support/club'
import { textOf } from '../support/html'

const TITLE = 'Die Mitgliedsnummer 1001 ist doppelt vergeben'

it('warns where another member has the same number, in one trip', async () => {
  const { club, ids, staff } = await clubOf(
    person({ name: { last_name: 'Lovelace' }, membership_number: '1001' }),
    person({ name: { last_name: 'Benedikt' }, membership_number: '1001' }),
    signedIn('office'),
  )
  const [ada, ben] = ids
  for (const path of ['', '/edit']) {
    const { text, cost } = await staff.get(`/dashboard/${club.id}/members/${ada}${path}`)
    expect([textOf(text).includes(TITLE), cost.trips]).toEqual([true, 1])
    expect(text).toContain(`/members/${ben}">Benedikt</a>`)
  }
})

it('says nothing of applicants, other numbers and members without one', async () => {
  const { club, ids, staff } = await clubOf(
    person({ name: { last_name: 'Lovelace' }, membership_number: '1001' }),
    person({ email: 'd@example.org' }),
    person({ email: 'e@example.org' }),
    person({ name: { last_name: 'Cleo' }, membership_number: '1002' }),
    person({
      name: { last_name: 'Benedikt' },
      membership_number: '1001',
      creation_behaviour: 'unconfirmed',
    }),
    signedIn('office'),
  )
  for (const id of ids.slice(0, 3))
    expect((await staff.get(`/dashboard/${club.id}/members/${id}`)).text).not.toContain('doppelt vergeben')
})

import { expect, it } from 'vitest'
import { staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { workspace } from '../support/workspace'

const TITLE = 'Die Mitgliedsnummer 1001 ist doppelt vergeben'

it('warns where another member has the same number, in one trip', async () => {
  const club = await workspace()
  const ada = await createPerson(club, { name: { last_name: 'Lovelace' }, membership_number: '1001' })
  const ben = await createPerson(club, { name: { last_name: 'Benedikt' }, membership_number: '1001' })
  const office = await staffOf(club, 'office')
  for (const path of ['', '/edit']) {
    const { text, cost } = await office.get(`/dashboard/${club.id}/members/${ada}${path}`)
    expect([textOf(text).includes(TITLE), cost.trips]).toEqual([true, 1])
    expect(text).toContain(`/members/${ben}">Benedikt</a>`)
  }
})

it('says nothing of applicants, other numbers and members without one', async () => {
  const club = await workspace()
  const applicant = {
    name: { last_name: 'Benedikt' },
    membership_number: '1001',
    creation_behaviour: 'unconfirmed',
  }
  const ada = await createPerson(club, { name: { last_name: 'Lovelace' }, membership_number: '1001' })
  await createPerson(club, applicant)
  await createPerson(club, { name: { last_name: 'Cleo' }, membership_number: '1002' })
  const [one, other] = [
    await createPerson(club, { email: 'd@example.org' }),
    await createPerson(club, { email: 'e@example.org' }),
  ]
  const office = await staffOf(club, 'office')
  for (const id of [ada, one, other])
    expect((await office.get(`/dashboard/${club.id}/members/${id}`)).text).not.toContain('doppelt vergeben')
})

import { beforeEach, describe, expect, it } from 'vitest'
import { ADA, BEN, clubOf, person } from '../support/club'
import { staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { createLink, filledForm, type Session, signIn, submit } from '../support/portal'
import type { Workspace } from '../support/workspace'

const email = 'family@example.org'
const NEW = 'ada@example.com'

let club: Workspace
let ada: string
let ben: string
let session: Session
let link: string

beforeEach(async () => {
  const family = await clubOf(person({ ...ADA, email }), person({ ...BEN, email }))
  club = family.club
  ;[ada, ben] = family.ids
  session = await signIn(club, { email })
  link = await createLink(club, { email })
})

const statuses = async (of: Session) =>
  Promise.all([ada, ben].map(async (id) => (await of.get(`/portal/persons/${id}`)).status))

/** A change by staff, in the form of the person. */
async function editInDashboard() {
  const office = await staffOf(club, 'office')
  const path = `/dashboard/${club.id}/members/${ada}/edit`
  const form = (await filledForm((await office.get(path)).text)).filter(([name]) => name !== 'email')
  await office.submit(path, [...form, ['email', NEW]])
}

const importCsv = () =>
  club.put('/lists/members/persons', undefined, {
    raw: `external_id,email\nada,${NEW}\n`,
    headers: { 'Content-Type': 'text/csv' },
  })

async function undoAnEdit() {
  await club.put('/lists/members/persons/ada', { email: NEW })
  session = await signIn(club, { person_id: ada })
  link = await createLink(club, { person_id: ada })
  const batch = String((await eventsOf(club)).at(-1)?.batch_id)
  const owner = await staffOf(club, 'owner')
  await owner.submit(`/dashboard/${club.id}/undo`, { batch })
}

describe('a new address of a person', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['an update by the API', () => club.put('/lists/members/persons/ada', { email: NEW })],
    ['a synchronization', () => club.put('/lists/members/persons', { data: [{ ...ADA, email: NEW }] })],
    ['an import of CSV', importCsv],
    ['a form of staff', editInDashboard],
    ['an undo', undoAnEdit],
    ['an update that empties it', () => club.put('/lists/members/persons/ada', { email: null })],
  ])('ends its sessions and links from before, by %s', async (name, act) => {
    await act()
    const [own, other] = await statuses(session)
    expect([401, 404]).toContain(own)
    if (name !== 'an undo') expect(other).toBe(200)
    const opened = await submit(link)
    const later = { cookie: opened.headers.get('Set-Cookie')?.split(';')[0] ?? '' }
    const { status } = await session.get(`/portal/persons/${ada}`, { Cookie: later.cookie })
    expect([401, 404]).toContain(status)
    expect(await statuses(await signIn(club, { person_id: ada }))).toEqual([200, 404])
  })

  it('ends nothing if it differs by capitals alone, nor does another field', async () => {
    await club.put('/lists/members/persons/ada', { email: 'Family@Example.org', birthdate: '1985-12-10' })
    expect(await statuses(session)).toEqual([200, 200])
  })
})

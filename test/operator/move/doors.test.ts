import { expect, it } from 'vitest'
import type { QueuedMail } from '../../../src/env'
import { clubOf, editable, person, settings } from '../../support/club'
import { staffOf } from '../../support/dashboard'
import { DATABASES, inPlace, moved, useDatabases } from '../../support/moves'
import {
  createLink,
  createPerson,
  deliverMails,
  PUBLIC_URL,
  setPortal,
  signIn,
  submit,
} from '../../support/portal'
import { operator, rows, workspace } from '../../support/workspace'

useDatabases()

const ADA = { last_name: 'Lovelace', email: 'ada@example.org' }

it.each(['b', 'c'] as const)(
  'opens a workspace that has moved to %s, and back, by each door',
  async (place) => {
    const club = await workspace()
    await createPerson(club, { name: { last_name: 'Lovelace' }, email: ADA.email })
    await setPortal(club, { slug: `ruderclub-${place}` })
    const staff = await staffOf(club, 'owner')
    const member = await signIn(club, { email: ADA.email })
    const link = await createLink(club, { email: ADA.email })
    const given = { env: DATABASES }

    const doors: Record<string, () => Promise<{ status: number }>> = {
      key: () => club.get('/me', given),
      operator: () => operator('GET', `/operator/workspaces/${club.id}`, undefined, given),
      backup: () =>
        operator('GET', `/operator/workspaces/${club.id}/event_seals/verification`, undefined, given),
      'portal by slug': () => club.get(`/portal/ruderclub-${place}`, given),
      'portal by id': () => club.get(`/portal/${club.id}`, given),
      'form of applicants': () => club.get(`/join/ruderclub-${place}`, given),
      'dashboard by id': () => staff.get(`/dashboard/${club.id}`, given),
      'dashboard by slug': () => staff.get(`/dashboard/ruderclub-${place}`, given),
      'account of staff': () => staff.get(`/dashboard/${club.id}/account`, given),
      'session of a member': () => club.get('/portal', { ...given, headers: { Cookie: member.cookie } }),
      'new link': () => club.post('/member_portal_sessions', { email: ADA.email }, given),
    }
    const statuses = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(doors).map(async ([door, open]) => [door, (await open()).status])),
      )
    const before = await statuses()
    await moved(club, place)
    expect(await statuses()).toEqual(before)
    const created = await club.post('/lists/members/persons', { name: { last_name: 'Byron' } }, given)
    expect([created.status, (await rows('SELECT 1 FROM persons')).length]).toEqual([201, 0])
    await moved(club, 'a')
    expect(await statuses()).toEqual(before)
    // The link was made before the first move.
    await moved(club, place)
    expect((await submit(link, {}, given)).status).toBe(303)
  },
)

it('finds a workspace that has moved by two trips more, and then by one', async () => {
  const club = await workspace()
  await moved(club, 'b')
  const first = await club.get('/me', { env: DATABASES })
  const second = await club.get('/me', { env: DATABASES })
  expect([first.cost.trips, second.cost.trips]).toEqual([3, 1])
})

it('opens the links of mails that were sent before its move and under its old slug', async () => {
  const { club, ids } = await clubOf(
    settings({ member_portal: { slug: 'ruderclub' } }),
    editable('email'),
    person({ name: { last_name: 'Lovelace' }, email: ADA.email }),
  )
  const member = await signIn(club, { email: ADA.email })
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  await submit(
    `/portal/persons/${ids[0]}/email`,
    { email: 'ada@example.com' },
    { headers: { Cookie: member.cookie }, env: { PUBLIC_URL, MAILS } },
  )
  const { sent } = await deliverMails(queued)
  const pathOf = (act: string): string =>
    sent.flatMap(({ text }) => new RegExp(`/portal/\\w+/${act}/[\\w-]{43}`).exec(text) ?? [])[0] ?? ''
  await moved(club, 'b')
  const given = { env: DATABASES }
  const renamed = { member_portal: { slug: 'rowing' } }
  expect((await operator('PATCH', `/operator/workspaces/${club.id}`, renamed, given)).status).toBe(200)
  const emails = async () => (await inPlace('b', 'SELECT email FROM persons')).map(({ email }) => email)
  expect((await submit(pathOf('email'), {}, given)).status).toBe(200)
  expect(await emails()).toEqual(['ada@example.com'])
  expect((await submit(pathOf('address'), { act: 'back' }, given)).status).toBe(200)
  expect(await emails()).toEqual([ADA.email])
})

it('is listed once for staff who are signed in, wherever it moves', async () => {
  const [first, second] = [await workspace({ name: 'Turnverein' }), await workspace({ name: 'Ruderclub' })]
  const staff = await staffOf(first, 'owner')
  const given = { env: DATABASES }
  const added = { name: 'Kim', email: staff.email }
  expect((await operator('POST', `/operator/workspaces/${second.id}/staff`, added, given)).status).toBe(201)
  const listed = async () => {
    const { text } = await staff.get(`/dashboard/${first.id}/account`, given)
    return text.split('>Ruderclub<').length - 1
  }
  expect(await listed()).toBe(1)
  for (const place of ['b', 'c', 'a'] as const) {
    await moved(second, place)
    expect([place, await listed()]).toEqual([place, 1])
    expect((await staff.get('/dashboard', given)).status).toBe(200)
    expect([place, await listed()]).toEqual([place, 1])
  }
})

import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../support/call'
import { interruptedBy } from '../support/fake-d1'
import {
  createLink,
  createPerson,
  deliverMails,
  filledForm,
  requestLink,
  sessionFrom,
  setPortal,
  signIn,
  submit,
} from '../support/portal'
import { runs } from '../support/runs'
import { memberId, seedMembers } from '../support/seed-members'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const FAMILY = 'family@example.org'

const change = (club: Workspace, settings: object) =>
  operator('PATCH', `/operator/workspaces/${club.id}`, settings)

const leftTo = (umbrella: Workspace) => ({
  superordinate_workspace_id: umbrella.id,
  member_portal: { managed_by: 'superordinate' },
})

const session = (club: Workspace, member: object) => club.post('/member_portal_sessions', member)

/** Creates an umbrella with a mother, and a club below it with her son, whose portal the umbrella manages. */
async function federation(slug = 'verband') {
  const umbrella = await workspace({ name: 'Landesverband', member_portal: { slug } })
  const club = await workspace({ name: 'Ruderclub', ...leftTo(umbrella) })
  const mother = await createPerson(umbrella, { ...familyMember('anna'), name: { first_name: 'Anna' } })
  const son = await createPerson(club, { ...familyMember('ben'), name: { first_name: 'Ben' } })
  return { umbrella, club, mother, son }
}

const familyMember = (external_id: string) => ({ external_id, email: FAMILY, membership_number: '7' })

describe('portal of a superordinate workspace', () => {
  it('names its persons in the order of their ids, wherever they are members', async () => {
    const umbrella = await workspace({ name: 'Landesverband' })
    const club = await workspace({ name: 'Ruderclub', ...leftTo(umbrella) })
    const ids: string[] = []
    for (const at of [club, umbrella, club, umbrella]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
      ids.push(await createPerson(at, { email: FAMILY }))
    }
    const { body } = await session(umbrella, { email: FAMILY })
    expect(body.data.person_ids).toEqual(ids)
  })

  it('mails one link for the members of all its workspaces', async () => {
    const { mother, son } = await federation()
    const { answer, queued } = await requestLink('verband', 'FAMILY@example.org')
    expect([answer.status, answer.cost.trips]).toEqual([200, 1])
    const { sent } = await deliverMails(queued)
    expect(sent.map(({ to, from }) => [to, from])).toEqual([
      [FAMILY, { name: 'Landesverband', email: env.MAIL_FROM }],
    ])
    const [, path = ''] = /(\/portal\/[\w-]+\/login\/[\w-]{43})/.exec(String(sent[0]?.text)) ?? []
    const visits = sessionFrom(await submit(path))
    for (const [id, name] of [
      [mother, 'Anna'],
      [son, 'Ben'],
    ]) {
      const { status, text, cost } = await visits.get(`/portal/persons/${id}`)
      expect([status, cost.trips]).toEqual([200, 1])
      expect(text).toContain(`<h1>${name}</h1>`)
      expect(text).toContain('<p class="bar-name">Landesverband</p>')
    }
  })

  it('creates sessions for all members who share an email address', async () => {
    const { umbrella, mother, son } = await federation()
    const { status, body, cost } = await session(umbrella, { email: FAMILY })
    expect([status, cost.trips]).toEqual([201, 1])
    expect(body.data.person_ids).toEqual([mother, son].sort())
  })

  it('mails a former member of a subordinate workspace when the membership ended, while its portal is on', async () => {
    const { club } = await federation()
    await createPerson(club, { email: 'left@example.org', leave_date: '2020-12-31' })
    const mails = async () =>
      (await deliverMails((await requestLink('verband', 'left@example.org')).queued)).sent
    const [mail] = await mails()
    expect(mail?.to).toBe('left@example.org')
    expect(mail?.text).toContain('31. Dezember 2020')
    await setPortal(club, { enabled: false })
    expect(await mails()).toEqual([])
  })

  it('never joins persons of different workspaces by membership number or external id', async () => {
    const { umbrella, club, son } = await federation()
    const links = async () => (await env.PORTAL_LINKS.list()).keys.length
    const before = await links()
    await createPerson(umbrella, { external_id: 'ben' })
    for (const by of [{ membership_number: '7' }, { person_external_id: 'ben' }]) {
      const answer = await session(umbrella, by)
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, Object.keys(by)])
    }
    expect(await links()).toBe(before)
    expect((await session(umbrella, { person_id: son })).status).toBe(201)
    await club.delete(`/lists/members/persons/${son}`)
    expect((await session(umbrella, { membership_number: '7' })).status).toBe(201)
  })

  it('creates sessions for a member by id and by external id', async () => {
    const { umbrella, mother, son } = await federation()
    expect((await session(umbrella, { person_id: son })).body.data.person_ids).toEqual([son])
    expect((await session(umbrella, { person_external_id: 'ben' })).body.data.person_ids).toEqual([son])
    expect((await session(umbrella, { person_external_id: 'anna' })).body.data.person_ids).toEqual([mother])
  })

  it('is the portal whose address, functions and state /me of a subordinate workspace returns', async () => {
    const { umbrella, club } = await federation()
    await setPortal(umbrella, { functions: ['view_fees'] })
    const { member_portal, superordinate_workspace } = (await club.get('/me')).body.data
    expect(superordinate_workspace).toEqual({ id: umbrella.id, name: 'Landesverband' })
    expect(member_portal).toEqual({
      enabled: true,
      url: 'http://mas.test/portal/verband',
      functions: ['view_fees'],
      managed_by: 'superordinate',
    })
    expect((await call('GET', new URL(member_portal.url).pathname)).status).toBe(200)
    await setPortal(umbrella, { enabled: false })
    expect((await club.get('/me')).body.data.member_portal.enabled).toBe(false)
  })

  it('is managed by the nearest superordinate workspace that manages its own', async () => {
    const top = await workspace({ name: 'Bund', member_portal: { slug: 'bund' } })
    const middle = await workspace({ name: 'Land', ...leftTo(top), subscription_variant: 'contacts' })
    const club = await workspace(leftTo(middle))
    const id = await createPerson(club, familyMember('ben'))
    const portal = async () => (await club.get('/me')).body.data.member_portal.url
    expect(await portal()).toBe('http://mas.test/portal/bund')
    expect((await club.get('/me')).body.data.superordinate_workspace).toEqual({ id: middle.id, name: 'Land' })
    const visits = await signIn(top, { person_id: id })
    expect((await visits.get('/portal')).status).toBe(200)
    await change(middle, { subscription_variant: 'complete', member_portal: { managed_by: 'workspace' } })
    expect(await portal()).toBe(`http://mas.test/portal/${middle.id}`)
    expect((await visits.get('/portal')).status).toBe(401)
    expect((await session(top, { person_id: id })).status).toBe(404)
    expect((await session(middle, { person_id: id })).status).toBe(201)
  })

  it('leaves a subordinate workspace without an entry page and sessions of its own', async () => {
    const { club, son } = await federation()
    expect((await call('GET', `/portal/${club.id}`)).status).toBe(404)
    expect((await requestLink(club.id, FAMILY)).answer.status).toBe(404)
    const { status, body } = await session(club, { person_id: son })
    expect([status, body.type]).toEqual([403, 'http://mas.test/problems/portal_managed_elsewhere'])
  })

  it('shows the workspaces of persons with the same name', async () => {
    const { umbrella, club } = await federation()
    await createPerson(club, { ...familyMember('anna'), name: { first_name: 'Anna' } })
    const { text } = await (await signIn(umbrella, { email: FAMILY })).get('/portal')
    for (const name of ['Anna (Landesverband)', 'Anna (Ruderclub)', 'Ben (Ruderclub)'])
      expect(text).toContain(`>${name}</a>`)
  })
})

describe('settings of the portal of a superordinate workspace', () => {
  it('apply to members of subordinate workspaces, with the custom columns of each', async () => {
    const { umbrella, club, mother, son } = await federation()
    const columns = [
      { name: 'Boat', type: 'string', external_id: 'boat' },
      { name: 'Note', type: 'string', external_id: 'note' },
    ]
    await club.put('/lists/members/custom_columns', { data: columns })
    await club.put('/lists/members/persons/ben', { boat: 'Skiff', note: 'Quiet', birthdate: '2010-05-05' })
    const set = await setPortal(umbrella, {
      functions: ['view_data', 'edit_data'],
      fields: { boat: 'editable', birthdate: 'hidden' },
    })
    expect(set.status).toBe(200)
    await setPortal(club, { functions: ['view_fees'], fields: { note: 'visible', boat: 'hidden' } })
    const visits = await signIn(umbrella, { email: FAMILY })
    const { text } = await visits.get(`/portal/persons/${son}`)
    expect(text).toContain('Skiff')
    expect(text).not.toMatch(/\bQuiet\b|\bNote\b|\b2010\b|Beiträge/)
    expect((await visits.get(`/portal/persons/${mother}`)).text).not.toMatch(/\bBoat\b/)
    expect((await setPortal(umbrella, { fields: { note: 'visible' } })).status).toBe(200)
    expect((await setPortal(umbrella, { fields: { sail: 'visible' } })).status).toBe(422)
    expect((await setPortal(await workspace(), { fields: { boat: 'visible' } })).status).toBe(422)
  })

  it('keep the currency and time zone of the workspace of each person', async () => {
    const { umbrella, club, mother, son } = await federation()
    await change(club, { timezone: 'Pacific/Kiritimati' })
    await rows("UPDATE workspaces SET currency = 'CHF' WHERE id = ?", club.id)
    for (const [owner, id] of [
      [umbrella, mother],
      [club, son],
    ] as const)
      await owner.post('/fees', { data: [{ amount: 100, description: 'Fee', person_id: id }] })
    const cancellation = JSON.stringify({ kind: 'mistake', cancelled_at: '2026-03-01T12:00:00.000Z' })
    await rows("UPDATE fees SET status = 'cancelled', cancellation = ?", cancellation)
    const visits = await signIn(umbrella, { email: FAMILY })
    const own = (await visits.get(`/portal/persons/${mother}/fees`)).text
    const below = (await visits.get(`/portal/persons/${son}/fees`)).text
    for (const shown of ['1,00\u00a0€', '1. März 2026']) expect(own).toContain(shown)
    for (const shown of ['1,00\u00a0CHF', '2. März 2026']) expect(below).toContain(shown)
  })
})

describe('session at a superordinate workspace', () => {
  const EDITING = { functions: ['view_data', 'edit_data', 'view_fees'], fields: { name: 'editable' } }

  it('writes to the list of the person only', async () => {
    const { umbrella, club, mother, son } = await federation()
    await setPortal(umbrella, EDITING)
    await rows('UPDATE persons SET id = ? WHERE id = ?', son, mother)
    const visits = await signIn(umbrella, { person_external_id: 'ben' })
    const edit = `/portal/persons/${son}/edit/contact`
    const form = (await filledForm((await visits.get(edit)).text)).map(([name, value]): [string, string] => [
      name,
      name === 'name.first_name' ? 'Benjamin' : value,
    ])
    const { status, cost } = await visits.submit(edit, form)
    expect([status, cost.trips]).toEqual([303, 2])
    expect(await rows('SELECT workspace_id, first_name FROM persons ORDER BY first_name')).toEqual([
      { workspace_id: umbrella.id, first_name: 'Anna' },
      { workspace_id: club.id, first_name: 'Benjamin' },
    ])
  })

  it.each<[string, (clubs: Awaited<ReturnType<typeof federation>>) => Promise<unknown>]>([
    ['manages its portal itself', ({ club }) => setPortal(club, { managed_by: 'workspace' })],
    ['switches its portal off', ({ club }) => setPortal(club, { enabled: false })],
    ['has members no more', ({ club }) => change(club, { subscription_variant: 'contacts' })],
    [
      'moves elsewhere',
      async ({ club }) => change(club, { superordinate_workspace_id: (await workspace()).id }),
    ],
  ])('ends for the persons of a workspace that %s', async (_, act) => {
    const all = await federation()
    await setPortal(all.umbrella, EDITING)
    const link = await createLink(all.umbrella, { email: FAMILY })
    const below = await createLink(all.umbrella, { person_id: all.son })
    const visits = sessionFrom(await submit(link))
    const form = await filledForm((await visits.get(`/portal/persons/${all.son}/edit/contact`)).text)
    expect(((await await act(all)) as { status: number }).status).toBe(200)
    for (const page of ['', '/edit/contact', '/fees'])
      expect((await visits.get(`/portal/persons/${all.son}${page}`)).status).toBe(404)
    expect((await visits.submit(`/portal/persons/${all.son}/edit/contact`, form)).status).toBe(404)
    expect((await visits.get('/portal')).text).not.toMatch(/\bBen\b/)
    expect((await submit(below)).status).toBe(404)
    expect((await session(all.umbrella, { person_id: all.son })).status).toBe(404)
    expect((await session(all.umbrella, { email: FAMILY })).body.data.person_ids).toEqual([all.mother])
  })

  it.each([
    ['off', { member_portal: { enabled: false } }],
    ['without members', { subscription_variant: 'contacts' }],
  ])('ends for all members when its portal is %s', async (_, settings) => {
    const { umbrella, son } = await federation()
    const visits = await signIn(umbrella, { email: FAMILY })
    expect((await change(umbrella, settings)).status).toBe(200)
    for (const path of ['/portal', `/portal/persons/${son}`])
      expect((await visits.get(path)).status).toBe(401)
  })

  it('does not write once the workspace is moved away between reading and writing', async () => {
    const { umbrella, club, son } = await federation()
    await setPortal(umbrella, EDITING)
    const visits = await signIn(umbrella, { person_id: son })
    const edit = `/portal/persons/${son}/edit/contact`
    const form = (await filledForm((await visits.get(edit)).text)).map(([name, value]): [string, string] => [
      name,
      name === 'name.first_name' ? 'Benjamin' : value,
    ])
    const moved = interruptedBy(() => setPortal(club, { managed_by: 'workspace' }))
    const { status } = await submit(edit, form, { headers: { Cookie: visits.cookie }, ...moved })
    expect(status).toBe(401)
    expect(await rows('SELECT first_name FROM persons WHERE id = ?', son)).toEqual([{ first_name: 'Ben' }])
  })

  afterEach(() => vi.useRealTimers())

  it('starts with the first person who is still a member, of any workspace', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T05:00:00Z') })
    const { umbrella, club, mother, son } = await federation()
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Boat', type: 'string', external_id: 'boat' }],
    })
    await umbrella.put('/lists/members/custom_columns', {
      data: [{ name: 'Hut', type: 'string', external_id: 'hut' }],
    })
    await club.put('/lists/members/persons/ben', { boat: 'Skiff' })
    await umbrella.put('/lists/members/persons/anna', { hut: 'Alm' })
    await setPortal(umbrella, { fields: { boat: 'visible', hut: 'visible' } })
    const visits = await signIn(umbrella, { email: FAMILY })
    const first = [mother, son].sort()[0]
    const [firstClub, firstName, rest] = first === mother ? [umbrella, 'anna', 'Boat'] : [club, 'ben', 'Hut']
    await firstClub.put(`/lists/members/persons/${firstName}`, { leave_date: '2026-06-14' })
    const { status, text } = await visits.get('/portal')
    expect(status).toBe(200)
    expect(text).toContain(`<dt>${rest}</dt>`)
  })
})

it('costs the same on every page, however many workspaces share the portal', async () => {
  const costs = []
  for (const size of [1, 12]) {
    const { umbrella, son } = await federation(`verband-${size}`)
    for (let n = 1; n < size; n++) await workspace(leftTo(umbrella))
    await workspace({ superordinate_workspace_id: umbrella.id })
    const visits = await signIn(umbrella, { person_id: son })
    const pages = [
      await visits.get('/portal'),
      await visits.get(`/portal/persons/${son}/fees`),
      await call('GET', `/portal/verband-${size}`),
      (await requestLink(`verband-${size}`, `x${size}@example.org`)).answer,
    ]
    for (const { status, cost } of pages) expect([status, cost.trips]).toEqual([200, 1])
    costs.push(pages.map(({ cost }) => cost.rowsRead))
    const { cost } = await session(umbrella, { email: FAMILY })
    expect(cost.rowsRead).toBeLessThanOrEqual(12 + 5 * size)
    await rows('DELETE FROM link_requests')
  }
  expect(costs[1]).toEqual(costs[0])
})

it('finds members of many workspaces by index, without reading their lists', async () => {
  const { umbrella, club } = await federation()
  await seedMembers(club.id, 3000)
  for (const by of [
    { person_id: memberId(77) },
    { person_external_id: 'e77' },
    { membership_number: 'm77' },
  ]) {
    const { status, cost } = await session(umbrella, by)
    expect(status).toBe(201)
    expect(cost.rowsRead).toBeLessThanOrEqual(15)
  }
})

type Node = {
  above: number | null
  managedBy: 'workspace' | 'superordinate'
  enabled: boolean
  variant: string
}

const forest: fc.Arbitrary<Node[]> = fc
  .array(
    fc.record({
      above: fc.option(fc.nat(), { freq: 5 }),
      managedBy: fc.constantFrom('workspace', 'superordinate', 'superordinate'),
      enabled: fc.constantFrom(true, true, true, false),
      variant: fc.constantFrom('complete', 'members', 'complete', 'contacts'),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((nodes) =>
    nodes.map((node, index): Node => {
      const above = node.above === null || index === 0 ? null : node.above % index
      return {
        ...node,
        above,
        managedBy: above === null ? 'workspace' : (node.managedBy as Node['managedBy']),
      }
    }),
  )

const offers = ({ enabled, variant }: Node) => enabled && variant !== 'contacts'

/** The index of the workspace whose portal shows the members of another; undefined when there is none. */
function doorOf(nodes: Node[], index: number): number | undefined {
  let owner = index
  while (nodes[owner]?.managedBy === 'superordinate') owner = Number(nodes[owner]?.above)
  const isOpen = [index, owner].every((place) => offers(nodes[place] as Node))
  return isOpen ? owner : undefined
}

it('opens the persons of its own workspaces and no others, for any tree of workspaces', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(forest, async (nodes) => {
      const address = `all${run++}@example.org`
      const clubs: { club: Workspace; id: string }[] = []
      for (const { above } of nodes) {
        const superordinate_workspace_id = above === null ? null : (clubs[above]?.club.id ?? null)
        const club = await workspace({ superordinate_workspace_id })
        clubs.push({ club, id: await createPerson(club, { email: address }) })
      }
      const idsAt = (door: number) =>
        clubs.filter((_, index) => doorOf(nodes, index) === door).map(({ id }) => id)
      const before = await Promise.all(clubs.map(({ club, id }) => signIn(club, { person_id: id })))
      for (const [index, { club }] of clubs.entries()) {
        const { managedBy: managed_by, enabled, variant: subscription_variant } = nodes[index] as Node
        await change(club, { subscription_variant, member_portal: { managed_by, enabled } })
      }
      for (const [index, { club, id }] of clubs.entries()) {
        const { status, body } = await session(club, { email: address })
        const ids = idsAt(index)
        expect(status === 201 ? body.data.person_ids : []).toEqual([...ids].sort())
        // Links and sessions of the time when each workspace had its own portal.
        expect((await before[index]?.get(`/portal/persons/${id}`))?.status).toBe(ids.includes(id) ? 200 : 401)
        if (status !== 201) continue
        const visits = sessionFrom(await submit(new URL(body.data.url).pathname))
        for (const other of clubs)
          expect((await visits.get(`/portal/persons/${other.id}`)).status).toBe(
            ids.includes(other.id) ? 200 : 404,
          )
      }
    }),
    runs(20),
  )
})

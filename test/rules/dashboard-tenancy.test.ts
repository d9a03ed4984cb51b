import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Staff, staffOf } from '../support/dashboard'
import { createEverything, type Everything, filled, idsOf, type Named, UNKNOWN } from '../support/everything'
import { emptyStorage, everyRow } from '../support/storage'
import { rows, workspace } from '../support/workspace'
import { ROUTES } from './dashboard-routes/all'
import type { Route } from './dashboard-routes/route'

/** A workspace, and what only pages of staff name. */
type Place = { everything: Everything; view: string; passkey: string; association: string }

/** Routes that name something besides the workspace and the list. */
const NAMING = ROUTES.filter(({ route }) => /:(\w+_)?id\b/.test(route))

/** What is known of no workspace. */
const NOWHERE = { view: `seg_${'0'.repeat(24)}`, passkey: 'unknown', association: `wsp_${'0'.repeat(24)}` }

/** The path of a route in the own workspace, with what it names out of another place. */
const pathOf = ({ route }: Route, own: Everything, { everything, ...place }: Place): string =>
  filled(
    route
      .split(' ')[1]
      ?.replace(':workspace', own.club.id)
      .replace(':list', 'members')
      .replace(/:id\b/, place.view)
      .replace(':passkey_id', place.passkey)
      .replace(':association_id', place.association)
      .replace(/:(\w+)/g, '{$1}') ?? '',
    everything,
  )

describe('a page or act of staff', { meta: { sharesStorage: true } }, () => {
  let own: Everything
  let staff: Staff
  let other: Place
  let before: unknown[]

  beforeAll(async () => {
    await emptyStorage()
    own = await createEverything(await workspace(), 'own')
    staff = await staffOf(own.club, 'owner')
    other = await otherPlace()
    before = await everyRow()
  })

  afterAll(async () => expect(await everyRow()).toEqual(before))

  it.each(NAMING)('finds nothing of another workspace: $route', async (route) => {
    const fields = route.fields?.({
      ...{ club: own.club, memberId: own.members.person },
      ...{ contactId: own.contacts.person, feeId: own.fee, importId: '' },
    })
    const send = async (place: Place) => {
      const path = pathOf(route, own, place)
      return route.route.startsWith('GET') ? staff.get(path) : staff.submit(path, fields ?? {})
    }
    const foreign = await send(other)
    const unknown = await send({ ...NOWHERE, everything: { ...UNKNOWN, club: own.club } })
    expect(foreign.status).not.toBe(200)
    expect([foreign.status, foreign.headers.get('Location') === null]).toEqual([
      unknown.status,
      unknown.headers.get('Location') === null,
    ])
    const { view, passkey, association, everything } = other
    expect(masked(foreign.text, [...idsOf(named(everything)), view, passkey, association])).toBe(
      masked(unknown.text, [...idsOf(UNKNOWN), ...Object.values(NOWHERE)]),
    )
    expect([foreign.cost.rowsWritten, unknown.cost.rowsWritten]).toEqual([0, 0])
  })
})

const named = ({ club: _, ...rest }: Everything): Named => rest

const masked = (text: string, ids: string[]): string =>
  ids.reduce((masked, id) => masked.replaceAll(id, '<id>'), text)

async function otherPlace(): Promise<Place> {
  const everything = await createEverything(await workspace(), 'other')
  const owner = await staffOf(everything.club, 'owner')
  await owner.submit(`/dashboard/${everything.club.id}/members/views`, { name: 'Mine' })
  const [view] = await rows<{ id: string }>("SELECT id FROM segments WHERE name = 'Mine'")
  await rows(
    `INSERT INTO passkeys (credential_id, staff_id, public_key, counter, name, created_at)
     VALUES ('foreign-passkey', ?, '', 0, 'Phone', '2026-01-01T00:00:00.000Z')`,
    owner.id,
  )
  expect(view).toBeDefined()
  return {
    everything,
    view: String(view?.id),
    passkey: 'foreign-passkey',
    association: everything.club.id,
  }
}

import { describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import { PERMISSIONS, type Permission } from '../../src/domain/access/permissions'
import { mintToken } from '../../src/domain/access/tokens'
import { type Answer, call } from '../support/call'
import { openApi } from '../support/openapi'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

type World = Awaited<ReturnType<typeof settled>>

type Route = {
  at: string
  /** The permissions without any one of which the answer is 403. */
  needs: Permission[]
  /** A body that is taken. */
  body?: (of: World) => object
  status: 200 | 201 | 204
}

/** Every operation that a workspace's key opens; those of a list once for each list. */
const ROUTES: Route[] = [
  ...(['members', 'contacts'] as const).flatMap((list): Route[] => [
    { at: `GET /lists/${list}/persons`, needs: [`${list}:read`], status: 200 },
    {
      at: `PUT /lists/${list}/persons`,
      needs: [`${list}:write`],
      body: (of) => ({ data: [{ id: of[list].person, email: 'new@example.org' }] }),
      status: 200,
    },
    {
      at: `POST /lists/${list}/persons`,
      needs: [`${list}:write`],
      body: () => ({ email: 'new@example.org' }),
      status: 201,
    },
    { at: `GET /lists/${list}/persons/{person_id}`, needs: [`${list}:read`], status: 200 },
    {
      at: `PUT /lists/${list}/persons/{person_id}`,
      needs: [`${list}:write`],
      body: () => ({ email: 'new@example.org' }),
      status: 200,
    },
    { at: `DELETE /lists/${list}/persons/{person_id}`, needs: [`${list}:write`], status: 204 },
    { at: `GET /lists/${list}/deleted_persons`, needs: [`${list}:read`], status: 200 },
    { at: `GET /lists/${list}/custom_columns`, needs: [`${list}:read`], status: 200 },
    {
      at: `PUT /lists/${list}/custom_columns`,
      needs: [`${list}:write`],
      body: () => ({ data: [{ name: 'Instrument', type: 'string' }] }),
      status: 201,
    },
    {
      at: 'POST /fees',
      needs: ['fees:write', `${list}:read`],
      body: (of) => ({ data: [{ amount: 4500, description: 'Annual fee', person_id: of[list].person }] }),
      status: 201,
    },
  ]),
  {
    at: 'POST /lists/members/persons/{person_id}/confirmation',
    needs: ['members:write'],
    status: 200,
  },
  { at: 'GET /fees', needs: ['fees:read'], status: 200 },
  { at: 'GET /fees/{fee_id}', needs: ['fees:read'], status: 200 },
  { at: 'GET /cost_units', needs: ['bookkeeping:read'], status: 200 },
  { at: 'POST /cost_units', needs: ['bookkeeping:write'], body: () => ({ name: 'Choir' }), status: 201 },
  {
    at: 'PUT /cost_units/{cost_unit_id}',
    needs: ['bookkeeping:write'],
    body: () => ({ archived: true }),
    status: 200,
  },
  {
    at: 'POST /member_portal_sessions',
    needs: ['member_portal_sessions:create'],
    body: (of) => ({ person_id: of.members.person }),
    status: 201,
  },
  { at: 'GET /me', needs: [], status: 200 },
]

/** Every operation of the operator door. */
const OPERATOR_ROUTES = [
  'POST /operator/workspaces',
  'GET /operator/workspaces',
  'GET /operator/workspaces/{workspace_id}',
  'PATCH /operator/workspaces/{workspace_id}',
  'POST /operator/workspaces/{workspace_id}/api_keys',
  'GET /operator/workspaces/{workspace_id}/api_keys',
  'DELETE /operator/workspaces/{workspace_id}/api_keys/{key_id}',
]

it('tests every documented operation and every route of the API', async () => {
  const { paths } = await openApi()
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(lists|fees|cost_units|member_|me|oper)/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const tested = [...ROUTES.map(({ at }) => at.replace(/lists\/\w+/, 'lists/{list_id}')), ...OPERATOR_ROUTES]
  expect(new Set(tested)).toEqual(new Set(described))
  expect(new Set(tested)).toEqual(new Set(served))
})

describe.each(ROUTES)('$at', (route) => {
  it('accepts what the other tests of this table send, under a key with no more permissions than it needs', async () => {
    const world = await settled(await workspace())
    const { status } = await send(route, world, await keyWith(world, route.needs))
    expect(status).toBe(route.status)
  })

  it('returns the same 401 for a key that is missing, malformed, unknown, expired or revoked', async () => {
    const world = await settled(await workspace())
    const keys = await badKeys(world.club)
    const before = await stored()
    const answers = await Promise.all(Object.values(keys).map((key) => send(route, world, key)))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(alike(answer)).toEqual(alike(answers[0] as Answer))
    }
    expect(await stored()).toEqual(before)
  })

  it.each(route.needs)('returns 403 for a key that lacks %s only', async (missing) => {
    const world = await settled(await workspace())
    const others = PERMISSIONS.filter((permission) => permission !== missing)
    const key = await keyWith(world, others)
    const before = await stored()
    const answer = await send(route, world, key)
    expect(answer.status).toBe(403)
    expect(answer.body.type).toMatch(/\/problems\/permission_missing$/)
    expect(await stored()).toEqual(before)
  })
})

describe.each(OPERATOR_ROUTES)('%s', (at) => {
  it('returns the same 401 without a token, with an API key and with a wrong token', async () => {
    const world = await settled(await workspace())
    const before = await stored()
    const wrong = [
      undefined,
      '',
      'x',
      world.club.key,
      'operator-token-of-the-testz',
      'operator-token-of-the-tests!',
    ]
    const answers = await Promise.all(
      wrong.map((key) => send({ at, body: () => ({ name: 'Taken over' }) }, world, key)),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(alike(answer)).toEqual(alike(answers[0] as Answer))
    }
    expect(await stored()).toEqual(before)
  })
})

/** Requests of one workspace that name something of another: its id stands where one that never existed stands too. */
const FOREIGN: [what: string, act: (own: World, of: Named) => Promise<Answer>, status: number][] = [
  ...(['members', 'contacts'] as const).flatMap((list): typeof FOREIGN => {
    const persons = `/lists/${list}/persons`
    return [
      [`${list}: reads a person by id`, ({ club }, of) => club.get(`${persons}/${of[list].person}`), 404],
      [
        `${list}: reads one by external_id`,
        ({ club }, of) => club.get(`${persons}/${of[list].external}`),
        404,
      ],
      [
        `${list}: updates by id`,
        ({ club }, of) => club.put(`${persons}/${of[list].person}`, { email: 'x@y.org' }),
        404,
      ],
      [
        `${list}: updates by external_id`,
        ({ club }, of) => club.put(`${persons}/${of[list].external}`, { email: 'x@y.org' }),
        404,
      ],
      [
        `${list}: updates with a malformed body`,
        ({ club }, of) => club.put(`${persons}/${of[list].person}`, undefined, { raw: '{' }),
        404,
      ],
      [`${list}: deletes by id`, ({ club }, of) => club.delete(`${persons}/${of[list].person}`), 404],
      [
        `${list}: deletes by external_id`,
        ({ club }, of) => club.delete(`${persons}/${of[list].external}`),
        404,
      ],
      [
        `${list}: pages from a cursor`,
        ({ club }, of) => club.get(`${persons}?cursor=${of[list].cursor}`),
        422,
      ],
      [
        `${list}: filters by external_id`,
        ({ club }, of) => club.get(`${persons}?filter[external_id]=${of[list].external}`),
        200,
      ],
      [
        `${list}: filters by a column`,
        ({ club }, of) => club.get(`${persons}?filter[${of[list].column}]=seen`),
        422,
      ],
      [
        `${list}: updates by id under a condition`,
        ({ club }, of) =>
          club.put(`${persons}/${of[list].person}`, { email: 'x@y.org' }, { headers: { 'If-Match': '"x"' } }),
        404,
      ],
      [
        `${list}: pages the deleted from a cursor`,
        ({ club }, of) => club.get(`/lists/${list}/deleted_persons?cursor=${of[list].cursor}`),
        422,
      ],
      [
        `${list}: reads the fees of a person_id`,
        ({ club }, of) => club.get(`/fees?person_id=${of[list].person}`),
        200,
      ],
      [
        `${list}: reads the fees of a person_external_id`,
        ({ club }, of) => club.get(`/fees?person_external_id=${of[list].external}`),
        200,
      ],
      [
        `${list}: synchronises an id`,
        ({ club }, of) => club.put(persons, { data: [{ id: of[list].person, email: 'x@y.org' }] }),
        422,
      ],
      [
        `${list}: creates under an id`,
        ({ club }, of) => club.post(persons, { id: of[list].person, email: 'x@y.org' }),
        422,
      ],
      [
        `${list}: writes a column on create`,
        ({ club }, of) => club.post(persons, { email: 'x@y.org', [of[list].column]: 'seen' }),
        422,
      ],
      [
        `${list}: writes a column on update`,
        ({ club, [list]: { person } }, of) => club.put(`${persons}/${person}`, { [of[list].column]: 'seen' }),
        422,
      ],
      [
        `${list}: writes a column on synchronise`,
        ({ club, [list]: { person } }, of) =>
          club.put(persons, { data: [{ id: person, [of[list].column]: 'seen' }] }),
        422,
      ],
      [
        `${list}: claims a fee by person_id`,
        ({ club }, of) => claim(club, { person_id: of[list].person }),
        422,
      ],
      [
        `${list}: claims a fee by person_external_id`,
        ({ club }, of) => claim(club, { person_external_id: of[list].external }),
        422,
      ],
      [
        `${list}: opens the portal by person_id`,
        ({ club }, of) => enter(club, { person_id: of[list].person }),
        404,
      ],
      [
        `${list}: opens the portal by person_external_id`,
        ({ club }, of) => enter(club, { person_external_id: of[list].external }),
        404,
      ],
    ]
  }),
  ['opens the portal by email', ({ club }, of) => enter(club, { email: of.email }), 404],
  [
    'opens the portal by membership_number',
    ({ club }, of) => enter(club, { membership_number: of.number }),
    404,
  ],
  ['reads a fee', ({ club }, of) => club.get(`/fees/${of.fee}`), 404],
  ['reads fees from a cursor', ({ club }, of) => club.get(`/fees?cursor=${of.members.cursor}`), 422],
  ['changes a cost unit', ({ club }, of) => club.put(`/cost_units/${of.unit}`, { archived: true }), 404],
  [
    'names a category of a cost unit',
    ({ club, unit }, of) =>
      club.put(`/cost_units/${unit}`, { categories: [{ id: of.category, name: 'Balls' }] }),
    422,
  ],
  [
    'books on a cost unit',
    ({ club, members }, of) =>
      claim(club, { person_id: members.person, attached_expense: { costunit_name: of.unitName } }),
    422,
  ],
  [
    'revokes a key under the own workspace',
    ({ club }, of) => operator('DELETE', `/operator/workspaces/${club.id}/api_keys/${of.keyId}`),
    404,
  ],
]

it.each(FOREIGN)(
  '%s of another workspace as an unknown one, and leaves it unchanged',
  async (_, act, status) => {
    const [own, other] = [await settled(await workspace(), 'own'), await settled(await workspace(), 'other')]
    const before = await stored()
    const foreign = await act(own, other)
    const unknown = await act(own, NOBODY)
    expect(foreign.status).toBe(status)
    expect(alike(foreign, other)).toEqual(alike(unknown, NOBODY))
    expect(await stored()).toEqual(before)
  },
)

it('returns nothing of another workspace', async () => {
  const [own, other] = [await settled(await workspace(), 'own'), await settled(await workspace(), 'other')]
  const lists = ['members', 'contacts'].flatMap((list) => [
    `/lists/${list}/persons`,
    `/lists/${list}/custom_columns`,
    `/lists/${list}/deleted_persons`,
  ])
  const seen = await Promise.all([...lists, '/fees', '/cost_units', '/me'].map((path) => own.club.get(path)))
  const text = seen.map((answer) => answer.text).join()
  for (const shown of [own.members.person, own.members.deleted, own.fee]) expect(text).toContain(shown)
  for (const secret of [other.club.id, ...idsOf(other), other.email, other.number])
    expect(text).not.toContain(secret)
})

it('synchronizes an external_id of another workspace into a person of its own, and deletes only its own', async () => {
  const [own, other] = [await settled(await workspace(), 'own'), await settled(await workspace(), 'other')]
  const before = await stored(other.club)
  const taken = await own.club.put('/lists/members/persons', {
    delete_omitted: true,
    data: [
      { external_id: other.members.external, email: 'same@example.org' },
      { external_id: own.members.external },
    ],
  })
  expect(taken.body.meta).toEqual({ created: 1, updated: 0, unchanged: 1, deleted: 1 })
  expect(taken.body.data[0].id).not.toBe(other.members.person)
  expect(await stored(other.club)).toEqual(before)
})

/** What can be named of a workspace. */
type Named = Omit<World, 'club'>

/** Ids of the form of those that exist, and of their length. */
const NOBODY: Named = {
  members: nobody('members'),
  contacts: nobody('contacts'),
  email: 'nobody@example.org',
  number: 'N-nobody',
  unit: `cst_${'0'.repeat(24)}`,
  unitName: 'Unit of nobody',
  category: `cat_${'0'.repeat(24)}`,
  keyId: `key_${'0'.repeat(24)}`,
  fee: `fee_${'0'.repeat(24)}`,
}

function nobody(list: string) {
  return {
    person: `per_${'0'.repeat(24)}`,
    deleted: `per_${'0'.repeat(23)}1`,
    external: `${list}-of-nobody`,
    column: `col_${'0'.repeat(24)}`,
    cursor: `next-per_${'0'.repeat(24)}-0123456789abcdef`,
  }
}

/** A workspace that has something of everything, named after it. */
async function settled(club: Workspace, name = 'club') {
  const list = async (list: 'members' | 'contacts', more: object) => {
    const persons = `/lists/${list}/persons`
    const external = `${list}-of-${name}`
    const columns = await club.put(`/lists/${list}/custom_columns`, {
      data: [{ name: 'Motto', type: 'string' }],
    })
    const person = await club.post(persons, { external_id: external, email: `${name}@example.org`, ...more })
    await club.post(persons, { email: `second-of-${name}@example.org` })
    const gone = await club.post(persons, { email: `gone-of-${name}@example.org` })
    await club.delete(`${persons}/${gone.body.data.id}`)
    const page = await club.get(`${persons}?per_page=1`)
    return {
      person: person.body.data.id as string,
      deleted: gone.body.data.id as string,
      external,
      column: columns.body.data[0].id as string,
      cursor: page.body.meta.next_cursor as string,
    }
  }
  const unit = await club.post('/cost_units', { name: `Unit of ${name}`, categories: ['Balls'] })
  const keys = await operator('GET', `/operator/workspaces/${club.id}/api_keys`)
  const members = await list('members', { membership_number: `N-${name}` })
  const fees = await claim(club, { person_id: members.person })
  return {
    club,
    members,
    contacts: await list('contacts', {}),
    email: `${name}@example.org`,
    number: `N-${name}`,
    unit: unit.body.data.id as string,
    unitName: `Unit of ${name}`,
    category: unit.body.data.categories[0].id as string,
    keyId: keys.body.data[0].id as string,
    fee: fees.body.data[0].id as string,
  }
}

function send(
  { at, body }: Pick<Route, 'at' | 'body'>,
  world: World,
  key: string | undefined,
): Promise<Answer> {
  const [method = '', template = ''] = at.split(' ')
  const list = template.includes('/contacts/') ? 'contacts' : 'members'
  const path = template
    .replace('{person_id}', world[list].person)
    .replace('{fee_id}', world.fee)
    .replace('{cost_unit_id}', world.unit)
    .replace('{workspace_id}', world.club.id)
    .replace('{key_id}', world.keyId)
  return call(method, path, { key, body: method === 'GET' ? undefined : body?.(world) })
}

async function badKeys(club: Workspace) {
  const [expired, revoked] = [await club.keyWith(), await club.keyWith()]
  const { body } = await operator('GET', `/operator/workspaces/${club.id}/api_keys`)
  const [, first, second] = body.data
  await rows('UPDATE api_keys SET expires_at = ? WHERE id = ?', '2026-01-01T00:00:00.000Z', first.id)
  await operator('DELETE', `/operator/workspaces/${club.id}/api_keys/${second.id}`)
  const miscopied = `${club.key.slice(0, -1)}${club.key.endsWith('a') ? 'b' : 'a'}`
  const unknown = mintToken()
  return {
    missing: undefined,
    empty: '',
    malformed: 'mas_no',
    miscopied,
    unknown,
    expired,
    revoked,
    club: club.id,
  }
}

const keyWith = ({ club }: World, permissions: readonly Permission[]) =>
  club.keyWith(...(permissions.length > 0 ? permissions : PERMISSIONS))

const claim = (club: Workspace, of: object) =>
  club.post('/fees', { data: [{ amount: 4500, description: 'Annual fee', ...of }] })

const enter = (club: Workspace, by: object) => club.post('/member_portal_sessions', by)

/** All that a caller sees of an answer but its request id and bookmark, with the ids that it sent itself blotted out. */
function alike({ status, headers, text }: Answer, sent?: Named) {
  const id = headers.get('X-Request-Id') ?? ''
  expect(id).not.toBe('')
  // The tag of a page tells by its name what was asked for.
  const shown = [...headers].filter(([name]) => !['x-d1-bookmark', 'etag'].includes(name))
  const seen = [status, ...shown.map(String), text].join('\n').replaceAll(id, '<request>')
  return idsOf(sent).reduce((blotted, own) => blotted.replaceAll(own, '<id>'), seen)
}

const idsOf = (of?: Named): string[] =>
  of
    ? [...Object.values(of.members), ...Object.values(of.contacts), of.unit, of.category, of.keyId, of.fee]
    : []

const TABLES = [
  'api_keys',
  'custom_columns',
  'persons',
  'cost_units',
  'cost_unit_categories',
  'fees',
  'deleted_persons',
]

/** All rows of all workspaces, or those of one. */
const stored = (of?: Workspace) =>
  Promise.all([
    ...TABLES.map((table) =>
      rows(`SELECT * FROM ${table} WHERE workspace_id = coalesce(?, workspace_id)`, of?.id ?? null),
    ),
    rows('SELECT * FROM workspaces WHERE id = coalesce(?, id)', of?.id ?? null),
  ])

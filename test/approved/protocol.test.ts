import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, call, type Options } from '../support/call'
import { type Staff, staffOf } from '../support/dashboard'
import { PUBLIC_URL, signIn } from '../support/portal'
import { type Workspace, workspace } from '../support/workspace'
import { mainOf } from './outline'
import { stopClock, ticking, withoutChance } from './world'

const PERSONS = '/lists/members/persons'
const FORM = 'application/x-www-form-urlencoded'

type World = { club: Workspace; staff: Staff; cookie: string; person: string; tag: string; cursor: string }
type Request = [method: string, path: string, options?: Options]

const reading = (path: string, headers: Record<string, string> = {}): ((world: World) => Request) => {
  return ({ club }) => ['GET', path, { key: club.key, headers }]
}

const posting = (headers: Record<string, string>, raw: BodyInit): ((world: World) => Request) => {
  return ({ club }) => ['POST', PERSONS, { key: club.key, raw, headers }]
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

const sending = (headers: Record<string, string>, raw = 'news=refused'): ((world: World) => Request) => {
  return ({ club, person, staff }) => [
    'POST',
    `/dashboard/${club.id}/members/${person}/news`,
    { raw, headers: { Cookie: cookieOf(staff), ...headers } },
  ]
}

const cookieOf = (staff: Staff) => `__Host-staff=${staff.cookie('__Host-staff')}`

const full = { limit: async () => ({ success: false }) }
const broken = {
  limit: async () => {
    throw new TypeError('away')
  },
}

/** Requests on all sides of what HTTP decides, before a verb runs or after it. */
const REQUESTS: Record<string, (world: World) => Request> = {
  'a page': reading(`${PERSONS}?per_page=1`),
  'a second page': ({ club, cursor }) => ['GET', `${PERSONS}?per_page=1&cursor=${cursor}`, { key: club.key }],
  'a page of 500': reading(`${PERSONS}?per_page=500`),
  'a page of 501': reading(`${PERSONS}?per_page=501`),
  'a page of 0': reading(`${PERSONS}?per_page=0`),
  'a cursor that was never issued': reading(`${PERSONS}?cursor=next-x-0123456789abcdef`),
  'a text that is no cursor': reading(`${PERSONS}?cursor=x`),
  'a filter and a page': reading(`${PERSONS}?per_page=1&filter[name.last_name]=One`),
  'an unknown parameter': reading('/me?x=1'),
  'an unknown parameter of a list': reading('/fees?x=1'),
  'a singular list': reading('/lists/member/persons?per_page=1'),
  'a list of another name': reading('/lists/friends/persons'),
  'a person': ({ club, person }) => ['GET', `${PERSONS}/${person}`, { key: club.key }],
  'a person that is known': ({ club, person, tag }) => [
    'GET',
    `${PERSONS}/${person}`,
    { key: club.key, headers: { 'If-None-Match': `"x" , W/${tag}` } },
  ],
  'a person known by a star': ({ club, person }) => [
    'GET',
    `${PERSONS}/${person}`,
    { key: club.key, headers: { 'If-None-Match': '*' } },
  ],
  'a change to a version': ({ club, person, tag }) => [
    'PUT',
    `${PERSONS}/${person}`,
    { key: club.key, body: {}, headers: { 'If-Match': tag, 'If-None-Match': tag } },
  ],
  'a change to another version': ({ club, person }) => [
    'PUT',
    `${PERSONS}/${person}`,
    { key: club.key, body: {}, headers: { 'If-Match': '"x"' } },
  ],
  'a change to a weak version': ({ club, person, tag }) => [
    'PUT',
    `${PERSONS}/${person}`,
    { key: club.key, body: {}, headers: { 'If-Match': `W/${tag}` } },
  ],
  'a page for its head': ({ club }) => ['HEAD', PERSONS, { key: club.key }],
  'the metadata': reading('/me'),
  'no key': () => ['GET', '/me'],
  'a key of another form': () => ['GET', '/me', { headers: { Authorization: 'Basic x' } }],
  'a key without a word': ({ club }) => ['GET', '/me', { headers: { Authorization: club.key } }],
  'a key by other words': ({ club }) => [
    'GET',
    '/me',
    { headers: { Authorization: `bEARER  ${club.key} ` } },
  ],
  'two keys': ({ club }) => ['GET', '/me', { headers: { Authorization: `Bearer ${club.key} ${club.key}` } }],
  'a key that is over its limit': ({ club }) => ['GET', '/me', { key: club.key, env: { KEY_RATE: full } }],
  'an address that is over its limit': () => ['GET', '/me', { env: { ADDRESS_RATE: full } }],
  'a limiter that is down': ({ club }) => ['GET', '/me', { key: club.key, env: { KEY_RATE: broken } }],
  'an operator without a token': () => ['GET', '/operator/workspaces'],
  'an operator with a key': ({ club }) => ['GET', '/operator/workspaces', { key: club.key }],
  'an operator where there is none': () => [
    'GET',
    '/operator/workspaces',
    { key: env.OPERATOR_TOKEN, env: { OPERATOR_TOKEN: '' } },
  ],
  'a bookmark': reading('/me', {
    'X-D1-Bookmark': '00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683',
  }),
  'a bookmark of another form': reading('/me', { 'X-D1-Bookmark': 'x' }),
  'a bookmark of a stranger': () => ['GET', '/me', { headers: { 'X-D1-Bookmark': 'x' } }],
  'an id of the caller': reading('/me', { 'X-Request-Id': 'own-1' }),
  'an id with blanks': reading('/me', { 'X-Request-Id': 'own 1' }),
  'a file of persons': reading(PERSONS, { Accept: 'text/csv' }),
  'a file, sooner than JSON': reading(PERSONS, { Accept: 'application/json;q=0.5, text/csv' }),
  'JSON, sooner than a file': reading(PERSONS, { Accept: 'application/json, text/csv;q=0.9' }),
  'a file by its name': reading('/vouchers?year=2026&format=csv', { Accept: 'application/json' }),
  'JSON by its name': reading('/vouchers?year=2026&format=json', { Accept: 'text/csv' }),
  'no address': () => ['GET', '/nothing'],
  'no address below a list': reading('/lists/members/nothing'),
  'an unknown method': ({ club }) => ['PATCH', PERSONS, { key: club.key }],
  'a method for its options': () => ['OPTIONS', PERSONS],
  'JSON of another type': posting({ 'Content-Type': 'text/plain' }, '{}'),
  'JSON of no type': posting({}, new Uint8Array([0x7b, 0x7d])),
  'JSON of a kind': posting({ 'Content-Type': 'application/problem+JSON ; charset=utf-8' }, '[]'),
  'JSON with a mark': posting(JSON_TYPE, '\uFEFF{}'),
  'JSON that is cut': posting(JSON_TYPE, '{'),
  'JSON that is no UTF-8': posting(JSON_TYPE, new Uint8Array([0x22, 0xff, 0x22])),
  'JSON that is null': posting(JSON_TYPE, 'null'),
  'no body': posting(JSON_TYPE, ''),
  'a body of 1 MiB and a byte': posting(JSON_TYPE, ' '.repeat(1_048_577)),
  'a body of 1 MiB': posting(JSON_TYPE, `{${' '.repeat(1_048_574)}}`),
  'a large body of a stranger': () => [
    'POST',
    PERSONS,
    { raw: ' '.repeat(70_000), headers: JSON_TYPE, key: 'unknown' },
  ],
  'CSV that is no UTF-8': ({ club }) => [
    'PUT',
    PERSONS,
    { key: club.key, raw: new Uint8Array([0xff]), headers: { 'Content-Type': 'TEXT/CSV;charset=utf-8' } },
  ],
  'a statement of another type': ({ club }) => [
    'POST',
    '/accounts/acc_none/statements',
    { key: club.key, raw: 'x', headers: { 'Content-Type': 'text/plain' } },
  ],
  'an empty statement': ({ club }) => [
    'POST',
    '/accounts/acc_none/statements',
    { key: club.key, raw: '', headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  ],
  'a key for once': posting({ ...JSON_TYPE, 'Idempotency-Key': '"two words"' }, '{}'),
  'a key for once of 255 signs': posting({ ...JSON_TYPE, 'Idempotency-Key': 'x'.repeat(255) }, '{}'),
  'a key for once of 256 signs': posting({ ...JSON_TYPE, 'Idempotency-Key': 'x'.repeat(256) }, '{}'),
  'a key for once with blanks': posting({ ...JSON_TYPE, 'Idempotency-Key': 'two words' }, '{}'),
  'a key for once of a stranger': () => [
    'POST',
    PERSONS,
    { body: {}, key: 'unknown', headers: { 'Idempotency-Key': ' ' } },
  ],
  'a form': sending({ 'Content-Type': FORM, 'Sec-Fetch-Site': 'same-origin' }),
  'a form of its origin': sending({ 'Content-Type': `${FORM}; charset=utf-8`, Origin: 'http://mas.test' }),
  'a form of another origin': sending({ 'Content-Type': FORM, Origin: 'http://other.test' }),
  'a form of another site': sending({
    'Content-Type': FORM,
    Origin: 'http://mas.test',
    'Sec-Fetch-Site': 'cross-site',
  }),
  'a form of no origin': sending({ 'Content-Type': FORM }),
  'a form of another type': sending({ 'Content-Type': 'text/plain', 'Sec-Fetch-Site': 'same-origin' }),
  'a form of 64 KiB': sending(
    { 'Content-Type': FORM, 'Sec-Fetch-Site': 'same-origin' },
    `news=refused&x=${'x'.repeat(65_536 - 15)}`,
  ),
  'a form of 64 KiB and a byte': sending(
    { 'Content-Type': FORM, 'Sec-Fetch-Site': 'same-origin' },
    `news=refused&x=${'x'.repeat(65_536 - 14)}`,
  ),
  'the dashboard': ({ club, staff }) => [
    'GET',
    `/dashboard/${club.id}`,
    { headers: { Cookie: cookieOf(staff) } },
  ],
  'the dashboard of nobody': ({ club }) => ['GET', `/dashboard/${club.id}`],
  'no page of the dashboard': ({ club, staff }) => [
    'GET',
    `/dashboard/${club.id}/nothing`,
    { headers: { Cookie: cookieOf(staff) } },
  ],
  'the sign-in': () => ['GET', '/dashboard/sign-in'],
  'the entry of the portal': ({ club }) => ['GET', `/portal/${club.id}`],
  'the portal': ({ cookie }) => ['GET', '/portal', { headers: { Cookie: cookie } }],
  'the portal of nobody': () => ['GET', '/portal'],
  'the form of applicants': ({ club }) => ['GET', `/join/${club.id}`],
  'an unknown link': () => ['GET', `/unsubscribe/${'x'.repeat(43)}`],
  'the front door': () => ['GET', '/'],
  'the reference': () => ['GET', '/docs'],
  'a page of a problem': () => ['GET', '/problems/invalid'],
  'a page of no problem': () => ['GET', '/problems/nothing'],
  'the icon': () => ['GET', '/favicon.ico'],
  'the colours of a club': ({ club }) => ['GET', `/dashboard/${club.id}/style/none/123456.css`],
}

describe('HTTP', { meta: { sharesStorage: true } }, () => {
  let world: World

  beforeAll(async () => {
    stopClock()
    const club = ticking(await workspace({ member_portal: { enabled: true } }))
    const add = async (last_name: string) =>
      (await club.post(PERSONS, { name: { last_name }, email: `${last_name}@example.org` })).body.data.id
    const person = await add('One')
    await add('Two')
    const { headers } = await club.get(`${PERSONS}/${person}`)
    const { body } = await club.get(`${PERSONS}?per_page=1`)
    const { cookie } = await signIn(club, { email: 'One@example.org' })
    const cursor = body.meta.next_cursor
    world = {
      club,
      person,
      cookie,
      cursor,
      tag: String(headers.get('ETag')),
      staff: await staffOf(club, 'owner'),
    }
  })
  beforeEach(() => {
    stopClock()
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => vi.restoreAllMocks())

  it.each(Object.keys(REQUESTS))('answers %s as approved', async (name) => {
    const [method, path, options = {}] = REQUESTS[name]?.(world) ?? ['GET', '/']
    const answer = await call(method, path, {
      ...options,
      env: { PUBLIC_URL: `${PUBLIC_URL}/`, ...options.env },
    })
    expect(shown(answer)).toMatchSnapshot()
  })
})

/** The status, the headers and what is no page of an answer. */
function shown({ status, headers, text }: Answer): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`).sort()
  if (text.includes('What it means')) lines.push(mainOf(text))
  const body = text.startsWith('<') || text.startsWith('{"openapi') ? '' : text.slice(0, 1500)
  return withoutChance([status, ...lines, '', body].join('\n'))
    .replace(UUID, '…')
    .replace(/(x-d1-bookmark: ).+/, '$1…')
    .replace(/dur=[\d.]+/g, 'dur=…')
    .replace(/(?<=etag: ).+/, (tag) => tag.replace(/[\da-f]/g, 'x'))
    .replace(/(cursor=)[^>&]+/g, '$1…')
    .replace(/("(?:next|prev)_cursor":")[^"]+/g, '$1…')
    .replace(/(set-cookie: [\w-]+=)[\w.-]+/g, '$1…')
    .replace(/((?:speculation|style|enhance)\/)[\w-]+/g, '$1…')
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

describe('the API description', () => {
  it.each(['/openapi.json', '/docs/operator/openapi.json'])('%s has operations as approved', async (path) => {
    const { body } = await call('GET', path)
    const lines = Object.entries<Record<string, Described>>(body.paths).flatMap(([at, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        linesOf(`${method.toUpperCase()} ${at}`, operation),
      ),
    )
    expect(lines.join('\n')).toMatchSnapshot('operations')
    expect(Object.keys(body.components.schemas).sort()).toMatchSnapshot('schemas')
    const { info, components, openapi, servers } = body
    const { headers, responses, securitySchemes } = components
    expect({
      ...{ openapi, servers, title: info.title, headers: Object.keys(headers) },
      ...{ responses, securitySchemes },
    }).toMatchSnapshot('rest')
  })
})

type Content = Record<string, { examples?: object; example?: unknown }>
type Described = {
  tags: string[]
  security: object[]
  parameters?: { in: string; name: string; required?: boolean }[]
  requestBody?: { content: Content }
  responses: Record<string, { headers?: object; content?: Content; $ref?: string }>
}

/** What an operation takes, and what it answers by status: media types with their examples, and headers. */
function linesOf(
  name: string,
  { tags, security, parameters = [], requestBody, responses }: Described,
): string[] {
  const mediaOf = (content: Content = {}) =>
    Object.entries(content).map(
      ([type, { examples, example }]) =>
        `${type}${examples ? ` (${Object.keys(examples)})` : ''}${example === undefined ? '' : ' with an example'}`,
    )
  return [
    `${name}: ${tags} ${JSON.stringify(security)}`,
    `  takes ${parameters.map((one) => `${one.in} ${one.name}${one.required ? '!' : ''}`).join(', ')}; ${mediaOf(requestBody?.content)}`,
    ...Object.entries(responses).map(
      ([status, { headers = {}, content, $ref }]) =>
        `  ${status} ${[...mediaOf(content), ...Object.keys(headers), ...($ref ? [$ref] : [])].join(', ')}`,
    ),
  ]
}

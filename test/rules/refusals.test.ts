import { describe, expect, it } from 'vitest'
import { CODES } from '../../src/domain/shared/published-codes'
import { call } from '../support/call'
import { undocumented } from '../support/openapi'
import { workspace } from '../support/workspace'

const pages = import.meta.glob<string>('../../src/{dashboard,portal,ui}/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const READS_MESSAGE =
  /\b(?:messageOf|errorsOf|issuesFor)\b|\b(?:issue|refusal|error|problem|refused)\??\.message\b/

it('no page reads the message of a refusal', () => {
  expect(Object.keys(pages).length).toBeGreaterThan(500)
  const readers = Object.entries(pages).flatMap(([path, source]) =>
    READS_MESSAGE.test(source) ? [path] : [],
  )
  expect(readers).toEqual([])
})

describe('issues of an answer', () => {
  it('have a code and the values of its message', async () => {
    const club = await workspace()
    const { status, body } = await club.post('/fees', {
      data: [{ amount: 0, description: '', person_id: 'nobody', colour: 'red' }],
    })
    expect(status).toBe(422)
    expect(body.errors['data.0.amount']).toEqual(['must be at least 1'])
    expect(body.issues).toEqual([
      { path: 'data.0.amount', code: 'too_small', message: 'must be at least 1', params: { min: 1 } },
      { path: 'data.0.description', code: 'empty', message: 'must not be empty', params: {} },
      {
        path: 'data.0.colour',
        code: 'unknown_field',
        message: 'is not a known field; remove it',
        params: {},
      },
      {
        path: 'data.0.person_id',
        code: 'person_unknown',
        message: body.errors['data.0.person_id'][0],
        params: {},
      },
    ])
  })

  it.each([
    ['/cost_units', {}, 'name', 'required', {}],
    ['/cost_units', { name: 7 }, 'name', 'wrong_type', {}],
    ['/cost_units', { name: ' ' }, 'name', 'blank', {}],
    ['/cost_units', { name: 'x'.repeat(256) }, 'name', 'too_long', { max: 255 }],
    ['/cost_units', { name: 'a\u0007' }, 'name', 'control_characters', {}],
    ['/fees', { data: [] }, 'data', 'too_few_entries', { min: 1 }],
    ['/lists/members/persons', { email: 'ada' }, 'email', 'invalid_format', {}],
    ['/lists/members/persons', { payment_method: 'gold' }, 'payment_method', 'not_allowed', {}],
    ['/lists/members/persons', { id: 'x' }, 'id', 'assigned', {}],
  ])('of %s %j name %s %s %j', async (path, given, at, code, params) => {
    const { body } = await (await workspace()).post(path, given)
    expect(body.issues).toContainEqual({ path: at, code, message: body.errors[at][0], params })
  })
})

describe('the published codes', () => {
  it('are those of the document, each with an anchor and its meaning on the page of the problem', async () => {
    const { components } = (await call('GET', '/openapi.json')).body
    const { text } = await call('GET', '/problems/invalid')
    const entries = [...text.matchAll(/<div id="(\w+)"><dt>(\w+)<\/dt><dd>[^<]{8,}<\/dd>/g)]
    expect(entries.map(([, id]) => id)).toEqual(CODES)
    expect(entries.map(([, , name]) => name)).toEqual(CODES)
    expect(components.schemas.Issue.properties.code.anyOf[0].enum).toEqual(CODES)
    expect(text).not.toMatch(/undefined|\[object/)
  })

  it('leave out those that only pages meet', () => {
    expect(CODES.length).toBeGreaterThan(200)
    expect(CODES).toContain('too_many_staff')
    expect(CODES).not.toContain('last_owner')
    expect(CODES).not.toContain('mandate_unconfirmed')
  })

  // Every test that sends a request relies on this check, so that an operation answers no code but these.
  it('are the only ones that the check of responses accepts', async () => {
    const club = await workspace()
    const answer = await club.post('/fees', { data: [] })
    const faultsOf = (code: string) =>
      undocumented(
        { method: 'POST', path: '/fees' },
        { ...answer, body: { ...answer.body, issues: [{ ...answer.body.issues[0], code }] } },
      )
    expect(await faultsOf('too_few_entries')).toEqual([])
    expect(await faultsOf('last_owner')).not.toEqual([])
  })
})

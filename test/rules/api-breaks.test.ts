import { describe, expect, it } from 'vitest'
import released from '../e2e/clients/released.json?raw'
import { type ApiDocument, breaksBetween } from '../support/api-breaks'
import { call } from '../support/call'

/** Breaks that were decided on, each with why. With the document of the next release they are past, and leave this list. */
const DECIDED = [
  // Ids of events begin with the epoch since a restore; those from before are taken as well.
  'GET /events, query after no longer takes string',
  // Webhooks brought a permission that only new keys have, so the enum is open from now on.
  'GET /me, 200.data.api_key.permissions[] may be webhooks:write',
  'GET /me, 200.data.api_key.permissions[] may be any text',
]

it('changes the API of the last release by additions alone', async () => {
  const { body } = await call('GET', '/openapi.json')
  expect(breaksBetween(JSON.parse(released), body)).toEqual(DECIDED)
})

it('finds nothing between a document and itself', () => {
  const document = JSON.parse(released)
  expect(Object.keys(document.paths).length).toBeGreaterThan(40)
  expect(breaksBetween(document, document)).toEqual([])
})

type Json = Record<string, unknown>

const NAME = { type: 'string', maxLength: 100 }
const THING = { type: 'object', properties: { id: { type: 'string' }, name: NAME }, required: ['id', 'name'] }

/** A document with one operation, whose parts can be others. */
function documentOf({
  parameters = [],
  body,
  answer = THING,
  responses = {},
  schemas = {},
  operation = {},
}: {
  parameters?: Json[]
  body?: Json
  answer?: Json
  responses?: Json
  schemas?: Json
  operation?: Json
} = {}): ApiDocument {
  const post = {
    operationId: 'createThing',
    parameters,
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      201: {
        headers: { ETag: {} },
        content: { 'application/json': { schema: answer } },
      },
      422: { description: 'Invalid' },
      ...responses,
    },
    ...operation,
  }
  return { paths: { '/things': { post } }, components: { schemas } }
}

const query = (name: string, schema: Json = { type: 'string' }, required = false): Json => ({
  in: 'query',
  name,
  required,
  schema,
})
const object = (properties: Json, required: string[] = [], more: Json = {}): Json => ({
  type: 'object',
  properties,
  required,
  ...more,
})
const sending = (schema: Json): ApiDocument => documentOf({ body: object({ a: schema }) })
const answering = (schema: Json, required = ['a']): ApiDocument =>
  documentOf({ answer: object({ a: schema }, required) })
const open = (...values: string[]): Json => ({
  anyOf: [{ type: 'string', enum: values }, { type: 'string' }],
})
const closed = (...values: string[]): Json => ({ type: 'string', enum: values })
const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] })

const SENT = 'POST /things, body.a'
const READ = 'POST /things, 201.a'

describe('a break', () => {
  it.each<[what: string, before: ApiDocument, after: ApiDocument, breaks: string[]]>([
    ['a removed path', documentOf(), { paths: {} }, ['POST /things is gone']],
    ['a removed method', documentOf(), { paths: { '/things': { get: {} } } }, ['POST /things is gone']],
    [
      'another operationId',
      documentOf(),
      documentOf({ operation: { operationId: 'addThing' } }),
      ['POST /things has another operationId'],
    ],
    [
      'a removed parameter',
      documentOf({ parameters: [query('a')] }),
      documentOf(),
      ['POST /things, query a is gone'],
    ],
    [
      'a parameter that is required now',
      documentOf({ parameters: [query('a')] }),
      documentOf({ parameters: [query('a', { type: 'string' }, true)] }),
      ['POST /things, query a is required now'],
    ],
    [
      'a new parameter that is required',
      documentOf(),
      documentOf({ parameters: [query('a', { type: 'string' }, true)] }),
      ['POST /things, query a is new and required'],
    ],
    [
      'a parameter that takes less',
      documentOf({ parameters: [query('a', { type: 'integer', maximum: 500 })] }),
      documentOf({ parameters: [query('a', { type: 'integer', maximum: 100 })] }),
      ['POST /things, query a has a lower maximum: 100'],
    ],
    ['a removed body', documentOf({ body: object({}) }), documentOf(), ['POST /things, body is gone']],
    [
      'a removed field of a body',
      documentOf({ body: object({ a: NAME }) }),
      documentOf({ body: object({}) }),
      [`${SENT} is gone`],
    ],
    [
      'a field of a body that is required now',
      documentOf({ body: object({ a: NAME }) }),
      documentOf({ body: object({ a: NAME }, ['a']) }),
      [`${SENT} is required now`],
    ],
    [
      'a new field of a body that is required',
      documentOf({ body: object({}) }),
      documentOf({ body: object({ a: NAME }, ['a']) }),
      [`${SENT} is new and required`],
    ],
    [
      'a body that takes no other fields any more',
      documentOf({ body: object({}) }),
      documentOf({ body: object({}, [], { additionalProperties: false }) }),
      ['POST /things, body takes no other fields'],
    ],
    [
      'another type in a body',
      sending({ type: 'number' }),
      sending({ type: 'integer' }),
      [`${SENT} is integer, not number`],
    ],
    ['null that is no longer taken', sending(orNull(NAME)), sending(NAME), [`${SENT} is string, not null`]],
    [
      'a removed value of an enum',
      sending(closed('x', 'y')),
      sending(closed('x')),
      [`${SENT} has no value y any more`],
    ],
    [
      'an enum in place of any text',
      sending({ type: 'string' }),
      sending(closed('x')),
      [`${SENT} takes certain values alone`],
    ],
    [
      'a text that may be less long',
      sending(NAME),
      sending({ ...NAME, maxLength: 50 }),
      [`${SENT} has a lower maxLength: 50`],
    ],
    [
      'a limit where there was none',
      sending({ type: 'string' }),
      sending(NAME),
      [`${SENT} has a lower maxLength: 100`],
    ],
    [
      'a text that may not be empty',
      sending(NAME),
      sending({ ...NAME, minLength: 1 }),
      [`${SENT} has a higher minLength: 1`],
    ],
    [
      'a number that has a minimum',
      sending({ type: 'integer' }),
      sending({ type: 'integer', minimum: -5 }),
      [`${SENT} has a higher minimum: -5`],
    ],
    [
      'a list that may be less long',
      sending({ type: 'array', items: NAME, maxItems: 10 }),
      sending({ type: 'array', items: { ...NAME, maxLength: 9 }, maxItems: 5 }),
      [`${SENT} has a lower maxItems: 5`, `${SENT}[] has a lower maxLength: 9`],
    ],
    [
      'another pattern',
      sending({ ...NAME, pattern: '^a' }),
      sending({ ...NAME, pattern: '^b' }),
      [`${SENT} has another pattern: ^b`],
    ],
    ['a format', sending(NAME), sending({ ...NAME, format: 'date' }), [`${SENT} has another format: date`]],
    ['a removed status', documentOf({ responses: { 202: {} } }), documentOf(), ['POST /things, 202 is gone']],
    [
      'a removed media type',
      documentOf({ responses: { 202: { content: { 'text/csv': { schema: NAME } } } } }),
      documentOf({ responses: { 202: { content: {} } } }),
      ['POST /things, 202, text/csv is gone'],
    ],
    [
      'a removed header',
      documentOf(),
      documentOf({ responses: { 201: { content: { 'application/json': { schema: THING } } } } }),
      ['POST /things, 201, header ETag is gone'],
    ],
    [
      'a removed field of an answer',
      answering(NAME),
      documentOf({ answer: object({}) }),
      [`${READ} is gone`],
    ],
    [
      'a field of an answer that may be missing',
      answering(NAME),
      answering(NAME, []),
      [`${READ} may be missing`],
    ],
    [
      'another type in an answer',
      answering({ type: 'integer' }),
      answering({ type: 'number' }),
      [`${READ} is number, not integer`],
    ],
    ['an answer that may be null', answering(NAME), answering(orNull(NAME)), [`${READ} is null, not string`]],
    [
      'a value that an answer no longer has',
      answering(open('x', 'y')),
      answering(open('x')),
      [`${READ} has no value y any more`],
    ],
    [
      'a new value of a closed enum',
      answering(closed('x')),
      answering(closed('x', 'y')),
      [`${READ} may be y`],
    ],
    [
      'an enum of an answer that is opened',
      answering(closed('x')),
      answering(open('x')),
      [`${READ} may be any text`],
    ],
    [
      'a format that an answer has no more',
      answering({ ...NAME, format: 'date' }),
      answering(NAME),
      [`${READ} has another format: none`],
    ],
    [
      'a break in a schema that has a name and holds itself',
      documentOf({
        answer: { $ref: '#/components/schemas/Tree' },
        schemas: {
          Tree: object({ a: NAME, parts: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } }, [
            'a',
          ]),
        },
      }),
      documentOf({
        answer: { $ref: '#/components/schemas/Tree' },
        schemas: { Tree: object({ parts: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } }) },
      }),
      [`${READ} is gone`],
    ],
  ])('is %s', (_, before, after, breaks) => {
    expect(breaksBetween(before, after)).toEqual(breaks)
  })
})

describe('an addition', () => {
  it.each<[what: string, before: ApiDocument, after: ApiDocument]>([
    ['an operation', { paths: {} }, documentOf()],
    ['an optional parameter', documentOf(), documentOf({ parameters: [query('a')] })],
    [
      'a parameter that is optional now',
      documentOf({ parameters: [query('a', NAME, true)] }),
      documentOf({ parameters: [query('a', NAME)] }),
    ],
    ['an optional body', documentOf(), documentOf({ body: object({ a: NAME }) })],
    [
      'an optional field of a body',
      documentOf({ body: object({}) }),
      documentOf({ body: object({ a: NAME }) }),
    ],
    ['null that is taken', sending(NAME), sending(orNull(NAME))],
    ['a number in place of an integer', sending({ type: 'integer' }), sending({ type: 'number' })],
    ['a value that is taken', sending(closed('x')), sending(closed('x', 'y'))],
    ['a wider limit', sending(NAME), sending({ ...NAME, maxLength: 200 })],
    ['a field of an answer', documentOf({ answer: object({}) }), answering(NAME)],
    ['a value of an open enum', answering(open('x')), answering(open('x', 'y'))],
    ['an answer that is never null', answering(orNull(NAME)), answering(NAME)],
    ['a status', documentOf(), documentOf({ responses: { 409: {} } })],
  ])('is %s', (_, before, after) => {
    expect(breaksBetween(before, after)).toEqual([])
  })
})

import { describeRoute } from 'hono-openapi'
import type { z } from 'zod'
import type { Access, PathParameter } from './access'
import {
  headerParameter,
  headersOfProblem,
  type RequestHeader,
  type ResponseHeader,
  referTo,
} from './headers'
import { ALTERNATIVE_CONTENT, described } from './openapi'
import { PROBLEMS, problem } from './problem'

/** An operation of the API reference. */
export type Operation = {
  id: string
  tag: string
  summary: string
  description: string
  access: Access
  query?: z.ZodType | undefined
  /** The body that the operation accepts. */
  body?: z.ZodType | undefined
  /** Accepts an `Idempotency-Key`. */
  idempotent?: true
  /** Accepts `If-Match`. */
  ifMatch?: true
  /** Accepts `If-None-Match`, and answers with an ETag. */
  ifNoneMatch?: true
  /** Answers with an ETag. */
  etag?: true
  /** Answers with a page: an ETag, Link headers, and `If-None-Match`. */
  paged?: true
  /** Accepts `filter[<field>]` in the query. */
  filters?: true
  /** Accepts CSV, or answers with it, beside JSON. */
  csv?: 'request' | 'response'
  /** The success: its status, its body where it has one, and what it is. */
  answers: [status: 200 | 201 | 204, body: z.ZodType | undefined, description: string]
}

type Status = 400 | 401 | 402 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503

/** What something about an operation implies: refusals, request headers, and headers of the success. */
type Implied = { refuses?: readonly Status[]; takes?: RequestHeader[]; sends?: ResponseHeader[] }

const IMPLIED: { [Key in keyof Operation]?: Implied } = {
  query: { refuses: [422] },
  body: { refuses: [400, 413, 415, 422] },
  idempotent: { refuses: [409], takes: ['Idempotency-Key'], sends: ['Idempotent-Replayed'] },
  ifMatch: { refuses: [412], takes: ['If-Match'] },
  ifNoneMatch: { takes: ['If-None-Match'], sends: ['ETag'] },
  etag: { sends: ['ETag'] },
  paged: { takes: ['If-None-Match'], sends: ['ETag', 'Link'] },
}

/** Describes an operation for /openapi.json; the parameters of its query describe themselves. */
export function describeOperation(operation: Operation) {
  const { access, body, csv, answers } = operation
  const [status, schema, description] = answers
  const { refuses, takes, sends } = impliedBy(operation)
  const isApi = access.security === 'apiKey'
  const headers = (...names: ResponseHeader[]) =>
    referTo(isApi ? ['X-Request-Id', 'X-D1-Bookmark', ...names] : ['X-Request-Id', ...names])
  return describeRoute({
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: [{ [access.security]: [] }],
    parameters: [
      ...access.parameters.map(pathParameter),
      ...(operation.filters ? [FILTER] : []),
      ...takes.map(headerParameter),
      ...(isApi ? [headerParameter('X-D1-Bookmark')] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        // JSON first, since tools take the first media type.
        content: { ...jsonContent(body, 'input'), ...(csv === 'request' && CSV) },
      },
    }),
    responses: {
      [status]: {
        description,
        headers: csv === 'response' ? headers(...sends, 'Content-Disposition') : headers(...sends),
        ...(schema && { content: jsonContent(schema, 'output') }),
        ...(csv === 'response' && { [ALTERNATIVE_CONTENT]: CSV }),
      },
      ...(takes.includes('If-None-Match') && {
        304: { description: 'Unchanged since the ETag', headers: headers(...sends) },
      }),
      ...Object.fromEntries(
        refuses.map((refused) => [
          refused,
          { ...refusal(refused), headers: headers(...headersOfProblem(refused)) },
        ]),
      ),
    },
  })
}

function impliedBy(operation: Operation): Required<Implied> {
  const { security, parameters, refuses } = operation.access
  const implied = Object.entries(IMPLIED).filter(([key]) => operation[key as keyof Operation])
  const parts = implied.map(([, part]) => part)
  const general: Status[] = [401, 429, 500, 503]
  if (parameters.length > 0) general.push(404)
  // A malformed bookmark.
  if (security === 'apiKey') general.push(422)
  return {
    refuses: [...general, ...refuses, ...parts.flatMap((part) => part.refuses ?? [])],
    takes: parts.flatMap((part) => part.takes ?? []),
    sends: parts.flatMap((part) => part.sends ?? []),
  }
}

const pathParameter = ({ name, description, example, enum: values }: PathParameter) => ({
  in: 'path' as const,
  name,
  required: true,
  description,
  example,
  schema: { type: 'string' as const, ...(values && { enum: values }) },
})

const FILTER = {
  in: 'query' as const,
  name: 'filter',
  style: 'deepObject' as const,
  explode: true,
  description: 'The value that a field is to have, by the dotted path or the key of the field; at most ten',
  schema: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
  example: { 'name.last_name': 'Bergmann' },
}

const jsonContent = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: described(schema, io) },
})

const CSV = {
  'text/csv': {
    schema: { type: 'string' as const },
    example: 'external_id,name.first_name,name.last_name\r\nm-1001,Ingrid,Vogt\r\n',
  },
}

function refusal(status: Status) {
  const problems = Object.entries(PROBLEMS).filter(([, { status: own }]) => own === status)
  return {
    description: problems.map(([, { title, meaning }]) => `${title}: ${meaning}`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: described(problem, 'output'),
        examples: Object.fromEntries(
          problems.map(([kind, { title }]) => [kind, { value: exampleOf(kind, status, title) }]),
        ),
      },
    },
  }
}

const exampleOf = (kind: string, status: Status, title: string) => ({
  type: `https://api.example.org/problems/${kind}`,
  title,
  status,
  detail: 'What to do about it.',
  request_id: '3d4f1c0e-8f0c-4a57-9d6e-0d6a9c2f5b11',
  ...(kind === 'invalid' && { errors: { 'data.0.amount': ['must be at least 1'] } }),
})

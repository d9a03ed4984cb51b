import { type DescribeRouteOptions, describeRoute, uniqueSymbol } from 'hono-openapi'
import type { z } from 'zod'
import type { Access, PathParameter } from './access'
import { headerParameter, type RequestHeader, type ResponseHeader, referTo } from './headers'
import { ALTERNATIVE_CONTENT, described } from './openapi'
import { exampleProblem, type Kind, PROBLEMS, problem } from './problem'

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
  /** The body may be left out. */
  bodyIsOptional?: true
  /** Accepts a file of one of these media types as its body, in place of JSON. */
  upload?: { types: string[]; example: string }
  /** Accepts a file of one of these media types, which the handler reads while it comes. */
  streamsUpload?: { types: string[]; example: string }
  /** Accepts an `Idempotency-Key`. */
  idempotent?: true
  /** Accepts `If-Match`. */
  ifMatch?: true
  /** Accepts `If-None-Match`, and answers with an ETag. */
  ifNoneMatch?: true
  /** Answers with an ETag. */
  etag?: true
  /** Answers with a page: accepts `If-None-Match`, and answers with an ETag and Link headers. */
  paged?: true
  /** Reads from all databases: a header names those that do not answer. */
  fromAllDatabases?: true
  /** Accepts `filter[<field>]` in the query. */
  filters?: true
  /** Accepts CSV, or answers with it, in addition to JSON. */
  csv?: 'request' | 'response'
  /** What the CSV looks like, unless it is persons. */
  csvExample?: string
  /** The success: its status, its body if it has one, and its description. */
  answers: Answer
  /** Another success, of requests that ask for something else in their query. */
  alsoAnswers?: Answer
  /** Answers 409 while the service is not paused. */
  needsPause?: true
  /** Answers with a file of this media type that is made while it is sent, in place of JSON. */
  streams?: 'application/zip' | 'application/gzip'
  /** Answers with a file of this media type, in place of JSON. */
  file?: { type: string; example: string }
}

type Answer = [status: 200 | 201 | 202 | 204, body: z.ZodType | undefined, description: string]

type Status = 400 | 402 | 403 | 404 | 409 | 412 | 413 | 415 | 422

/** What a property of an operation implies: error statuses, request headers, and headers of the success. */
type Implied = {
  errorStatuses?: readonly Status[]
  requestHeaders?: RequestHeader[]
  responseHeaders?: ResponseHeader[]
}

const IMPLIED: { [Key in keyof Operation]?: Implied } = {
  query: { errorStatuses: [422] },
  body: { errorStatuses: [400, 413, 415, 422] },
  upload: { errorStatuses: [413, 415, 422] },
  streamsUpload: { errorStatuses: [413, 415, 422] },
  idempotent: {
    errorStatuses: [409],
    requestHeaders: ['Idempotency-Key'],
    responseHeaders: ['Idempotent-Replayed'],
  },
  needsPause: { errorStatuses: [409] },
  ifMatch: { errorStatuses: [412], requestHeaders: ['If-Match'] },
  ifNoneMatch: { requestHeaders: ['If-None-Match'], responseHeaders: ['ETag'] },
  etag: { responseHeaders: ['ETag'] },
  file: { responseHeaders: ['Content-Disposition', 'Repr-Digest'] },
  streams: { responseHeaders: ['Content-Disposition'] },
  paged: { requestHeaders: ['If-None-Match'], responseHeaders: ['ETag', 'Link'] },
  fromAllDatabases: { responseHeaders: ['X-Unreachable-Databases'] },
}

/**
 * Describes an operation for /openapi.json; the parameters of its query describe themselves. The description is made
 * when the document asks for it, which few isolates ever do.
 */
export const describeOperation = (operation: Operation) =>
  Object.assign(describeRoute({}), {
    [uniqueSymbol]: {
      get spec() {
        return specOf(operation)
      },
    },
  })

function specOf(operation: Operation): DescribeRouteOptions {
  const { access, body, csv, file, answers, alsoAnswers } = operation
  const upload = operation.upload ?? operation.streamsUpload
  const [status, schema, description] = answers
  const { errorStatuses, requestHeaders, responseHeaders } = impliedBy(operation)
  const isApi = access.security === 'apiKey'
  const headers = (...names: ResponseHeader[]) =>
    referTo(
      isApi ? ['X-Request-Id', 'X-D1-Bookmark', 'RateLimit-Policy', ...names] : ['X-Request-Id', ...names],
    )
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: [{ [access.security]: [] }],
    parameters: [
      ...access.parameters.map(pathParameter),
      ...(operation.filters ? [FILTER] : []),
      ...requestHeaders.map(headerParameter),
      ...(isApi ? [headerParameter('X-D1-Bookmark')] : []),
    ],
    ...(body && {
      requestBody: {
        required: !operation.bodyIsOptional,
        // JSON first, since tools take the first media type.
        content: { ...jsonContent(body, 'input'), ...(csv === 'request' && csvContent(operation)) },
      },
    }),
    ...(upload && {
      requestBody: {
        required: true,
        content: Object.fromEntries(upload.types.map((type) => [type, uploaded(type, upload.example)])),
      },
    }),
    responses: {
      [status]: {
        description,
        headers:
          csv === 'response'
            ? headers(...responseHeaders, 'Content-Disposition')
            : headers(...responseHeaders),
        ...(schema && { content: jsonContent(schema, 'output') }),
        ...(file && {
          content: { [file.type]: { schema: { type: 'string' as const }, example: file.example } },
        }),
        ...(operation.streams && {
          content: { [operation.streams]: { schema: { type: 'string' as const, format: 'binary' } } },
        }),
        ...(csv === 'response' && { [ALTERNATIVE_CONTENT]: csvContent(operation) }),
      },
      ...(alsoAnswers?.[1] && {
        [alsoAnswers[0]]: {
          description: alsoAnswers[2],
          headers: headers(...responseHeaders),
          content: jsonContent(alsoAnswers[1], 'output'),
        },
      }),
      ...(requestHeaders.includes('If-None-Match') && {
        304: { description: 'Unchanged since the ETag', headers: headers(...responseHeaders) },
      }),
      ...Object.fromEntries(
        errorStatuses.map((errorStatus) => [
          errorStatus,
          { ...errorResponse(errorStatus), headers: headers() },
        ]),
      ),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** Everything that an operation implies. */
function impliedBy(operation: Operation): Required<Implied> {
  const { security, parameters, errorStatuses } = operation.access
  const implied = Object.entries(IMPLIED).filter(([key]) => operation[key as keyof Operation])
  const parts = implied.map(([, part]) => part)
  const general: Status[] = []
  if (parameters.length > 0) general.push(404)
  // For a malformed X-D1-Bookmark.
  if (security === 'apiKey') general.push(422)
  return {
    errorStatuses: [...general, ...errorStatuses, ...parts.flatMap((part) => part.errorStatuses ?? [])],
    requestHeaders: parts.flatMap((part) => part.requestHeaders ?? []),
    responseHeaders: parts.flatMap((part) => part.responseHeaders ?? []),
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
  description:
    'The value that a field is to have, by the dotted path or the key of the field: `filter[name.last_name]=Bergmann`; or an operator of ' +
    'the guide with its value: `filter[join_date][after]=2020-01-01`. At most ten.',
  schema: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
}

const jsonContent = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: described(schema, io) },
})

const csvContent = ({ csvExample = PERSONS_CSV }: Operation) => ({
  'text/csv': { schema: { type: 'string' as const }, example: csvExample },
})

const PERSONS_CSV = 'external_id,name.first_name,name.last_name\r\nm-1001,Ingrid,Vogt\r\n'
// An archive cannot be shown as an example.
const uploaded = (type: string, example: string) =>
  type === 'application/zip'
    ? { schema: { type: 'string' as const, format: 'binary' } }
    : { schema: { type: 'string' as const }, example }

/** The response of an error status, with every problem that has the status. */
function errorResponse(status: Status) {
  const kinds = KINDS.filter((kind) => PROBLEMS[kind].status === status)
  return {
    description: kinds.map((kind) => `${PROBLEMS[kind].title}: ${PROBLEMS[kind].meaning}`).join('\n\n'),
    content: problemContent(kinds),
  }
}

const problemContent = (kinds: Kind[]) => ({
  'application/problem+json': {
    schema: described(problem, 'output'),
    examples: Object.fromEntries(
      kinds.map((kind) => [kind, { value: exampleProblem(kind, 'https://api.example.org') }]),
    ),
  },
})

const KINDS = Object.keys(PROBLEMS) as Kind[]
const SHARED_KINDS: Kind[] = [
  'unauthenticated',
  'too_many_requests',
  'internal_error',
  'busy',
  'unavailable',
  'not_set_up',
  'paused',
]

/** The errors that any operation may answer with, described once. */
export const SHARED_RESPONSES = {
  Problem: {
    description: `Any other error: ${SHARED_KINDS.map((kind) => `${PROBLEMS[kind].status} ${PROBLEMS[kind].title}`).join(', ')}. See *Errors*.`,
    headers: referTo([
      'X-Request-Id',
      'X-D1-Bookmark',
      'WWW-Authenticate',
      'Retry-After',
      'RateLimit-Policy',
    ]),
    content: problemContent(SHARED_KINDS),
  },
}

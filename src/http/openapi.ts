import { describeRoute, type GenerateSpecOptions, resolver } from 'hono-openapi'
import type { z } from 'zod'
import { PROBLEMS, problem } from './problem'
import { headersOfProblem, RESPONSE_HEADERS, type ResponseHeader, referTo } from './response-headers'

type Status = 400 | 401 | 402 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503

type Operation = {
  id: string
  tag: string
  summary: string
  description: string
  /** The success: its status, its body where it has one, and what it holds. */
  answers: [status: 200 | 201 | 204, body: z.ZodType | undefined, description: string]
  /** The refusals beside 401, 429, 500 and 503, which every operation has, and 422 for malformed headers. */
  refuses: Status[]
  parameters?: { name: string; description: string; example: string; enum?: string[] }[]
  /** The request headers beside those that every operation of the API takes. */
  headers?: (keyof typeof HEADERS)[]
  /** The response headers of the success beside those that other options imply. */
  sends?: ('ETag' | 'Link')[]
  /** Whether CSV goes in or out beside JSON. */
  csv?: 'in' | 'out'
  /** Whether the query takes `filter[<field>]`. */
  filters?: boolean
  security?: 'apiKey' | 'operatorToken'
}

/** Describes an operation for /openapi.json; parameters of the query and bodies describe themselves. */
export const operation = (of: Operation) => {
  const [status, schema, description] = of.answers
  const isApi = of.security !== 'operatorToken'
  const headersOf = (...names: ResponseHeader[]) =>
    referTo(['X-Request-Id', ...(isApi ? ['X-D1-Bookmark' as const] : []), ...names])
  const sent = of.sends ?? []
  const success = {
    description,
    headers: headersOf(
      ...sent,
      ...(of.headers?.includes('Idempotency-Key') ? ['Idempotent-Replayed' as const] : []),
      ...(of.csv === 'out' ? ['Content-Disposition' as const] : []),
    ),
    ...(schema && { content: { 'application/json': { schema: described(schema, 'output') } } }),
    ...(of.csv === 'out' && { [ALTERNATIVE_CONTENT]: CSV }),
  }
  const unchanged = { description: 'Unchanged since the ETag', headers: headersOf(...sent) }
  const refused = new Set<Status>([401, ...of.refuses, ...(isApi ? [422 as const] : []), 429, 500, 503])
  const refusals = [...refused].map((status) => [
    status,
    { headers: headersOf(...headersOfProblem(status)), ...refusal(status) },
  ])
  const headers = [...(of.headers ?? []), ...(isApi ? ['X-D1-Bookmark' as const] : [])]
  return describeRoute({
    operationId: of.id,
    tags: [of.tag],
    summary: of.summary,
    description: of.description,
    // JSON first, since tools take the first media type; `body` puts the schema there.
    ...(of.csv === 'in' && { requestBody: { content: { 'application/json': {}, ...CSV } } }),
    security: [{ [of.security ?? 'apiKey']: [] }],
    parameters: [
      ...(of.parameters ?? []).map(({ name, description, example, enum: values }) => ({
        in: 'path' as const,
        name,
        required: true,
        description,
        example,
        schema: { type: 'string' as const, ...(values && { enum: values }) },
      })),
      ...(of.filters ? [FILTER] : []),
      ...headers.map((name) => ({
        in: 'header' as const,
        name,
        description: HEADERS[name],
        schema: { type: 'string' as const },
      })),
    ],
    responses: {
      [status]: success,
      ...(of.headers?.includes('If-None-Match') && { 304: unchanged }),
      ...Object.fromEntries(refusals),
    },
  })
}

/** Describes a schema; its JSON Schema leaves out what zod adds without being asked. */
export const described = (schema: z.ZodType, io: 'input' | 'output') =>
  resolver(schema, { options: { io, override: withoutDefaults } })

// Every integer is within ±2^53, and what is left out is `null` wherever it can be.
function withoutDefaults({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.default === null) delete jsonSchema.default
}

// Not in `content`: generated clients would make every caller tell JSON and CSV apart.
const ALTERNATIVE_CONTENT = 'x-alternative-content'

const CSV = {
  'text/csv': {
    schema: { type: 'string' as const },
    example: 'external_id,name.first_name,name.last_name\r\nm-1001,Ingrid,Vogt\r\n',
  },
}

const FILTER = {
  in: 'query' as const,
  name: 'filter',
  style: 'deepObject' as const,
  explode: true,
  description: 'The value that a field is to have, by the dotted path or the key of the field; at most ten',
  schema: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
  example: { 'name.last_name': 'Bergmann' },
}

const HEADERS = {
  'If-Match': 'The ETag of what you have read; the write is refused where it has changed since',
  'If-None-Match': 'The ETag of what you have; answered 304 where it is unchanged',
  'Idempotency-Key':
    'A key of your own for this request. Sent again with the same body it takes no effect, and its answer is given once more, for 24 hours at least.',
  'X-D1-Bookmark':
    'The bookmark of an earlier response: the nearest copy of the database that is at least as new may answer a read. Without it, reads see every write that was answered before; writes go to the primary.',
}

const refusal = (status: Status) => {
  const problems = Object.entries(PROBLEMS).filter(([, of]) => of.status === status)
  return {
    description: problems.map(([, { title, meaning }]) => `${title}: ${meaning}`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: described(problem, 'output'),
        examples: Object.fromEntries(
          problems.map(([kind, { title }]) => [kind, { value: example(kind, status, title) }]),
        ),
      },
    },
  }
}

const example = (kind: string, status: Status, title: string) => ({
  type: `https://api.example.org/problems/${kind}`,
  title,
  status,
  detail: 'What to do about it.',
  request_id: '3d4f1c0e-8f0c-4a57-9d6e-0d6a9c2f5b11',
  ...(kind === 'invalid' && { errors: { 'data.0.amount': ['must be at least 1'] } }),
})

/** What /openapi.json says beside the operations. */
export const documentation: GenerateSpecOptions['documentation'] = {
  info: {
    title: 'Membership Administration API',
    version: '1.0.0',
    description:
      'Members and contacts in lists, custom columns, fees and member portal sessions of an association workspace.\n\n' +
      'Send a key as `Authorization: Bearer mas_…`. Errors are RFC 9457 problems; on 422 `errors` names what is wrong by path, up to 100,000 characters. ' +
      'Unknown keys are refused, never dropped.\n\n' +
      'HEAD is answered wherever GET is, with the same status and headers and without a body. Another method than those ' +
      'described is 405, with an Allow header that names them.\n\n' +
      `\`${ALTERNATIVE_CONTENT}\` of a response has the form of \`content\` and holds what the operation answers instead where the ` +
      'Accept header prefers that media type.',
    contact: { name: 'The operator of this deployment' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  tags: [
    { name: 'Persons', description: 'Members and contacts' },
    { name: 'Custom columns', description: 'Fields that a list was given' },
    { name: 'Fees', description: 'Money claimed from persons' },
    { name: 'Cost units', description: 'What expenses are booked to' },
    { name: 'Member portal', description: 'Login links for members' },
    { name: 'Workspace', description: 'The workspace of the key' },
    { name: 'Operator', description: 'Workspaces and keys, for whoever runs the service' },
  ],
  components: {
    headers: RESPONSE_HEADERS,
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a workspace, mas_…' },
      operatorToken: { type: 'http', scheme: 'bearer', description: 'The OPERATOR_TOKEN of the deployment' },
    },
  },
}

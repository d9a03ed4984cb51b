import type { Context, Handler, Hono } from 'hono'
import { type GenerateSpecOptions, generateSpecs } from 'hono-openapi'
import type { Env } from '../env'
import { GUIDE } from './guide'
import { RESPONSE_HEADERS } from './headers'
import { ALTERNATIVE_CONTENT } from './openapi'
import { SHARED_RESPONSES } from './operation'
import { originOf } from './origin'

type Documentation = GenerateSpecOptions['documentation']

const INFO = {
  version: '1.0.0',
  contact: { name: 'The operator of this deployment' },
  license: { name: 'MIT', identifier: 'MIT' },
}

const components = (security: string, description: string, headers: Partial<typeof RESPONSE_HEADERS>) => ({
  headers,
  responses: SHARED_RESPONSES,
  securitySchemes: { [security]: { type: 'http' as const, scheme: 'bearer', description } },
})

// Keys read one database.
const { 'X-Unreachable-Databases': _unreachable, ...API_HEADERS } = RESPONSE_HEADERS

/** What /openapi.json has besides the operations. */
export const API_DOCUMENT: Documentation = {
  info: {
    ...INFO,
    title: 'Membership Administration API',
    description:
      `${GUIDE}\n\n## This description\n\n\`${ALTERNATIVE_CONTENT}\` of a response has the form of \`content\` and holds what ` +
      'the operation answers instead where the Accept header prefers that media type.',
  },
  tags: [
    { name: 'Persons', description: 'Members and contacts' },
    { name: 'Custom columns', description: 'Fields that a list was given' },
    { name: 'Segments', description: 'Views of a list that the office has saved' },
    { name: 'Fees', description: 'Money claimed from persons' },
    { name: 'Dues', description: 'By which rules persons owe, and what each of them owes for a period' },
    { name: 'Payments', description: 'Money that arrives for fees, goes back, or is waived' },
    { name: 'Collections', description: 'Direct debits, in files for the bank' },
    { name: 'Mails', description: 'Mails to persons, and what became of them' },
    { name: 'Cash book', description: 'Accounts, vouchers, counts of cash and fiscal years' },
    { name: 'Imports', description: 'Files of persons as other programs export them, and what they become' },
    { name: 'Bank', description: 'Statements of bank accounts, and what their lines are' },
    { name: 'Cost units', description: 'What expenses are booked to' },
    { name: 'Member portal', description: 'Login links for members' },
    { name: 'Events', description: 'What was done, by which actor, and what it changed' },
    { name: 'Webhooks', description: 'Where events are sent, and what became of each delivery' },
    { name: 'Workspace', description: 'The workspace of the key' },
  ],
  components: components('apiKey', 'An API key of a workspace, mas_…', API_HEADERS),
}

// The operator's operations repeat no stored answers and digest no files.
const { 'Idempotent-Replayed': _replayed, 'Repr-Digest': _digest, ...OPERATOR_HEADERS } = RESPONSE_HEADERS

/** The same for the operator of the service. */
export const OPERATOR_DOCUMENT: Documentation = {
  info: {
    ...INFO,
    title: 'Membership Administration, for its operator',
    description:
      'Makes workspaces, their API keys and their first owners. Send the `OPERATOR_TOKEN` of the deployment as ' +
      '`Authorization: Bearer …`; where it has none, these addresses answer 404. Errors are those of the [API](/docs).',
  },
  tags: [{ name: 'Operator', description: 'Workspaces and API keys' }],
  components: components('operatorToken', 'The OPERATOR_TOKEN of the deployment', OPERATOR_HEADERS),
}

/** What is served of a document. */
export type OpenApiDocument = Awaited<ReturnType<typeof generateSpecs>>

/** Describes the routes of an app as OpenAPI. `revise` may change a copy for one request. */
export function openApiDocument(
  routes: Hono<Env>,
  documentation: Documentation,
  revise?: (document: OpenApiDocument, c: Context<Env>) => Promise<OpenApiDocument>,
): Handler<Env> {
  let stored: OpenApiDocument | undefined
  return async (c) => {
    stored ??= await generateSpecs(routes, { documentation, defaultValidationErrorResponse: false })
    const document = revise ? await revise(stored, c) : stored
    // Tools in browsers fetch it from other origins; it holds nothing of a workspace.
    c.header('Access-Control-Allow-Origin', '*')
    return c.json({ ...document, servers: [{ url: originOf(c), description: 'This deployment' }] })
  }
}

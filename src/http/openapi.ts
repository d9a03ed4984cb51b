import { type GenerateSpecOptions, resolver } from 'hono-openapi'
import type { z } from 'zod'
import { GUIDE } from './guide'
import { RESPONSE_HEADERS } from './headers'

// Not in `content`: generated clients would make every caller tell JSON and CSV apart.
export const ALTERNATIVE_CONTENT = 'x-alternative-content'

/** What /openapi.json has beside the operations. */
export const documentation: GenerateSpecOptions['documentation'] = {
  info: {
    title: 'Membership Administration API',
    version: '1.0.0',
    description:
      'Members and contacts in lists, custom columns, fees and member portal sessions of an association workspace.\n\n' +
      `${GUIDE}\n\n` +
      '## This description\n\n' +
      `\`${ALTERNATIVE_CONTENT}\` of a response has the form of \`content\` and holds what the operation answers instead where the ` +
      'Accept header prefers that media type.',
    contact: { name: 'The operator of this deployment' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  tags: [
    { name: 'Persons', description: 'Members and contacts' },
    { name: 'Custom columns', description: 'Fields that a list was given' },
    { name: 'Fees', description: 'Money claimed from persons' },
    { name: 'Payments', description: 'Money that arrives for fees, goes back, or is waived' },
    { name: 'Collections', description: 'Direct debits, in files for the bank' },
    { name: 'Mails', description: 'Mails to persons, and what became of them' },
    { name: 'Cash book', description: 'Accounts, vouchers, counts of cash and fiscal years' },
    { name: 'Bank', description: 'Statements of bank accounts, and what their lines are' },
    { name: 'Cost units', description: 'What expenses are booked to' },
    { name: 'Member portal', description: 'Login links for members' },
    { name: 'Events', description: 'What was done, by which actor, and what it changed' },
    { name: 'Workspace', description: 'The workspace of the key' },
    { name: 'Operator', description: 'Workspaces and API keys, for the operator of the service' },
  ],
  components: {
    headers: RESPONSE_HEADERS,
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a workspace, mas_…' },
      operatorToken: { type: 'http', scheme: 'bearer', description: 'The OPERATOR_TOKEN of the deployment' },
    },
  },
}

/** The description of a schema, without what zod adds by default. */
export const described = (schema: z.ZodType, io: 'input' | 'output') =>
  resolver(schema, { options: { io, override: withoutDefaults } })

// Every integer is within ±2^53, and what is left out is `null` wherever it can be.
function withoutDefaults({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.default === null) delete jsonSchema.default
}

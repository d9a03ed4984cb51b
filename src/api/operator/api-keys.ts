import { Hono } from 'hono'
import * as z from 'zod'
import {
  apiKey,
  issueApiKey,
  issuedApiKey,
  listApiKeys,
  newApiKey,
  revokeApiKey,
} from '../../domain/workspaces/api-keys'
import type { Env } from '../../env'
import type { Access } from '../../http/access'
import { endpoint } from '../../http/endpoint'
import { dataOf } from '../../http/response'
import { operatorOf, operatorOfWorkspace } from './operator'

const operatorOfKey: Access = {
  ...operatorOfWorkspace,
  parameters: [
    ...operatorOfWorkspace.parameters,
    { name: 'key_id', description: 'The `id` of the key', example: 'key_00000000DemoSpare00000000' },
  ],
}

export const apiKeys = new Hono<Env>()
  .get(
    '/operator/workspaces/:workspace_id/api_keys',
    ...endpoint({
      id: 'readApiKeys',
      tag: 'Operator',
      summary: 'Read the API keys of a workspace',
      description: 'In the order in which they were issued, without their tokens.',
      access: operatorOfWorkspace,
      answers: [200, dataOf(z.array(apiKey)), 'All keys, the revoked ones too'],
    }),
    async (c) => {
      return c.json({ data: await listApiKeys(operatorOf(c)) })
    },
  )

  .post(
    '/operator/workspaces/:workspace_id/api_keys',
    ...endpoint({
      id: 'issueApiKey',
      tag: 'Operator',
      summary: 'Issue an API key',
      description: 'The `token` is shown this once; the service keeps only its hash.',
      access: operatorOfWorkspace,
      body: newApiKey(),
      answers: [201, dataOf(issuedApiKey), 'The key'],
    }),
    async (c) => {
      return c.json({ data: await issueApiKey(operatorOf(c), { body: c.req.valid('json') }) }, 201)
    },
  )

  .delete(
    '/operator/workspaces/:workspace_id/api_keys/:key_id',
    ...endpoint({
      id: 'revokeApiKey',
      tag: 'Operator',
      summary: 'Revoke an API key',
      description: 'Requests with the key are answered 401 from then on. A revoked key cannot be restored.',
      access: operatorOfKey,
      answers: [204, undefined, 'The key no longer works'],
    }),
    async (c) => {
      await revokeApiKey(operatorOf(c), { keyId: c.req.param('key_id') })
      return c.body(null, 204)
    },
  )

import { Hono } from 'hono'
import { z } from 'zod'
import { open } from '../../db/client'
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
import { operatorOfWorkspace } from './operator'

const operatorOfKey: Access = {
  ...operatorOfWorkspace,
  parameters: [
    ...operatorOfWorkspace.parameters,
    { name: 'key_id', description: 'The `id` of the key', example: 'key_0VMtKcPBq7XJ3mZ1sWv9LdTe' },
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
      const workspaceId = c.req.param('workspace_id')
      return c.json({ data: await listApiKeys(open(c.env.DB), { workspaceId }) })
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
      const request = { now: new Date(), workspaceId: c.req.param('workspace_id'), body: c.req.valid('json') }
      return c.json({ data: await issueApiKey(open(c.env.DB), request) }, 201)
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
      const { workspace_id: workspaceId, key_id: keyId } = c.req.param()
      await revokeApiKey(open(c.env.DB), { now: new Date(), workspaceId, keyId })
      return c.body(null, 204)
    },
  )

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
import { operation } from '../../http/openapi'
import { dataOf } from '../../http/response'
import { body, ONE_MIB } from '../../http/validate'
import { BY_OPERATOR, toWorkspace, WORKSPACE_ID } from './operator'

const KEY_ID = {
  name: 'key_id',
  description: 'The `id` of the key',
  example: 'key_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

export const apiKeys = new Hono<Env>()
  .post(
    '/operator/workspaces/:workspace_id/api_keys',
    operation({
      ...BY_OPERATOR,
      id: 'issueApiKey',
      summary: 'Issue an API key',
      description: 'The `token` is shown this once; the service keeps only its hash.',
      parameters: [WORKSPACE_ID],
      answers: [201, dataOf(issuedApiKey), 'The key'],
      refuses: [400, 404, 413, 415, 422],
    }),
    body(newApiKey(), ONE_MIB, toWorkspace),
    async (c) => {
      const id = c.req.param('workspace_id')
      const issued = await issueApiKey(open(c.env.DB), new Date(), id, c.req.valid('json'))
      return c.json({ data: issued }, 201)
    },
  )

  .get(
    '/operator/workspaces/:workspace_id/api_keys',
    operation({
      ...BY_OPERATOR,
      id: 'readApiKeys',
      summary: 'Read the API keys of a workspace',
      description: 'In the order in which they were issued, without their tokens.',
      parameters: [WORKSPACE_ID],
      answers: [200, dataOf(z.array(apiKey)), 'All keys, the revoked ones too'],
      refuses: [404],
    }),
    async (c) => c.json({ data: await listApiKeys(open(c.env.DB), c.req.param('workspace_id')) }),
  )

  .delete(
    '/operator/workspaces/:workspace_id/api_keys/:key_id',
    operation({
      ...BY_OPERATOR,
      id: 'revokeApiKey',
      summary: 'Revoke an API key',
      description: 'Requests with the key are answered 401 from then on. A revoked key can not be restored.',
      parameters: [WORKSPACE_ID, KEY_ID],
      answers: [204, undefined, 'The key opens nothing any more'],
      refuses: [404],
    }),
    async (c) => {
      const { workspace_id, key_id } = c.req.param()
      await revokeApiKey(open(c.env.DB), new Date(), workspace_id, key_id)
      return c.body(null, 204)
    },
  )

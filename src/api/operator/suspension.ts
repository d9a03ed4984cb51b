import { Hono } from 'hono'
import { liftSuspension, suspendWorkspace } from '../../domain/workspaces/leaving/suspend'
import { workspace } from '../../domain/workspaces/workspace'
import type { Env } from '../../env'
import type { Access } from '../../http/access'
import { endpoint } from '../../http/endpoint'
import { dataOf } from '../../http/response'
import { operatorOf, operatorOfWorkspace } from './operator'

const ofSuspendable: Access = { ...operatorOfWorkspace, errorStatuses: [403, 404, 409] }

export const suspension = new Hono<Env>()
  .put(
    '/operator/workspaces/:workspace_id/suspension',
    ...endpoint({
      id: 'suspendWorkspace',
      tag: 'Operator',
      summary: 'Suspend a workspace',
      description:
        'From then on the workspace can be read and exported, and nothing in it changes: other requests with its keys ' +
        'are answered 403, its portal and its form of application are closed, and no mail is sent for it. ' +
        'From `erasable_at` on it can be erased. A workspace that is suspended keeps its date.',
      access: ofSuspendable,
      answers: [200, dataOf(workspace), 'The workspace as it now is'],
    }),
    async (c) => c.json({ data: await suspendWorkspace(operatorOf(c)) }),
  )

  .delete(
    '/operator/workspaces/:workspace_id/suspension',
    ...endpoint({
      id: 'liftSuspension',
      tag: 'Operator',
      summary: 'Lift the suspension of a workspace',
      description: 'The workspace is in use again as it was before.',
      access: ofSuspendable,
      answers: [200, dataOf(workspace), 'The workspace as it now is'],
    }),
    async (c) => c.json({ data: await liftSuspension(operatorOf(c)) }),
  )

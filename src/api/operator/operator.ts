import type { Context } from 'hono'
import { getWorkspace } from '../../domain/workspaces/get'
import { type OperatorPrincipal, operatorPrincipal } from '../../domain/workspaces/operator-principal'
import type { Env } from '../../env'
import type { Access } from '../../http/access'
import { isReading } from '../../http/etag'
import { databaseOf } from '../../http/open-database'

/** The operator of the deployment. The error statuses include 404, for a deployment without an operator token. */
export const operatorOnly: Access = {
  security: 'operatorToken',
  parameters: [],
  errorStatuses: [404],
  async authorize() {},
}

/** The operator in the workspace that the path names. */
export const operatorOf = (c: Context<Env, '/:workspace_id'>): OperatorPrincipal =>
  operatorPrincipal(databaseOf(c.env, c.req.param('workspace_id')), {
    workspaceId: c.req.param('workspace_id'),
    opensCopies: isReading(c),
    requestId: c.var.requestId,
    now: new Date(),
  })

/** The operator, for a workspace that exists. A copy stays as it is, so that requests that change it are answered 403. */
export const operatorOfWorkspace: Access = {
  ...operatorOnly,
  errorStatuses: [403, 404],
  parameters: [
    {
      name: 'workspace_id',
      description: 'The `id` of the workspace',
      example: 'wsp_00000000DemoWorkspace000',
    },
  ],
  authorize: (c) => getWorkspace(operatorOf(c)),
}

/** The operator, for a workspace that the verb itself looks up: in any database, or among those that were erased. */
export const operatorOfAnyWorkspace: Access = {
  ...operatorOfWorkspace,
  errorStatuses: [404, 409],
  async authorize() {},
}

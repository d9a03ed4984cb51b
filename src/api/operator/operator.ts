import { open } from '../../db/client'
import { getWorkspace } from '../../domain/workspaces/get'
import type { Access } from '../../http/access'

/** The operator of the deployment. The error statuses include 404, for a deployment without an operator token. */
export const operatorOnly: Access = {
  security: 'operatorToken',
  parameters: [],
  errorStatuses: [404],
  async authorize() {},
}

/** The operator, for a workspace that exists. */
export const operatorOfWorkspace: Access = {
  ...operatorOnly,
  parameters: [
    {
      name: 'workspace_id',
      description: 'The `id` of the workspace',
      example: 'wsp_00000000DemoWorkspace000',
    },
  ],
  authorize: (c) => getWorkspace(open(c.env.DB), { id: c.req.param('workspace_id') }),
}

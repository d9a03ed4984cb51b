import { open } from '../../db/client'
import { getWorkspace } from '../../domain/workspaces/list'
import type { Admission } from '../../http/validate'

/** What the operations of this door have in common. */
export const BY_OPERATOR = { tag: 'Operator', security: 'operatorToken' } as const

export const WORKSPACE_ID = {
  name: 'workspace_id',
  description: 'The `id` of the workspace',
  example: 'wsp_00000000DemoWorkspace000',
}

/** The token was checked at the door. */
export const admitted: Admission = async () => {}

export const toWorkspace: Admission = (c) => getWorkspace(open(c.env.DB), c.req.param('workspace_id'))

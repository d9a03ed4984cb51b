import { Hono } from 'hono'
import { addStaff, newStaff } from '../../domain/staff/add'
import { staffMember } from '../../domain/staff/member'
import type { Env } from '../../env'
import { endpoint } from '../../http/endpoint'
import { dataOf } from '../../http/response'
import { operatorOf, operatorOfWorkspace } from './operator'

export const staff = new Hono<Env>().post(
  '/operator/workspaces/:workspace_id/staff',
  ...endpoint({
    id: 'addStaff',
    tag: 'Operator',
    summary: 'Add staff to a workspace',
    description:
      'Gives a person access to the dashboard of the workspace: they sign in with the email address. ' +
      'The first owner of a workspace is added here; owners invite everyone else in the dashboard.',
    access: operatorOfWorkspace,
    body: newStaff,
    answers: [201, dataOf(staffMember), 'The member of staff'],
  }),
  async (c) => c.json({ data: await addStaff(operatorOf(c), { body: c.req.valid('json') }) }, 201),
)

import { Hono } from 'hono'
import { openAll } from '../../db/databases'
import { operatorActor } from '../../domain/access/actor'
import { createWorkspace } from '../../domain/workspaces/create'
import { getWorkspace } from '../../domain/workspaces/get'
import { listWorkspaces, workspacesQuery } from '../../domain/workspaces/list'
import { newWorkspace, workspaceChange } from '../../domain/workspaces/settings'
import { updateWorkspace } from '../../domain/workspaces/update'
import { type Workspace, workspace } from '../../domain/workspaces/workspace'
import type { Env } from '../../env'
import { queueCreditorNotices } from '../../http/creditor-notices'
import { endpoint } from '../../http/endpoint'
import { openForNew } from '../../http/place-workspace'
import { dataOf, pageOf, pageWithETag } from '../../http/response'
import { operatorOf, operatorOfWorkspace, operatorOnly } from './operator'

export const workspaces = new Hono<Env>()
  .get(
    '/operator/workspaces',
    ...endpoint({
      id: 'readWorkspaces',
      tag: 'Operator',
      summary: 'Read all workspaces, page by page',
      description:
        'In the order of their ids, at most 500 a page. Follow `meta.next_cursor`, or the Link header. If one of several databases ' +
        'does not answer, `X-Unreachable-Databases` has its letter, and the page lacks its workspaces.',
      access: operatorOnly,
      query: workspacesQuery,
      paged: true,
      answers: [200, pageOf(workspace), 'A page of workspaces'],
    }),
    async (c) => {
      const { unreachable, ...page } = await listWorkspaces(openAll(c.env), { query: c.req.valid('query') })
      const items = page.workspaces.map((workspace) => JSON.stringify(workspace))
      if (unreachable.length > 0) c.header('X-Unreachable-Databases', unreachable.join(', '))
      return pageWithETag<Workspace>(c, { ...page, items })
    },
  )

  .post(
    '/operator/workspaces',
    ...endpoint({
      id: 'createWorkspace',
      tag: 'Operator',
      summary: 'Create a workspace',
      description:
        'Only `name` is required. The workspace has no API key yet. It goes into the emptiest database that is open, or that of its ' +
        'superordinate workspace. With `sandbox: true` it is one in which integrators try ' +
        'things out.',
      access: { ...operatorOnly, errorStatuses: [404, 409] },
      body: newWorkspace,
      answers: [201, dataOf(workspace), 'The workspace'],
    }),
    async (c) => {
      const now = new Date()
      const actor = operatorActor({ requestId: c.var.requestId, now })
      const request = { now, actor, body: c.req.valid('json') }
      const db = await openForNew(c.env, request.body.superordinate_workspace_id)
      return c.json({ data: await createWorkspace(db, request) }, 201)
    },
  )

  .get(
    '/operator/workspaces/:workspace_id',
    ...endpoint({
      id: 'readWorkspace',
      tag: 'Operator',
      summary: 'Read one workspace',
      description: 'Its settings, those of its member portal included.',
      access: operatorOfWorkspace,
      answers: [200, dataOf(workspace), 'The workspace'],
    }),
    async (c) => c.json({ data: await getWorkspace(operatorOf(c)) }),
  )

  .patch(
    '/operator/workspaces/:workspace_id',
    ...endpoint({
      id: 'changeWorkspace',
      tag: 'Operator',
      summary: 'Change the settings of a workspace',
      description:
        'Absent keys stay, those of `member_portal`, its `fields` and `bookkeeping` as well. A new account of the creditor is told to the owners by mail.',
      access: operatorOfWorkspace,
      body: workspaceChange,
      answers: [200, dataOf(workspace), 'The workspace as it now is'],
    }),
    async (c) => {
      const { workspace, notices } = await updateWorkspace(operatorOf(c), { body: c.req.valid('json') })
      await queueCreditorNotices(c, notices)
      return c.json({ data: workspace })
    },
  )

import { Hono } from 'hono'
import { open } from '../../db/client'
import { createWorkspace, updateWorkspace } from '../../domain/workspaces/create'
import { getWorkspace, listWorkspaces, workspacesQuery } from '../../domain/workspaces/list'
import { newWorkspace, workspaceChange } from '../../domain/workspaces/settings'
import { type Workspace, workspace } from '../../domain/workspaces/workspace'
import type { Env } from '../../env'
import { operation } from '../../http/openapi'
import { dataOf, pageOf, pageWithETag } from '../../http/response'
import { body, ONE_MIB, query } from '../../http/validate'
import { admitted, BY_OPERATOR, toWorkspace, WORKSPACE_ID } from './operator'

export const workspaces = new Hono<Env>()
  .post(
    '/operator/workspaces',
    operation({
      ...BY_OPERATOR,
      id: 'createWorkspace',
      summary: 'Create a workspace',
      description: 'Only `name` is required. The workspace has no API key yet.',
      answers: [201, dataOf(workspace), 'The workspace'],
      refuses: [400, 404, 413, 415, 422],
    }),
    body(newWorkspace, ONE_MIB, admitted),
    async (c) => {
      const created = await createWorkspace(open(c.env.DB), new Date(), c.req.valid('json'))
      return c.json({ data: created }, 201)
    },
  )

  .get(
    '/operator/workspaces',
    operation({
      ...BY_OPERATOR,
      id: 'readWorkspaces',
      summary: 'Read all workspaces, page by page',
      description:
        'In the order of creation, at most 500 a page. Follow `meta.next_cursor`, or the Link header.',
      headers: ['If-None-Match'],
      sends: ['ETag', 'Link'],
      answers: [200, pageOf(workspace), 'A page of workspaces'],
      refuses: [404, 422],
    }),
    query(workspacesQuery, admitted),
    async (c) => {
      const page = await listWorkspaces(open(c.env.DB), c.req.valid('query'))
      return pageWithETag<Workspace>(c, { ...page, items: page.workspaces.map((of) => JSON.stringify(of)) })
    },
  )

  .get(
    '/operator/workspaces/:workspace_id',
    operation({
      ...BY_OPERATOR,
      id: 'readWorkspace',
      summary: 'Read one workspace',
      description: 'Its settings, those of its member portal included.',
      parameters: [WORKSPACE_ID],
      answers: [200, dataOf(workspace), 'The workspace'],
      refuses: [404],
    }),
    async (c) => c.json({ data: await getWorkspace(open(c.env.DB), c.req.param('workspace_id')) }),
  )

  .patch(
    '/operator/workspaces/:workspace_id',
    operation({
      ...BY_OPERATOR,
      id: 'changeWorkspace',
      summary: 'Change the settings of a workspace',
      description: 'Absent keys stay, those of `member_portal` and its `fields` as well.',
      parameters: [WORKSPACE_ID],
      answers: [200, dataOf(workspace), 'The workspace as it now is'],
      refuses: [400, 404, 413, 415, 422],
    }),
    body(workspaceChange, ONE_MIB, toWorkspace),
    async (c) => {
      const id = c.req.param('workspace_id')
      const changed = await updateWorkspace(open(c.env.DB), new Date(), id, c.req.valid('json'))
      return c.json({ data: changed })
    },
  )

import { Hono } from 'hono'
import { openHome } from '../../db/databases'
import { operatorActor } from '../../domain/access/actor'
import { copyWorkspace, restoreWorkspace } from '../../domain/workspaces/leaving/restore'
import { workspace } from '../../domain/workspaces/workspace'
import type { Env } from '../../env'
import type { Access } from '../../http/access'
import { endpoint } from '../../http/endpoint'
import { linesOf } from '../../http/lines'
import { dataOf } from '../../http/response'
import { operatorOnly } from './operator'

const EXAMPLE = '{"format":"membership-backup","format_version":1}'
const streamsUpload = { types: ['application/x-ndjson', 'application/gzip'], example: EXAMPLE }
const ofAbsent: Access = { ...operatorOnly, errorStatuses: [404, 409] }

export const restoredWorkspaces = new Hono<Env>()
  .post(
    '/operator/workspace_copies',
    ...endpoint({
      id: 'copyWorkspace',
      tag: 'Operator',
      summary: 'Restore a workspace beside itself',
      description:
        'Takes `workspace.ndjson` of an export, or a backup as it is (gzipped), up to 100 MB. Makes a workspace with an id ' +
        'of its own to look up what was lost: it can only be read, and has no slug, keys, sessions or mails. The owners of ' +
        'the workspace find it in the dashboard. It is deleted after 30 days, or at once by `DELETE`.',
      access: operatorOnly,
      streamsUpload,
      answers: [201, dataOf(workspace), 'The copy'],
    }),
    async (c) =>
      c.json({ data: await copyWorkspace(openHome(c.env), { lines: linesOf(c), now: new Date() }) }, 201),
  )

  .post(
    '/operator/restored_workspaces',
    ...endpoint({
      id: 'restoreWorkspace',
      tag: 'Operator',
      summary: 'Restore a workspace that was erased',
      description:
        'Takes the same files as a copy. Brings the workspace back under its id, with the accounts of its staff, and ' +
        'suspended: look at it, then lift the suspension. It has no API keys, and no slug that another workspace has by now.',
      access: ofAbsent,
      streamsUpload,
      answers: [201, dataOf(workspace), 'The workspace'],
    }),
    async (c) => {
      const now = new Date()
      const actor = operatorActor({ requestId: c.var.requestId, now })
      const data = await restoreWorkspace(openHome(c.env), { lines: linesOf(c), actor, now })
      return c.json({ data }, 201)
    },
  )

import { Hono } from 'hono'
import { exportWorkspace } from '../../domain/workspaces/leaving/export/export'
import type { Env } from '../../env'
import type { Access } from '../../http/access'
import { endpoint } from '../../http/endpoint'
import { zipFile } from '../../http/zip-file'
import { operatorOf, operatorOfWorkspace } from './operator'

const ofExportable: Access = { ...operatorOfWorkspace, errorStatuses: [404, 409] }

export const workspaceExport = new Hono<Env>().get(
  '/operator/workspaces/:workspace_id/export',
  ...endpoint({
    id: 'exportWorkspace',
    tag: 'Operator',
    summary: 'Export all of a workspace',
    description:
      'A ZIP with everything that the workspace has, as CSV, as files, and as `workspace.ndjson`, from which it can be ' +
      'restored; its `README.txt` explains each file. It holds no key, no session and no hash of a link. One export of a ' +
      'workspace runs at a time, and each is in its log.',
    access: ofExportable,
    streams: 'application/zip',
    answers: [200, undefined, 'The ZIP, in pieces'],
  }),
  async (c) => zipFile(c, await exportWorkspace(operatorOf(c), { version: c.env.VERSION?.id ?? null })),
)

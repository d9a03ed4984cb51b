import { LISTS } from '../domain/access/lists'
import { listColumns } from '../domain/custom-columns/column'
import type { Admission } from '../http/validate'

export const LIST_ID = {
  name: 'list_id',
  description: 'The list; `member` and `contact` are aliases',
  example: 'members',
  enum: [...LISTS],
}

export const toReadList: Admission = (c) => listColumns(c.var.caller, c.req.param('list_id'), 'read')
export const toWriteList: Admission = (c) => listColumns(c.var.caller, c.req.param('list_id'), 'write')

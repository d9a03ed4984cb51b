import { LISTS } from '../domain/access/lists'
import { queryList } from '../domain/custom-columns/query-list'
import type { Admission } from '../http/validate'

export const LIST_ID = {
  name: 'list_id',
  description: 'The list; `member` and `contact` are aliases',
  example: 'members',
  enum: [...LISTS],
}

export const toReadList: Admission = (c) => queryList(c.var.principal, c.req.param('list_id'), 'read', {})
export const toWriteList: Admission = (c) => queryList(c.var.principal, c.req.param('list_id'), 'write', {})

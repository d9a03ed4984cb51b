import { requirePermission } from '../domain/access/authorize'
import { LISTS } from '../domain/access/lists'
import type { Permission } from '../domain/access/permissions'
import { query } from '../domain/access/query'
import { queryList } from '../domain/custom-columns/query-list'
import { findPerson } from '../domain/persons/get'
import type { Access, PathParameter } from '../http/access'

const LIST_ID: PathParameter = {
  name: 'list_id',
  description: 'The list; `member` and `contact` are aliases',
  example: 'members',
  enum: [...LISTS],
}

const PERSON_ID: PathParameter = {
  name: 'person_id',
  description: 'The `id` of the person or its `external_id`',
  example: 'm-1001',
}

/** Every valid API key. */
export const anyKey: Access = {
  security: 'apiKey',
  parameters: [],
  errorStatuses: [],
  authorize: (c) => query(c.var.principal, {}),
}

/** API keys with a permission. */
export const withPermission = (permission: Permission, ...parameters: PathParameter[]): Access => ({
  security: 'apiKey',
  parameters,
  errorStatuses: [403],
  authorize: (c) => query(c.var.principal, {}, (credential) => requirePermission(credential, permission)),
})

/** API keys with a permission, for an operation that also needs the list that its plan is about. */
export const withPermissionAndList = (permission: Permission, ...parameters: PathParameter[]): Access => ({
  ...withPermission(permission, ...parameters),
  errorStatuses: [402, 403],
})

/** API keys that may read the list. */
export const canReadList = listAccess('read')

/** API keys that may write to the list. */
export const canWriteList = listAccess('write')

/** API keys that may read the person. */
export const canReadPerson = personAccess('read')

/** API keys that may write to the person. */
export const canWritePerson = personAccess('write')

/** API keys that may write to the members. */
export const canWriteMembers: Access = {
  ...canWriteList,
  parameters: [{ ...LIST_ID, enum: ['members'] }],
}

/** API keys that may read the person. The example is a person who has resigned. */
export const canReadResignation: Access = {
  ...canReadPerson,
  parameters: [LIST_ID, { ...PERSON_ID, example: 'm-1002' }],
}

/** API keys that may write to the person. The example is an applicant. */
export const canConfirmPerson: Access = {
  ...canWritePerson,
  parameters: [LIST_ID, { ...PERSON_ID, example: 'application-2041' }],
}

/** API keys that may delete the person. The example is a person that no other example needs. */
export const canDeletePerson: Access = {
  ...canWritePerson,
  parameters: [LIST_ID, { ...PERSON_ID, example: 'm-0998' }],
}

/** API keys that may write to the person. The example is a person with a double. */
export const canMergePerson: Access = {
  ...canWritePerson,
  parameters: [LIST_ID, { ...PERSON_ID, example: 'm-1013' }],
}

function listAccess(action: 'read' | 'write'): Access {
  return {
    security: 'apiKey',
    parameters: [LIST_ID],
    errorStatuses: [402, 403],
    authorize: (c) => queryList(c.var.principal, c.req.param('list_id'), action, {}),
  }
}

function personAccess(action: 'read' | 'write'): Access {
  return {
    security: 'apiKey',
    parameters: [LIST_ID, PERSON_ID],
    errorStatuses: [402, 403],
    authorize: (c) => findPerson(c.var.principal, c.req.param('list_id'), c.req.param('person_id'), action),
  }
}

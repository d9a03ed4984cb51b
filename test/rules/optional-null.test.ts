import { expect, it } from 'vitest'
import { PERMISSIONS } from '../../src/domain/access/permissions'
import { operator, rows, workspace } from '../support/workspace'

const ADA = { external_id: 'ada', name: { first_name: 'Ada' }, email: 'ada@example.org' }

const READ_ONLY = { id: null, created_at: null, updated_at: null, membership_status: null }

// Serializers of typed languages send every optional key, null if it has no value.
it.each([
  ['POST', '/lists/members/persons', { email: 'eve@example.org', creation_behaviour: null }, 201],
  ['POST', '/lists/members/persons', { email: 'eve@example.org', ...READ_ONLY }, 201],
  ['PUT', '/lists/members/persons', { data: [{ external_id: 'ada' }], delete_omitted: null }, 200],
  ['PUT', '/lists/members/persons', { data: [{ external_id: 'ada', ...READ_ONLY }] }, 200],
  ['PUT', '/lists/members/persons/ada', { email: 'new@example.org', ...READ_ONLY }, 200],
  [
    'PUT',
    '/lists/members/custom_columns',
    { data: [column({ allowed_values: null, external_id: null })] },
    201,
  ],
  ['PUT', '/lists/members/custom_columns', { data: [column({ type: 'date', allowed_values: [] })] }, 201],
  ['POST', '/fees', { data: [fee({ person_id: null, attached_expense: null })] }, 201],
  ['POST', '/fees', { data: [fee({ attached_expense: expense({}) })] }, 201],
  ['POST', '/fees', { data: [fee({ attached_expense: expense({ sphere: 'ideal' }) })] }, 201],
  ['POST', '/cost_units', { name: 'Choir', categories: null }, 201],
  ['POST', '/cost_units', { name: 'Choir', categories: [{ id: null, name: 'Hall' }] }, 201],
  ['POST', '/member_portal_sessions', session({ email: 'ada@example.org' }), 201],
  ['POST', '/member_portal_sessions', session({ person_external_id: 'ada' }), 201],
])('accepts null as omitted: %s %s %j', async (method, path, body, status) => {
  const club = await workspace()
  await club.post('/lists/members/persons', ADA)
  const answer = await (method === 'POST' ? club.post(path, body) : club.put(path, body))
  expect([answer.status, answer.body.errors]).toEqual([status, undefined])
})

function column(options: object) {
  return { name: 'Size', type: 'string', ...options }
}

function fee(options: object) {
  return { amount: 100, description: 'Fee', person_external_id: 'ada', ...options }
}

function expense(options: object) {
  return { costunit_name: null, category_name: null, sphere: null, ...options }
}

function session(options: object) {
  return { person_id: null, person_external_id: null, email: null, membership_number: null, ...options }
}

it('accepts null as omitted in workspace settings, and changes nothing', async () => {
  const club = await workspace({
    locale: null,
    timezone: null,
    subscription_variant: null,
    member_portal: null,
  })
  const before = await rows('SELECT * FROM workspaces WHERE id = ?', club.id)
  const nothing = {
    name: null,
    locale: null,
    timezone: null,
    subscription_variant: null,
    member_portal: { enabled: null, managed_by: null, functions: null, fields: null },
  }
  const answer = await operator('PATCH', `/operator/workspaces/${club.id}`, nothing)
  expect(answer.status).toBe(200)
  const [after] = await rows('SELECT * FROM workspaces WHERE id = ?', club.id)
  expect({ ...after, updated_at: '' }).toEqual({ ...before[0], updated_at: '' })
  const key = { name: 'CRM', permissions: null, expires_at: null }
  const issued = await operator('POST', `/operator/workspaces/${club.id}/api_keys`, key)
  expect([issued.status, issued.body.data.permissions.length]).toEqual([201, PERMISSIONS.length])
})

it('keeps a cost unit when each key is null', async () => {
  const club = await workspace()
  const { body } = await club.post('/cost_units', { name: 'Choir', categories: ['Hall'] })
  const nothing = {
    id: null,
    name: null,
    archived: null,
    categories: null,
    created_at: null,
    updated_at: null,
  }
  const answer = await club.put(`/cost_units/${body.data.id}`, nothing)
  expect([answer.status, answer.body.data]).toEqual([200, body.data])
})

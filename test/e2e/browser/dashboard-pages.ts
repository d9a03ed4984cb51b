import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { demoRequests } from '../../../src/dev/demo.ts'
import { DEMO_KEY, DEMO_STAFF, SLUG, WORKSPACE } from '../../../src/dev/seed.ts'
import { look } from './look.ts'
import { addSession } from './office.ts'
import { concurrency, service, VISITORS, visit } from './visit.ts'

const HOME = `/dashboard/${SLUG}`
const [, , , AUDITOR] = DEMO_STAFF

// An owner without a language sees that of the browser.
const OWNER = { name: 'Anna Weber', email: 'pages@example.org' }

/** Creates a workspace below that of the demo, with the same owner. */
async function createBelow(member_portal: object): Promise<string> {
  const body = { name: 'Ruderverein', superordinate_workspace_id: WORKSPACE, member_portal }
  const { id } = await service.operator('POST', '/workspaces', body)
  await service.operator('POST', `/workspaces/${id}/staff`, OWNER)
  return id
}

const SECOND_APPLICANT = {
  creation_behaviour: 'unconfirmed',
  name: { first_name: 'Katrin', last_name: 'Bergmann' },
  email: 'familie.bergmann@example.org',
}

const ids = await fill()

/** Fills the demo workspace, and gives the ids that addresses of pages have. */
async function fill() {
  await service.operator('POST', `/workspaces/${WORKSPACE}/staff`, OWNER)
  for (const [method, path, body] of demoRequests()) await service.api(DEMO_KEY, method, path, body)
  await service.api(DEMO_KEY, 'POST', '/lists/members/persons', SECOND_APPLICANT)
  await fetch(`${service.origin}/cdn-cgi/handler/scheduled`)
  const get = (path: string) => service.api(DEMO_KEY, 'GET', path)
  const [club, managed] = [await createBelow({}), await createBelow({ managed_by: 'superordinate' })]
  const [column] = await get('/lists/members/custom_columns')
  const [unit] = await get('/cost_units')
  return {
    member: (await get('/lists/members/persons/m-1004')).id,
    former: (await get('/lists/members/persons/m-0998')).id,
    applicant: (await get('/lists/members/persons/application-2041')).id,
    contact: (await get('/lists/contacts/persons/c-01')).id,
    column: column.id,
    unit: unit.id,
    staff: `stf_00000000Demo${AUDITOR.role}`,
    key: 'key_00000000DemoKey000000000',
    club,
    managed,
  }
}

/** Every page that a link leads to, by its section and the name of its picture. */
const PAGES = {
  home: {
    home: '',
    workspaces: '/dashboard',
    search: '/search?q=berg',
    'search-none': '/search?q=xyz',
  },
  members: {
    members: '/members',
    'members-former': '/members?status=former',
    'members-filtered': '/members?search=berg&filter[join_date][after]=2019-01-01&add=departments',
    'members-none': '/members?search=xyz',
    'members-columns': '/members/columns',
    'members-views': '/members/views?search=berg',
    'members-import': '/members/import',
  },
  'a member': {
    'member-new': '/members/new',
    member: `/members/${ids.member}`,
    'member-fees': `/members/${ids.member}?tab=fees`,
    'member-history': `/members/${ids.member}?tab=history`,
    'member-in-list': `/members/${ids.member}?row=2`,
    'member-former': `/members/${ids.former}`,
    'member-edit': `/members/${ids.member}/edit`,
    'member-end': `/members/${ids.member}/end`,
    'member-delete': `/members/${ids.member}/delete`,
  },
  applications: {
    applications: '/applications',
    application: `/members/${ids.applicant}`,
    'application-confirm': `/applications/confirm?id=${ids.applicant}`,
    'application-reject': `/applications/reject?id=${ids.applicant}`,
  },
  contacts: {
    contacts: '/contacts',
    contact: `/contacts/${ids.contact}`,
    'contact-edit': `/contacts/${ids.contact}/edit`,
    'contact-member': `/contacts/${ids.contact}/member`,
  },
  fees: {
    fees: '/fees',
    'fees-all': '/fees?status=all&sort=due',
    'fees-none': '/fees?search=xyz',
  },
  'the log': {
    log: '/log',
    'log-filtered': '/log?action=fee',
  },
  settings: {
    settings: '/settings',
    'settings-workspace': '/settings/workspace',
    'settings-portal': '/settings/portal',
    'settings-columns': '/settings/columns',
    'settings-column-new': '/settings/columns/members/new',
    'settings-column': `/settings/columns/members/${ids.column}`,
    'settings-cost-units': '/settings/cost-units',
    'settings-cost-unit-new': '/settings/cost-units/new',
    'settings-cost-unit': `/settings/cost-units/${ids.unit}`,
    'settings-staff': '/settings/staff',
    'settings-staff-new': '/settings/staff/new',
    'settings-staff-member': `/settings/staff/${ids.staff}`,
    'settings-staff-remove': `/settings/staff/${ids.staff}/remove`,
    'settings-api-keys': '/settings/api-keys',
    'settings-api-key-new': '/settings/api-keys/new',
    'settings-api-key-revoke': `/settings/api-keys/${ids.key}/revoke`,
    account: '/account',
  },
  'an umbrella': {
    associations: '/associations',
    association: `/associations/${ids.club}`,
    'association-managed': `/associations/${ids.managed}`,
    'association-hand-back': `/associations/${ids.managed}/hand-back`,
    'settings-portal-managed': `/dashboard/${ids.managed}/settings/portal`,
    'settings-portal-leave': `/dashboard/${ids.club}/settings/portal/leave`,
  },
}

describe('every page of the dashboard is accessible, valid and fits', { concurrency }, () => {
  for (const [visitorName, visitor] of Object.entries(VISITORS))
    for (const [section, pages] of Object.entries(PAGES))
      it(`${section}, ${visitorName}`, () =>
        visit(visitor, async (page) => {
          await addSession(page, OWNER.email)
          for (const [name, path] of Object.entries(pages)) {
            const home = path.startsWith('/dashboard') ? '' : HOME
            const response = await page.goto(`${service.origin}${home}${path}`)
            assert.equal(response?.status(), 200, path)
            await look(page, name)
          }
        }))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inDays } from '../../../src/dev/demo/days.ts'
import { CLUB_IBAN, fillMoney } from '../../../src/dev/demo/money.ts'
import { demoRequests } from '../../../src/dev/demo.ts'
import { DEMO_KEY, DEMO_STAFF, SLUG, WORKSPACE } from '../../../src/dev/seed.ts'
import { statementXml } from '../../../src/dev/statement.ts'
import { look } from './look.ts'
import { addSession } from './office.ts'
import { concurrency, gotoAfter, service, VISITORS, visit } from './visit.ts'

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

const MAIL = { list: 'members', kind: 'news', subject: 'Sommerfest', body: 'Hallo {{vorname}}!', filter: {} }

const ids = await fill()

/** Fills the demo workspace, and gives the ids that addresses of pages have. */
async function fill() {
  await service.operator('POST', `/workspaces/${WORKSPACE}/staff`, OWNER)
  for (const [method, path, body] of demoRequests()) await service.api(DEMO_KEY, method, path, body)
  await service.api(DEMO_KEY, 'POST', '/lists/members/persons', SECOND_APPLICANT)
  await fetch(`${service.origin}/cdn-cgi/handler/scheduled?time=${new Date().setUTCHours(3)}`)
  const get = (path: string) => service.api(DEMO_KEY, 'GET', path)
  const [club, managed] = [await createBelow({}), await createBelow({ managed_by: 'superordinate' })]
  const [column] = await get('/lists/members/custom_columns')
  const [unit] = await get('/cost_units')
  return {
    member: (await get('/lists/members/persons/m-1004')).id,
    former: (await get('/lists/members/persons/m-0998')).id,
    double: (await get('/lists/members/persons/m-1016')).id,
    doubled: (await get('/lists/members/persons/m-1013')).id,
    applicant: (await get('/lists/members/persons/application-2041')).id,
    contact: (await get('/lists/contacts/persons/c-01')).id,
    mail: (await service.api(DEMO_KEY, 'POST', '/mails', MAIL)).id,
    column: column.id,
    unit: unit.id,
    staff: `stf_00000000Demo${AUDITOR.role}`,
    key: 'key_00000000DemoKey000000000',
    club,
    managed,
    ...(await idsOfMoney(get)),
  }
}

/** What the pages of money are about, some of it in each state. */
async function idsOfMoney(get: (path: string) => ReturnType<typeof service.api>) {
  const { opening, bookings } = await fillMoney(
    (...request) => service.api(DEMO_KEY, ...request),
    service.sql,
  )
  const [account, box] = await get('/accounts')
  const statements = `${service.origin}/accounts/${account.id}/statements`
  const headers = { Authorization: `Bearer ${DEMO_KEY}`, 'Content-Type': 'application/xml' }
  await fetch(statements, { method: 'POST', headers, body: statementXml(CLUB_IBAN, opening, bookings) })
  const today = inDays(0)
  const counted = { counted_on: today, counted: 10_000, note: null }
  const count = await service.api(DEMO_KEY, 'POST', `/accounts/${box.id}/counts`, counted)
  const [statement] = await get(`/accounts/${account.id}/statements`)
  const fees: { id: string; external_id: string }[] = await get('/fees')
  const feeOf = (externalId: string) => fees.find(({ external_id }) => external_id === externalId)?.id
  const paid = feeOf('annual-2026-m-1011')
  const [payment] = await get(`/fees/${paid}/payments`)
  const collections: { id: string; state: string }[] = await get('/collections')
  const collectionIn = (state: string) => collections.find((one) => one.state === state)?.id
  const settled = collectionIn('settled')
  const { items } = await get(`/collections/${settled}`)
  const lines: { id: string; amount: number }[] = await get('/bank_lines')
  const [voucher] = await get(`/vouchers?year=${today.slice(0, 4)}`)
  return {
    account: account.id,
    count: count.id,
    statement: statement.id,
    line: lines.find(({ amount }) => amount === 6_000)?.id,
    open: feeOf('annual-2026-m-1002'),
    part: feeOf('annual-2026-m-1007'),
    returned: feeOf('annual-2026-m-1003'),
    cancelled: feeOf('annual-2026-m-1010'),
    paid,
    payment: payment.id,
    released: collectionIn('released'),
    settled,
    debit: items.find(({ state }: { state: string }) => state === 'settled')?.id,
    voucher: voucher.id,
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
    'members-doubles': '/members/doubles',
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
    'member-merge': `/members/${ids.doubled}/merge/${ids.double}`,
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
  mails: {
    mails: '/mails',
    'mail-new': '/mails/new',
    mail: `/mails/${ids.mail}`,
  },
  fees: {
    fees: '/fees',
    'fees-all': '/fees?status=all&sort=due',
    'fees-none': '/fees?search=xyz',
    claim: '/fees/claim',
    claimed: '/fees/claimed?batch=bat_0000000000000000Claimed1 after claimed?count=4&sum=19200',
    'claim-undone': '/fees/claimed after undone?cancelled=4&left=1',
  },
  'a fee': {
    fee: `/fees/${ids.open}`,
    'fee-returned': `/fees/${ids.returned}`,
    'fee-cancelled': `/fees/${ids.cancelled}`,
    'fee-paid': `/fees/${ids.paid}`,
    'fee-payment': `/fees/${ids.open}/payment`,
    'fee-refund': `/fees/${ids.paid}/refund`,
    'fee-waiver': `/fees/${ids.part}/waiver`,
    'fee-cancellation': `/fees/${ids.open}/cancellation`,
    'fee-due': `/fees/${ids.open}/due`,
    'fee-booking': `/fees/${ids.paid}/booking`,
    'fee-reopening': `/fees/${ids.cancelled}/reopening`,
    'fee-reversal': `/fees/${ids.paid}/payments/${ids.payment}/reversal`,
    'fee-notice': `/fees/${ids.open}/notice`,
  },
  'direct debits': {
    debits: '/direct-debits',
    'debits-choose': '/direct-debits/new?pays=anyone',
    'debits-check': '/direct-debits/new/check?pays=anyone',
    'debits-date': '/direct-debits/new/date?pays=anyone',
    'debits-released': `/direct-debits/${ids.released}`,
    'debits-discard': `/direct-debits/${ids.released}/discard`,
    'debits-settled': `/direct-debits/${ids.settled}`,
    'debits-unsettle': `/direct-debits/${ids.settled}/unsettle`,
    'debits-return': `/direct-debits/${ids.settled}/items/${ids.debit}/return`,
  },
  bank: {
    bank: '/bank',
    'bank-import': '/bank/import',
    'bank-account-new': '/bank/accounts/new',
    'bank-account': `/bank/accounts/${ids.account}`,
    'bank-account-edit': `/bank/accounts/${ids.account}/edit`,
    'bank-undo-import': `/bank/statements/${ids.statement}/undo`,
    'bank-lines': '/bank/lines',
    'bank-done': '/bank/lines?state=done',
    'bank-ignored': '/bank/lines?state=ignored',
    'bank-line': `/bank/lines/${ids.line}`,
    'bank-refused': `/bank/lines/${ids.line} after line_changed`,
    'bank-fees': `/bank/lines/${ids.line}/fees`,
    'bank-split': `/bank/lines/${ids.line}/fees?part=${ids.part}:3000`,
    'bank-book': `/bank/lines/${ids.line}/book`,
    'bank-ignore': `/bank/lines/${ids.line}/ignore`,
  },
  'the cash book': {
    'cash-book': '/cash-book',
    'cash-book-none': '/cash-book?search=xyz',
    'cash-book-new': '/cash-book/new',
    'cash-book-transfer': '/cash-book/transfer',
    'cash-book-count': '/cash-book/count',
    'cash-book-counted': `/cash-book/count/${ids.count}`,
    'cash-book-voucher': `/cash-book/${ids.voucher}`,
    'cash-book-reverse': `/cash-book/${ids.voucher}/reverse`,
    'cash-book-assign': '/cash-book/assign',
    'cash-book-fees': '/cash-book/fees',
    'cash-book-report': '/cash-book/report',
    'cash-book-close': '/cash-book/close',
    'cash-book-reopen': '/cash-book/reopen',
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
    'settings-columns-several': '/settings/columns/members/several',
    'settings-columns-template': '/settings/columns/members/several?template=music',
    'settings-columns-contacts': '/settings/columns/contacts/several?template=support',
    'settings-column': `/settings/columns/members/${ids.column}`,
    'settings-cost-units': '/settings/cost-units',
    'settings-cost-unit-new': '/settings/cost-units/new',
    'settings-cost-units-several': '/settings/cost-units/several?template=sports',
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
            const [address = '', told] = `${service.origin}${home}${path}`.split(' after ')
            const response = await (told ? gotoAfter(page, address, told) : page.goto(address))
            assert.equal(response?.status(), 200, path)
            await look(page, name)
          }
        }))
})

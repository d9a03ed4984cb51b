import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inDays } from '../../../src/dev/demo/days.ts'
import { CLUB_IBAN, fillMoney } from '../../../src/dev/demo/money.ts'
import { demoRequests } from '../../../src/dev/demo.ts'
import { DEMO_KEY, DEMO_STAFF, SLUG, WORKSPACE } from '../../../src/dev/seed.ts'
import { statementXml } from '../../../src/dev/statement.ts'
import { type PageId, walkedPages } from '../../support/walked-pages.ts'
import { lookIn, schemesInTurn } from './look.ts'
import { addSession } from './office.ts'
import { concurrency, GERMAN, gotoAfter, service, takesTurn, VISITORS, visit } from './visit.ts'

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

const PAGES = walkedPages(await fill())

/** Fills the demo workspace. Returns the ids that addresses of pages have. */
async function fill(): Promise<Record<PageId, string | undefined>> {
  await service.operator('POST', `/workspaces/${WORKSPACE}/staff`, OWNER)
  for (const [method, path, body] of demoRequests()) await service.api(DEMO_KEY, method, path, body)
  await service.api(DEMO_KEY, 'POST', '/lists/members/persons', SECOND_APPLICANT)
  await fetch(`${service.origin}/cdn-cgi/handler/scheduled?cron=37+3+*+*+*`)
  const get = (path: string) => service.api(DEMO_KEY, 'GET', path)
  const [club, managed] = [await createBelow({}), await createBelow({ managed_by: 'superordinate' })]
  const [column] = await get('/lists/members/custom_columns')
  const [unit] = await get('/cost_units')
  const rule = { party_name: 'Stadtwerke', sign: 'out', sphere: 'ideal' }
  const bookingRule = await service.api(DEMO_KEY, 'POST', '/booking_rules', rule)
  const [{ id: plan }] = await get('/dues_plans')
  const { version } = await get(`/dues_plans/${plan}`)
  return {
    member: (await get('/lists/members/persons/m-1004')).id,
    former: (await get('/lists/members/persons/m-0998')).id,
    resigned: (await get('/lists/members/persons/m-1002')).id,
    double: (await get('/lists/members/persons/m-1016')).id,
    doubled: (await get('/lists/members/persons/m-1013')).id,
    applicant: (await get('/lists/members/persons/application-2041')).id,
    contact: (await get('/lists/contacts/persons/c-01')).id,
    mail: (await service.api(DEMO_KEY, 'POST', '/mails', MAIL)).id,
    column: column.id,
    unit: unit.id,
    bookingRule: bookingRule.id,
    plan,
    rule: version.rules[0].id,
    staff: `stf_00000000Demo${AUDITOR.role}`,
    key: 'key_00000000DemoKey000000000',
    ...(await webhookIds()),
    club,
    managed,
    ...(await idsOfMoney(get)),
  }
}

/** A webhook that is paused, and an attempt that failed: nothing listens on the port. */
async function webhookIds() {
  const given = { url: 'http://localhost:9/hooks', description: 'Website', events: ['person.*', 'fee.paid'] }
  const { id: webhook } = await service.api(DEMO_KEY, 'POST', '/webhook_endpoints', given)
  await service.api(DEMO_KEY, 'PATCH', `/webhook_endpoints/${webhook}`, { state: 'paused' })
  const { id: attempt } = await service.api(DEMO_KEY, 'POST', `/webhook_endpoints/${webhook}/test`)
  return { webhook, attempt }
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
    mandate: items[0]?.mandate_reference,
    voucher: voucher.id,
  }
}

// Dark colours are those of any language and width: the phone looks at them on the first page of each section only.
describe('every page of the dashboard is accessible, valid and fits', { concurrency }, () => {
  for (const [visitorName, visitor] of Object.entries(VISITORS))
    for (const [section, pages] of Object.entries(PAGES))
      it(`${section}, ${visitorName}`, () =>
        visit(visitor, async (page) => {
          await addSession(page, OWNER.email)
          for (const [index, [name, path]] of Object.entries(pages).entries()) {
            if (!takesTurn(visitor, index)) continue
            const home = path.startsWith('/dashboard') ? '' : HOME
            const [address = '', told] = `${service.origin}${home}${path}`.split(' after ')
            const response = await (told ? gotoAfter(page, address, told) : page.goto(address))
            assert.equal(response?.status(), 200, path)
            const isWhole = visitor === GERMAN || index === 0
            await lookIn(isWhole ? schemesInTurn() : ['light'], page, name)
          }
        }))
})

import type { Page } from 'playwright-core'
import { inDays } from '../../../src/dev/demo/days.ts'
import { CLUB_IBAN, fillMoney } from '../../../src/dev/demo/money.ts'
import { type Booking, statementXml } from '../../../src/dev/statement.ts'
import { createOffice } from './office.ts'
import { service } from './visit.ts'

export const CREDITOR = {
  name: 'TSV Lindental 1898 e. V.',
  iban: CLUB_IBAN,
  creditor_id: 'DE98ZZZ09999999999',
}

export type Treasury = Awaited<ReturnType<typeof createTreasury>>

/** The demo club in the middle of a year, with treasurers, and the statement that the first of them downloads. */
export async function createTreasury(...treasurers: { name: string; email: string }[]) {
  const { key, home } = await createOffice('owner.of.treasurers@example.org')
  const workspace = `/workspaces/${home.split('/').at(-1)}`
  await service.operator('PATCH', workspace, { creditor: CREDITOR })
  for (const treasurer of treasurers)
    await service.operator('POST', `${workspace}/staff`, { ...treasurer, role: 'treasurer' })
  const { opening, bookings } = await fillMoney((...request) => service.api(key, ...request), service.sql)
  return { key, home, opening, bookings: [...bookings, await secondCertain(key)] }
}

/** Another payment with the reference of its fee, since one alone would not be confirmed together with others. */
async function secondCertain(key: string): Promise<Booking> {
  const fees: { external_id: string; reference: string }[] = await service.api(key, 'GET', '/fees')
  const levy = fees.find(({ external_id }) => external_id === 'levy-2026-m-1002')
  const date = inDays(0)
  return { date, amount: 1_500, name: 'Mehmet Yildiz', text: `Hallenumlage ${levy?.reference}` }
}

/** The statement of the bank as a file for a form. */
export const statementFile = ({ opening, bookings }: Treasury) => ({
  name: 'statement.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(statementXml(CLUB_IBAN, opening, bookings)),
})

/** The year that is over, which can be closed. */
export const YEAR = new Date().getUTCFullYear() - 1

export type Club = Awaited<ReturnType<typeof createSmallClub>>

/** A club of four whose owner is its treasurer. One member has no mandate yet, and one payment is in no cash book. */
export async function createSmallClub(owner: { name: string; email: string }) {
  const { id } = await service.operator('POST', '/workspaces', { name: 'Ruderclub', creditor: CREDITOR })
  await service.operator('POST', `/workspaces/${id}/staff`, owner)
  const { token: key } = await service.operator('POST', `/workspaces/${id}/api_keys`, { name: 'tests' })
  const api = (method: string, path: string, body?: object) => service.api(key, method, path, body)
  const opening = { opening_on: `${YEAR}-01-01` }
  await api('POST', '/cost_units', { name: 'Ruderclub', categories: CATEGORIES })
  await api('POST', '/accounts', {
    ...{ ...opening, kind: 'bank', name: 'Girokonto', iban: CLUB_IBAN, opening_amount: 100_000 },
  })
  await api('POST', '/accounts', { ...opening, kind: 'cash', name: 'Kasse', opening_amount: 5_000 })
  await api('PUT', '/lists/members/persons', { data: MEMBERS })
  const [{ id: fee_id }] = await api('POST', '/fees', {
    data: [{ amount: 1_000, description: 'Startgeld Regatta', person_external_id: 'r-1' }],
  })
  const payment = { fee_id, amount: 1_000, method: 'bank_transfer', paid_on: `${YEAR}-05-02` }
  await api('POST', '/payments', { data: [payment] })
  return { key, home: `${service.origin}/dashboard/${id}` }
}

const CATEGORIES = ['Mitgliedsbeiträge', 'Startgelder', 'Miete', 'Bank', 'Spenden']

const MEMBERS = [
  { first_name: 'Ada', iban: 'DE89370400440532013000' },
  { first_name: 'Grace', iban: 'DE02500105170137075030' },
  { first_name: 'Katherine', iban: 'DE02100500000054540402' },
  { first_name: 'Dorothy' },
].map(({ first_name, iban }, index) => ({
  external_id: `r-${index}`,
  name: { first_name, last_name: 'Muster' },
  payment_method: 'direct_debit',
  ...(iban && {
    bank_account: { iban },
    sepa_mandate: { reference: `R-${index}`, signature_date: `${YEAR}-01-31` },
  }),
}))

/** Uses a page as a person does, and counts what it takes: clicks, pages that load, and forms that are sent. */
export function handsOn(page: Page) {
  const taken = { clicks: 0, pages: 0 }
  const acts: string[] = []
  page.on('domcontentloaded', () => {
    taken.pages += 1
  })
  page.on('request', (request) => {
    if (request.method() === 'POST') acts.push(new URL(request.url()).pathname)
  })
  const main = page.locator('main')
  const click = (role: 'button' | 'link', name: string | RegExp, within = main) => {
    taken.clicks += 1
    return within.getByRole(role, { name, exact: true }).first().click()
  }
  return {
    taken,
    acts,
    main,
    press: (name: string | RegExp, within = main) => click('button', name, within),
    follow: (name: string | RegExp, within = main) => click('link', name, within),
    /** Chooses the first option whose label contains a text. */
    choose: async (field: string, label: string) => {
      const option = main.locator(`select[name="${field}"] option`, { hasText: label }).first()
      await page.selectOption(
        `[name="${field}"]`,
        await option.evaluate((one: HTMLOptionElement) => one.value),
      )
    },
    /** Opens a section from the navigation, which phones have behind a button. */
    open: async (section: string) => {
      const menu = page.locator('.menu-button')
      if (await menu.isVisible()) {
        taken.clicks += 1
        await menu.click()
      }
      await click('link', section, page.locator('#navigation'))
    },
  }
}

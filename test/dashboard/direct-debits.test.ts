import { afterEach, describe, expect, it, vi } from 'vitest'
import { inputId } from '../../src/ui/form'
import { clubOf, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  CREDITOR,
  claim,
  clubWithFees,
  collectingClub,
  payer,
  release,
  setDay,
  stored,
  submitted,
  TODAY,
} from '../support/direct-debits'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { seedFees } from '../support/fees'
import { formValues, inputValue, textOf } from '../support/html'
import { seedMembers } from '../support/seed-members'
import { rows, type Workspace, workspace } from '../support/workspace'

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const ENGLISH = { headers: { 'Accept-Language': 'en' } }

afterEach(() => vi.useRealTimers())

const pagesOf = (club: Workspace) => `/dashboard/${club.id}/direct-debits`

/** A form of the page that posts to a path, as a browser would send it. */
const releaseForm = async (club: Workspace, staff: Staff, query = '') => {
  const page = await staff.get(`${pagesOf(club)}/new/release?${query}`, ENGLISH)
  expect(page.status, page.text).toBe(200)
  return { page, fields: formValues(page.text) }
}

const NEXT_DAY = 'date=2026-03-17'

describe('a new collection', () => {
  it('is chosen, checked, dated and released, each page in one trip', async () => {
    const { club, feeIds } = await clubWithFees(3)
    const staff = await staffOf(club, 'treasurer')
    const choose = await staff.get(`${pagesOf(club)}/new`, ENGLISH)
    expect(choose.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(choose.text)).toContain('Continue')
    const check = await staff.get(`${pagesOf(club)}/new/check`, GERMAN)
    expect(textOf(check.text)).toContain('Bereit zum Einzug: 3 Beiträge, zusammen 135,00 €.')
    const date = await staff.get(`${pagesOf(club)}/new/date`, ENGLISH)
    expect(inputValue(date.text, 'date')).toBe('2026-03-16')
    expect(textOf(date.text)).toContain(CREDITOR.creditor_id)
    const { page, fields } = await releaseForm(club, staff, NEXT_DAY)
    expect(page.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(page.text)).toContain('Control sum in the file 135.00')
    expect(textOf(page.text)).toContain('Release 3 debits')

    const { status, headers, cost } = await staff.submit(`${pagesOf(club)}/new/release`, fields)
    expect([status, cost.trips]).toEqual([303, 2])
    const [run, ...others] = await stored(club, 'collections')
    expect(others).toEqual([])
    expect(run).toMatchObject({ state: 'released', amount: 13_500, collection_date: '2026-03-17' })
    expect(leadsTo({ headers })).toBe(`${pagesOf(club)}/${run?.id} after released`)
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual(feeIds.map(() => 'collecting'))
    const opened = await staff.get(headers.get('Location') ?? '', ENGLISH)
    expect(opened.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(opened.text)).toContain('Upload this file at your bank now')
    expect(textOf(opened.text)).toContain(`2026-03-17-${run?.message_id}.xml`)
  })

  it('is released once, however often and at the same moment the button is pressed', async () => {
    const { club } = await clubWithFees(2)
    const staff = await staffOf(club, 'treasurer')
    const { fields } = await releaseForm(club, staff, NEXT_DAY)
    const press = () => staff.submit(`${pagesOf(club)}/new/release`, fields)
    const answers = await Promise.all([press(), press(), press()])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const again = await press()
    const [run, ...others] = await stored(club, 'collections')
    expect(others).toEqual([])
    expect(leadsTo(again)).toBe(`${pagesOf(club)}/${run?.id} after released`)
  })

  it('tells the second treasurer who released the fees before, and releases nothing', async () => {
    const { club } = await clubWithFees(2)
    const [first, second] = [await staffOf(club, 'owner'), await staffOf(club, 'treasurer')]
    const one = await releaseForm(club, first, NEXT_DAY)
    const other = await releaseForm(club, second, NEXT_DAY)
    await first.submit(`${pagesOf(club)}/new/release`, one.fields)
    const late = await second.submit(`${pagesOf(club)}/new/release`, other.fields, ENGLISH)
    expect(late.status).toBe(409)
    expect(textOf(late.text)).toContain('The choice has changed')
    expect(textOf(late.text)).toContain('Staff owner released the last collection')
    expect(await stored(club, 'collections')).toHaveLength(1)
  })

  it('refuses what was not confirmed, such as an amount that has changed since', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const staff = await staffOf(club, 'treasurer')
    const { fields } = await releaseForm(club, staff, NEXT_DAY)
    const payment = { fee_id: feeIds[0], amount: 500, method: 'bank_transfer', paid_on: TODAY }
    expect((await club.post('/payments', { data: [payment] })).status).toBe(201)
    const { status, text } = await staff.submit(`${pagesOf(club)}/new/release`, fields, ENGLISH)
    expect(status).toBe(409)
    expect(textOf(text)).toContain('€85.00')
    expect(await stored(club, 'collections')).toEqual([])
  })

  it('groups what is missing, links to the form of the person and comes back from it', async () => {
    const { club, feeIds } = await clubWithFees(3)
    await addPersons(club, [
      { external_id: 'm2', sepa_mandate: null, name: { first_name: '<b>Eve', last_name: 'Zed' } },
      { external_id: 'm3', bank_account: null },
    ])
    const owner = await staffOf(club, 'owner')
    const path = `${pagesOf(club)}/new/check?${feeIds.map((id) => `id=${id}`).join('&')}`
    const { text, cost } = await owner.get(path, ENGLISH)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(text)).toContain('Something is missing for 2 fees')
    expect(textOf(text)).toContain('Continue without 2 fees')
    for (const title of ['No mandate', 'No bank account']) expect(textOf(text)).toContain(title)
    const [, href = ''] = /href="([^"]*\/edit\?to=[^"]*)"/.exec(text) ?? []
    const edit = await owner.get(href.replaceAll('&amp;', '&'))
    const saved = await owner.submit(href.replaceAll('&amp;', '&'), formValues(edit.text))
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, path])

    const treasurer = await staffOf(club, 'treasurer')
    const seen = await treasurer.get(path, ENGLISH)
    const links = [...seen.text.matchAll(/href="([^"]*\/edit\?[^"]*)"/g)].map(([, link = '']) => link)
    expect(links.map((link) => link.split('#')[1]).toSorted()).toEqual(
      ['bank_account.iban', 'sepa_mandate.reference'].map(inputId),
    )
    for (const link of links) {
      const form = await treasurer.get(link.replaceAll('&amp;', '&'))
      expect(form.text).toContain(`id="${link.split('#')[1]}"`)
    }
    const { page, fields } = await releaseForm(club, treasurer, `${path.split('?')[1]}&${NEXT_DAY}`)
    expect(textOf(page.text)).toContain('Left out: 2 fees')
    await treasurer.submit(`${pagesOf(club)}/new/release`, fields)
    expect(await stored(club, 'collections')).toMatchObject([{ item_count: 1, amount: 4500 }])
  })

  it('leads to no form of a person for what is wrong with a fee', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const paid = { fee_id: feeIds[0], amount: 4500, method: 'bank_transfer', paid_on: TODAY }
    expect((await club.post('/payments', { data: [paid] })).status).toBe(201)
    const owner = await staffOf(club, 'owner')
    const { text } = await owner.get(`${pagesOf(club)}/new/check?id=${feeIds[0]}`, ENGLISH)
    expect(text).toContain(`/fees/${feeIds[0]}"`)
    expect(text).not.toContain('/edit?')
  })

  it('offers no release of nothing', async () => {
    const { club } = await clubWithFees(1)
    await addPersons(club, [{ external_id: 'm1', sepa_mandate: null }])
    const staff = await staffOf(club, 'treasurer')
    const { page } = await releaseForm(club, staff, NEXT_DAY)
    expect(textOf(page.text)).toContain('There is nothing left to collect.')
    expect(page.text).not.toContain('name="mark"')
  })

  it('never leads from the form of a person to another site', async () => {
    const { club } = await clubWithFees(1)
    const owner = await staffOf(club, 'owner')
    const [person] = await stored(club, 'persons')
    const path = `/dashboard/${club.id}/members/${person?.id}/edit?to=https://evil.example/`
    const { text } = await owner.get(path)
    const { headers } = await owner.submit(path, formValues(text))
    expect(headers.get('Location')).toBe('/dashboard')
  })

  it('offers the cost units that are in use', async () => {
    const { club } = await clubWithFees(1)
    const units = ['Choir', 'Rowing'].map((name) => club.post('/cost_units', { name }))
    const [choir] = await Promise.all(units)
    const staff = await staffOf(club, 'treasurer')
    await staff.submit(`/dashboard/${club.id}/settings/cost-units/${choir?.body.data.id}`, {
      name: 'Choir',
      archived: '1',
    })
    const { text } = await staff.get(`${pagesOf(club)}/new`)
    expect(text).toContain('>Rowing</option>')
    expect(text).not.toContain('>Choir</option>')
  })

  it('names the owners of its own workspace to those who cannot enter the creditor', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await staffOf(other, 'owner')
    const seen = async (staff: Staff) => textOf((await staff.get(pagesOf(club), ENGLISH)).text)
    await staffOf(club, 'owner')
    await rows(
      "UPDATE staff SET name = 'Of another club' WHERE id IN (SELECT staff_id FROM memberships WHERE workspace_id = ?)",
      other.id,
    )
    expect(await seen(await staffOf(club, 'auditor'))).toContain('An owner can enter them: Staff owner.')
    expect(await seen(await staffOf(club, 'treasurer'))).not.toContain('An owner can')
  })

  it('shows twenty fees of a problem', async () => {
    const { club, feeIds } = await clubWithFees(21)
    const staff = await staffOf(club, 'treasurer')
    await addPersons(
      club,
      feeIds.map((_, index) => payer(index + 1, { bank_account: null })),
    )
    const shown = async (ids: string[]) => {
      const query = new URLSearchParams(ids.map((id) => ['id', id]))
      return textOf((await staff.get(`${pagesOf(club)}/new/check?${query}`, ENGLISH)).text)
    }
    expect(await shown(feeIds)).toContain('and 1 more')
    expect(await shown(feeIds.slice(1))).not.toMatch(/\bmore\b/)
  })

  it('says that there may be more fees than one collection takes', { timeout: 60_000 }, async () => {
    const club = await collectingClub()
    await seedMembers(club.id, 10_000)
    await seedFees(club, 9999)
    const staff = await staffOf(club, 'treasurer')
    const sentence = 'A collection has at most 10,000 fees.'
    const says = async () => {
      const { text } = await staff.get(`${pagesOf(club)}/new/check?pays=anyone`, ENGLISH)
      return textOf(text).includes(sentence)
    }
    expect(await says()).toBe(false)
    await seedFees(club, 1, 10_000)
    expect(await says()).toBe(true)
  })

  it('goes on with the filter as it is entered, by its one button', async () => {
    const { club } = await clubWithFees(1)
    await claim(club, [{ person_external_id: 'm1', amount: 200, due_on: '2026-09-01' }])
    const staff = await staffOf(club, 'treasurer')
    const { text } = await staff.get(`${pagesOf(club)}/new?date=2026-03-17`, ENGLISH)
    const [form = ''] = /<form class="stack"[^>]*>[\s\S]*?<\/form>/.exec(text) ?? []
    expect(form).toContain(`action="${pagesOf(club)}/new/check"`)
    expect(form.match(/<button/g)).toHaveLength(1)
    expect(textOf(text)).not.toContain('€47.00')
    const entered = new URLSearchParams({ ...Object.fromEntries(formValues(form)), due_by: '2026-03-31' })
    const check = await staff.get(`${pagesOf(club)}/new/check?${entered}`, ENGLISH)
    expect(textOf(check.text)).toContain('Ready to collect: 1 fee, €45.00 together.')
    const [, next = ''] = /href="([^"]*\/new\/date[^"]*)"/.exec(check.text) ?? []
    expect(next.replaceAll('&amp;', '&')).toBe(`${pagesOf(club)}/new/date?due_by=2026-03-31&date=2026-03-17`)
    const other = await staff.get(
      `${pagesOf(club)}/new/check?due_by=2026-02-01&pays=anyone&status=returned`,
      ENGLISH,
    )
    expect(textOf(other.text)).toContain('There are no open fees for this.')
  })

  it('chooses by due date, by cost unit, and by how a person pays', async () => {
    const { club } = await clubWithFees(2)
    await addPersons(club, [{ external_id: 'm2', payment_method: 'bank_transfer' }])
    const staff = await staffOf(club, 'treasurer')
    const unit = await club.post('/cost_units', { name: 'Choir' })
    await club.post('/fees', {
      data: [
        { amount: 100, description: 'Early', person_external_id: 'm1', due_on: '2026-03-01' },
        { amount: 200, description: 'Late', person_external_id: 'm1', due_on: '2026-09-01' },
        {
          amount: 400,
          description: 'Choir',
          person_external_id: 'm1',
          attached_expense: { costunit_name: 'Choir' },
        },
      ],
    })
    const countOf = async (query: string) => {
      const { text } = await staff.get(`${pagesOf(club)}/new/check?${query}`, ENGLISH)
      const [, sum] = /Ready to collect: \d+ fees?, €([\d.]+) together/.exec(textOf(text)) ?? []
      return textOf(text).includes('There are no open fees for this.') ? '0.00' : sum
    }
    expect(await countOf('')).toBe('52.00')
    expect(await countOf('due_by=2026-03-01')).toBe('50.00')
    expect(await countOf('scope=all&due_before=2026-03-02')).toBe('1.00')
    expect(await countOf('scope=all&search=choir')).toBe('4.00')
    expect(await countOf('scope=all&status=overdue')).toBe('1.00')
    expect(await countOf('scope=all')).toBe('97.00')
    expect(await countOf('pays=anyone')).toBe('97.00')
    expect(await countOf(`cost_unit_id=${unit.body.data.id}`)).toBe('4.00')
    expect(await countOf('status=returned')).toBe('0.00')
  })

  it.each([
    ['2026-03-15', 'Banks do not collect on weekends.'],
    ['2026-04-03', 'Banks do not collect on this holiday.'],
    ['2026-03-10', 'This is too soon'],
    ['2026-02-27', 'This day is over.'],
    ['2027-04-05', 'This is more than a year ahead.'],
    ['', 'Enter a date.'],
    ['2027-02-30', 'Enter a date.'],
    ['next%20Monday', 'Enter a date.'],
  ])('asks for another date than %s', async (day, sentence) => {
    const { club } = await clubWithFees(1)
    const staff = await staffOf(club, 'treasurer')
    const { status, text } = await staff.get(`${pagesOf(club)}/new/release?date=${day}`, ENGLISH)
    expect(status).toBe(422)
    expect(textOf(text)).toContain(sentence)
    expect(inputValue(text, 'date')).toBe(sentence === 'Enter a date.' ? '2026-03-16' : day)
    for (const step of ['', '/check', '/date'])
      expect((await staff.get(`${pagesOf(club)}/new${step}?date=${day}`)).status).toBe(200)

    const { fields } = await releaseForm(club, staff, NEXT_DAY)
    const forged = fields.map(([name, value]): [string, string] => [
      name,
      name === 'date' ? decodeURIComponent(day) : value,
    ])
    const refused = await staff.submit(`${pagesOf(club)}/new/release`, forged, ENGLISH)
    expect([refused.status, textOf(refused.text).includes(sentence)]).toEqual([422, true])
    expect(await stored(club, 'collections')).toEqual([])
  })

  it('warns before the release of a day that is more than 30 days ahead', async () => {
    const { club } = await clubWithFees(1)
    const staff = await staffOf(club, 'treasurer')
    const releaseOn = async (day: string) =>
      textOf((await staff.get(`${pagesOf(club)}/new/release?date=${day}`, ENGLISH)).text)
    const sentence = 'The collection date is more than 30 days ahead.'
    expect(await releaseOn('2026-04-02')).toContain(sentence)
    expect(await releaseOn('2026-04-01')).not.toContain(sentence)
  })

  it('says who can set the creditor where there is none', async () => {
    setDay(TODAY)
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    expect((await owner.get(pagesOf(club))).text).toContain('/settings/direct-debit?to=')
    const treasurer = await staffOf(club, 'treasurer')
    expect((await treasurer.get(pagesOf(club))).text).toContain('/settings/direct-debit?to=')
    const { text } = await (await staffOf(club, 'auditor')).get(pagesOf(club), ENGLISH)
    expect(text).not.toContain('/settings/direct-debit')
    expect(textOf(text)).toContain('An owner can enter them: Staff owner.')
  })
})

describe('the list of collections', () => {
  it('is newest first, paged, with states and returns in words', async () => {
    const { club, feeIds } = await clubWithFees(28)
    for (const id of feeIds.slice(1)) await release(club, [id])
    const { id, items } = await submitted(club, feeIds.slice(0, 1))
    await club.post(`/collections/${id}/returns`, {
      item_id: items[0]?.id,
      returned_on: TODAY,
      reason_code: 'AM04',
    })
    const auditor = await staffOf(club, 'auditor')
    const { text, cost } = await auditor.get(pagesOf(club), GERMAN)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(cost.rowsRead).toBeLessThan(150)
    expect(text.match(/<tr id="run_/g)).toHaveLength(25)
    expect(text.indexOf(id)).toBeLessThan(text.indexOf('<tr id="run_') + 40)
    expect(textOf(text)).toMatch(/Bei der Bank eingereicht 1 Lastschrift 1 Rücklastschrift 45,00 €/)
    expect(textOf(text)).not.toContain('Neuer Einzug')
    const [, older = ''] = /href="([^"]*before=[^"]*)"/.exec(text) ?? []
    const second = await auditor.get(older, GERMAN)
    expect(second.text.match(/<tr id="run_/g)).toHaveLength(3)
  })

  it('is empty with a first action', async () => {
    const club = await collectingClub()
    const { text } = await (await staffOf(club, 'treasurer')).get(pagesOf(club), ENGLISH)
    expect(textOf(text)).toContain('No collection yet')
    expect(text.split(`href="${pagesOf(club)}/new"`)).toHaveLength(2)
    expect(text).not.toContain(ibanOf(1))
    expect((await eventsOf(club)).some(({ action }) => action.startsWith('collection'))).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { todayIn } from '../../src/domain/shared/dates'
import { ADA, clubOf, person, portal, settings, visitor } from '../support/club'
import { textOf } from '../support/html'

const TODAY = todayIn('Europe/Berlin', new Date())
const MEMBER = { ...ADA, membership_number: '1815' }

async function memberWith(fields: object, changed: object = {}) {
  const { id, session } = await clubOf(
    settings({ name: 'TSV' }),
    portal({ functions: ['view_data'], ...changed }),
    person(fields),
    visitor(),
  )
  return { session, page: `/portal/persons/${id}`, card: `/portal/persons/${id}/card` }
}

describe('the membership card', () => {
  it('has name, number, code and the end of the year, in one trip', async () => {
    const { session, page, card } = await memberWith(MEMBER)
    expect((await session.get(page)).text).toContain(`href="${card}"`)
    const { text, cost } = await session.get(card)
    expect(cost.trips).toBe(1)
    const year = TODAY.slice(0, 4)
    expect(textOf(text)).toContain(`Ada Lovelace Mitgliedsnummer 1815 Gültig bis 31. Dezember ${year}`)
    expect(textOf(text)).toContain('Zeigen Sie diese Seite vor')
    expect(text).toContain('aria-label="QR-Code der Mitgliedsnummer 1815"')
    const english = await session.get(card, { 'Accept-Language': 'en-GB' })
    expect(textOf(english.text)).toContain(`Membership number 1815 Valid until 31 December ${year}`)
  })

  it('speaks as the workspace does', async () => {
    const { session, card } = await memberWith(MEMBER, { address_form: 'du' })
    expect(textOf((await session.get(card)).text)).toContain('Zeig diese Seite vor')
  })

  it('ends when the member leaves', async () => {
    const { session, card } = await memberWith({ ...MEMBER, leave_date: TODAY })
    const shown = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(TODAY),
    )
    expect(textOf((await session.get(card)).text)).toContain(`Gültig bis ${shown}`)
  })

  it.each([
    ['a person without a number', { name: ADA.name }, {}],
    ['a former member', { ...MEMBER, leave_date: '2020-12-31' }, {}],
    ['a portal that hides numbers', MEMBER, { fields: { membership_number: 'hidden' } }],
  ])('is not there for %s', async (_name, fields, settings) => {
    const { session, page, card } = await memberWith(fields, settings)
    expect((await session.get(card)).status).toBe(404)
    expect((await session.get(page)).text).not.toContain(`href="${card}"`)
  })

  it('is shown to its own session alone', async () => {
    const { card } = await memberWith(MEMBER)
    const { session } = await memberWith(MEMBER)
    expect((await session.get(card)).status).toBe(404)
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionKind } from '../../src/domain/access/session-rights'
import { PORTAL_CARDS } from '../../src/domain/person-fields/fields'
import { type Session, setPortal } from '../support/portal'
import { signInBy } from '../support/portal-sessions'
import { rows } from '../support/workspace'
import { createFamily, type Family, FIELD_KEYS } from './family'
import { answerOf } from './outline'
import { stopClock, withoutChance } from './world'

const MEMBERS = ['anna', 'ben', 'cleo', 'dora', 'emil', 'gerd', 'fritz']
const PAGES = [
  ...['', '/fees', '/fees/2025', '/fees/2026', '/record', '/card', '/email'],
  ...PORTAL_CARDS.map((card) => `/edit/${card}`),
]
const pagesOf = (names: string[], pages: string[]) =>
  names.flatMap((name) => pages.map((page) => `/portal/persons/${name}${page}`))

const VIEWERS: [SessionKind, language: string, address_form: string, pages: string[]][] = [
  ['own_mail', 'de-DE', 'sie', pagesOf(MEMBERS, PAGES)],
  ['own_mail', 'de-DE', 'du', pagesOf(MEMBERS, ['', '/fees'])],
  ['own_mail', 'en-GB', 'sie', pagesOf(MEMBERS, ['', '/fees'])],
  ['bulk_mail', 'de-DE', 'sie', pagesOf(['anna', 'ben'], PAGES)],
  ['staff_shown', 'en-GB', 'sie', pagesOf(['anna', 'ben'], PAGES)],
]

const PORTALS: [what: string, functions: string[], access: string][] = [
  ['shows data alone', ['view_data'], 'visible'],
  ['shows fees alone', ['view_fees'], 'visible'],
  ['shows no field', ['view_data'], 'hidden'],
]

describe('a family', { meta: { sharesStorage: true } }, () => {
  let family: Family

  beforeAll(async () => {
    family = await createFamily()
  })
  beforeEach(() => stopClock())

  describe.each(VIEWERS)('with a link of the kind %s in %s, as %s', (kind, language, address_form, pages) => {
    let session: Session

    beforeAll(async () => {
      stopClock()
      const { umbrella, ids } = family
      await setPortal(umbrella, { address_form })
      session = await signInBy(kind, umbrella, { id: String(ids.anna), email: 'family@example.org' })
    })

    it.each(pages)('sees GET %s as approved', async (route) => {
      expect(await seen(route, session, language)).toMatchSnapshot()
    })

    it('downloads a record as approved', async () => {
      const { status, text } = await session.submit(`/portal/persons/${family.ids.anna}/record`)
      expect(`${status}\n${withoutChance(named(text, family.ids))}`).toMatchSnapshot()
    })
  })

  describe.each(PORTALS)('of two whose portal %s', (_, functions, access) => {
    let session: Session

    beforeAll(async () => {
      stopClock()
      const { umbrella, ids } = family
      await rows('UPDATE persons SET email = ? WHERE id IN (?, ?)', 'two@example.org', ids.ben, ids.dora)
      const fields = Object.fromEntries(FIELD_KEYS.map((key) => [key, access]))
      await setPortal(umbrella, { functions, fields })
      session = await signInBy('own_mail', umbrella, { id: String(ids.ben), email: 'two@example.org' })
    })

    it.each(pagesOf(['ben', 'dora'], ['', '/fees', '/fees/2026', '/record', '/email', '/edit/address']))(
      'sees GET %s as approved',
      async (route) => {
        expect(await seen(route, session)).toMatchSnapshot()
      },
    )
  })

  /** The page of a route, in which names stand for the ids of persons. */
  async function seen(route: string, session: Session, language = 'de-DE'): Promise<string> {
    const { ids } = family
    const name = route.split('/')[3] ?? ''
    const path = route.replace(name, String(ids[name]))
    return answerOf(await session.get(path, { 'Accept-Language': language }), (html) => named(html, ids))
  }
})

/** A page without the countries to choose from, and with names in place of ids. */
const named = (html: string, ids: Record<string, string>): string =>
  Object.entries(ids).reduce(
    (text, [name, id]) => text.replaceAll(id, `per_${name}`),
    html.replace(/<option value="[A-Z]{2}">.*?<\/option>/g, ''),
  )

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import type { SessionKind } from '../../src/domain/access/session-rights'
import { PORTAL_CARDS } from '../../src/domain/person-fields/fields'
import type { Everything } from '../support/everything'
import { type Session, setPortal } from '../support/portal'
import { signInBy } from '../support/portal-sessions'
import { outlineOf } from './outline'
import { createApproved, stopClock } from './world'

const VIEWERS: [SessionKind, string][] = [
  ['own_mail', 'de-DE'],
  ['staff_shown', 'en-GB'],
]

const PAGES = app.routes
  .filter(({ method, path }) => method === 'GET' && /^\/portal(\/persons\/|$)/.test(path))
  .flatMap(({ path }) =>
    path.includes(':card') ? PORTAL_CARDS.map((card) => path.replace(/:card(\{[^/]*\})?/, card)) : [path],
  )

describe.each(VIEWERS)(
  'a session of the kind %s in %s',
  { meta: { sharesStorage: true } },
  (kind, locale) => {
    let everything: Everything
    let session: Session

    beforeAll(async () => {
      everything = await createApproved({ locale })
      const { club, members, email } = everything
      await setPortal(club, {
        enabled: true,
        functions: ['view_data', 'edit_data', 'view_fees'],
        fields: { name: 'visible', address: 'editable', bank_account: 'editable', email: 'editable' },
      })
      session = await signInBy(kind, club, { id: members.person, email })
    })
    beforeEach(() => stopClock())

    it.each(PAGES)('sees GET %s as approved', async (route) => {
      const path = route.replace(/:person_id(\{[^/]*\})?/, everything.members.person)
      const { status, text } = await session.get(path, {
        Cookie: `${session.cookie}; __Host-entry=${everything.club.id}`,
      })
      expect(`${status}\n${outlineOf(text)}`).toMatchSnapshot()
    })
  },
)

import { toApi } from '../events/event'
import { type Person, parsePerson } from '../persons/person'
import { type Dues, duesOf, selectDues } from './dues'
import { type MyChange, selectMyHistory, visibleChanges } from './my-changes'
import { type MailState, selectMailState } from './my-news'
import type { PortalPerson, PortalPrincipal } from './principal'
import { loadPortalSession, type PortalSession } from './sessions'
import { functionsOf, type PortalField, portalFields } from './settings'

/** What members see of one of their persons: no fields where the portal does not offer them. */
export type MyData = {
  session: PortalSession
  person: Person
  fields: PortalField[]
  /** The last changes to these fields, newest first. */
  changes: MyChange[]
  /** The new address of the person that waits for its confirmation, and that of each person of the session. */
  pendingEmail: string | null
  mailStates: MailState[]
  /** Since when the person refuses news by mail; null for one who wants them. */
  newsRefusedAt: string | null
  /** What the persons of the session have to pay; none where the portal does not show fees. */
  household: Dues[]
}

/** Gets the data of the principal's person. One trip. */
export async function getMyData(principal: PortalPrincipal): Promise<MyData> {
  const { rows, ...session } = await loadPortalSession(principal, (principal) => ({
    mailStates: selectMailState(principal),
    history: selectMyHistory(principal),
    dues: selectDues(principal),
  }))
  const { workspace, person, context } = session
  const fields = portalFields(workspace, context.columns)
  const events = rows.history.filter(({ subjectId }) => subjectId === person.id)
  const own = rows.mailStates.find(({ id }) => id === person.id)
  return {
    session,
    mailStates: rows.mailStates,
    pendingEmail: own?.pendingEmail ?? null,
    person: parsePerson(person, context),
    fields,
    changes: visibleChanges(events.map(toApi), fields, session),
    newsRefusedAt: own?.refusedAt ?? null,
    household: functionsOf(workspace).includes('view_fees')
      ? duesOf(session.persons, rows.dues, principal.now)
      : [],
  }
}

/** How many other persons of a session a change can be written to as well. */
const MAX_RELATIVES = 12

/** The other persons of a session in the workspace of its person: none where they are too many for a family. */
export const relativesOf = ({ persons, person }: PortalSession): PortalPerson[] =>
  familyFrom(persons.filter(({ id, workspaceId }) => id !== person.id && workspaceId === person.workspaceId))

/** The other persons of a session, also those in other workspaces: none where they are too many for a family. */
export const familyOf = ({ persons, person }: PortalSession): PortalPerson[] =>
  familyFrom(persons.filter(({ id }) => id !== person.id))

const familyFrom = (others: PortalPerson[]): PortalPerson[] => (others.length > MAX_RELATIVES ? [] : others)

import type { Answers, Statements } from '../../db/client'
import { fromOldAccount, type RunningDebit, selectRunningDebits } from '../collections/running'
import { toApi } from '../events/event'
import { type Person, parsePerson } from '../persons/person'
import { type Dues, duesOf, type Obstacle, selectDues } from './dues'
import { type MyChange, selectMyHistory, visibleChanges } from './my-changes'
import { type MailState, selectMailState } from './my-news'
import type { PortalPerson, PortalPrincipal } from './principal'
import { loadPortalSession, type PortalSession } from './sessions'
import { functionsOf, type PortalField, portalFields } from './settings'
import { fieldsFor, ibanFor, personFor } from './shown'

/** A person of a session, and the fields that the portal shows: none if it does not offer them. */
export type MyPerson = { session: PortalSession; person: Person; fields: PortalField[] }

/** What members see of one of their persons. */
export type MyData = MyPerson & {
  /** The last changes to these fields, newest first. */
  changes: MyChange[]
  /** The new address of the person that waits for its confirmation. */
  pendingEmail: string | null
  /** Since when the person refuses news by mail; null for one who wants them. */
  newsRefusedAt: string | null
  /** What the persons of the session, and those they pay for, have to pay; none if the portal does not show fees. */
  household: Dues[]
  /** Why nothing can be collected from the person, who has chosen direct debit. */
  obstacles: Obstacle[]
  /** The debits that still take an account which the person has replaced. */
  fromOldAccount: RunningDebit[]
}

/** The emails of a person: its new address that waits for its confirmation, and what is known of each person of the session. */
export type MyEmail = MyPerson & { pendingEmail: string | null; mailStates: MailState[] }

/** Gets the data of the principal's person. One trip. */
export async function viewMyData(principal: PortalPrincipal): Promise<MyData> {
  const { rows, ...mine } = await load(principal, (principal) => ({
    mailStates: selectMailState(principal),
    history: selectMyHistory(principal),
    dues: selectDues(principal),
    running: selectRunningDebits(principal.workspace(), principal.personId ?? ''),
  }))
  const { session, fields } = mine
  const { person, workspace } = session
  const events = rows.history.filter(({ subjectId }) => subjectId === person.id)
  const own = rows.mailStates.find(({ id }) => id === person.id)
  const dues = duesOf(session, rows.dues, principal.now)
  const ownDues = dues.find((one) => one.person.id === person.id && one.paidFor === null)
  return {
    ...mine,
    changes: visibleChanges(events.map(toApi), fields, session),
    pendingEmail: own?.pendingEmail ?? null,
    newsRefusedAt: own?.refusedAt ?? null,
    household: functionsOf(workspace).includes('view_fees') ? dues : [],
    obstacles: session.isPayer ? [] : (ownDues?.obstacles ?? []),
    fromOldAccount: fromOldAccount(rows.running, session.context.today).map((debit) => ({
      ...debit,
      iban: ibanFor(session, debit.iban),
    })),
  }
}

/** Gets the principal's person, for a form. One trip. */
export async function viewMyPerson(principal: PortalPrincipal): Promise<MyPerson> {
  const { rows: _, ...mine } = await load(principal, () => ({}))
  return mine
}

/** Gets the emails of the principal's person. One trip. */
export async function viewMyEmail(principal: PortalPrincipal): Promise<MyEmail> {
  const { rows, ...mine } = await load(principal, (principal) => ({ mailStates: selectMailState(principal) }))
  const own = rows.mailStates.find(({ id }) => id === mine.session.person.id)
  return { ...mine, mailStates: rows.mailStates, pendingEmail: own?.pendingEmail ?? null }
}

async function load<S extends Statements>(
  principal: PortalPrincipal,
  statementsFor: (principal: PortalPrincipal) => S,
): Promise<MyPerson & { rows: Answers<S> }> {
  const { rows, ...session } = await loadPortalSession(principal, statementsFor)
  const { workspace, person, context } = session
  return {
    session,
    rows,
    person: personFor(session, parsePerson(person, context)),
    // Who is no member has no data here.
    fields: session.isPayer ? [] : fieldsFor(session, portalFields(workspace, context.columns)),
  }
}

/** How many other persons of a session a change can be written to as well. */
const MAX_RELATIVES = 12

/**
 * The other persons of a session in the workspace of its person: none if they are too many for a family, and for
 * `bank_account` without those whose account rests.
 */
export const relativesOf = ({ persons, person }: PortalSession, field?: string): PortalPerson[] =>
  familyFrom(
    persons.filter(
      ({ id, workspaceId, isDeceased }) =>
        id !== person.id && workspaceId === person.workspaceId && !isDeceased,
    ),
  ).filter(({ accountRestsUntil }) => field !== 'bank_account' || accountRestsUntil === null)

/** The other persons of a session, also those in other workspaces: none if they are too many for a family. */
export const familyOf = ({ persons, person }: PortalSession): PortalPerson[] =>
  familyFrom(persons.filter(({ id, isDeceased }) => id !== person.id && !isDeceased))

const familyFrom = (others: PortalPerson[]): PortalPerson[] => (others.length > MAX_RELATIVES ? [] : others)

import { retryOnConflict, WriteConflict } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import type { WorkspaceRow } from '../../../db/schema'
import { sql } from '../../../db/sql'
import { LISTS, type ListId } from '../../access/lists'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { query } from '../../access/query'
import { type ListContext, selectColumns, writableList, writeToList } from '../../custom-columns/query-list'
import { type DuesPlanHead, headFromRow, selectPlans } from '../../dues/plan'
import { insertEvents } from '../../events/record'
import { havePayers } from '../../person-fields/list-fields'
import { diff } from '../../persons/diff'
import { anywhereIn } from '../../persons/payers/facts'
import { failUnlessPaid } from '../../persons/payers/guard'
import { DISPLAY_NAME } from '../../persons/person'
import { recordCreations } from '../../persons/store/events'
import { type NewPerson, Patches } from '../../persons/store/patches'
import { insertPersons } from '../../persons/store/write'
import { todayIn } from '../../shared/dates'
import { newId, newIds } from '../../shared/ids'
import type { MandateNotice } from '../mandate/grant'
import { addressOf, completeFamily, type FamilyMember } from './family'
import { isJoinFormOpen, joinFields, joinFormOf, mandateOffer } from './form'
import { columnsOf, isConfirming, requireFamily } from './issues'
import { countConfirmed } from './limits'
import {
  grantedValues,
  grantStatements,
  hasCreditorSql,
  mandateNotices,
  type ShownMandate,
  shownMandate,
} from './mandate'
import type { ApplicantPrincipal, Application } from './principal'
import { type OpenedForm, openedForm } from './request'

/** What the link of an application opens: the form, and the application; undefined once it is confirmed. */
export type OpenedApplication = OpenedForm & {
  application: Application | undefined
  /** The persons of the application, and the mandate that it gives. */
  members: FamilyMember[]
  mandate: ShownMandate | null
  /** Whether somebody has sent a later application with the same address. */
  hasNewer: boolean
  plans: DuesPlanHead[]
}

/** Gets the application of a link. One trip. Throws `not_found` for an unknown link, and for one that has expired. */
export async function viewApplication(principal: ApplicantPrincipal): Promise<OpenedApplication> {
  const { credential, rows } = await query(principal, {
    columns: selectColumns(principal.workspace(), 'members'),
    plans: selectPlans(principal.workspace()),
  })
  const { workspace, application, hasNewer } = credential
  const members = application ? completeFamily(application.family, dayOf(application, workspace)) : []
  const mandate = application
    ? shownMandate(workspace, { ...application, members, tokenHash: principal.tokenHash })
    : null
  const plans = rows.plans.map(headFromRow)
  return { ...openedForm(workspace, rows.columns), application, members, mandate, hasNewer, plans }
}

/** The date in the workspace on which an application was sent. */
const dayOf = ({ requestedAt }: Application, { timezone }: WorkspaceRow): string =>
  todayIn(timezone, new Date(requestedAt))

/**
 * Whether an application is confirmed, now or before, or cannot be since its form was switched off, or cannot be now since
 * the workspace gets so many, or since its mandate is another one than was shown.
 */
export type Confirmation = {
  workspace: WorkspaceRow
  outcome: 'confirmed' | 'closed' | 'full' | 'other_mandate'
}

/** What goes with a confirmation: the mark of the mandate that was shown, what a version of its text says, and who is told of it. */
type Confirming = {
  mark: string | null
  textOf: (version: string, creditor: string) => string
  tell: (notices: MandateNotice[]) => Promise<void>
}

/** Nothing is kept before everything is agreed to. */
const AGREED = { statutes: true, custody: true, pays: true }

/**
 * Makes the persons of an application persons in the area for membership applications, with an event for each that names the
 * statutes that were agreed to, once, and gives its mandate. Who becomes no member but pays or acts for others becomes a contact.
 * Earlier applications of the same address end. A mail about the mandate goes first, so that none is written without it. Two trips,
 * one if that was done before. Throws `not_found`, and `invalid` if the form no longer takes what was typed.
 */
export async function confirmApplication(
  principal: ApplicantPrincipal,
  { mark, textOf, tell }: Confirming,
): Promise<Confirmation> {
  let isTold = false
  const outcome = await retryOnConflict(() =>
    writeToList(
      principal,
      'members',
      { lookups: () => ({}), readFirst: true },
      async ({ columns, write }): Promise<Confirmation['outcome']> => {
        const { workspace, application, isFull } = principal.current()
        if (!application) return 'confirmed'
        if (!isJoinFormOpen(workspace)) return 'closed'
        if (isFull) return 'full'
        const offer = mandateOffer(workspace)
        const day = dayOf(application, workspace)
        const members = requireFamily(application.family, {
          ...{ offer, columns, variant: workspace.subscriptionVariant, consents: AGREED },
          fields: joinFields(joinFormOf(workspace), columns.columns, offer),
          today: day,
        })
        const { tokenHash, now } = principal
        const shown = shownMandate(workspace, { ...application, members, tokenHash })
        if (shown && shown.mark !== mark) return 'other_mandate'
        if (shown && !isTold) {
          const giver = members[shown.place] as FamilyMember
          await tell(
            mandateNotices(workspace, { shown, giver, confirmedBy: addressOf(application.family), now }),
          )
          isTold = true
        }
        const mandate = shown && {
          shown,
          text: textOf(shown.textVersion, shown.creditor.name),
          today: todayIn(workspace.timezone, now),
        }
        const written = { application, members, columns, day, mandate }
        const { rows } = await write(applicationWrites(principal, written))
        if (rows.created.length === 0) throw new WriteConflict()
        return 'confirmed'
      },
    ),
  )
  return { workspace: principal.current().workspace, outcome }
}

type Written = {
  application: Application
  members: FamilyMember[]
  columns: ListContext
  day: string
  mandate: { shown: ShownMandate; text: string; today: string } | null
}

/** The statements that store an application. The last one ends it, and with it the tenant filter of the others. */
function applicationWrites(
  principal: ApplicantPrincipal,
  { application, members, columns, day, mandate }: Written,
) {
  const { actor, now } = principal
  const workspace = writableList(principal, columns)
  const ids = newIds('per', now, members.length)
  const idOf = (place: number | null): string | null => (place === null ? null : (ids[place] ?? null))
  const persons = members.map((member, place): NewPerson => {
    const payer = havePayers(columns) ? idOf(member.payer) : null
    const input = mandate?.shown.place === place ? withMandate(member, mandate) : member.input
    return {
      id: ids[place] ?? '',
      area: member.list === 'members' ? 'applications' : 'regular',
      custom_values: {},
      ...diff(input, undefined, columnsOf(member, { columns })),
      ...(payer && { payer_id: payer }),
    }
  })
  const ofList = (list: ListId) => persons.filter((_, place) => members[place]?.list === list)
  const relations = members.map(({ payer, guardian }, place) => ({
    id: ids[place],
    guardian: idOf(guardian),
    agreed: payer !== null && isConfirming(members, payer) ? day : null,
  }))
  const idsOf = (list: ListId) => ofList(list).map(({ id }) => id)
  const confirmedBy = addressOf(application.family)
  const giver = mandate ? members[mandate.shown.place] : undefined
  const id = mandate ? ids[mandate.shown.place] : undefined
  return {
    collected: mandate ? [failUnless(hasCreditorSql(workspace, mandate.shown))] : [],
    created: LISTS.flatMap((list) =>
      ofList(list).length === 0 ? [] : insertPersons(workspace, list, new Patches(...ofList(list))),
    ),
    tied: sql`
      WITH ${workspaceCte(workspace)}
      UPDATE persons SET guardian_id = relation.value ->> 'guardian', payer_agreed_on = relation.value ->> 'agreed',
        application_id = ${newId('app', now)}
      FROM json_each(${JSON.stringify(relations)}) AS relation
      WHERE ${anywhereIn(TENANT)} AND persons.id = relation.value ->> 'id'`,
    recorded: [
      ...recordCreations(actor, workspace, 'contacts', 'regular', idsOf('contacts')),
      ...recordCreations(actor, workspace, 'members', 'applications', idsOf('members')),
    ],
    granted:
      mandate && giver && id
        ? grantStatements(actor, workspace, { ...mandate, giver, id, confirmedBy, now })
        : [],
    paid: failUnlessPaid(principal.workspace(), ids),
    counted: countConfirmed(now, workspace, members.length),
    applied: insertEvents(
      actor,
      workspace,
      { action: 'person.applied', subject: 'member' },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, json_object(
          'statutes_url', json_array(NULL, ${application.statutesUrl}), 'agreed_at', json_array(NULL, ${application.requestedAt}))
        FROM json_each(${JSON.stringify(idsOf('members'))}) AS applied CROSS JOIN persons
        WHERE ${inList(TENANT, 'members')} AND area = 'applications' AND persons.id = applied.value`,
    ),
    superseded: sql`
      DELETE FROM join_requests
      WHERE workspace_id = ${workspace} AND input <> '' AND lower(email) = ${confirmedBy.toLowerCase()}
        AND created_at < ${application.requestedAt}`,
    done: sql`
      UPDATE join_requests SET input = '', email = '', draft_hash = NULL
      WHERE token_hash = ${principal.tokenHash} AND workspace_id = ${workspace}`,
  }
}

const withMandate = (member: FamilyMember, { shown, today }: NonNullable<Written['mandate']>) => ({
  ...member.input,
  ...grantedValues(shown, member, today),
})

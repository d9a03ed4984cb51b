import { retryOnConflict, WriteConflict } from '../../../db/client'
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
import { addressOf, type FamilyMember } from './family'
import { isJoinFormOpen, joinFields, joinFormOf } from './form'
import { columnsOf, isConfirming, requireFamily } from './issues'
import { countConfirmed } from './limits'
import type { ApplicantPrincipal, Application } from './principal'
import { type OpenedForm, openedForm } from './request'

/** What the link of an application opens: the form, and the application; undefined once it is confirmed. */
export type OpenedApplication = OpenedForm & {
  application: Application | undefined
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
  const { application, hasNewer } = credential
  const plans = rows.plans.map(headFromRow)
  return { ...openedForm(credential.workspace, rows.columns), application, hasNewer, plans }
}

/**
 * Whether an application is confirmed, now or before, or cannot be since its form was switched off, or cannot be now since
 * the workspace gets so many.
 */
export type Confirmation = { workspace: WorkspaceRow; outcome: 'confirmed' | 'closed' | 'full' }

/** Nothing is kept before everything is agreed to. */
const AGREED = { statutes: true, custody: true, pays: true }

/**
 * Makes the persons of an application persons in the area for membership applications, with an event for each that names the
 * statutes that were agreed to, once. Who becomes no member but pays or acts for others becomes a contact. Earlier applications of
 * the same address end. Two trips, one if that was done before. Throws `not_found`, and `invalid` if the form no longer takes
 * what was typed.
 */
export async function confirmApplication(principal: ApplicantPrincipal): Promise<Confirmation> {
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
        const { timezone, subscriptionVariant: variant } = workspace
        const day = todayIn(timezone, new Date(application.requestedAt))
        const fields = joinFields(joinFormOf(workspace), columns.columns)
        const members = requireFamily(application.family, {
          ...{ fields, columns, variant, consents: AGREED },
          today: day,
        })
        const { rows } = await write(applicationWrites(principal, { application, members, columns, day }))
        if (rows.created.length === 0) throw new WriteConflict()
        return 'confirmed'
      },
    ),
  )
  return { workspace: principal.current().workspace, outcome }
}

type Written = { application: Application; members: FamilyMember[]; columns: ListContext; day: string }

/** The statements that store an application. The last one ends it, and with it the tenant filter of the others. */
function applicationWrites(principal: ApplicantPrincipal, { application, members, columns, day }: Written) {
  const { actor, now } = principal
  const workspace = writableList(principal, columns)
  const ids = newIds('per', now, members.length)
  const idOf = (place: number | null): string | null => (place === null ? null : (ids[place] ?? null))
  const persons = members.map((member, place): NewPerson => {
    const payer = havePayers(columns) ? idOf(member.payer) : null
    return {
      id: ids[place] ?? '',
      area: member.list === 'members' ? 'applications' : 'regular',
      custom_values: {},
      ...diff(member.input, undefined, columnsOf(member, { columns })),
      ...(payer && { payer_id: payer }),
    }
  })
  const ofList = (list: ListId) => persons.filter((_, place) => members[place]?.list === list)
  const ties = members.map(({ payer, guardian }, place) => ({
    id: ids[place],
    guardian: idOf(guardian),
    agreed: payer !== null && isConfirming(members, payer) ? day : null,
  }))
  const idsOf = (list: ListId) => ofList(list).map(({ id }) => id)
  return {
    created: LISTS.flatMap((list) =>
      ofList(list).length === 0 ? [] : insertPersons(workspace, list, new Patches(...ofList(list))),
    ),
    tied: sql`
      WITH ${workspaceCte(workspace)}
      UPDATE persons SET guardian_id = tie.value ->> 'guardian', payer_agreed_on = tie.value ->> 'agreed',
        application_id = ${newId('app', now)}
      FROM json_each(${JSON.stringify(ties)}) AS tie
      WHERE ${anywhereIn(TENANT)} AND persons.id = tie.value ->> 'id'`,
    recorded: [
      ...recordCreations(actor, workspace, 'contacts', 'regular', idsOf('contacts')),
      ...recordCreations(actor, workspace, 'members', 'applications', idsOf('members')),
    ],
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
      WHERE workspace_id = ${workspace} AND input <> '' AND lower(email) = ${addressOf(application.family).toLowerCase()}
        AND created_at < ${application.requestedAt}`,
    done: sql`
      UPDATE join_requests SET input = '', email = '', draft_hash = NULL
      WHERE token_hash = ${principal.tokenHash} AND workspace_id = ${workspace}`,
  }
}

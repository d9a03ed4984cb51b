import type { Statement } from '../../../db/client'
import type { WorkspaceRow } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { inList, TENANT } from '../../access/principal'
import { query } from '../../access/query'
import { selectColumns } from '../../custom-columns/query-list'
import { insertEvents } from '../../events/record'
import { createPersonFrom } from '../../persons/create'
import { DISPLAY_NAME } from '../../persons/person'
import { isJoinFormOpen } from './form'
import { countConfirmed } from './limits'
import type { ApplicantPrincipal, Application } from './principal'
import { type OpenedForm, openedForm } from './request'

/** What the link of an application opens: the form, and the application; undefined once it is confirmed. */
export type OpenedApplication = OpenedForm & { application: Application | undefined }

/** Gets the application of a link. One trip. Throws `not_found` for an unknown link, and for one that has expired. */
export async function viewApplication(principal: ApplicantPrincipal): Promise<OpenedApplication> {
  const { credential, rows } = await query(principal, {
    columns: selectColumns(principal.workspace(), 'members'),
  })
  return { ...openedForm(credential.workspace, rows.columns), application: credential.application }
}

/**
 * Whether an application is confirmed, now or before, or cannot be since its form was switched off, or cannot be today since
 * the workspace has got as many as it takes in a day.
 */
export type Confirmation = { workspace: WorkspaceRow; outcome: 'confirmed' | 'closed' | 'full' }

/**
 * Makes the applicant of a link a person in the area for membership applications, with an event that names the
 * statutes they agreed to, once. Two trips, one if that was done before. Throws `not_found`, and `invalid` if a custom
 * column no longer takes its value.
 */
export async function confirmApplication(principal: ApplicantPrincipal): Promise<Confirmation> {
  let outcome: Confirmation['outcome'] = 'confirmed'
  try {
    await createPersonFrom(principal, {
      list: 'members',
      externalId: undefined,
      toBody: () => ({ ...waiting(principal).person, creation_behaviour: 'unconfirmed' }),
      alongside: (workspace, personId) => applicationStatements(principal, workspace, personId),
    })
  } catch (error) {
    if (!(error instanceof NothingToConfirm)) throw error
    outcome = error.outcome
  }
  return { workspace: principal.current().workspace, outcome }
}

class NothingToConfirm extends Error {
  constructor(readonly outcome: Confirmation['outcome']) {
    super(outcome)
  }
}

function waiting(principal: ApplicantPrincipal): Application {
  const { application, workspace, isFull } = principal.current()
  if (!application) throw new NothingToConfirm('confirmed')
  if (!isJoinFormOpen(workspace)) throw new NothingToConfirm('closed')
  if (isFull) throw new NothingToConfirm('full')
  return application
}

function applicationStatements(principal: ApplicantPrincipal, workspace: Sql, personId: string): Statement[] {
  const { statutesUrl, requestedAt } = waiting(principal)
  return [
    countConfirmed(principal.now, workspace),
    insertEvents(
      principal.actor,
      workspace,
      { action: 'person.applied', subject: 'member' },
      sql`
        SELECT persons.id, ${DISPLAY_NAME}, json_object(
          'statutes_url', json_array(NULL, ${statutesUrl}), 'agreed_at', json_array(NULL, ${requestedAt}))
        FROM persons
        WHERE ${inList(TENANT, 'members')} AND area = 'applications' AND persons.id = ${personId}`,
    ),
    sql`
      UPDATE join_requests SET input = '', email = ''
      WHERE token_hash = ${principal.tokenHash} AND workspace_id = ${workspace}`,
  ]
}

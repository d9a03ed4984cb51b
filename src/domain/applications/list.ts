import { sql } from '../../db/sql'
import { LISTS } from '../access/lists'
import type { Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { type Consent, selectConsents } from '../persons/consent'
import { maskedFor } from '../persons/mask'
import { type Person, parsePerson } from '../persons/person'
import { type RelatedPerson, readable, selectDoubles } from '../persons/related'
import { selectPage } from '../persons/store/page'
import { isOffered, selectOffer } from '../persons/undo-offer'
import { type Cursors, cutPage, readCursor, requireOwnCursor } from '../shared/paging'

/** An application, the persons who may be the same as the applicant, and what the applicant agreed to on the form. */
export type Application = { person: Person; doubles: RelatedPerson[]; consent: Consent | undefined }

export type ApplicationsPage = {
  applications: Application[]
  cursors: Cursors
  context: ListContext
  /** Whether the act that led to the page can be taken back. */
  isOffered: boolean
}

const PER_PAGE = 20

/**
 * Lists a page of the membership applications, oldest first. IBANs are masked without `bank_accounts:read`. `batchId`
 * is the act that led to the page. One trip. Throws what `queryList` throws, and `invalid` for a cursor of another list.
 */
export async function viewApplications(
  principal: Principal,
  { cursor, batchId }: { cursor: string | undefined; batchId?: string | undefined },
): Promise<ApplicationsPage> {
  const workspace = principal.workspace()
  const position = readCursor(cursor)?.position
  const page = selectPage(workspace, {
    list: 'members',
    area: 'applications',
    since: undefined,
    position,
    limit: PER_PAGE + 1,
    condition: undefined,
    index: sql``,
    seen: undefined,
  })
  const { credential, context, rows } = await queryList(principal, 'members', 'read', {
    page,
    offer: selectOffer(principal, batchId),
    consents: selectConsents(workspace, sql`SELECT id FROM (${page})`),
    doubles: LISTS.map((among) => selectDoubles(workspace, 'members', sql`SELECT id FROM (${page})`, among)),
  })
  const scope = `${credential.workspace.id} applications`
  requireOwnCursor(cursor, scope)
  const cut = cutPage(rows.page, { perPage: PER_PAGE, position, scope, keyOf: ({ id }) => id })
  const doubles = Map.groupBy(rows.doubles, ({ of }) => of)
  return {
    applications: cut.rows.map((row) => ({
      person: maskedFor(credential.permissions, parsePerson(row, context)),
      consent: rows.consents.find(({ personId }) => personId === row.id),
      doubles: readable(doubles.get(row.id) ?? [], credential),
    })),
    cursors: cut.cursors,
    context,
    isOffered: isOffered(rows.offer, context.columns),
  }
}

import { type Sql, sql } from '../../db/sql'
import { LISTS, type ListId } from '../access/lists'
import { inList, type Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { selectToldMandates, type ToldMandate } from '../mandates/told'
import { type Consent, selectConsents } from '../persons/consent'
import { maskedFor } from '../persons/mask'
import { anywhereIn } from '../persons/payers/facts'
import { DISPLAY_NAME, PERSON_ROW, type Person, type PersonRow, parsePerson } from '../persons/person'
import { type RelatedPerson, readable, selectDoubles } from '../persons/related'
import { selectPage } from '../persons/store/page'
import { isOffered, selectOffer } from '../persons/undo-offer'
import { type Cursors, cutPage, readCursor, requireOwnCursor } from '../shared/paging'
import { epochOf } from '../shared/restores'

/**
 * An application, the persons who may be the same as the applicant, what the applicant agreed to on the form, and who pays and
 * acts for the applicant.
 */
export type Application = {
  person: Person
  doubles: RelatedPerson[]
  consent: Consent | undefined
  relations: Relation[]
  /** The mandates of the applicant and of who pays. */
  mandates: ToldMandate[]
}

/** Who pays for a person, or acts for it as its guardian. */
export type Relation = { of: string; kind: 'payer' | 'guardian'; id: string; list: ListId; name: string }

export type ApplicationsPage = {
  /** Those who applied with one form are together. */
  families: Application[][]
  cursors: Cursors
  context: ListContext
  /** Whether the act that led to the page can be taken back. */
  isOffered: boolean
}

const PER_PAGE = 20

/**
 * Lists a page of the membership applications, oldest first: 20 of them, each with those who applied with the same form. IBANs are masked
 * without `bank_accounts:read`. `batchId` is the act that led to the page. One trip. Throws what `queryList` throws, and `invalid`
 * for a cursor of another list or of the time before a restore.
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
    condition: FIRST_OF_FORM_SQL,
    index: sql``,
    seen: undefined,
  })
  const shown = sql`SELECT id FROM (${page}) UNION SELECT id FROM (${selectWithSameForm(workspace, page)})`
  const { credential, context, rows } = await queryList(principal, 'members', 'read', {
    page,
    others: selectWithSameForm(workspace, page),
    offer: selectOffer(principal, batchId),
    consents: selectConsents(workspace, shown),
    relations: selectRelations(workspace, shown),
    mandates: selectToldMandates(workspace, shown),
    doubles: LISTS.map((among) => selectDoubles(workspace, 'members', shown, among)),
  })
  const scope = `${credential.workspace.id} applications`
  const epoch = epochOf(credential.workspace)
  requireOwnCursor(cursor, scope, epoch)
  const cut = cutPage(rows.page, { perPage: PER_PAGE, position, scope, epoch, keyOf: ({ id }) => id })
  const doubles = Map.groupBy(rows.doubles, ({ of }) => of)
  const relations = Map.groupBy(rows.relations, ({ of }) => of)
  const others = Map.groupBy(rows.others, ({ first }) => first)
  const toApplication = (row: PersonRow): Application => ({
    person: maskedFor(credential.permissions, parsePerson(row, context)),
    consent: rows.consents.find(({ personId }) => personId === row.id),
    doubles: readable(doubles.get(row.id) ?? [], credential),
    relations: readable(relations.get(row.id) ?? [], credential),
    mandates: rows.mandates.filter(({ of }) => of === row.id),
  })
  return {
    families: cut.rows.map((row) => [row, ...(others.get(row.id) ?? [])].map(toApplication)),
    cursors: cut.cursors,
    context,
    isOffered: isOffered(rows.offer, context.columns),
  }
}

/** The condition that an applicant is the first of those who applied with one form and wait. */
const FIRST_OF_FORM_SQL = sql`(persons.application_id IS NULL OR NOT EXISTS (
  SELECT 1 FROM persons AS earlier INDEXED BY persons_by_application
  WHERE earlier.workspace_id = persons.workspace_id AND earlier.application_id = persons.application_id
    AND earlier.list_id = 'members' AND earlier.area = 'applications' AND earlier.id < persons.id))`

/** The applicants who applied with the same form as those of a query, which gives the first of each. */
const selectWithSameForm = (workspace: Sql, page: Sql): Sql<PersonRow & { first: string }> => sql<
  PersonRow & { first: string }
>`
  SELECT ${PERSON_ROW}, leader.id AS first
  FROM (SELECT one.id, one.application_id FROM persons AS one
      WHERE one.workspace_id = ${workspace} AND one.list_id = 'members' AND one.area = 'applications'
        AND one.application_id IS NOT NULL AND one.id IN (SELECT id FROM (${page}))) AS leader
    CROSS JOIN persons INDEXED BY persons_by_application
  WHERE persons.workspace_id = ${workspace} AND persons.application_id = leader.application_id
    AND persons.list_id = 'members' AND persons.area = 'applications' AND persons.id <> leader.id
  ORDER BY persons.id`

/** Who pays and acts for the applicants whose ids a query gives. */
export const selectRelations = (workspace: Sql, ids: Sql): Sql<Relation> => sql<Relation>`
  SELECT tied.id AS of, tied.kind, persons.id, persons.list_id AS list, ${DISPLAY_NAME} AS name
  FROM (
    SELECT id, 'payer' AS kind, payer_id AS other FROM persons
    WHERE ${inList(workspace, 'members')} AND area = 'applications' AND payer_id IS NOT NULL AND id IN (${ids})
    UNION ALL
    SELECT id, 'guardian', guardian_id FROM persons
    WHERE ${inList(workspace, 'members')} AND area = 'applications' AND guardian_id IS NOT NULL AND id IN (${ids})) AS tied
  CROSS JOIN persons WHERE ${anywhereIn(workspace)} AND persons.id = tied.other`

import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { query } from '../access/query'
import { type BrowseQuery, readBrowseQuery } from '../persons/browse-query'
import type { StaffPrincipal } from '../staff/principal'
import type { MailRow } from './mail'

const PER_PAGE = 25

/** Drafts are looked for among so many of the newest mails. */
const MAX_SEARCHED = 500

type Stored = Pick<
  MailRow,
  'id' | 'state' | 'kind' | 'occasion' | 'listId' | 'subject' | 'createdAt' | 'sentAt'
> &
  Pick<MailRow, 'total' | 'waiting' | 'sent' | 'failed'>

/** A mail in the list of staff: to so many chosen persons, or to those that a query finds. */
export type ListedMail = Stored & { chosen: number | undefined; query: BrowseQuery | undefined }

/** A page of the list of mails: the newest drafts, on the first page only, and the mails. */
export type MailsPage = {
  drafts: ListedMail[]
  mails: ListedMail[]
  /** The id at which the next page begins, if there is one. */
  next: string | undefined
}

/**
 * Reads a page of the mails before one (`before`), newest first; the drafts among the newest 500 mails come first. One trip.
 * Throws `permission_missing`.
 */
export async function viewMails(
  principal: StaffPrincipal,
  { before }: { before: string | undefined },
): Promise<MailsPage> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      drafts: before ? [] : [selectDrafts(workspace)],
      page: sql<Row>`
        SELECT ${LISTED} FROM mails
        WHERE workspace_id = ${workspace} AND ${before ? sql`id < ${before}` : sql`TRUE`}
          AND (state <> 'draft' OR id < ${oldestSearched(workspace)})
        ORDER BY id DESC LIMIT ${PER_PAGE + 1}`,
    },
    (credential) => requirePermission(credential, 'mails:read'),
  )
  const page = rows.page.slice(0, PER_PAGE)
  return {
    drafts: (rows.drafts as Row[]).map(toListed),
    mails: page.map(toListed),
    next: rows.page.length > PER_PAGE ? page.at(-1)?.id : undefined,
  }
}

type Row = Stored & { chosen: number | null; query: string | null }

// A selection of thousands of persons is not read, only counted.
const LISTED = sql`
  id, state, kind, occasion, list_id AS listId, subject, created_at AS createdAt, sent_at AS sentAt, total, waiting, sent,
  failed, json_array_length(audience, '$.ids') AS chosen, audience ->> '$.query' AS query`

const newest = (workspace: Sql): Sql => sql`
  SELECT * FROM mails WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT ${MAX_SEARCHED}`

const selectDrafts = (workspace: Sql): Sql<Row> => sql<Row>`
  SELECT ${LISTED} FROM (${newest(workspace)}) WHERE state = 'draft' ORDER BY id DESC LIMIT ${PER_PAGE}`

const oldestSearched = (workspace: Sql): Sql => sql`coalesce((
  SELECT id FROM mails WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT 1 OFFSET ${MAX_SEARCHED - 1}), '')`

const toListed = ({ chosen, query, ...mail }: Row): ListedMail => ({
  ...mail,
  chosen: chosen ?? undefined,
  query: query === null ? undefined : readBrowseQuery(Object.fromEntries(new URLSearchParams(query))),
})

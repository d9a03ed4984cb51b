import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import type { Permission } from '../access/permissions'
import { TENANT } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import { conditionIssues, readBrowseQuery, writeBrowseQuery } from '../persons/browse-query'
import { type Selection, selectedSql } from '../persons/bulk/selection'
import type { MailRow } from './mail'
import { isPersonal } from './placeholders'

/** To whom a mail goes: persons of the regular area of a list. */
export type Audience = { list: ListId; selection: Selection }

/** A selection as a mail keeps it. */
export const storedAudience = (selection: Selection): string =>
  JSON.stringify('ids' in selection ? selection : { query: writeBrowseQuery(selection.query).toString() })

/** The audience of a stored mail. */
export function audienceOf({ listId: list, audience }: Pick<MailRow, 'listId' | 'audience'>): Audience {
  const stored = JSON.parse(audience ?? '{"ids":[]}')
  if (stored.ids) return { list, selection: { ids: stored.ids } }
  return {
    list,
    selection: { query: readBrowseQuery(Object.fromEntries(new URLSearchParams(stored.query))) },
  }
}

/** What decides who of an audience gets a mail, and how many get one together. */
export type Reach = { kind: MailRow['kind']; isPersonal: boolean }

/** The {@link Reach} of a mail. */
export const reachOf = (mail: Pick<MailRow, 'kind' | 'subject' | 'body'>): Reach => ({
  kind: mail.kind,
  isPersonal: isPersonal(mail),
})

const BLOCKED_SQL = sql`EXISTS (
  SELECT 1 FROM blocked_addresses
  WHERE blocked_addresses.workspace_id = ${TENANT} AND blocked_addresses.address = lower(persons.email))`

const HAS_REFUSED_SQL = sql`EXISTS (
  SELECT 1 FROM news_refusals
  WHERE news_refusals.workspace_id = ${TENANT} AND news_refusals.person_id = persons.id)`

/** Why a person of an audience gets no mail: NULL for one who does. */
export const leftOutReason = ({ kind }: Pick<Reach, 'kind'>): Sql => sql`
  CASE WHEN persons.email IS NULL THEN 'no_address' WHEN ${BLOCKED_SQL} THEN 'blocked'
    ${kind === 'news' ? sql`WHEN ${HAS_REFUSED_SQL} THEN 'unsubscribed'` : sql``} END`

/** The condition that a person is in an audience on a date (YYYY-MM-DD); the tenant is {@link TENANT}. */
export const inAudienceSql = ({ list, selection }: Audience, today: string): Sql =>
  selectedSql(TENANT, list, selection, today)

/**
 * The person whose row leads those who get one mail together, over rows with `id` and `address`: all persons of an
 * address, unless the text says more of a person than their name. So a family is greeted once: the others of the
 * address have the state of the lead.
 */
export const leadOf = ({ isPersonal }: Reach): Sql =>
  isPersonal ? sql`id` : sql`min(id) OVER (PARTITION BY lower(address))`

/** Whether an audience has conditions that its list cannot meet. */
export const hasUnmeetable = (
  { selection }: Audience,
  context: ListContext,
  permissions: readonly Permission[],
): boolean =>
  'query' in selection && Object.keys(conditionIssues(selection.query, context, permissions)).length > 0

import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList, TENANT } from '../access/principal'
import { ofPayer } from '../fees/payer'
import { readBrowseQuery, writeBrowseQuery } from '../persons/browse-query'
import { type Selection, selectedSql } from '../persons/bulk/selection'
import type { MailRow } from './mail'
import { isPersonal } from './placeholders'

/**
 * To whom a mail goes: persons of the regular area of a list; with `toPayers` to who pays for them, once a family, if the
 * payer is in the list.
 */
export type Audience = { list: ListId; selection: Selection; toPayers: boolean }

/** An audience as a mail keeps it. */
export const storedAudience = ({
  selection,
  toPayers = false,
}: Partial<Audience> & { selection: Selection }): string =>
  JSON.stringify({
    ...('ids' in selection ? selection : { query: writeBrowseQuery(selection.query).toString() }),
    ...(toPayers && { to_payers: true }),
  })

/** The audience of a stored mail. */
export function audienceOf({ listId: list, audience }: Pick<MailRow, 'listId' | 'audience'>): Audience {
  const stored = JSON.parse(audience ?? '{"ids":[]}')
  const toPayers = stored.to_payers === true
  if (stored.ids) return { list, selection: { ids: stored.ids }, toPayers }
  return {
    list,
    toPayers,
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
  CASE WHEN persons.leave_reason = 'deceased' THEN 'deceased' WHEN persons.email IS NULL THEN 'no_address' WHEN ${BLOCKED_SQL} THEN 'blocked'
    ${kind === 'news' ? sql`WHEN ${HAS_REFUSED_SQL} THEN 'unsubscribed'` : sql``} END`

/** Who pays for a person of an audience, as JSON of `id`, `address` and `reason`, why that one gets no mail; NULL without one. */
const payerIn = ({ list, toPayers }: Audience, reach: Reach): Sql =>
  toPayers
    ? ofPayer(
        sql`json_object('id', persons.id, 'address', persons.email, 'reason', ${leftOutReason(reach)})`,
        sql`persons.list_id = ${list} AND persons.area = 'regular' AND persons.payer_id IS NULL`,
      )
    : sql`NULL`

/** Why nobody gets a mail for a person of an audience: {@link leftOutReason} of who would get it. */
export const unreachedReason = (audience: Audience, reach: Reach): Sql =>
  audience.toPayers
    ? sql`iif(${payerIn(audience, reach)} IS NULL, ${leftOutReason(reach)}, ${payerIn(audience, reach)} ->> 'reason')`
    : leftOutReason(reach)

/** What follows FROM `persons WHERE`: who reads a mail to an audience. */
export const readsSql = ({ audience, reach, today }: Addressed): Sql =>
  audience.toPayers
    ? sql`${inList(TENANT, audience.list)} AND area = 'regular' AND persons.id IN (
        SELECT coalesce(${payerIn(audience, reach)} ->> 'id', persons.id) FROM persons
        WHERE ${inAudienceSql(audience, today)} AND ${unreachedReason(audience, reach)} IS NULL)`
    : sql`${inAudienceSql(audience, today)} AND ${leftOutReason(reach)} IS NULL`

/** An audience on a date (YYYY-MM-DD). */
export type Addressed = { audience: Audience; reach: Reach; today: string }

/**
 * CTEs that end with `led (id, address, lead)`: the persons for whom someone gets a mail, and whose mail that is. The tenant is
 * {@link TENANT}.
 */
export const ledBy = ({ audience, reach, today }: Addressed, end = sql``): Sql =>
  audience.toPayers
    ? sql`
      asked (id, address, payer) AS MATERIALIZED (
        SELECT persons.id, persons.email, ${payerIn(audience, reach)} FROM persons
        WHERE ${inAudienceSql(audience, today)} AND ${unreachedReason(audience, reach)} IS NULL ${end}),
      reached (id, address) AS (
        SELECT id, address FROM asked WHERE payer IS NULL UNION SELECT payer ->> 'id', payer ->> 'address' FROM asked
        WHERE payer IS NOT NULL),
      readers AS MATERIALIZED (SELECT id, address, ${leadOf(reach)} AS lead FROM reached),
      led AS (
        SELECT id, address, lead FROM readers
        UNION ALL
        SELECT asked.id, readers.address, readers.lead FROM asked JOIN readers ON readers.id = payer ->> 'id')`
    : sql`
      reached (id, address) AS MATERIALIZED (
        SELECT persons.id, persons.email FROM persons
        WHERE ${inAudienceSql(audience, today)} AND ${leftOutReason(reach)} IS NULL ${end}),
      led AS (SELECT id, address, ${leadOf(reach)} AS lead FROM reached)`

/** The condition that a person is in an audience on a date (YYYY-MM-DD); the tenant is {@link TENANT}. */
export const inAudienceSql = ({ list, selection }: Audience, today: string): Sql =>
  selectedSql(TENANT, list, selection, today)

/**
 * The person whose row leads those who get one mail together, over rows with `id` and `address`: all persons of an
 * address, unless the text says more of a person than their name. So a family is greeted once: the others of the
 * address have the state of the lead.
 */
const leadOf = ({ isPersonal }: Reach): Sql =>
  isPersonal ? sql`id` : sql`min(id) OVER (PARTITION BY lower(address))`

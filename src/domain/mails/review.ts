import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { type CustomColumn, columnsFromRows } from '../custom-columns/column'
import type { ListContext } from '../custom-columns/query-list'
import { hasUnmetCondition } from '../persons/browse-query'
import { DISPLAY_NAME } from '../persons/person'
import { queryToday } from '../persons/query-today'
import { portalOpenTo } from '../portal/coverage'
import { refusedAt } from '../shared/error-list'
import type { StaffPrincipal } from '../staff/principal'
import {
  type Addressed,
  type Audience,
  audienceOf,
  inAudienceSql,
  reachOf,
  readsSql,
  unreachedReason,
} from './audience'
import { emptySql } from './empty-values'
import { requireDraft } from './get'
import { type MailRow, selectColumnsOf, selectMail } from './mail'
import { placeholdersOf } from './placeholders'
import { selectSentToday } from './quota'
import { MAX_RECIPIENTS, markOf, selectReached } from './recipients'

/** Why a person gets no mail. */
export type LeftOutReason = 'deceased' | 'no_address' | 'blocked' | 'unsubscribed'

/** Some of the persons of whom something holds, in the order of their names, and how many there are. */
type Group = { count: number; persons: { id: string; name: string }[] }

/** To whom a draft would go. `mark` names what was shown, for the form that confirms it. */
export type Review = {
  mail: MailRow
  audience: Audience
  /** How many persons it reaches, and by how many mails: one to an address unless it says more of a person than their name. */
  persons: number
  mails: number
  leftOut: (Group & { reason: LeftOutReason })[]
  /** The placeholders that have no value for some persons who get the mail. */
  empty: (Group & { placeholder: string })[]
  /** Whether the mail leads to a portal that members do not have. */
  lacksPortal: boolean
  /** How many mails the workspace has sent today. */
  sentToday: number
  /** The first of those who get a mail, in the order of their names. */
  samples: { id: string; name: string }[]
  mark: string
  context: ListContext
}

/** How many persons of a group are named. */
const NAMED = 10

/**
 * Reads to whom a draft would go. Two trips, since the draft says whom the second one is about. Throws `permission_missing`,
 * `not_found`, `changed_meanwhile` for a mail that is no draft any more, and `invalid` for an audience that the list cannot
 * meet, or that is too large.
 */
export async function reviewMail(principal: StaffPrincipal, { id }: { id: string }): Promise<Review> {
  const { rows } = await query(
    principal,
    { mails: selectMail(principal.workspace(), id), columns: selectColumnsOf(principal.workspace(), id) },
    (credential) => requirePermission(credential, 'mails:send'),
  )
  const mail = requireDraft(rows.mails)
  return reviewOf(principal, mail, columnsFromRows(mail.listId, rows.columns))
}

/** The review of a draft that was read. One trip. Throws as {@link reviewMail} does. */
export async function reviewOf(
  principal: StaffPrincipal,
  mail: MailRow,
  columns: CustomColumn[],
): Promise<Review> {
  const audience = audienceOf(mail)
  const used = placeholdersOf(mail)
  const flags = used.flatMap((placeholder) => {
    const condition = emptySql(placeholder, columns)
    return condition ? [{ placeholder, condition }] : []
  })
  const { credential, context, rows } = await queryToday(principal, audience.list, 'read', (today) => {
    const of = { audience, reach: reachOf(mail), today }
    return {
      reached: selectReached(principal.workspace(), of),
      leftOut: selectLeftOut(principal.workspace(), of),
      empty: flags.length > 0 ? [selectEmpty(principal.workspace(), of, flags)] : [],
      sentToday: selectSentToday(principal.workspace(), principal.now),
      samples: selectSamples(principal.workspace(), of),
      portal: sql<{ id: string | null }>`SELECT ${portalOpenTo(principal.workspace())} AS id`,
    }
  })
  if (hasUnmetCondition(audience.selection, context, credential.permissions))
    throw refusedAt('audience', { code: 'condition_unmet' })
  const { persons = 0, mails = 0 } = rows.reached[0] ?? {}
  if (persons > MAX_RECIPIENTS)
    throw refusedAt('audience', { code: 'audience_too_large', max: MAX_RECIPIENTS })
  return {
    mail,
    audience,
    persons,
    mails,
    leftOut: groupsOf(rows.leftOut, ({ kind }) => kind as LeftOutReason).map(({ key, ...group }) => ({
      reason: key,
      ...group,
    })),
    empty: groupsOf(rows.empty, ({ kind }) => kind).map(({ key, ...group }) => ({
      placeholder: key,
      ...group,
    })),
    lacksPortal: used.includes('portal_link') && !rows.portal[0]?.id,
    sentToday: rows.sentToday[0]?.count ?? 0,
    samples: rows.samples,
    mark: `${mail.revision}.${markOf({ persons, mails })}`,
    context,
  }
}

type NamedRow = { kind: string; count: number; id: string; name: string }

const selectLeftOut = (workspace: Sql, { audience, reach, today }: Addressed): Sql<NamedRow> => sql<NamedRow>`
  WITH ${workspaceCte(workspace)}, flagged (id, name, sort, kind) AS MATERIALIZED (
    SELECT persons.id, ${DISPLAY_NAME}, last_name_key || ' ' || first_name_key, ${unreachedReason(audience, reach)} FROM persons
    WHERE ${inAudienceSql(audience, today)})
  ${selectGroups(sql`flagged`)}`

const selectSamples = (workspace: Sql, addressed: Addressed): Sql<{ id: string; name: string }> => sql<{
  id: string
  name: string
}>`
  WITH ${workspaceCte(workspace)}
  SELECT persons.id, ${DISPLAY_NAME} AS name FROM persons
  WHERE ${readsSql(addressed)}
  ORDER BY last_name_key, first_name_key, persons.id LIMIT ${NAMED}`

const selectEmpty = (
  workspace: Sql,
  addressed: Addressed,
  flags: { placeholder: string; condition: Sql }[],
): Sql<NamedRow> => {
  const kinds = flags.map(({ placeholder, condition }) => sql`CASE WHEN ${condition} THEN ${placeholder} END`)
  return sql<NamedRow>`
    WITH ${workspaceCte(workspace)}, reached (id, name, sort, kinds) AS MATERIALIZED (
      SELECT persons.id, ${DISPLAY_NAME}, last_name_key || ' ' || first_name_key, json_array(${sql.join(kinds)})
      FROM persons WHERE ${readsSql(addressed)}),
    flagged AS (SELECT reached.id, name, sort, value AS kind FROM reached CROSS JOIN json_each(kinds))
    ${selectGroups(sql`flagged`)}`
}

const selectGroups = (flagged: Sql): Sql => sql`
  SELECT kind, count, id, name FROM (
    SELECT kind, id, name, count(*) OVER (PARTITION BY kind) AS count,
      row_number() OVER (PARTITION BY kind ORDER BY sort, id) AS position
    FROM ${flagged} WHERE kind IS NOT NULL)
  WHERE position <= ${NAMED} ORDER BY kind, position`

function groupsOf<K extends string>(rows: NamedRow[], keyOf: (row: NamedRow) => K) {
  return [...Map.groupBy(rows, keyOf)].map(([key, group]) => ({
    key,
    count: group[0]?.count ?? 0,
    persons: group.map(({ id, name }) => ({ id, name })),
  }))
}

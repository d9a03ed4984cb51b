import type { ListId } from '../../domain/access/lists'
import type { CustomColumn } from '../../domain/custom-columns/column'
import type { ListedMail } from '../../domain/mails/view-list'
import type { BrowseQuery } from '../../domain/persons/browse-query'
import type { Selection } from '../../domain/persons/bulk/selection'
import { filterFields } from '../../domain/persons/filter-fields'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { conditionText } from '../members/filter'
import { mailsTexts } from './texts'

/** To whom a mail goes, in words: how many were chosen, or what they are found by. */
export function audienceText(
  list: ListId,
  selection: Selection,
  columns: CustomColumn[],
  locale: Locale,
): string {
  const t = mailsTexts(locale).audience
  if ('ids' in selection) return t.chosen(formatNumber(selection.ids.length, locale))
  const { query } = selection
  const fields = new Map(filterFields({ list, columns }).map((field) => [field.key, field]))
  const conditions = query.conditions.map((condition) =>
    conditionText(condition, fields.get(condition.field), locale),
  )
  return queryText(list, query, conditions, locale)
}

/** To whom a mail of the list of mails goes, whose columns are not known there. A mail of the API keeps no choice. */
export function shortAudienceText(
  { listId, chosen, total, query }: Pick<ListedMail, 'listId' | 'chosen' | 'total' | 'query'>,
  locale: Locale,
): string {
  const t = mailsTexts(locale).audience
  if (!query) return t.chosen(formatNumber(chosen || total, locale))
  const { length } = query.conditions
  return queryText(listId, query, length > 0 ? [t.conditions(length)] : [], locale)
}

function queryText(list: ListId, query: BrowseQuery, conditions: string[], locale: Locale): string {
  const t = mailsTexts(locale).audience
  const parts = [...conditions, ...(query.search ? [t.searched(query.search)] : [])]
  const [all, narrowed] =
    list === 'contacts'
      ? [t.contacts, t.narrowed.contacts]
      : [t.members[query.status], t.narrowed.members[query.status]]
  return parts.length > 0 ? t.with(narrowed, parts.join(', ')) : all
}

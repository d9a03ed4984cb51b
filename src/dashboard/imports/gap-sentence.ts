import type { ListContext } from '../../domain/custom-columns/query-list'
import type { StoredImport } from '../../domain/imports/import'
import type { Gap } from '../../domain/imports/plan'
import { formTexts } from '../../ui/i18n/texts'
import type { Viewer } from '../layout'
import { cellText, slotLabel } from './shown'
import { gapTexts } from './texts-gaps'

type Place = {
  stored: StoredImport
  context: ListContext
  viewer: Viewer
  /** How much of the text is shown: its beginning, unless told otherwise. */
  shown?: typeof cellText
}

/** Why a text is left out, with the text and what would be allowed. */
export function gapSentence(gap: Gap, { stored, context, viewer, shown = cellText }: Place): string {
  const target = gap.column === null ? undefined : stored.settings.mapping[gap.column]
  const { field, also } = gap.params ?? {}
  const fieldName = (key: string) =>
    slotLabel(key, { columns: context.columns, headers: stored.head.headers, locale: viewer.locale })
  const texts = gapTexts(viewer.locale)
  const sentence = texts.sentences[gap.code]({
    cell: shown(gap.cell, gap.code === 'iban_wrong' ? 'bank_account.iban' : target, viewer),
    allowed: allowedIn(target, viewer),
    params: { ...gap.params, ...(typeof field === 'string' && { field: fieldName(field) }) },
  })
  return typeof also === 'string' ? `${sentence} ${texts.also(shown(also, undefined, viewer))}` : sentence
}

/** The words that a target allows. */
function allowedIn(target: string | undefined, { locale }: Viewer): string[] {
  const { sexes, leaveReasons } = formTexts(locale)
  const words = target === 'sex' ? sexes : target === 'leave_reason' ? leaveReasons : {}
  return Object.values(words)
}

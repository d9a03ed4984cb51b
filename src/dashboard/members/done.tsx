import type { ListId } from '../../domain/access/lists'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { membersTexts } from './texts'

/** What was done, as the parameters of an address that an act leads to. */
export type Done =
  | { done: 'changed' | 'deleted'; count: string; batch: string }
  | { done: 'saved' | 'columns' }

type Props = { done: Record<string, string>; list: ListId; locale: Locale }

/** Says what the act before this page did; nothing where there was none. */
export function DoneNotice({ done: { done, count, created, updated }, list, locale }: Props) {
  const text =
    done === 'imported'
      ? membersTexts(locale).done.imported(Number(created).toFixed(), Number(updated).toFixed())
      : doneText(done, Number(count), list, locale)
  return text ? (
    <Notice tone="good">
      <p>{text}</p>
    </Notice>
  ) : null
}

function doneText(done: string | undefined, count: number, list: ListId, locale: Locale): string | undefined {
  const t = membersTexts(locale)
  if (done === 'saved' || done === 'columns') return t.done[done]
  if ((done !== 'changed' && done !== 'deleted') || !Number.isSafeInteger(count)) return undefined
  return count === 0 ? t.done.unchanged : t.done[done](t[list].count(formatNumber(count, locale)))
}

import type { ListId } from '../../domain/access/lists'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { UndoNotice } from '../undo/notice'
import { membersTexts } from './texts'

/** What was done, as the parameters of an address that an act leads to. */
export type Done =
  | { done: 'changed' | 'deleted'; count: string; batch: string }
  | { done: 'saved' | 'columns' }

type Props = { url: string; list: ListId; viewer: Viewer; isOffered: boolean }

/** Says what the act before this page did, and offers to take back what can be; nothing if there was none. */
export function DoneNotice({ url, list, viewer, isOffered }: Props) {
  const { locale } = viewer
  const { done, count, created, updated } = Object.fromEntries(new URL(url).searchParams)
  const text =
    done === 'imported'
      ? membersTexts(locale).done.imported(Number(created).toFixed(), Number(updated).toFixed())
      : doneText(done, Number(count), list, locale)
  if (!text) return <UndoNotice {...{ viewer, url, isOffered }} />
  const isUndoable = done === 'imported' ? Number(updated) > 0 : done === 'changed' && Number(count) > 0
  return isUndoable ? (
    <UndoNotice {...{ viewer, url, isOffered }}>
      <p>{text}</p>
    </UndoNotice>
  ) : (
    <Notice tone="good">
      <p>{text}</p>
    </Notice>
  )
}

function doneText(done: string | undefined, count: number, list: ListId, locale: Locale): string | undefined {
  const t = membersTexts(locale)
  if (done === 'saved' || done === 'columns') return t.done[done]
  if ((done !== 'changed' && done !== 'deleted') || !Number.isSafeInteger(count)) return undefined
  return count === 0 ? t.done.unchanged : t.done[done](t[list].count(formatNumber(count, locale)))
}

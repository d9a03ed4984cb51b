import type { ListId } from '../../domain/access/lists'
import type { Done } from '../../http/done'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { UndoNotice } from '../undo/notice'
import { membersTexts } from './texts'

type Props = { done: Done | undefined; url: string; list: ListId; viewer: Viewer; isOffered: boolean }

/** Says what the form before this page did, and offers to take back what can be; nothing if there was none. */
export function ListNotice({ done, url, list, viewer, isOffered }: Props) {
  const text = done && doneText(done, list, viewer.locale)
  const { count = 0, updated = 0 } = done?.numbers ?? {}
  const isUndoable = done?.word === 'imported' ? updated > 0 : done?.word === 'changed' && count > 0
  if (text && !isUndoable)
    return (
      <Notice tone="good">
        <p>{text}</p>
      </Notice>
    )
  return <UndoNotice {...{ viewer, done, url, isOffered }}>{text && <p>{text}</p>}</UndoNotice>
}

function doneText({ word, numbers }: Done, list: ListId, locale: Locale): string | undefined {
  const t = membersTexts(locale)
  const { count = 0, created = 0, updated = 0 } = numbers
  if (word === 'saved' || word === 'columns') return t.done[word]
  if (word === 'imported') return t.done.imported(String(created), String(updated))
  if (word !== 'changed' && word !== 'deleted') return undefined
  return count === 0 ? t.done.unchanged : t.done[word](t[list].count(formatNumber(count, locale)))
}

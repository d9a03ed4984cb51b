import type { PropsWithChildren } from 'hono/jsx'
import { Button } from '../../ui/button'
import { HiddenFields } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { undoTexts } from './texts'

type ButtonProps = {
  viewer: Viewer
  batchId: string
  /** The path of the page that the browser returns to. */
  back: string
  label?: string
  isPlain?: boolean
}

/** A form that takes a batch of the last day back. */
export const UndoButton = ({ viewer, batchId, back, label, isPlain }: ButtonProps) => (
  <form method="post" action={pathIn(viewer.staff.workspace, '/undo')}>
    <HiddenFields values={{ batch: batchId, back }} />
    <Button kind={isPlain ? 'plain' : 'second'}>{label ?? undoTexts(viewer.locale).undo}</Button>
  </form>
)

type NoticeProps = PropsWithChildren<{
  viewer: Viewer
  /** The address of the page. */
  url: string
  /** The batch of the act; where left out, that in `done` of the address. */
  batchId?: string | undefined
}>

/**
 * What the act that led here did (its children), with a button that takes it back; that it was taken back, where `undone`
 * of the address names the batch of the undo; nothing where it names neither.
 */
export function UndoNotice({ viewer, url, batchId, children }: NoticeProps) {
  const t = undoTexts(viewer.locale)
  const { searchParams } = new URL(url)
  const undone = batchOf(searchParams.get('undone'))
  const done = batchId ?? batchOf(searchParams.get('done'))
  const back = pathWithout(url, ACTS)
  if (undone)
    return (
      <Notice tone="good" action={<UndoButton {...{ viewer, back }} batchId={undone} label={t.redo} />}>
        <p>{t.undone}</p>
      </Notice>
    )
  if (!done) return null
  return (
    <Notice tone="good" action={<UndoButton {...{ viewer, back }} batchId={done} />}>
      {children ?? <p>{t.done}</p>}
    </Notice>
  )
}

const batchOf = (text: string | null): string | undefined => (text?.startsWith('bat_') ? text : undefined)

/** The parameters by which an address tells what was done. */
const ACTS = ['done', 'undone', 'batch', 'count', 'created', 'updated']

/** The path and query of an address without some parameters. */
export function pathWithout(address: string, names: string[]): string {
  const { pathname, searchParams } = new URL(address)
  for (const name of names) searchParams.delete(name)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

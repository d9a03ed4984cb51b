import type { PropsWithChildren } from 'hono/jsx'
import type { OfferedEvent } from '../../domain/persons/undo-offer'
import type { Done } from '../../http/done'
import { Button, ButtonLink } from '../../ui/button'
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

type OfferProps = { viewer: Viewer; event: OfferedEvent; back: string }

/** A button that takes back the act of an event; for an act on several persons, a link to the page that asks first. */
export function UndoOffer({ viewer, event: { batch_id: batchId, undo }, back }: OfferProps) {
  if (undo === undefined) return null
  if (undo === 'alone') return <UndoButton {...{ viewer, batchId, back }} isPlain />
  const query = new URLSearchParams({ batch: batchId, back })
  return (
    <ButtonLink kind="plain" href={pathIn(viewer.staff.workspace, `/undo?${query}`)} noPrefetch>
      {undoTexts(viewer.locale).undoTogether}
    </ButtonLink>
  )
}

/** What the undo itself did, on the page that it leads back to. */
export const UNDONE = 'undone'

type NoticeProps = PropsWithChildren<{
  viewer: Viewer
  /** What the form before this page did. */
  done: Done | undefined
  /** The address of the page, which the undo leads back to. */
  url: string
  /** Whether its batch can be taken back as things are now. */
  isOffered: boolean
}>

/**
 * Says what the form before this page did (its children), with a button that takes it back; or that it was taken back, with
 * a button that does it again; nothing without a batch. There is no button if the batch has been taken back since, or is
 * too old.
 */
export function UndoNotice({ viewer, done, url, isOffered, children }: NoticeProps) {
  const t = undoTexts(viewer.locale)
  const batchId = done?.batch
  const isUndone = done?.word === UNDONE
  if (batchId === undefined || !(isUndone || children)) return null
  const label = isUndone ? t.redo : t.undo
  const { pathname, search } = new URL(url)
  return (
    <Notice
      tone="good"
      action={isOffered && <UndoButton {...{ viewer, batchId, label }} back={pathname + search} />}
    >
      {isUndone ? <p>{t.undone}</p> : children}
    </Notice>
  )
}

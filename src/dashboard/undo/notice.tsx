import type { PropsWithChildren } from 'hono/jsx'
import type { OfferedEvent } from '../../domain/persons/undo-offer'
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

type NoticeProps = PropsWithChildren<{
  viewer: Viewer
  /** The address of the page. */
  url: string
  /** Whether the batch that the address names can be taken back as things are now. */
  isOffered: boolean
}>

/**
 * What the act that led here did (its children), with a button that takes it back; that it was taken back, where `undone`
 * of the address names the batch of the undo; nothing if it names neither. There is no button where the act has been
 * taken back since, or is too old.
 */
export function UndoNotice({ viewer, url, isOffered, children }: NoticeProps) {
  const t = undoTexts(viewer.locale)
  const batchId = batchIn(url)
  if (batchId === undefined) return null
  const isUndone = new URL(url).searchParams.has('undone')
  const label = isUndone ? t.redo : t.undo
  return (
    <Notice
      tone="good"
      action={isOffered && <UndoButton {...{ viewer, batchId, label }} back={pathWithout(url, ACTS)} />}
    >
      {isUndone ? <p>{t.undone}</p> : (children ?? <p>{t.done}</p>)}
    </Notice>
  )
}

/** The batch of the act that led to an address, or of the undo. */
export function batchIn(url: string): string | undefined {
  const { searchParams } = new URL(url)
  return ['undone', 'batch', 'done'].flatMap((name) => BATCH.exec(searchParams.get(name) ?? '') ?? [])[0]
}

const BATCH = /^bat_\w{24}$/

/** The parameters by which an address tells what was done. */
const ACTS = ['done', 'undone', 'batch', 'count', 'created', 'updated']

/** The path and query of an address without some parameters. */
export function pathWithout(address: string, names: string[]): string {
  const { pathname, searchParams } = new URL(address)
  for (const name of names) searchParams.delete(name)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

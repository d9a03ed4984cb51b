import { type Context, Hono } from 'hono'
import { returnReason } from '../../../domain/collections/return-reasons'
import { unblockItem } from '../../../domain/collections/unblock'
import { type OpenedItem, viewItem } from '../../../domain/collections/view'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { Confirm } from '../../../ui/confirm'
import { TextField } from '../../../ui/form'
import { formatDate } from '../../../ui/i18n/format'
import { attempt } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { debtorOf } from '../../named'
import { pathTo } from '../../paths'
import { refusedIn } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { COLLECTION, collectionPath, debitsPath, doneWithCollection } from '../path'
import { actTexts } from '../texts-acts'

const UNBLOCK = `${COLLECTION}/items/:item_id/unblock` as const

/** The page that allows debits again that a return blocks. It leads back to where it was opened (`to`). */
export const unblockPage = new Hono<Env>()
  .get(UNBLOCK, async (c) => {
    const { collection_id: id, item_id: itemId } = c.req.param()
    const { item } = await viewItem(c.var.staff, { id, itemId })
    if (!isBlocking(item)) return c.redirect(collectionPath(c, id, itemId), 303)
    return c.html(<UnblockPage {...{ id, item }} to={pathTo(c)} viewer={viewerOf(c)} />)
  })

  .post(UNBLOCK, async (c) => {
    const { collection_id: id, item_id: itemId } = c.req.param()
    const note = ((await readForm(c)).get('note') ?? '').trim()
    const outcome = await attempt(() => unblockItem(c.var.staff, { id, itemId, body: { note } }))
    if ('result' in outcome) return backFrom(c, id, itemId, 'unblocked')
    const { item } = await viewItem(c.var.staff, { id, itemId })
    if (!isBlocking(item)) return backFrom(c, id, itemId, 'meanwhile')
    const viewer = viewerOf(c)
    const refused = refusedIn(outcome, { note: actTexts(viewer.locale).unblock.note }, viewer)
    return c.html(<UnblockPage {...{ id, item, note, viewer, refused }} to={pathTo(c)} />, 422)
  })

function backFrom(c: Context<Env>, id: string, itemId: string, word: 'unblocked' | 'meanwhile') {
  const to = pathTo(c)
  return to ? c.redirect(to, 303) : doneWithCollection(c, word, id, itemId)
}

const isBlocking = ({ state, return_code, unblocked_at }: OpenedItem): boolean =>
  state === 'returned' && returnReason(return_code).blocks !== null && !unblocked_at

type Props = {
  id: string
  item: OpenedItem
  to: string | undefined
  viewer: Viewer
  note?: string
  refused?: Refused<'note'>
}

function UnblockPage({ id, item, to, viewer, note = '', refused = {} }: Props) {
  const { locale } = viewer
  const t = actTexts(locale).unblock
  const title = t.title(debtorOf(item, viewer))
  const reason = returnReason(item.return_code).forTreasurer[locale.language]
  const query = new URLSearchParams(to ? { to } : {})
  return (
    <StaffLayout title={title} viewer={viewer} section="directDebits" hasIssues={hasRefused(refused)}>
      <RefusedList refused={refused} fields={{ note: t.note }} locale={locale} />
      <Confirm
        title={title}
        lead={t.lead(reason, formatDate(String(item.returned_on), locale))}
        action={debitsPath(viewer, `/${id}/items/${item.id}/unblock`, query)}
        label={t.submit}
        cancelHref={to ?? debitsPath(viewer, `/${id}`)}
        locale={locale}
      >
        <TextField name="note" {...t.note} value={note} issue={refused.note} autocomplete="off" />
      </Confirm>
    </StaffLayout>
  )
}

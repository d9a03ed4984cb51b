import { type Context, Hono } from 'hono'
import type { Collection } from '../../../domain/collections/collection'
import { removeDebit } from '../../../domain/collections/remove-debit'
import { STOPS, type Stop } from '../../../domain/collections/stopped'
import { type OpenedItem, viewItem } from '../../../domain/collections/view'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { Confirm } from '../../../ui/confirm'
import { TextField } from '../../../ui/form'
import { formatMoney } from '../../../ui/i18n/format'
import { attempt } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { debtorOf } from '../../named'
import { refusedIn } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { COLLECTION, debitsPath, doneWithCollection } from '../path'
import { actTexts } from '../texts-acts'

const REMOVE = `${COLLECTION}/items/:item_id/remove` as const

/** The page that takes a debit out of a collection whose file is not at the bank. It proposes a reason if it is told `why`. */
export const removePage = new Hono<Env>()
  .get(REMOVE, async (c) => {
    const { collection_id: id, item_id: itemId } = c.req.param()
    const { collection, item } = await viewItem(c.var.staff, { id, itemId })
    if (!isRemovable(collection, item)) return doneWithCollection(c, 'meanwhile', id)
    const viewer = viewerOf(c)
    const why = whyIn(c)
    const reason = why ? actTexts(viewer.locale).remove.reasons[why] : ''
    return c.html(<RemovePage {...{ collection, item, viewer, reason }} />)
  })

  .post(REMOVE, async (c) => {
    const { collection_id: id, item_id: itemId } = c.req.param()
    const reason = ((await readForm(c)).get('reason') ?? '').trim()
    const outcome = await attempt(() => removeDebit(c.var.staff, { id, itemId, body: { reason } }))
    if ('result' in outcome)
      return doneWithCollection(c, outcome.result.state === 'discarded' ? 'discarded' : 'removed', id)
    const { collection, item } = await viewItem(c.var.staff, { id, itemId })
    if (!isRemovable(collection, item)) return doneWithCollection(c, 'meanwhile', id)
    const viewer = viewerOf(c)
    const refused = refusedIn(outcome, { reason: actTexts(viewer.locale).remove.reason }, viewer)
    return c.html(<RemovePage {...{ collection, item, viewer, reason, refused }} />, 422)
  })

const whyIn = (c: Context<Env>): Stop | undefined => STOPS.find((stop) => stop === c.req.query('why'))

/** Whether a debit can be taken out of its collection. */
export const isRemovable = ({ state }: Pick<Collection, 'state'>, item: Pick<OpenedItem, 'state'>): boolean =>
  state === 'released' && item.state === 'live'

/** The address of the page that takes a debit out of a collection. */
export const removePath = (viewer: Viewer, id: string, itemId: string, why?: Stop): string =>
  debitsPath(viewer, `/${id}/items/${itemId}/remove`, new URLSearchParams(why ? { why } : {}))

type Props = {
  collection: Collection
  item: OpenedItem
  viewer: Viewer
  reason: string
  refused?: Refused<'reason'>
}

function RemovePage({ collection, item, viewer, reason, refused = {} }: Props) {
  const { locale } = viewer
  const t = actTexts(locale).remove
  const title = t.title(debtorOf(item, viewer))
  const lead = collection.item_count === 1 ? t.leadOfLast : t.lead
  return (
    <StaffLayout title={title} viewer={viewer} section="directDebits" hasIssues={hasRefused(refused)}>
      <RefusedList refused={refused} fields={{ reason: t.reason }} locale={locale} />
      <Confirm
        title={title}
        lead={`${lead(formatMoney(item.amount, 'EUR', locale))} ${t.tell}`}
        action={removePath(viewer, collection.id, item.id)}
        label={t.submit}
        cancelHref={debitsPath(viewer, `/${collection.id}`)}
        isDangerous
        locale={locale}
      >
        <TextField name="reason" {...t.reason} value={reason} issue={refused.reason} autocomplete="off" />
      </Confirm>
    </StaffLayout>
  )
}

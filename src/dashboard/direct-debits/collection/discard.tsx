import { Hono } from 'hono'
import { discardCollection } from '../../../domain/collections/discard'
import { type Heading, headCollection } from '../../../domain/collections/head'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { Confirm } from '../../../ui/confirm'
import { TextField } from '../../../ui/form'
import { formatMoney, formatNumber } from '../../../ui/i18n/format'
import { attempt } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { refusedIn } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { COLLECTION, debitsPath, doneWithCollection } from '../path'
import { listTexts } from '../texts'
import { actTexts } from '../texts-acts'

const DISCARD = `${COLLECTION}/discard` as const

/** The page that discards a collection whose file is not at the bank. */
export const discardPage = new Hono<Env>()
  .get(DISCARD, async (c) => {
    const id = c.req.param('collection_id')
    const heading = await headCollection(c.var.staff, { id })
    if (heading.collection.state !== 'released') return doneWithCollection(c, 'meanwhile', id)
    return c.html(<DiscardPage {...heading} viewer={viewerOf(c)} />)
  })

  .post(DISCARD, async (c) => {
    const id = c.req.param('collection_id')
    const reason = ((await readForm(c)).get('reason') ?? '').trim()
    const outcome = await attempt(() => discardCollection(c.var.staff, { id, body: { reason } }))
    if ('result' in outcome) return doneWithCollection(c, 'discarded', id)
    if ('collection_id' in outcome.issues) return doneWithCollection(c, 'meanwhile', id)
    const heading = await headCollection(c.var.staff, { id })
    const viewer = viewerOf(c)
    const refused = refusedIn(outcome, { reason: actTexts(viewer.locale).discard.reason }, viewer)
    return c.html(<DiscardPage {...heading} {...{ viewer, reason, refused }} />, 422)
  })

type Props = Heading & { viewer: Viewer; reason?: string; refused?: Refused<'reason'> }

function DiscardPage({ collection, viewer, reason = '', refused = {} }: Props) {
  const { locale } = viewer
  const t = actTexts(locale).discard
  const { id, item_count, amount } = collection
  const debits = listTexts(locale).debits(item_count, formatNumber(item_count, locale))
  return (
    <StaffLayout title={t.title} viewer={viewer} section="directDebits" hasIssues={hasRefused(refused)}>
      <RefusedList refused={refused} fields={{ reason: t.reason }} locale={locale} />
      <Confirm
        title={t.title}
        lead={t.lead(debits, formatMoney(amount, 'EUR', locale))}
        action={debitsPath(viewer, `/${id}/discard`)}
        label={t.submit}
        cancelHref={debitsPath(viewer, `/${id}`)}
        isDangerous
        locale={locale}
      >
        <TextField name="reason" {...t.reason} value={reason} issue={refused.reason} autocomplete="off" />
      </Confirm>
    </StaffLayout>
  )
}

import { Hono } from 'hono'
import { type Heading, headCollection } from '../../../domain/collections/head'
import { settleCollection } from '../../../domain/collections/settle'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { DateField } from '../../../ui/choices'
import { Confirm } from '../../../ui/confirm'
import { formatDate, formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { attempt } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { refusedIn } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { COLLECTION, debitsPath, doneWithCollection } from '../path'
import { listTexts } from '../texts'
import { actTexts } from '../texts-acts'

const SETTLE = `${COLLECTION}/settle` as const

/** The page that records the bank's credit of a collection. */
export const settlePage = new Hono<Env>()
  .get(SETTLE, async (c) => {
    const id = c.req.param('collection_id')
    const heading = await headCollection(c.var.staff, { id })
    const { collection, today } = heading
    if (collection.state !== 'submitted') return doneWithCollection(c, 'meanwhile', id)
    const [date = today] = [collection.collection_date, today].sort()
    return c.html(<SettlePage {...heading} date={date} viewer={viewerOf(c)} />)
  })

  .post(SETTLE, async (c) => {
    const id = c.req.param('collection_id')
    const date = (await readForm(c)).get('settled_on') ?? ''
    const outcome = await attempt(() => settleCollection(c.var.staff, { id, body: { settled_on: date } }))
    if ('result' in outcome) return doneWithCollection(c, 'settled', id)
    if ('collection_id' in outcome.issues) return doneWithCollection(c, 'meanwhile', id)
    const heading = await headCollection(c.var.staff, { id })
    const viewer = viewerOf(c)
    const { settled_on, account_id } = actTexts(viewer.locale).settle
    const refused = refusedIn(outcome, { settled_on, account_id }, viewer)
    return c.html(<SettlePage {...heading} {...{ viewer, date, refused }} />, 422)
  })

type Props = Heading & { viewer: Viewer; date: string; refused?: Refused<'settled_on' | 'account_id'> }

function SettlePage({ collection, today, viewer, date, refused = {} }: Props) {
  const { locale } = viewer
  const t = actTexts(locale).settle
  const { id, live } = collection
  const debits = listTexts(locale).debits(live.count, formatNumber(live.count, locale))
  const fields = { settled_on: t.settled_on, account_id: t.account_id }
  return (
    <StaffLayout title={t.title} viewer={viewer} section="directDebits" hasIssues={hasRefused(refused)}>
      <RefusedList refused={refused} fields={fields} inputs={{ account_id: 'settled_on' }} locale={locale} />
      <Confirm
        title={t.title}
        lead={t.lead(debits, formatMoney(live.amount, 'EUR', locale))}
        action={debitsPath(viewer, `/${id}/settle`)}
        label={t.submit}
        cancelHref={debitsPath(viewer, `/${id}`)}
        locale={locale}
      >
        {today < collection.collection_date && (
          <Notice tone="warn" isQuiet>
            {t.early(formatDate(collection.collection_date, locale))}
          </Notice>
        )}
        <DateField
          name="settled_on"
          label={t.settled_on.label}
          value={date}
          min={collection.collection_date}
          max={today}
          issue={refused.settled_on ?? refused.account_id}
        />
      </Confirm>
    </StaffLayout>
  )
}

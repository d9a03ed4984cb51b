import { Hono } from 'hono'
import { recordReturn } from '../../../domain/collections/record-return'
import { REASON_CODES, returnReason } from '../../../domain/collections/return-reasons'
import { type OpenedItem, viewItem } from '../../../domain/collections/view'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { DateField, MoneyField } from '../../../ui/choices'
import { Confirm } from '../../../ui/confirm'
import { SelectField } from '../../../ui/form'
import { Fields } from '../../../ui/form-layout'
import { formatMoney } from '../../../ui/i18n/format'
import type { Locale } from '../../../ui/i18n/locale'
import { parseMoney } from '../../../ui/i18n/money'
import { attempt } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { debtorOf } from '../../named'
import { refusedIn } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { COLLECTION, collectionPath, debitsPath, doneWithCollection } from '../path'
import { actTexts } from '../texts-acts'

const RETURN = `${COLLECTION}/items/:item_id/return` as const

type Values = { returned_on: string; reason_code: string; charge: string }

/** The page that records that the bank returned a debit. */
export const returnPage = new Hono<Env>()
  .get(RETURN, async (c) => {
    const { collection_id: id, item_id: itemId } = c.req.param()
    const { item, today } = await viewItem(c.var.staff, { id, itemId })
    if (item.state === 'returned') return c.redirect(collectionPath(c, id, itemId), 303)
    const values = { returned_on: today, reason_code: '', charge: '' }
    return c.html(<ReturnPage {...{ id, item, today, values }} viewer={viewerOf(c)} />)
  })

  .post(RETURN, async (c) => {
    const { collection_id: id, item_id: itemId } = c.req.param()
    const form = await readForm(c)
    const values: Values = {
      returned_on: form.get('returned_on') ?? '',
      reason_code: form.get('reason_code') ?? '',
      charge: (form.get('charge') ?? '').trim(),
    }
    const body = bodyOf(itemId, values)
    const outcome = await attempt(() => recordReturn(c.var.staff, { id, body }))
    if ('result' in outcome) return doneWithCollection(c, 'returned', id, itemId)
    const { item, today } = await viewItem(c.var.staff, { id, itemId })
    if (item.state === 'returned') return doneWithCollection(c, 'meanwhile', id, itemId)
    const viewer = viewerOf(c)
    const refused = refusedIn(outcome, fieldsOf(viewer.locale), viewer)
    return c.html(<ReturnPage {...{ id, item, today, values, viewer, refused }} />, 422)
  })

/** What the verb is asked for. A charge that is no amount becomes one that the verb refuses. */
const bodyOf = (itemId: string, { returned_on, reason_code, charge }: Values) => ({
  item_id: itemId,
  returned_on,
  reason_code: reason_code === 'none' ? null : reason_code,
  ...(charge && { charge: parseMoney(charge) ?? -1 }),
})

function fieldsOf(locale: Locale) {
  const { item_id, returned_on, reason_code, charge, account_id } = actTexts(locale).return
  return { item_id, returned_on, reason_code, charge, account_id }
}

type Props = {
  id: string
  item: OpenedItem
  today: string
  values: Values
  viewer: Viewer
  refused?: Refused<keyof ReturnType<typeof fieldsOf>>
}

function ReturnPage({ id, item, today, values, viewer, refused = {} }: Props) {
  const { locale } = viewer
  const t = actTexts(locale).return
  const title = t.title(debtorOf(item, viewer))
  const reasons = REASON_CODES.map((code) => ({
    value: code,
    label: `${returnReason(code).forTreasurer[locale.language]} (${code})`,
  }))
  return (
    <StaffLayout title={title} viewer={viewer} section="directDebits" hasIssues={hasRefused(refused)}>
      <RefusedList
        refused={refused}
        fields={fieldsOf(locale)}
        inputs={{ account_id: 'returned_on', item_id: 'returned_on' }}
        locale={locale}
      />
      <Confirm
        title={title}
        lead={t.lead(formatMoney(item.amount, 'EUR', locale))}
        action={debitsPath(viewer, `/${id}/items/${item.id}/return`)}
        label={t.submit}
        cancelHref={debitsPath(viewer, `/${id}`)}
        locale={locale}
      >
        <Fields>
          <DateField
            name="returned_on"
            label={t.returned_on.label}
            value={values.returned_on}
            max={today}
            issue={refused.returned_on ?? refused.account_id ?? refused.item_id}
          />
          <SelectField
            name="reason_code"
            {...t.reason_code}
            value={values.reason_code}
            issue={refused.reason_code}
            options={[{ value: '', label: '–' }, ...reasons, { value: 'none', label: t.noReason }]}
          />
          <MoneyField name="charge" {...t.charge} value={values.charge} issue={refused.charge} />
        </Fields>
      </Confirm>
    </StaffLayout>
  )
}

import type { FeeActKind } from '../../../domain/payments/bulk/act'
import type { FeesPreview } from '../../../domain/payments/bulk/preview'
import { METHODS } from '../../../domain/payments/payment'
import { DateField } from '../../../ui/choices'
import { SelectField, TextField } from '../../../ui/form'
import { Fields } from '../../../ui/form-layout'
import type { Locale } from '../../../ui/i18n/locale'
import { formTexts } from '../../../ui/i18n/texts'
import { Quiet } from '../../../ui/text'
import type { Refused } from '../../refused-fields'
import { SphereField } from '../../sphere-field'
import { accountIn, SET_OFF } from '../account-choice'
import { bulkTexts } from '../bulk-texts'
import { feeTexts } from '../texts'

/** What was typed for an act, as its verb takes it. */
export function inputOf(act: FeeActKind, form: URLSearchParams): Record<string, unknown> {
  const text = (name: string) => form.get(name)?.trim() || null
  if (act === 'pay') return { paid_on: text('paid_on') ?? '', method: text('method'), ...accountIn(form) }
  if (act === 'book') {
    const [costunit_name, category_name] = pairIn(form.get('booked_to') ?? '')
    return { costunit_name, category_name, sphere: text('sphere') }
  }
  return { reason: text('reason') ?? '' }
}

/** A cost unit and a category of it as the value of an option. */
const pairOf = (costUnit: string, category: string | null): string => JSON.stringify([costUnit, category])

function pairIn(text: string): [string | null, string | null] {
  try {
    const [costUnit, category] = JSON.parse(text)
    return [String(costUnit), category === null ? null : String(category)]
  } catch {
    return [null, null]
  }
}

type Props = {
  act: FeeActKind
  preview: FeesPreview
  form: URLSearchParams
  refused: Refused | undefined
  locale: Locale
}

/** The inputs of an act, with what was typed. */
export function ActFields(props: Props) {
  const { act, form, refused, locale } = props
  const { fields, takenBack } = bulkTexts(locale)
  if (act === 'pay') return <PaymentFields {...props} />
  if (act === 'book') return <BookingFields {...props} />
  if (act === 'reopen') return null
  return (
    <TextField
      {...fields.reason}
      name="reason"
      value={form.get('reason') ?? (act === 'unpay' ? takenBack : '')}
      issue={refused?.reason}
    />
  )
}

function PaymentFields({ preview: { book, today }, form, refused, locale }: Props) {
  const t = bulkTexts(locale)
  const { paymentMethods } = formTexts(locale)
  const accounts = book.accounts.filter(({ isArchived }) => !isArchived)
  return (
    <Fields>
      <DateField
        {...t.fields.paid_on}
        name="paid_on"
        value={form.get('paid_on') ?? today}
        max={today}
        issue={refused?.paid_on}
      />
      <SelectField
        {...t.fields.method}
        name="method"
        value={form.get('method') ?? 'bank_transfer'}
        options={METHODS.map((value) => ({ value, label: paymentMethods[value] ?? feeTexts(locale).other }))}
        issue={refused?.method}
      />
      {book.settings.keepsBook === 1 && (
        <SelectField
          {...t.fields.account_id}
          name="account_id"
          value={form.get('account_id') ?? ''}
          options={[
            { value: '', label: t.anyAccount },
            ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            { value: SET_OFF, label: t.setOff },
          ]}
          issue={refused?.account_id}
        />
      )}
    </Fields>
  )
}

function BookingFields({ preview: { costUnits }, form, refused, locale }: Props) {
  const t = bulkTexts(locale)
  return (
    <Fields>
      <SelectField
        {...t.fields.costunit_name}
        name="booked_to"
        value={form.get('booked_to') ?? ''}
        options={[
          { value: '', label: t.noCostUnit },
          ...costUnits.map(({ name, categoryName }) => ({
            value: pairOf(name, categoryName),
            label: categoryName ? `${name}: ${categoryName}` : name,
          })),
        ]}
        issue={refused?.costunit_name}
      />
      <SphereField
        name="sphere"
        label={t.fields.sphere.label}
        value={form.get('sphere') ?? ''}
        none={t.noSphere}
        issue={refused?.sphere}
        locale={locale}
      />
      <Quiet>{t.bookHint}</Quiet>
    </Fields>
  )
}

/** The names of inputs, by the fields that have another one or none. */
export const INPUTS = { costunit_name: 'booked_to', account: null }

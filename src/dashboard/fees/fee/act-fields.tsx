import type { OpenedFee } from '../../../domain/pages/fee'
import { Check, DateField, MoneyField, RadioGroup } from '../../../ui/choices'
import { SelectField, TextField } from '../../../ui/form'
import type { Viewer } from '../../layout'
import type { Refused } from '../../refused-fields'
import { SET_OFF } from '../account-choice'
import { type ActName, feeActTexts } from '../act-texts'
import { AssignmentFields } from '../assignment'

export type FieldsProps = {
  name: ActName
  opened: OpenedFee
  viewer: Viewer
  values: Record<string, string>
  refused: Refused
}

/** The fields of an act. */
export function ActFields(props: FieldsProps) {
  const { name, opened, viewer, values, refused } = props
  const { locale } = viewer
  switch (name) {
    case 'payment':
      return (
        <>
          <MoneyFields {...props} />
          <Text {...props} field="note" />
        </>
      )
    case 'refund':
      return (
        <>
          <MoneyFields {...props} />
          <Text {...props} field="reason" />
          <Cancels {...props} />
        </>
      )
    case 'reversal':
    case 'waiver':
      return <Text {...props} field="reason" />
    case 'cancellation':
      return (
        <>
          <Kind {...props} />
          <Text {...props} field="reason" />
        </>
      )
    case 'due':
      return (
        <DateField
          name="due_on"
          label={feeActTexts(locale).fields.due_on.label}
          value={values.due_on ?? ''}
          issue={refused.due_on}
        />
      )
    case 'deferral':
      return (
        <>
          <DateField
            name="until"
            label={feeActTexts(locale).fields.until.label}
            value={values.until ?? ''}
            issue={refused.until}
          />
          <Text {...props} field="note" />
        </>
      )
    case 'dispute':
      return <Text {...props} field="note" />
    case 'booking':
      return (
        <>
          {!opened.fee.attached_expense && <AssignmentFields {...{ ...opened, values, refused, locale }} />}
          <AccountField {...props} />
        </>
      )
    default:
      return null
  }
}

function MoneyFields(props: FieldsProps) {
  const { viewer, values, refused } = props
  const { amount, fields, methods } = feeActTexts(viewer.locale)
  const { currency } = viewer.staff.workspace
  const field = (name: 'amount' | 'paid_on' | 'method') => ({
    name,
    label: { amount, ...fields }[name].label,
    value: values[name] ?? '',
    issue: refused[name],
  })
  return (
    <>
      <MoneyField {...field('amount')} unit={currency === 'EUR' ? '€' : currency} />
      <DateField {...field('paid_on')} />
      <SelectField
        {...field('method')}
        options={Object.entries(methods).map(([value, label]) => ({ value, label }))}
      />
      <AccountField {...props} canSetOff />
    </>
  )
}

/** Where the money is; left out while there is nothing to choose. */
function AccountField({ opened, viewer, values, refused, canSetOff }: FieldsProps & { canSetOff?: boolean }) {
  const t = feeActTexts(viewer.locale)
  const accounts = opened.book.accounts.filter(({ isArchived }) => !isArchived)
  if (!opened.book.settings.keepsBook || (accounts.length < 2 && !canSetOff)) return null
  return (
    <SelectField
      name="account_id"
      label={t.fields.account_id.label}
      hint={canSetOff ? t.hints.accountOrNone : t.hints.account}
      value={values.account_id ?? ''}
      issue={refused.account_id}
      options={[
        { value: '', label: t.usual },
        ...accounts.map(({ id, name }) => ({ value: id, label: name })),
        ...(canSetOff ? [{ value: SET_OFF, label: t.setOff }] : []),
      ]}
    />
  )
}

function Text({ field, viewer, values, refused }: FieldsProps & { field: 'note' | 'reason' }) {
  const t = feeActTexts(viewer.locale)
  return (
    <TextField
      name={field}
      label={t.fields[field].label}
      {...(field === 'reason' && { hint: t.hints.reason })}
      value={values[field] ?? ''}
      issue={refused[field]}
      autocomplete="off"
    />
  )
}

function Kind({ viewer, values, refused }: FieldsProps) {
  const t = feeActTexts(viewer.locale)
  return (
    <RadioGroup
      name="kind"
      label={t.fields.kind.label}
      value={values.kind ?? ''}
      issue={refused.kind}
      options={(['mistake', 'waived'] as const).map((value) => ({ value, ...t.kinds[value] }))}
    />
  )
}

function Cancels({ viewer, values, refused }: FieldsProps) {
  const t = feeActTexts(viewer.locale)
  return (
    <Check
      name="cancels"
      label={t.fields.cancels.label}
      hint={t.hints.cancels}
      isChecked={values.cancels !== undefined}
      issue={refused.cancels}
    />
  )
}

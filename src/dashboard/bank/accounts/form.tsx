import { Check, DateField, MoneyField } from '../../../ui/choices'
import { SaveOrCancel, TextField } from '../../../ui/form'
import { Fields, Form } from '../../../ui/form-layout'
import { formatMoney } from '../../../ui/i18n/format'
import { moneyInput, parseSignedMoney } from '../../../ui/i18n/money'
import { formatIban } from '../../../ui/person-fields/iban'
import type { Viewer } from '../../layout'
import type { Refused } from '../../refused-fields'
import { bankPath } from '../paths'
import { bankTexts } from '../texts'

/** The fields of an account as they were typed. `isArchived` is left out of the form of a new one. */
export type AccountValues = {
  name: string
  iban: string
  opening_on: string
  opening_amount: string
  isArchived?: boolean
  /** What is there by the book, in cents. */
  balance?: number
}

type Props = {
  values: AccountValues
  viewer: Viewer
  refused?: Refused
  action?: string
  hidden?: Record<string, string>
}

/** The form of a bank account. */
export function AccountForm({ values, viewer, refused = {}, action, hidden = {} }: Props) {
  const { locale } = viewer
  const t = bankTexts(locale).accountPage
  const cents = parseSignedMoney(values.opening_amount)
  const archiveHint = [
    t.archiveHint,
    values.balance && t.archiveBalance(formatMoney(values.balance, viewer.staff.workspace.currency, locale)),
  ]
    .filter(Boolean)
    .join(' ')
  const field = (name: 'name' | 'iban' | 'opening_on' | 'opening_amount') => ({
    ...t.fields[name],
    name,
    value: values[name],
    issue: refused[name],
  })
  return (
    <Form {...(action && { action })} hidden={hidden}>
      <Fields>
        <TextField {...field('name')} autocomplete="off" />
        <TextField {...field('iban')} value={formatIban(values.iban)} autocomplete="off" />
        <DateField {...field('opening_on')} autocomplete="off" />
        <MoneyField
          {...field('opening_amount')}
          value={cents === undefined ? values.opening_amount : moneyInput(cents, locale)}
        />
        {values.isArchived !== undefined && (
          <Check name="archived" label={t.archive} hint={archiveHint} isChecked={values.isArchived} />
        )}
      </Fields>
      <SaveOrCancel cancelHref={bankPath(viewer)} locale={locale} />
    </Form>
  )
}

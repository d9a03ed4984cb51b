import type { BookChoices } from '../../domain/book/accounts/choices'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { DateField, MoneyField, RadioGroup } from '../../ui/choices'
import { FieldGroup, SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { kitTexts } from '../../ui/i18n/kit'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { TOKEN } from '../once'
import type { Refused } from '../refused-fields'
import { sideTexts } from '../side-field'
import { bookPath } from './paths'
import { PlaceFields } from './place-fields'
import { bookTexts } from './texts'
import type { VoucherValues } from './voucher-values'

type Props = {
  values: VoucherValues
  refused: Refused
  choices: BookChoices
  token: string
  viewer: Viewer
}

/** The form of a voucher: one amount with what it is for, or several lines. */
export function VoucherForm(props: Props) {
  const { values, refused, choices, token, viewer } = props
  const { entry: t, fields } = bookTexts(viewer.locale)
  const sides = sideTexts(viewer.locale).names
  const isSplit = values.lines.length > 1
  const field = (name: 'amount' | 'booked_on' | 'text' | 'party' | 'account_id') => ({
    name,
    label: fields[name].label,
    value: values[name],
    issue: refused[name],
  })
  return (
    <Form hidden={{ [TOKEN]: token, count: `${values.lines.length}` }} warnsUnsaved>
      <Card>
        <Fields>
          <RadioGroup
            name="direction"
            label={t.direction}
            value={values.direction}
            options={[
              { value: 'out', label: t.isOut },
              { value: 'in', label: t.isIn },
              { value: 'out_back', label: sides.out },
              { value: 'in_back', label: sides.in },
            ]}
            isInline
          />
          <MoneyField {...field('amount')} {...(isSplit && { label: t.total, hint: t.totalHint })} />
          <DateField {...field('booked_on')} max={choices.today} />
          <TextField {...field('text')} hint={t.textHint} autocomplete="off" />
          <TextField {...field('party')} hint={t.optional} autocomplete="off" />
          {choices.accounts.length > 0 ? (
            <SelectField
              {...field('account_id')}
              options={choices.accounts.map(({ id, name }) => ({ value: id, label: name }))}
            />
          ) : (
            <Quiet>{t.noAccount}</Quiet>
          )}
          {!isSplit && <LineFields {...props} index={0} />}
        </Fields>
      </Card>
      {isSplit && (
        <Card>
          <Fields>
            {values.lines.map((_, index) => (
              <FieldGroup name={`line-${index}`} label={t.line(index + 1)}>
                <SplitLine {...props} index={index} />
              </FieldGroup>
            ))}
          </Fields>
        </Card>
      )}
      <Actions>
        <Button>{t.submit}</Button>
        <Button kind="second" name="act" value="split">
          {isSplit ? t.addLine : t.split}
        </Button>
        <ButtonLink kind="second" href={bookPath(viewer)}>
          {kitTexts(viewer.locale).cancel}
        </ButtonLink>
      </Actions>
    </Form>
  )
}

function SplitLine(props: Props & { index: number }) {
  const { values, refused, index, viewer } = props
  const { entry: t, fields } = bookTexts(viewer.locale)
  const field = (name: 'amount' | 'text') => ({
    name: `lines.${index}.${name}`,
    label: fields[name].label,
    value: values.lines[index]?.[name] ?? '',
    issue: refused[`lines.${index}.${name}`],
  })
  return (
    <>
      <MoneyField {...field('amount')} />
      <TextField {...field('text')} hint={t.optional} autocomplete="off" />
      <LineFields {...props} />
    </>
  )
}

function LineFields({ values, refused, choices, index, viewer }: Props & { index: number }) {
  const line = values.lines[index] ?? { place: '', sphere: '' }
  return (
    <PlaceFields
      costUnits={choices.costUnits}
      values={line}
      refused={refused}
      prefix={`lines.${index}.`}
      locale={viewer.locale}
    />
  )
}

import { derivedSide } from '../../domain/book/places/side'
import type { VoucherPage } from '../../domain/book/vouchers/page'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { FieldGroup, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatMoney } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { assignmentOf, placeValue } from '../places'
import type { Refused } from '../refused-fields'
import { SideField } from '../side-field'
import { bookPath } from './paths'
import { PlaceFields, placeIn } from './place-fields'
import { bookTexts } from './texts'

/** How many lines one form assigns. Vouchers with more come from collections, whose fees say what they are for. */
const MAX_LINES = 20

/** Whether the lines of a voucher are few enough for one form. */
export const isAssignable = ({ voucher }: VoucherPage): boolean => voucher.lineCount <= MAX_LINES

type Props = { data: VoucherPage; viewer: Viewer; refused: Refused }
type Line = VoucherPage['lines'][number]

/** The form that changes the text of a voucher and what its lines are booked to. */
export function AssignForm({ data, viewer, refused }: Props) {
  const { voucher, lines, version, choices } = data
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  const isPair = Boolean(voucher.reverses || voucher.reversed_by)
  const fieldsOf = (line: Line) => (
    <>
      <PlaceFields
        costUnits={choices.costUnits}
        values={{ place: placeValue(line.costunit_name, line.category_name), sphere: line.sphere ?? '' }}
        refused={refused}
        prefix={`lines.${line.line - 1}.`}
        locale={locale}
      />
      {!line.fee_id && <SideOf line={line} isReversal={Boolean(voucher.reverses)} locale={locale} />}
    </>
  )
  return (
    <Card title={t.voucher.assignTitle}>
      {isPair && <Quiet>{t.voucher.assignBoth}</Quiet>}
      <Form
        action={bookPath(viewer, `/${voucher.id}`)}
        hidden={{ version, count: `${lines.length}` }}
        warnsUnsaved
      >
        <Fields>
          <TextField
            name="text"
            label={t.fields.text.label}
            value={voucher.text}
            issue={refused.text}
            autocomplete="off"
          />
          {lines.map((line) =>
            lines.length === 1 ? (
              fieldsOf(line)
            ) : (
              <FieldGroup
                name={`line-${line.line}`}
                label={[formatMoney(line.amount, staff.workspace.currency, locale), line.text]
                  .filter(Boolean)
                  .join(' · ')}
              >
                {fieldsOf(line)}
              </FieldGroup>
            ),
          )}
        </Fields>
        <Actions>
          <Button>{formTexts(locale).save}</Button>
        </Actions>
      </Form>
    </Card>
  )
}

function SideOf({ line, isReversal, locale }: { line: Line; isReversal: boolean; locale: Locale }) {
  const derived = derivedSide(line, isReversal)
  return (
    <SideField
      name={`lines.${line.line - 1}.side`}
      derived={derived}
      isChecked={line.side !== derived}
      locale={locale}
    />
  )
}

/** The change that {@link AssignForm} sends. */
export function changeIn(form: URLSearchParams): Record<string, unknown> {
  const count = Math.min(MAX_LINES, Number(form.get('count')) || 0)
  return {
    text: form.get('text')?.trim() ?? '',
    lines: Array.from({ length: count }, (_, index) => ({
      line: index + 1,
      ...assignmentOf(placeIn(form, `lines.${index}.`)),
      side: form.get(`lines.${index}.side`),
    })),
  }
}

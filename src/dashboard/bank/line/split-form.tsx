import type { FeeSearch } from '../../../domain/bank/lines/search-fees'
import type { Issues } from '../../../domain/shared/errors'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { MoneyField } from '../../../ui/choices'
import { Fields, Form } from '../../../ui/form-layout'
import { formatMoney } from '../../../ui/i18n/format'
import { moneyInput } from '../../../ui/i18n/money'
import { formTexts } from '../../../ui/i18n/texts'
import { Actions } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import { personOf } from '../../named'
import { RefusedList } from '../../refused-fields'
import { linesTexts } from '../inbox/texts'
import { linePath } from '../paths'
import { divide, type SplitQuery } from './split-query'
import { lineTexts } from './texts'

/** The HTML id of the form, for buttons outside of it. */
export const SPLIT_FORM = 'split'

type Props = Pick<FeeSearch, 'line' | 'chosen'> & {
  query: SplitQuery
  issues: Issues | undefined
  viewer: Viewer
}

/** The fees that a line is divided among, with the amount of each and what is left. */
export function SplitForm({ line, chosen, query, issues, viewer }: Props) {
  const { locale } = viewer
  const [t, words] = [lineTexts(locale).fees, linesTexts(locale)]
  const rest = line.amount - line.assigned_amount
  const goesOut = rest < 0
  const { parts, left } = divide(query.parts, chosen, Math.abs(rest), goesOut)
  const money = (cents: number) => formatMoney(cents, 'EUR', locale)
  const fields = parts.map(({ fee, text, cents }, index) => ({
    fee,
    name: `amount.${fee.id}`,
    label: words.fee(fee.description, personOf(fee, viewer)),
    value: cents === undefined ? text : moneyInput(cents, locale),
    hint: goesOut ? t.paid(money(fee.paid_amount)) : t.open(money(fee.open_amount)),
    issue: issueOf({ index, cents, fee }),
  }))

  function issueOf({
    index,
    cents,
    fee,
  }: { index: number; cents: number | undefined } & { fee: (typeof parts)[0]['fee'] }) {
    if (!issues) return undefined
    const paths = Object.keys(issues).filter((path) => path.startsWith(`parts.${index}.`))
    if (paths.length === 0) return undefined
    if (cents === undefined || cents <= 0) return t.badAmount
    if (paths.some((path) => path.endsWith('fee_id'))) return t.notPayable
    const free = goesOut ? fee.paid_amount : fee.open_amount
    if (cents <= free) return t.tooMuchLeft
    return goesOut ? t.tooMuchPaid(money(free)) : t.tooMuch(money(free))
  }

  return (
    <>
      {issues && (
        <RefusedList
          title={formTexts(locale).checkEntries}
          refused={Object.fromEntries(fields.flatMap(({ name, issue }) => (issue ? [[name, issue]] : [])))}
          fields={Object.fromEntries(fields.map(({ name, label }) => [name, { label }]))}
          locale={locale}
        />
      )}
      <Card title={t.parts}>
        <Form
          id={SPLIT_FORM}
          action={linePath(viewer, line.id, '/fees')}
          hidden={{ revision: `${line.revision}`, sign: goesOut ? '-' : '', at: query.at }}
        >
          <Fields>
            {fields.map(({ fee, ...field }) => (
              <div>
                <MoneyField {...field} />
                <Button kind="plain" name="do" value={`remove:${fee.id}`}>
                  {t.remove}
                </Button>
              </div>
            ))}
          </Fields>
          <p>
            <b>
              {left === 0
                ? t.even
                : left < 0
                  ? t.over(money(-left))
                  : t.rest(money(left), money(Math.abs(rest)))}
            </b>
          </p>
          {left > 0 && <Quiet>{t.restStays}</Quiet>}
          <Actions>
            <Button name="do" value="confirm">
              {t.confirm}
            </Button>
            <Button kind="second" name="do" value="rest">
              {t.recalculate}
            </Button>
          </Actions>
        </Form>
      </Card>
    </>
  )
}

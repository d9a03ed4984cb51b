import type { ReconciliationPage } from '../../../domain/book/reconciliation/reconcile'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { DateField, MoneyField } from '../../../ui/choices'
import { Fields, Form } from '../../../ui/form-layout'
import { formatDate } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Actions } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import type { Refused } from '../../refused-fields'
import { signed } from './differences'
import { reconciliationTexts } from './reconciliation-texts'

/** The fields of a balance as they were typed. */
export type BalanceValues = { balance_on: string; balance: string }

type Props = { page: ReconciliationPage; values: BalanceValues; viewer: Viewer; refused: Refused }

/** The form of a balance from paper, and those that were entered last. */
export function BalanceForm({ page: { balances }, values, viewer, refused }: Props) {
  const { locale } = viewer
  const t = reconciliationTexts(locale)
  const field = (name: 'balance_on' | 'balance') => ({
    name,
    label: t.fields[name].label,
    value: values[name],
    issue: refused[name],
  })
  return (
    <Card title={t.balances}>
      <Quiet>{t.balancesLead}</Quiet>
      <Form>
        <Fields columns={2}>
          <DateField {...field('balance_on')} />
          <MoneyField {...field('balance')} />
        </Fields>
        <Actions>
          <Button kind="second">{t.enter}</Button>
        </Actions>
      </Form>
      <Lines
        items={balances.map(({ balance_on, balance }) => ({
          main: formatDate(balance_on, locale),
          amount: signed(viewer).plain(balance),
          badge: (
            <Form hidden={{ remove: balance_on }}>
              <Button kind="plain">{t.remove}</Button>
            </Form>
          ),
        }))}
      />
    </Card>
  )
}

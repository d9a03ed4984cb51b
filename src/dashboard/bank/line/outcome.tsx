import type { LineOutcome } from '../../../domain/bank/lines/outcome'
import { Card } from '../../../ui/card'
import { formatDate, formatMoney } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Actions } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import type { Viewer } from '../../layout'
import { personOf } from '../../named'
import { pathIn } from '../../paths'
import { mayAct } from '../inbox/suggestion'
import { linesTexts } from '../inbox/texts'
import { UndoForm } from '../inbox/undo-form'
import { lineTexts } from './texts'

/** What was made of a line: the fees that it moved and the vouchers that book it, with the undo. */
export function Outcome({ outcome, viewer }: { outcome: LineOutcome; viewer: Viewer }) {
  const { locale, staff } = viewer
  const [t, words] = [lineTexts(locale), linesTexts(locale)]
  const { line, fees, vouchers, collection, isReturn } = outcome
  const money = (cents: number) => formatMoney(cents, line.currency, locale)
  const verb = (amount: number) => (isReturn ? t.returns : amount < 0 ? t.refunds : t.pays)
  const items = [
    ...fees.map((fee) => ({
      main: (
        <a href={pathIn(staff.workspace, `/fees/${fee.fee_id}`)}>
          {words.fee(fee.description, personOf(fee, viewer))}
        </a>
      ),
      details: [verb(fee.amount)],
      amount: money(fee.amount),
    })),
    ...vouchers.map(({ number, year, text, amount }) => ({
      main: text,
      details: [t.voucher(number, year)],
      amount: money(amount),
    })),
  ]
  return (
    <Card title={t.whatItBecame}>
      {line.ignore_reason && <p>{t.ignoredFor(line.ignore_reason)}</p>}
      {collection && (
        <p>
          <a href={pathIn(staff.workspace, `/direct-debits/${collection.id}`)}>
            {t.credited(formatDate(collection.collection_date, locale))}
          </a>
        </p>
      )}
      <Lines items={items} />
      {line.state === 'open' && <Quiet>{words.stillOpen(money(line.amount - line.assigned_amount))}</Quiet>}
      {mayAct(viewer) && (
        <Actions>
          <UndoForm line={line} viewer={viewer} from="open" isSecond />
        </Actions>
      )}
    </Card>
  )
}

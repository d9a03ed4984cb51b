import type { Decided } from '../../domain/payments/booking/decided'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { HiddenFields } from '../../ui/form-layout'
import { formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Notice } from '../../ui/notice'
import { HiddenLabel } from '../../ui/text'
import type { Viewer } from '../layout'
import { personOf } from '../named'
import { pathIn } from '../paths'
import { bookPath } from './paths'
import { bookTexts } from './texts'

type Props = { decided: Decided; viewer: Viewer }

/** What was decided of payments, each decision with its undo. */
export function DecidedList({ decided, viewer }: { decided: Decided[]; viewer: Viewer }) {
  const { locale, staff } = viewer
  const { fees: t } = bookTexts(locale)
  return (
    <Card title={t.decided}>
      <Lines
        items={decided.map((one) => ({
          id: one.id,
          main: (
            <a href={pathIn(staff.workspace, `/fees/${one.fee_id}`)}>
              {personOf(one, viewer)}, {one.description}
            </a>
          ),
          details: [
            ...(one.payments > 1 ? [t.andOthers(formatNumber(one.payments - 1, locale))] : []),
            one.voucher_id ? (
              <>
                {t.decidedAs.tied} <a href={bookPath(viewer, `/${one.voucher_id}`)}>{one.number}</a>
              </>
            ) : (
              `${t.decidedAs.left_out}: ${one.reason}`
            ),
            formatShortDate(one.paid_on, locale),
          ],
          amount: formatMoney(one.amount, staff.workspace.currency, locale),
          badge: <UndoForm decided={one} viewer={viewer} />,
        }))}
      />
    </Card>
  )
}

function UndoForm({ decided, viewer, isSecond }: Props & { isSecond?: boolean }) {
  const { fees: t } = bookTexts(viewer.locale)
  return (
    <form method="post" action={bookPath(viewer, '/fees/undo')}>
      <HiddenFields values={{ payment: decided.id }} />
      <Button kind={isSecond ? 'second' : 'plain'}>
        {t.undo}
        {!isSecond && <HiddenLabel> {whatOf(decided, viewer)}</HiddenLabel>}
      </Button>
    </form>
  )
}

/** What the act that led here decided, with its undo. It is told as things are now. */
export function DecidedNotice({ decided, viewer }: Props) {
  const { fees: t } = bookTexts(viewer.locale)
  const what = whatOf(decided, viewer)
  return (
    <Notice tone="good" action={<UndoForm {...{ decided, viewer }} isSecond />}>
      {decided.number ? t.did.tied(what, decided.number) : t.did.left_out(what)}
    </Notice>
  )
}

function whatOf(decided: Decided, viewer: Viewer): string {
  const { description, payments, amount } = decided
  const { locale, staff } = viewer
  const { fees: t } = bookTexts(locale)
  const sum = formatMoney(amount, staff.workspace.currency, locale)
  return payments > 1
    ? `${t.payments(formatNumber(payments, locale))} (${sum})`
    : `${personOf(decided, viewer)}, ${description} (${sum})`
}

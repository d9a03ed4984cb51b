import type { WaitingRow } from '../../domain/payments/booking/waiting'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/form'
import { HiddenFields } from '../../ui/form-layout'
import { formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import { Match } from '../../ui/matches'
import { Row } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { Fold } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { personOf } from '../named'
import { pathIn } from '../paths'
import { bookPath } from './paths'
import { bookTexts } from './texts'

/** The name of the input with the reason why a payment is left out. */
export const reasonInput = (id: string): string => `reason.${id}`

type Props = {
  payment: WaitingRow
  after: string | undefined
  /** The reason that was refused. */
  refused: { reason: string; issue: string } | undefined
  viewer: Viewer
}

/** A payment, or a collection, beside the vouchers that may have its money, with what can be decided. */
export function WaitingMatch({ payment, after, refused, viewer }: Props) {
  const { locale, staff } = viewer
  const { fees: t } = bookTexts(locale)
  const { id, amount, paid_on, vouchers, collection_id } = payment
  const action = bookPath(viewer, '/fees/decision')
  const hidden = {
    payment: id,
    ...(collection_id && { whole: '1' }),
    ...(after && { after }),
  }
  return (
    <Match
      id={id}
      given={
        <>
          <div class="match-head">
            <Subject payment={payment} viewer={viewer} />
            <span class="numbers">{formatMoney(amount, staff.workspace.currency, locale)}</span>
          </div>
          <Quiet>{formatShortDate(paid_on, locale)}</Quiet>
        </>
      }
      actions={
        <>
          <form method="post" action={action}>
            <HiddenFields values={hidden} />
            <Button kind="plain" name="act" value="book">
              {t.bookAnyway}
            </Button>
          </form>
          <Fold label={t.leaveOut} isOpen={refused !== undefined}>
            <form class="stack" method="post" action={action} novalidate>
              <HiddenFields values={hidden} />
              <TextField
                name={reasonInput(id)}
                label={t.reason}
                hint={t.reasonHint}
                value={refused?.reason ?? ''}
                {...(refused && { issue: refused.issue })}
                autocomplete="off"
              />
              <Row>
                <Button kind="second" name="act" value="leave_out">
                  {t.leaveOut}
                </Button>
              </Row>
            </form>
          </Fold>
        </>
      }
    >
      {vouchers.map(({ id: voucher, number, booked_on, text, party }) => (
        <div class="match-choice">
          <div>
            <p>
              <a href={bookPath(viewer, `/${voucher}`)}>{text}</a>
            </p>
            <Quiet>{[formatShortDate(booked_on, locale), party].filter(Boolean).join(' · ')}</Quiet>
          </div>
          <form method="post" action={action}>
            <HiddenFields values={hidden} />
            <Button kind="second" name="voucher" value={voucher}>
              {t.isVoucher(number)}
            </Button>
          </form>
        </div>
      ))}
    </Match>
  )
}

function Subject({ payment, viewer }: Pick<Props, 'payment' | 'viewer'>) {
  const { locale, staff } = viewer
  const { fees: t } = bookTexts(locale)
  const { fee_id, person_name, namesake, description, collection_id, payments } = payment
  return (
    <span>
      <a
        href={pathIn(staff.workspace, collection_id ? `/direct-debits/${collection_id}` : `/fees/${fee_id}`)}
      >
        {person_name === null ? t.collection : personOf({ person_name, namesake }, viewer)}
      </a>
      <Quiet>{description ?? t.payments(formatNumber(payments, locale))}</Quiet>
    </span>
  )
}

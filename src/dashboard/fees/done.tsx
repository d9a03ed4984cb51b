import { permits } from '../../domain/access/authorize'
import { type FeeQuery, readFeeQuery, writeFeeQuery } from '../../domain/fees/browse-query'
import {
  FEE_ACTS,
  type FeeActKind,
  LEFT_REASONS,
  type LeftReason,
  PERMISSION_OF_ACT,
} from '../../domain/payments/bulk/act'
import type { Done } from '../../http/done'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { bulkTexts } from './bulk-texts'
import { feesPath } from './path'
import { feeTexts } from './texts'

/** What an act on many fees has done. */
type BulkDone = {
  /** How many fees it changed. */
  count: number
  /** What it was about of them, in cents. */
  amount: number
  /** How many it left, by reason. */
  left: Iterable<[LeftReason, number]>
  /** When, in milliseconds. */
  at: number
}

/** What an act on many fees has done, as the numbers of what the list says of it. */
export const bulkNumbers = ({ count, amount, left, at }: BulkDone): Record<string, number> => ({
  count,
  amount,
  at,
  ...Object.fromEntries([...left].map(([reason, number]) => [`left.${reason}`, number])),
})

type Props = { done: Done | undefined; query: FeeQuery; viewer: Viewer }

/** Says what the act before this page did and what it left, and where it can be taken back. */
export function BulkNotice({ done, query, viewer }: Props) {
  const { staff, locale } = viewer
  const t = bulkTexts(locale)
  const act = FEE_ACTS.find((known) => known === done?.word)
  if (!done || !act) return null
  const number = (name: string) => done.numbers[name] ?? 0
  const fees = feeTexts(locale).count(formatNumber(number('count'), locale))
  const left = leftTexts(
    LEFT_REASONS.map((reason) => [reason, number(`left.${reason}`)]),
    viewer,
  )
  return (
    <Notice tone="good" action={<DoneAction {...{ viewer, act, query }} at={number('at')} />}>
      <p>{t.done[act](fees, formatMoney(number('amount'), staff.workspace.currency, locale))}</p>
      {left.length > 0 && <p>{t.done.left(left.join(', '))}</p>}
      {act === 'cancel' && <p>{t.done.toReopen}</p>}
    </Notice>
  )
}

/** What takes an act back, or leads to where that is done. */
function DoneAction({ viewer, act, query, at }: Omit<Props, 'done'> & { act: FeeActKind; at: number }) {
  const t = bulkTexts(viewer.locale)
  if (act === 'cancel' || act === 'waive')
    return (
      <ButtonLink kind="second" href={feesPath(viewer, readFeeQuery({ status: 'cancelled' }))}>
        {t.done.showCancelled}
      </ButtonLink>
    )
  if (act !== 'pay' || !permits(viewer.staff, PERMISSION_OF_ACT.unpay)) return null
  return (
    <Form
      action={feesPath(viewer, undefined, '/bulk')}
      hidden={{ query: writeFeeQuery(query).toString(), action: 'unpay', scope: 'paid', at: `${at}` }}
    >
      <Button kind="second">{t.actions.unpay}</Button>
    </Form>
  )
}

/** How many fees an act leaves, in words, by reason. */
export const leftTexts = (left: Iterable<[LeftReason, number]>, { locale }: Viewer): string[] =>
  [...left].flatMap(([reason, count]) =>
    count > 0 ? [bulkTexts(locale).left[reason](formatNumber(count, locale))] : [],
  )

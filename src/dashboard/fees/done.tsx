import { readFeeQuery } from '../../domain/fees/browse-query'
import { FEE_ACTS, type FeeActKind, LEFT_REASONS, type LeftReason } from '../../domain/payments/bulk/act'
import { ButtonLink } from '../../ui/button'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { feesPath } from './path'
import { feeTexts } from './texts'

/** What an act has done: how many fees it changed, what it was about of them in cents, and how many it left, by reason. */
export type Done = { act: FeeActKind; count: number; amount: number; left: Iterable<[LeftReason, number]> }

/** What an act has done, as the parameters of the address that it leads to. */
export const doneParameters = ({ act, count, amount, left }: Done): [string, string][] => [
  ['done', act],
  ['count', String(count)],
  ['amount', String(amount)],
  ...[...left].map(([reason, number]): [string, string] => [`left.${reason}`, String(number)]),
]

/** Says what the act before this page did and what it left, and where it can be taken back. */
export function DoneNotice({ viewer, url }: { viewer: Viewer; url: string }) {
  const { staff, locale } = viewer
  const t = feeTexts(locale)
  const given = new URL(url).searchParams
  const act = FEE_ACTS.find((known) => known === given.get('done'))
  const number = (name: string) => Number(/^\d{1,12}$/.exec(given.get(name) ?? '')?.[0] ?? 0)
  if (!act) return null
  const fees = t.count(formatNumber(number('count'), locale))
  const left = leftTexts(
    LEFT_REASONS.map((reason) => [reason, number(`left.${reason}`)]),
    viewer,
  )
  return (
    <Notice
      tone="good"
      action={
        (act === 'cancel' || act === 'waive') && (
          <ButtonLink kind="second" href={feesPath(viewer, readFeeQuery({ status: 'cancelled' }))}>
            {t.done.showCancelled}
          </ButtonLink>
        )
      }
    >
      <p>{t.done[act](fees, formatMoney(number('amount'), staff.workspace.currency, locale))}</p>
      {left.length > 0 && <p>{t.done.left(left.join(', '))}</p>}
      {act === 'cancel' && <p>{t.done.toReopen}</p>}
    </Notice>
  )
}

/** How many fees an act leaves, in words, by reason. */
export const leftTexts = (left: Iterable<[LeftReason, number]>, { locale }: Viewer): string[] =>
  [...left].flatMap(([reason, count]) =>
    count > 0 ? [feeTexts(locale).left[reason](formatNumber(count, locale))] : [],
  )

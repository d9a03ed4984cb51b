import { permits } from '../../domain/access/authorize'
import { readFeeQuery, writeFeeQuery } from '../../domain/fees/browse-query'
import {
  FEE_ACTS,
  type FeeActKind,
  LEFT_REASONS,
  type LeftReason,
  PERMISSION_OF_ACT,
} from '../../domain/payments/bulk/act'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { bulkTexts } from './bulk-texts'
import { feesPath } from './path'
import { feeTexts } from './texts'

/** What an act has done: how many fees it changed, what it was about of them in cents, and how many it left, by reason. */
export type Done = {
  act: FeeActKind
  count: number
  amount: number
  left: Iterable<[LeftReason, number]>
  /** When, in milliseconds. */
  at: number
}

/** What an act has done, as the parameters of the address that it leads to. */
export const doneParameters = ({ act, count, amount, left, at }: Done): [string, string][] => [
  ['done', act],
  ['count', String(count)],
  ['amount', String(amount)],
  ...(act === 'pay' ? [['at', String(at)] satisfies [string, string]] : []),
  ...[...left].map(([reason, number]): [string, string] => [`left.${reason}`, String(number)]),
]

/** Says what the act before this page did and what it left, and where it can be taken back. */
export function DoneNotice({ viewer, url }: { viewer: Viewer; url: string }) {
  const { staff, locale } = viewer
  const t = bulkTexts(locale)
  const given = new URL(url).searchParams
  const act = FEE_ACTS.find((known) => known === given.get('done'))
  const number = (name: string) => Number(/^\d{1,12}$/.exec(given.get(name) ?? '')?.[0] ?? 0)
  if (!act) return null
  const fees = feeTexts(locale).count(formatNumber(number('count'), locale))
  const left = leftTexts(
    LEFT_REASONS.map((reason) => [reason, number(`left.${reason}`)]),
    viewer,
  )
  return (
    <Notice tone="good" action={<DoneAction viewer={viewer} act={act} given={given} />}>
      <p>{t.done[act](fees, formatMoney(number('amount'), staff.workspace.currency, locale))}</p>
      {left.length > 0 && <p>{t.done.left(left.join(', '))}</p>}
      {act === 'cancel' && <p>{t.done.toReopen}</p>}
    </Notice>
  )
}

/** What takes an act back, or leads to where that is done. */
function DoneAction({ viewer, act, given }: { viewer: Viewer; act: FeeActKind; given: URLSearchParams }) {
  const t = bulkTexts(viewer.locale)
  if (act === 'cancel' || act === 'waive')
    return (
      <ButtonLink kind="second" href={feesPath(viewer, readFeeQuery({ status: 'cancelled' }))}>
        {t.done.showCancelled}
      </ButtonLink>
    )
  const at = given.get('at')
  if (act !== 'pay' || !at || !permits(viewer.staff, PERMISSION_OF_ACT.unpay)) return null
  const query = writeFeeQuery(readFeeQuery(Object.fromEntries(given))).toString()
  return (
    <Form
      action={feesPath(viewer, undefined, '/bulk')}
      hidden={{ query, action: 'unpay', scope: 'paid', at }}
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

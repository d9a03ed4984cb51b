import type { MyFees, UnpaidFee } from '../../domain/portal/my-fees'
import { Badge, type Tone } from '../../ui/badge'
import { Card } from '../../ui/card'
import { partsDetail } from '../../ui/fee-parts'
import { formatDate, formatMoney } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Lines } from '../../ui/lines'
import { Amount, Quiet } from '../../ui/text'
import { myFeesTexts } from '../texts/my-fees'
import { titleOf } from './title-of'

type Props = { fees: MyFees; locale: Locale }

/** What a person has to transfer: the sum, and a line for each fee. */
export function FeesToPay({ fees, name, locale }: Props & { name: string }) {
  const { dues, toPay, hasMoreToPay } = fees
  const t = myFeesTexts(locale)
  return (
    <Card title={t.openFor(name)}>
      <Amount>{formatMoney(dues.toPay, dues.person.currency, locale)}</Amount>
      <FeeLines unpaid={toPay} fees={fees} locale={locale} />
      {hasMoreToPay && <Quiet>{t.more}</Quiet>}
    </Card>
  )
}

/** What a person has to transfer for others, each fee with whose it is. */
export function FeesToPayForOthers({ fees, locale }: Props) {
  const { toPayForOthers, hasMoreForOthers } = fees
  const t = myFeesTexts(locale)
  if (toPayForOthers.length === 0) return null
  return (
    <Card title={t.ofOthers} id="others">
      <FeeLines unpaid={toPayForOthers} fees={fees} locale={locale} />
      {hasMoreForOthers && <Quiet>{t.more}</Quiet>}
    </Card>
  )
}

function FeeLines({ unpaid, fees: { dues, today }, locale }: Props & { unpaid: UnpaidFee[] }) {
  const { currency } = dues.person
  const money = (amount: number) => formatMoney(amount, currency, locale)
  return (
    <Lines
      items={unpaid.map((fee) => {
        const { tone, text } = stateOf(fee, today, locale)
        return {
          main: titleOf(fee),
          details: [
            ...detailsOf(fee, today, money, locale),
            ...partsDetail({ parts: fee.parts, currency, locale }),
          ],
          amount: money(fee.openAmount),
          badge: <Badge tone={tone}>{text}</Badge>,
        }
      })}
    />
  )
}

function stateOf({ returned, hold, dueOn }: UnpaidFee, today: string, locale: Locale) {
  const { states } = myFeesTexts(locale)
  const state = (tone: Tone, text: string) => ({ tone, text })
  if (returned) return state('bad', states.returned)
  if (hold) return state('info', states[hold.kind])
  if (dueOn !== null && dueOn < today) return state('bad', states.overdue)
  return state('warn', dueOn === today ? states.dueToday : states.open)
}

function detailsOf(
  fee: UnpaidFee,
  today: string,
  money: (amount: number) => string,
  locale: Locale,
): string[] {
  const t = myFeesTexts(locale)
  const { amount, paidAmount, openAmount, dueOn, hold } = fee
  const waived = amount - paidAmount - openAmount
  return [
    hold?.until
      ? t.deferredUntil(formatDate(hold.until, locale))
      : dueOn && (dueOn < today ? t.dueSince : t.dueOn)(formatDate(dueOn, locale)),
    paidAmount > 0 && t.partlyPaid(money(paidAmount), money(amount)),
    waived > 0 && t.partlyWaived(money(waived), money(amount)),
  ].flatMap((detail) => detail || [])
}

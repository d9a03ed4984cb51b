import { type MyFees, SETTLED_PER_PAGE, type SettledFee } from '../../domain/portal/my-fees'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { partsDetail } from '../../ui/fee-parts'
import { formatDate, formatDay, formatMoney } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Lines } from '../../ui/lines'
import { Pager } from '../../ui/pager'
import { Actions } from '../../ui/stack'
import { myFeesTexts } from '../texts/my-fees'
import { titleOf } from './title-of'

type Props = { fees: MyFees; locale: Locale }

/** What was paid, waived or cancelled, by year, with a confirmation of the payments of each. */
export function SettledFees({ fees, locale }: Props) {
  const { session, settled, page, hasMore, years } = fees
  if (settled.length === 0 && years.length === 0) return null
  const t = myFeesTexts(locale)
  const path = `/portal/persons/${session.person.id}/fees`
  const latestFirst = settled.toSorted((one, other) => other.settledAt.localeCompare(one.settledAt))
  const byYear = Map.groupBy(latestFirst, ({ settledAt }) => settledAt.slice(0, 4))
  return (
    <Card title={t.settled} id="settled">
      {[...byYear].map(([year, ofYear]) => (
        <section>
          <h3>{year}</h3>
          <Lines items={ofYear.map((fee) => lineOf(fee, session.person, locale))} />
        </section>
      ))}
      {(page > 1 || hasMore) && (
        <Pager
          from={(page - 1) * SETTLED_PER_PAGE + 1}
          rows={settled.length}
          locale={locale}
          {...(page > 1 && { previousHref: `${path}?page=${page - 1}#settled` })}
          {...(hasMore && { nextHref: `${path}?page=${page + 1}#settled` })}
        />
      )}
      {years.length > 0 && (
        <Actions>
          {years.map((year) => (
            <ButtonLink kind="second" href={`${path}/${year}`}>
              {t.confirmation(year)}
            </ButtonLink>
          ))}
        </Actions>
      )}
    </Card>
  )
}

type Person = MyFees['session']['person']

function lineOf(fee: SettledFee, { currency, timezone }: Person, locale: Locale) {
  const t = myFeesTexts(locale)
  const { settledAt, waivedAmount, parts } = fee
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const day = settledAt.includes('T') ? formatDay(settledAt, timezone, locale) : formatDate(settledAt, locale)
  const state = stateOf(fee)
  const isPaid = state === 'paid'
  return {
    main: isPaid ? titleOf(fee) : <s>{titleOf(fee)}</s>,
    details: [
      { paid: t.paidOn, waived: t.waivedOn, cancelled: t.cancelledOn }[state](day),
      isPaid && waivedAmount > 0 && t.partlyWaived(money(waivedAmount), money(fee.amount)),
      ...partsDetail({ parts, currency, locale }),
    ].filter(Boolean),
    amount: isPaid ? money(fee.paidAmount) : <s>{money(fee.amount)}</s>,
    badge: <Badge {...(isPaid && { tone: 'good' as const })}>{t.settledStates[state]}</Badge>,
  }
}

function stateOf({ status, cancellation, paidAmount }: SettledFee): 'paid' | 'waived' | 'cancelled' {
  if (status === 'paid') return paidAmount > 0 ? 'paid' : 'waived'
  return cancellation === 'waived' ? 'waived' : 'cancelled'
}

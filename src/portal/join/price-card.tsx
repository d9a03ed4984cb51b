import type { JoinPrice } from '../../domain/portal/join/price'
import { Card } from '../../ui/card'
import { stepsText } from '../../ui/dues-lines'
import { formatMoney } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Lines } from '../../ui/lines'
import { Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { joinPriceTexts } from '../texts/join-price'

type Props = { price: JoinPrice; currency: string; locale: Locale }

/** What applicants owe by a plan, line by line, and what they owe in each later period. */
export function PriceCard({ price, currency, locale }: Props) {
  const { plan, period, amount, persons, later } = price
  const t = joinPriceTexts(locale)
  const money = (cents: number) => formatMoney(cents, currency, locale)
  const name = plan.description.replaceAll('{{period}}', period)
  return (
    <Card title={`${name}: ${money(amount)}`}>
      <Stack>
        <Lines
          items={persons.map((person) => ({
            main: person.name,
            details:
              person.outcome === 'owes'
                ? person.lines.map((line) => lineText(line, currency, locale))
                : [t.reasons[person.outcome]],
            ...(person.outcome === 'owes' && { amount: money(person.amount) }),
          }))}
        />
        <p>{t.later(money(later), t.intervals[plan.interval])}</p>
        <Quiet>{t.expected}</Quiet>
      </Stack>
    </Card>
  )
}

/** A line with what it costs, such as `Adults: 120,00 € · 5 of 12 months → 50,00 €`. */
function lineText(
  { name, amount, steps }: JoinPrice['persons'][number]['lines'][number],
  currency: string,
  locale: Locale,
): string {
  return `${name}: ${stepsText(steps, currency, locale) || formatMoney(amount, currency, locale)}`
}

import type { Dues } from '../domain/portal/dues'
import { todayIn } from '../domain/shared/dates'
import { Badge, type Tone } from '../ui/badge'
import { ButtonLink } from '../ui/button'
import { Card } from '../ui/card'
import { formatDate, formatMoney } from '../ui/i18n/format'
import type { Locale } from '../ui/i18n/locale'
import { Lines } from '../ui/lines'
import { Actions, Row } from '../ui/stack'
import { Amount } from '../ui/text'
import { distinctNames } from './member-layout'
import { myFeesTexts } from './texts/my-fees'

type Props = { household: Dues[]; locale: Locale }

const feesPath = ({ person, paidFor }: Dues): string =>
  `/portal/persons/${person.id}/fees${paidFor ? '#others' : ''}`

/** What the persons of a session, and those they pay for, have to transfer: the sum of each currency, what is collected, and each person. */
export function HouseholdCard({ household, locale }: Props) {
  const t = myFeesTexts(locale)
  if (household.length < 2) return null
  const collected = household.filter(({ toCollect }) => toCollect > 0)
  return (
    <Card title={t.family} id="family">
      {sumsOf(household, ({ toPay }) => toPay, locale).map((sum) => (
        <Amount>{sum}</Amount>
      ))}
      {sumsOf(collected, ({ toCollect }) => toCollect, locale).map((sum) => (
        <p>{t.alsoCollected(sum)}</p>
      ))}
      <PersonLines household={household} locale={locale} />
    </Card>
  )
}

/** What has to be transferred, above the data of a member, with the way to pay it; nothing if that is nothing. */
export function OpenFeesCard({ household, locale }: Props) {
  const t = myFeesTexts(locale)
  const [first, ...others] = household.filter(({ toPay }) => toPay > 0)
  if (!first) return null
  const sums = sumsOf(household, ({ toPay }) => toPay, locale).join(' + ')
  return (
    <Card title={t.open(sums)} id="open-fees">
      {household.length > 1 && <PersonLines household={[first, ...others]} locale={locale} />}
      {household.length === 1 && first.dueOn && <DueDate dues={first} dueOn={first.dueOn} locale={locale} />}
      <Actions>
        <ButtonLink href={feesPath(first)}>{t.howToPay}</ButtonLink>
      </Actions>
    </Card>
  )
}

function DueDate({ dues, dueOn, locale }: { dues: Dues; dueOn: string; locale: Locale }) {
  const t = myFeesTexts(locale)
  const { tone, text } = stateOf(dues, locale)
  return (
    <Row>
      <p>{(isOverdue(dues) ? t.dueSince : t.dueOn)(formatDate(dueOn, locale))}</p>
      <Badge tone={tone}>{text}</Badge>
    </Row>
  )
}

function PersonLines({ household, locale }: Props) {
  const t = myFeesTexts(locale)
  const names = new Map(
    distinctNames(household.flatMap(({ person, paidFor }) => (paidFor ? [] : [person]))).map(
      ({ id, name }) => [id, name],
    ),
  )
  return (
    <Lines
      items={household.map((dues) => {
        const { person, paidFor, toPay, toCollect } = dues
        const money = (amount: number) => formatMoney(amount, person.currency, locale)
        const { tone, text } = stateOf(dues, locale)
        return {
          main: <a href={feesPath(dues)}>{paidFor?.name ?? names.get(person.id)}</a>,
          details: toPay > 0 && toCollect > 0 ? [t.alsoCollected(money(toCollect))] : [],
          amount: money(toPay > 0 ? toPay : toCollect),
          badge: <Badge tone={tone}>{text}</Badge>,
        }
      })}
    />
  )
}

const isOverdue = ({ person, dueOn }: Dues): boolean =>
  dueOn !== null && dueOn < todayIn(person.timezone, new Date())

function stateOf(dues: Dues, locale: Locale) {
  const { toPay, toCollect } = dues
  const { familyStates } = myFeesTexts(locale)
  const state = (tone: Tone, text: string) => ({ tone, text })
  if (toPay === 0)
    return toCollect > 0 ? state('info', familyStates.collected) : state('good', familyStates.nothing)
  return isOverdue(dues) ? state('bad', familyStates.overdue) : state('warn', familyStates.toPay)
}

/** The sum of each currency, which are never added up. */
function sumsOf(household: Dues[], amountOf: (dues: Dues) => number, locale: Locale): string[] {
  const byCurrency = Map.groupBy(household, ({ person }) => person.currency)
  return [...byCurrency].map(([currency, ofCurrency]) =>
    formatMoney(
      ofCurrency.reduce((sum, dues) => sum + amountOf(dues), 0),
      currency,
      locale,
    ),
  )
}

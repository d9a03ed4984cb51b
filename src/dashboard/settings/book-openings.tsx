import type { AccountToOpen, PreparedBook } from '../../domain/workspaces/prepare-book'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { MoneyField } from '../../ui/choices'
import { Fields, Form } from '../../ui/form-layout'
import { formatDate, formatMoney } from '../../ui/i18n/format'
import { moneyInput } from '../../ui/i18n/money'
import { Actions } from '../../ui/stack'
import { Prose, Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import type { Refused } from '../refused-fields'
import { type Openings, openingName } from './book-values'
import { settingsPath } from './page'
import { settingsTexts } from './texts'

type Props = {
  day: string
  viewer: Viewer
  prepared: PreparedBook
  sent?: Openings | undefined
  refused?: Refused | undefined
}

/** The form that switches the book on, with an input for the balance of each account that opened before the day. */
export function OpeningsForm({ day, viewer, prepared: { toOpen, later }, sent, refused }: Props) {
  const { locale, staff } = viewer
  const { book: t } = settingsTexts(locale)
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  return (
    <Form action={settingsPath(viewer, '/book')} hidden={{ keeps_book: 'yes', book_begins_on: day }}>
      <Card title={toOpen.length > 0 ? t.openings(formatDate(day, locale)) : t.on}>
        <Prose>
          {toOpen.length > 0 ? t.openingsLead : day ? t.startsOn(formatDate(day, locale)) : t.goesOn}
        </Prose>
        <Fields>
          {toOpen.map((account) => (
            <MoneyField
              name={openingName(account.id)}
              label={account.name}
              value={sent?.get(account.id) ?? proposed(account, viewer)}
              hint={hintOf(account, viewer)}
              issue={refused?.[openingName(account.id)]}
            />
          ))}
        </Fields>
        {day &&
          later.map(({ name, openingOn, openingAmount }) => (
            <Quiet>{t.later(name, formatDate(openingOn, locale), money(openingAmount))}</Quiet>
          ))}
      </Card>
      <Actions>
        <Button>{t.on}</Button>
        <ButtonLink kind="second" href={settingsPath(viewer, '/book')}>
          {t.otherDay}
        </ButtonLink>
      </Actions>
    </Form>
  )
}

/** What the last statement says, or the book if it says something. */
function proposed({ statement, balance, lastOn }: AccountToOpen, { locale }: Viewer): string {
  const cents = statement?.closing ?? balance
  return statement || lastOn !== null || cents !== 0 ? moneyInput(cents, locale) : ''
}

function hintOf(
  { statement, isFixed, balance }: AccountToOpen,
  { locale, staff }: Viewer,
): string | undefined {
  const { book: t } = settingsTexts(locale)
  const hints = [
    ...(statement ? [t.ofStatement(formatDate(statement.to_on, locale))] : []),
    ...(isFixed ? [t.ofBook(formatMoney(balance, staff.workspace.currency, locale))] : []),
  ]
  return hints.join(' ') || undefined
}

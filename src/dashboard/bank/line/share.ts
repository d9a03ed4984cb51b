import type { Issues } from '../../../domain/shared/errors'
import { inputId } from '../../../ui/form'
import { formatMoney } from '../../../ui/i18n/format'
import { moneyInput } from '../../../ui/i18n/money'
import type { Viewer } from '../../layout'
import { personOf } from '../../named'
import { linesTexts } from '../inbox/texts'
import { freeOf, type Share } from './split-query'
import { lineTexts } from './texts'

export type FeeShare = ReturnType<typeof shareOf>

type Form = {
  /** What is left of the line, in cents, signed as the line. */
  rest: number
  issues: Issues | undefined
  /** The fees that were ticked, in the order of the parts that issues name. */
  ticked: string[]
  viewer: Viewer
}

/** A fee as a line of the form that divides a bank line. */
export function shareOf(share: Share, { rest, issues, ticked, viewer }: Form) {
  const { locale } = viewer
  const [t, words] = [lineTexts(locale).fees, linesTexts(locale)]
  const { fee, isTicked, text, cents } = share
  const label = words.fee(fee.description, personOf(fee, viewer))
  const money = (amount: number) => formatMoney(amount, 'EUR', locale)
  const free = freeOf(fee, rest)
  const name = `amount.${fee.id}`
  return {
    id: fee.id,
    label,
    hint: rest < 0 ? t.paid(money(free)) : t.open(money(free)),
    isChosen: isTicked,
    amount: {
      name,
      inputId: inputId(name),
      label: t.amountOf(label),
      value: cents === undefined ? text : moneyInput(cents, locale),
      issue: issueOf(),
    },
  }

  function issueOf(): string | undefined {
    const place = ticked.indexOf(fee.id)
    const paths = Object.keys(issues ?? {}).filter((path) => path.startsWith(`parts.${place}.`))
    if (paths.length === 0) return undefined
    if (cents === undefined || cents <= 0) return t.badAmount
    if (paths.some((path) => path.endsWith('fee_id'))) return t.notPayable
    if (cents <= free) return t.tooMuchLeft
    return rest < 0 ? t.tooMuchPaid(money(free)) : t.tooMuch(money(free))
  }
}

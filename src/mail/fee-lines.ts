import type { FeeFacts } from '../domain/mails/facts'
import { formatDate, formatMoney, inFours } from '../ui/i18n/format'
import { type Locale, textsIn } from '../ui/i18n/locale'

const SIE = {
  due: (date: string) => `fällig am ${date}`,
  reference: (reference: string) => `Verwendungszweck ${reference}`,
}

const textsOf = textsIn({
  sie: SIE,
  en: {
    due: (date) => `due on ${date}`,
    reference: (reference) => `payment reference ${reference}`,
  },
})

type Said = { locale: Locale; currency: string; hasReferences: boolean }

/** What lines say of a fee: `open` of it, or if it is paid the whole amount. */
type Line = Pick<FeeFacts, 'description' | 'reference' | 'open' | 'dueOn' | 'personId' | 'personName'> & {
  amount?: number
}

/** A line for each fee. It names whose fee it is, unless all are of the person who reads it. */
export function feeLines(fees: Line[], readerId: string | undefined, said: Said): string {
  const { locale, currency, hasReferences } = said
  const t = textsOf(locale)
  return linesOf(fees, readerId, ({ open, amount = open, dueOn, reference }) => {
    const details = [
      dueOn && t.due(formatDate(dueOn, locale)),
      hasReferences && t.reference(inFours(reference)),
    ].filter(Boolean)
    return `${formatMoney(open || amount, currency, locale)}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
  })
}

/** The same lines with other words of each fee. */
export function linesOf<Fee extends Line>(
  fees: Fee[],
  readerId: string | undefined,
  said: (fee: Fee) => string,
): string {
  const areOwn = fees.every(({ personId }) => personId === (readerId ?? fees[0]?.personId))
  return fees
    .map((fee) => `${areOwn ? '' : `${fee.personName}, `}${fee.description}: ${said(fee)}`)
    .join('\n')
}

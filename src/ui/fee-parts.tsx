import type { Child } from 'hono/jsx'
import type { FeePart } from '../domain/dues/parts-of-fee'
import { duesLinesTexts, stepsText } from './dues-lines'
import { formatMoney } from './i18n/format'
import type { Locale } from './i18n/locale'
import { Lines } from './lines'
import { Fold } from './timeline'

type Props = { parts: readonly Omit<FeePart, 'runId'>[]; currency: string; locale: Locale }

/** What a fee of a run of dues is made up of, to open below the fee: each line with how it was computed. */
export function FeeParts({ parts, currency, locale }: Props) {
  if (parts.length === 0) return null
  return (
    <Fold label={duesLinesTexts(locale).title}>
      <Lines
        items={parts.map(({ name, amount, steps }) => ({
          main: name,
          details: [stepsText(steps, currency, locale)].filter(Boolean),
          amount: formatMoney(amount, currency, locale),
        }))}
      />
    </Fold>
  )
}

/** {@link FeeParts} among the details of a line: none for a fee that no run claimed. */
export const partsDetail = (props: Props): Child[] =>
  props.parts.length > 0 ? [<FeeParts {...props} />] : []

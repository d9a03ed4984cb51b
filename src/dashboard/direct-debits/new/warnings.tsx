import { Card } from '../../../ui/card'
import { newTexts } from '../texts-new'
import { problemTexts } from '../texts-problems'
import { feesText, type StepProps } from './layout'

/** What treasurers may want to know of the fees that can be collected. */
export function Warnings({ viewer: { locale }, prepared }: StepProps) {
  const fees = new Set(prepared.fees.map(({ id }) => id))
  const warnings = prepared.warnings.filter(({ feeId }) => feeId === null || fees.has(feeId))
  if (warnings.length === 0) return null
  const t = problemTexts(locale).warnings
  const groups = Map.groupBy(warnings, ({ code }) => code)
  return (
    <Card title={newTexts(locale).check.warnings}>
      <ul>
        {[...groups].map(([code, found]) => (
          <li>{found[0]?.feeId ? `${t[code]}: ${feesText(found.length, locale)}` : t[code]}</li>
        ))}
      </ul>
    </Card>
  )
}

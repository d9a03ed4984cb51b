import { FEE_SEGMENTS, type FeeSegment, isReference } from '../../../domain/fees/browse-query'
import { MAX_FEES_MATCHED } from '../../../domain/fees/matching'
import { isUnsettled } from '../../../domain/fees/segment-sums'
import { formatNumber } from '../../../ui/i18n/format'
import { Chips } from '../../../ui/tabs'
import { feesPath, withFeeQuery } from '../path'
import type { FeesProps } from '../props'
import { feeTexts } from '../texts'

/** The segments without which the list is complete, so that they are only shown where they have fees. */
const RARE: FeeSegment[] = ['part', 'returned']

/** Links to the segments of the list, with how many fees those have that are not settled. */
export function Segments({ viewer, query, page }: FeesProps) {
  const { locale } = viewer
  const t = feeTexts(locale)
  const countOf = (segment: FeeSegment) => (isUnsettled(segment) ? page.segments[segment] : undefined)
  const shown = FEE_SEGMENTS.filter(
    (segment) => segment === query.status || !RARE.includes(segment) || countOf(segment)?.count,
  )
  const text = (count: number): string =>
    count > MAX_FEES_MATCHED ? t.over(formatNumber(MAX_FEES_MATCHED, locale)) : formatNumber(count, locale)
  // A reference is looked for in all segments.
  const kept = withFeeQuery(query, isReference(query.search) ? { search: '' } : {})
  return (
    <Chips
      label={t.segmentsLabel}
      items={shown.map((segment) => {
        const counted = countOf(segment)
        return {
          label: t.segments[segment],
          href: feesPath(viewer, { ...kept, status: segment }),
          isCurrent: segment === query.status,
          ...(counted && { count: text(counted.count) }),
        }
      })}
    />
  )
}

import { permits } from '../../domain/access/authorize'
import type { FeeTotals } from '../../domain/fees/segment-sums'
import type { Overview } from '../../domain/pages/home/overview'
import type { DailyCounts } from '../../domain/workspaces/daily-counts'
import { MAX_SIZED } from '../../domain/workspaces/sizes'
import { formatDate, formatMoney, formatNumber, formatSigned } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import type { Locale } from '../../ui/i18n/locale'
import { Stack } from '../../ui/stack'
import { Stat, Stats } from '../../ui/stat'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { homeTexts } from './texts'

type Props = { viewer: Viewer } & Pick<Overview, 'sizes' | 'open' | 'collecting' | 'counts'>

/** How large the workspace is now. Lists that are too long to count at once have the count of the night, with its day. */
export function Numbers({ viewer: { staff, locale }, sizes, open, collecting, counts }: Props) {
  const t = homeTexts(locale)
  const { workspace } = staff
  const money = (cents: number) => formatMoney(cents, workspace.currency, locale)
  const [latest] = counts
  const isOfNight =
    (sizes.members === null && permits(staff, 'members:read')) ||
    (sizes.contacts === null && permits(staff, 'contacts:read'))
  return (
    <Stack gap="small">
      <Stats>
        {permits(staff, 'members:read') && (
          <Stat
            label={t.members}
            value={sizeText(sizes.members, latest?.members, locale)}
            detail={growthText(sizes.members ?? latest?.members, counts, locale)}
            href={pathIn(workspace, '/members')}
          />
        )}
        {permits(staff, 'contacts:read') && (
          <Stat
            label={t.contacts}
            value={sizeText(sizes.contacts, latest?.contacts, locale)}
            href={pathIn(workspace, '/contacts')}
          />
        )}
        {permits(staff, 'fees:read') && (
          <>
            <Stat label={t.openFees} value={countText(open, locale)} href={pathIn(workspace, '/fees')} />
            <Stat
              label={t.openAmount}
              value={money(open.open)}
              detail={collecting.count > 0 ? t.alsoCollecting(money(collecting.open)) : undefined}
            />
          </>
        )}
      </Stats>
      {isOfNight && <Quiet>{latest ? t.asOf(formatDate(latest.day, locale)) : t.notCounted}</Quiet>}
    </Stack>
  )
}

function sizeText(now: number | null, inNight: number | undefined, locale: Locale): string {
  const size = now ?? inNight
  return size === undefined
    ? kitTexts(locale).moreThan(formatNumber(MAX_SIZED, locale))
    : formatNumber(size, locale)
}

const countText = ({ count, isCapped }: FeeTotals, locale: Locale): string =>
  isCapped ? kitTexts(locale).moreThan(formatNumber(count, locale)) : formatNumber(count, locale)

/** The growth since the last count before this month, or since the first one; nothing without a count. */
function growthText(size: number | undefined, counts: DailyCounts[], locale: Locale): string | undefined {
  const [latest] = counts
  if (!latest || size === undefined) return undefined
  const before = counts.find(({ day }) => day < `${latest.day.slice(0, 7)}-01`) ?? counts.at(-1)
  return homeTexts(locale).thisMonth(formatSigned(size - (before?.members ?? size), locale))
}

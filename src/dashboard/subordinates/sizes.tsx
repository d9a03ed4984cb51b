import type { Subordinate } from '../../domain/workspaces/subordinates'
import { formatDate, formatMoney, formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Stack } from '../../ui/stack'
import { Stat, Stats } from '../../ui/stat'
import { Quiet } from '../../ui/text'
import { subordinatesTexts } from './texts'

/** The sizes of a workspace below, and the day of the count. */
export function Sizes({ row, locale }: { row: Subordinate; locale: Locale }) {
  const t = subordinatesTexts(locale)
  const { members, contacts, openFees, openAmount, currency, day } = row
  const number = (value: number | null) => (value === null ? '–' : formatNumber(value, locale))
  const amount = openAmount === null ? '–' : formatMoney(openAmount, currency, locale)
  return (
    <Stack gap="small">
      <Stats>
        <Stat label={t.members} value={number(members)} />
        <Stat label={t.contacts} value={number(contacts)} />
        <Stat label={t.openFees} value={amount} detail={t.feeCount(number(openFees))} />
      </Stats>
      <Quiet>{day ? t.asOf(formatDate(day, locale)) : t.notCounted}</Quiet>
    </Stack>
  )
}

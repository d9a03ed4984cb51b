import type { FeeStatus } from '../domain/fees/readable-fee'
import { Badge, type Tone } from './badge'
import type { Locale } from './i18n/locale'
import { formTexts } from './i18n/texts'

const TONES: Record<FeeStatus, Tone | undefined> = {
  open: 'warn',
  collecting: 'info',
  returned: 'bad',
  paid: 'good',
  cancelled: undefined,
}

/** The tone of a state of fees. */
export const feeTone = (status: FeeStatus): Tone | undefined => TONES[status]

/** The state of a fee. */
export const FeeBadge = ({ status, locale }: { status: FeeStatus; locale: Locale }) => (
  <Badge tone={TONES[status]}>{formTexts(locale).feeStatuses[status]}</Badge>
)

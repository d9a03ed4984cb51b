import { Badge } from '../ui/badge'
import type { Locale } from '../ui/i18n/locale'
import { formTexts } from '../ui/i18n/texts'

/** Says that somebody has died, beside the name. */
export const DeceasedBadge = ({ locale }: { locale: Locale }) => (
  <Badge>{formTexts(locale).leaveReasons.deceased}</Badge>
)

import type { Collection } from '../../domain/collections/collection'
import { Badge, type Tone } from '../../ui/badge'
import type { Locale } from '../../ui/i18n/locale'
import { listTexts } from './texts'

const TONES: Partial<Record<Collection['state'], Tone>> = {
  released: 'warn',
  submitted: 'info',
  settled: 'good',
}

/** Where a collection is, in words. */
export const StateBadge = ({ state, locale }: { state: Collection['state']; locale: Locale }) => (
  <Badge tone={TONES[state]}>{listTexts(locale).states[state]}</Badge>
)

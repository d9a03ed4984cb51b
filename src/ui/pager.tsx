import { ButtonLink } from './button'
import { formatNumber } from './i18n/format'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'

type Props = {
  from: number
  to: number
  total?: number
  /** Whether there are more than `total`. */
  isCapped?: boolean
  previousHref?: string
  nextHref?: string
  locale: Locale
}

/** Which rows of how many are shown, and links to the pages before and after. */
export function Pager({ from, to, total, isCapped, previousHref, nextHref, locale }: Props) {
  const t = kitTexts(locale)
  const number = (value: number) => formatNumber(value, locale)
  const all = total === undefined ? '' : isCapped ? t.moreThan(number(total)) : number(total)
  return (
    <nav class="pager" aria-label={t.pages}>
      <p class="pager-range">
        {all ? t.range(number(from), number(to), all) : `${number(from)}–${number(to)}`}
      </p>
      <div class="row">
        {previousHref && (
          <ButtonLink kind="second" href={previousHref}>
            {t.previous}
          </ButtonLink>
        )}
        {nextHref && (
          <ButtonLink kind="second" href={nextHref}>
            {t.next}
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}

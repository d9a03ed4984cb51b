import { ButtonLink } from './button'
import { formatNumber } from './i18n/format'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'

type Props = {
  /** The number of the first row; left out if it is not known. */
  from: number | undefined
  rows: number
  total?: number
  /** Whether there are more than `total`. */
  isCapped?: boolean
  previousHref?: string
  nextHref?: string
  locale: Locale
}

/** Which rows of how many are shown, and links to the pages before and after. */
export function Pager({ from, rows, total, isCapped, previousHref, nextHref, locale }: Props) {
  const t = kitTexts(locale)
  const number = (value: number) => formatNumber(value, locale)
  const all = total === undefined ? '' : isCapped ? t.moreThan(number(total)) : number(total)
  const range = from === undefined ? '' : `${number(from)}–${number(from + rows - 1)}`
  return (
    <nav class="pager" aria-label={t.pages}>
      <p class="pager-range">{range && all ? t.range(range, all) : range || all}</p>
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

type AlphabetProps = {
  /** The first letter of the first row. */
  current: string
  /** The last letter that a row begins with. */
  last: string
  /** The address of the page that begins at a letter; of the first page for none. */
  hrefOf: (letter: string | undefined) => string
  /** Whether rows without a letter come before those with one. */
  hasOthers: boolean
  locale: Locale
}

/** Links to the letters of a list in the order of names. */
export function Alphabet({ current, last, hrefOf, hasOthers, locale }: AlphabetProps) {
  const t = kitTexts(locale)
  const others = {
    label: '#',
    name: t.otherLetters,
    letter: undefined,
    isCurrent: !LETTERS.includes(current),
  }
  const letters = LETTERS.map((letter) => ({
    label: letter.toUpperCase(),
    name: undefined,
    letter,
    isCurrent: letter === current,
  }))
  return (
    <nav class="alphabet" aria-label={t.letters}>
      {[...(hasOthers ? [others] : []), ...letters].map(({ label, name, letter, isCurrent }) =>
        letter && letter > last ? (
          <span>{label}</span>
        ) : (
          <a href={hrefOf(letter)} aria-label={name} aria-current={isCurrent ? 'true' : undefined}>
            {label}
          </a>
        ),
      )}
    </nav>
  )
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

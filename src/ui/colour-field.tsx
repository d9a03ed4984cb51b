import { brandColours, contrast, PAPERS } from './brand'
import { Field, type FieldProps, inputAttributes } from './form'
import { formatNumber } from './i18n/format'
import type { Locale } from './i18n/locale'

/** A field for a colour, `#rrggbb`. */
export const ColourField = (props: FieldProps) => (
  <Field {...props}>
    <input {...inputAttributes(props)} class="input input-colour" type="color" value={props.value} />
  </Field>
)

type SampleProps = {
  colour: string
  name: string
  link: string
  /** Says a contrast ratio. */
  contrastText: (ratio: string) => string
  locale: Locale
}

/**
 * What a workspace's colour looks like in the portal, in light and in dark. Drawn, since pages have no inline styles.
 */
export const ColourSample = ({ colour, name, link, contrastText, locale }: SampleProps) => {
  const { brand, onBrand, accent } = brandColours(colour)
  const ratio = formatNumber(Math.floor(contrast(brand, onBrand) * 10) / 10, locale)
  return (
    <figure class="colour-sample">
      <div>
        {(['light', 'dark'] as const).map((scheme) => (
          <svg viewBox="0 0 200 104" aria-hidden="true">
            <rect width="200" height="104" rx="8" fill={PAPERS[scheme].paper} />
            <path d="M0 8a8 8 0 0 1 8-8h184a8 8 0 0 1 8 8v26H0Z" fill={brand} />
            <text x="12" y="22" font-size="12" font-weight="650" fill={onBrand}>
              {name.length > 24 ? `${name.slice(0, 23)}…` : name}
            </text>
            <rect x="12" y="44" width="176" height="48" rx="6" fill={PAPERS[scheme].card} />
            <text x="22" y="72" font-size="11" fill={accent[scheme]} text-decoration="underline">
              {link}
            </text>
            <rect x="124" y="57" width="54" height="22" rx="5" fill={brand} />
            <text x="151" y="72" font-size="10" font-weight="550" fill={onBrand} text-anchor="middle">
              OK
            </text>
          </svg>
        ))}
      </div>
      <figcaption class="quiet small">{contrastText(ratio)}</figcaption>
    </figure>
  )
}

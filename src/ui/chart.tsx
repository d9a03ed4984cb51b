import { ticks } from 'd3-array'
import type { Tone } from './badge'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'

type Figure = { label: string; value: number; tone?: Tone | 'quiet'; href?: string }

type Props = {
  title: string
  figures: Figure[]
  /** How the page writes a value. */
  format: (value: number) => string
  locale: Locale
}

/** `formatTick` writes the values of the axis. */
type CourseProps = Props & { formatTick?: (value: number) => string }

/** A line over time, filled down to zero, with the same values as a table. `figures` are in the order of time. */
export function Course({ title, figures, format, formatTick = format, locale }: CourseProps) {
  const values = figures.map(({ value }) => value)
  const lines = gridLines(Math.min(0, ...values), Math.max(0, ...values))
  const [bottom = 0, top = 1] = [lines[0], lines.at(-1)]
  const x = (index: number) => percent(index, Math.max(1, figures.length - 1))
  const y = (value: number) => percent(top - value, top - bottom || 1)
  const points = figures.map(({ value }, index) => `${x(index)},${y(value)}`)
  const [first, last] = [figures[0], figures.at(-1)]
  if (!first || !last) return null
  const summary = [first, last].map(({ label, value }) => `${label} ${format(value)}`).join(' – ')
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg
        class={`chart-plot chart-${gutterOf(lines.map(formatTick))}`}
        role="img"
        aria-label={`${title}: ${summary}`}
      >
        {lines.map((value) => (
          <>
            <line class="chart-grid" x1="0" x2="100%" y1={`${y(value)}%`} y2={`${y(value)}%`} />
            <text x="-8" y={`${y(value)}%`} dy="0.32em" text-anchor="end">
              {formatTick(value)}
            </text>
          </>
        ))}
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          width="100%"
          height="100%"
          overflow="visible"
          aria-hidden="true"
        >
          <polygon
            class="chart-area"
            points={`0,${y(0)} ${points.join(' ')} ${x(figures.length - 1)},${y(0)}`}
          />
          <polyline class="chart-line" points={points.join(' ')} />
        </svg>
        {figures.map(({ label, value }, index) => (
          <circle
            class={isMarked(index, figures.length) ? 'chart-point' : 'chart-point chart-point-quiet'}
            cx={`${x(index)}%`}
            cy={`${y(value)}%`}
            r="4"
          >
            <title>{`${label}: ${format(value)}`}</title>
          </circle>
        ))}
        {labelledIndexes(figures.length).map((index) => (
          <text
            class={anchorOf(index, figures.length) === 'middle' ? 'chart-between' : undefined}
            x={`${x(index)}%`}
            y="100%"
            dy="20"
            text-anchor={anchorOf(index, figures.length)}
          >
            {figures[index]?.label}
          </text>
        ))}
      </svg>
      <FigureTable title={title} figures={figures} format={format} locale={locale} />
    </figure>
  )
}

/** Shares of a whole, each with its amount and a bar of its length. */
export function Bars({ title, figures, format, locale }: Props) {
  const longest = Math.max(...figures.map(({ value }) => Math.abs(value)))
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <ul class="bars">
        {figures.map(({ label, value, tone, href }) => (
          <li class="bars-row">
            {href ? <a href={href}>{label}</a> : <span>{label}</span>}
            <span class="bars-amount">{format(value)}</span>
            <svg class="bars-plot" role="img" aria-label={`${label}: ${format(value)}`}>
              <title>{`${label}: ${format(value)}`}</title>
              <rect class="bars-track" width="100%" height="100%" rx="3" />
              <rect
                class={tone ? `bars-fill fill-${tone}` : 'bars-fill'}
                width={`${percent(Math.abs(value), longest || 1)}%`}
                height="100%"
                rx="3"
              />
            </svg>
          </li>
        ))}
      </ul>
      <FigureTable title={title} figures={figures} format={format} locale={locale} />
    </figure>
  )
}

const FigureTable = ({ title, figures, format, locale }: Props) => (
  <details>
    <summary>{kitTexts(locale).asTable}</summary>
    <table class="figures">
      <caption class="hidden-label">{title}</caption>
      <tbody>
        {figures.map(({ label, value }) => (
          <tr>
            <th scope="row">{label}</th>
            <td class="number">{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

/** Round values from at most `bottom` to at least `top`. */
function gridLines(bottom: number, top: number): number[] {
  const lines = ticks(bottom, top, 4)
  const [first = 0, second = 1, last = 1] = [lines[0], lines[1], lines.at(-1)]
  const step = second - first
  return [...(first > bottom ? [first - step] : []), ...lines, ...(last < top ? [last + step] : [])]
}

const percent = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 100

/** Whether a point is drawn: all of a few, else the last one. */
const isMarked = (index: number, count: number): boolean => count <= 24 || index === count - 1

/** How much room the labels of the lines need. */
function gutterOf(labels: string[]): 'narrow' | 'medium' | 'wide' {
  const longest = Math.max(...labels.map(({ length }) => length))
  if (longest > 9) return 'wide'
  return longest > 5 ? 'medium' : 'narrow'
}

/** The points with a label below them: the first, the middle and the last. More would overlap. */
const labelledIndexes = (count: number): number[] => [...new Set([0, Math.floor((count - 1) / 2), count - 1])]

const anchorOf = (index: number, count: number): string =>
  index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle'

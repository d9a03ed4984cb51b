import type { PropsWithChildren } from 'hono/jsx'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'
import { Icon } from './icon'

type Choice = { label: string; href: string; isCurrent?: boolean; count?: string }
type Props = { label: string; items: Choice[] }

/** Links to the parts of one thing. `label` names the group for screen readers. */
export const Tabs = ({ label, items }: Props) => (
  <nav class="tabs" aria-label={label}>
    {items.map((item) => (
      <ChoiceLink {...item} />
    ))}
  </nav>
)

/** Links to the parts of a page of which phones show one at a time, each a `Panel`. Wider screens show all parts. */
export const PhoneTabs = ({ label, items }: Props) => (
  <nav class="tabs tabs-phone" aria-label={label}>
    {items.map((item) => (
      <ChoiceLink {...item} />
    ))}
  </nav>
)

/** A part of a page with {@link PhoneTabs}: a stack that phones show only where it `isCurrent`. */
export const Panel = ({ isCurrent, children }: PropsWithChildren<{ isCurrent: boolean }>) => (
  <div class={isCurrent ? 'stack' : 'stack panel-other'}>{children}</div>
)

/** Links of which one is chosen: persons, saved views. On phones they scroll in one line. */
export const Chips = ({ label, items }: Props) => (
  <nav aria-label={label}>
    <ul class="chips chips-scroll">
      {items.map((item) => (
        <li>
          <ChoiceLink {...item} />
        </li>
      ))}
    </ul>
  </nav>
)

const ChoiceLink = ({ label, href, isCurrent, count }: Choice) => (
  <a href={href} aria-current={isCurrent ? 'page' : undefined}>
    {label}
    {count !== undefined && <span class="numbers">{count}</span>}
  </a>
)

type Condition = { label: string; href: string }

/** The conditions of a filter. Each is a link to the same list without it. */
export const FilterChips = ({ items, locale }: { items: Condition[]; locale: Locale }) => {
  const t = kitTexts(locale)
  return (
    <ul class="chips chips-quiet">
      {items.map(({ label, href }) => (
        <li>
          <a href={href} aria-label={t.remove(label)}>
            {label}
            <Icon name="close" />
          </a>
        </li>
      ))}
    </ul>
  )
}

import { formatNumber } from './i18n/format'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'
import { Icon, type IconName } from './icon'

/**
 * A page that the navigation leads to. `isUrgent` marks a count that waits for work; `shortcut` is a key such as `g
 * m`.
 */
export type Destination = {
  label: string
  href: string
  count?: number | string
  isUrgent?: boolean
  isCurrent?: boolean
  shortcut?: string
  icon?: IconName
}

/** Destinations that belong together, with an optional title. */
export type NavigationGroup = { title?: string; items: Destination[] }

type NavigationProps = {
  name: string
  navigation: NavigationGroup[]
  /**
   * The address of the search page, an entry where no script runs: older browsers need the script to open the palette.
   */
  search?: string | undefined
  locale: Locale
}

/** Beside the content on wide screens; on phones the menu button opens it over the page. */
export const SideNavigation = ({ name, navigation, search, locale }: NavigationProps) => {
  const t = kitTexts(locale)
  return (
    <nav class="side" id="navigation" popover="auto" aria-label={t.sections}>
      <div class="side-head">
        <p>{name}</p>
        <button
          type="button"
          class="button button-second"
          popovertarget="navigation"
          popovertargetaction="hide"
        >
          {t.close}
        </button>
      </div>
      {search && (
        <ul class="without-script">
          <li>
            <a href={search}>{t.search}</a>
          </li>
        </ul>
      )}
      {navigation.map(({ title, items }) => (
        <div class="side-group">
          {title && <p class="side-title">{title}</p>}
          <ul>
            {items.map(({ label, href, count, isUrgent, isCurrent, shortcut, icon }) => (
              <li>
                <a href={href} aria-current={isCurrent ? 'page' : undefined} data-key={shortcut}>
                  {icon && <Icon name={icon} />}
                  <span class="side-label">{label}</span>
                  {count !== undefined && (
                    <span class={isUrgent ? 'count count-urgent' : 'count'}>
                      {typeof count === 'number' ? formatNumber(count, locale) : count}
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The keyboard shortcuts of the page, which `?` opens. */
export const KeyList = ({ navigation, locale }: Omit<NavigationProps, 'name' | 'search'>) => {
  const t = kitTexts(locale)
  const places = navigation
    .flatMap(({ items }) => items)
    .flatMap(({ label, shortcut }) => (shortcut ? [{ label, keys: shortcut.split(' ') }] : []))
  return (
    <div class="sheet keys" id="keys" popover="auto">
      <h2>{t.keys}</h2>
      <dl>
        {[...places, ...t.keyLabels].map(({ label, keys }) => (
          <div>
            <dt>
              {keys.map((key) => (
                <kbd>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

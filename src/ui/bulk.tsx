import type { PropsWithChildren } from 'hono/jsx'
import { Button } from './button'
import { HiddenFields } from './form-layout'
import { formatNumber } from './i18n/format'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'

type FormProps = PropsWithChildren<{
  action: string
  /** The query of the list, for an act on all its rows. */
  hidden?: Record<string, string>
  /** Whether the chosen rows are in the address of the page that it opens. */
  isQuery?: boolean
}>

/** The form around a table or cards with checkboxes and its `BulkBar`. */
export const BulkForm = ({ action, hidden = {}, isQuery, children }: FormProps) => (
  <form class="bulk-form" method={isQuery ? 'get' : 'post'} action={action} data-bulk>
    <HiddenFields values={hidden} />
    {children}
  </form>
)

/** The one act on the chosen rows, whose button has their number, as `BulkCount`. It appears with the first one. */
export const BulkSubmit = ({ children }: PropsWithChildren) => (
  <div class="bulk">
    <Button>{children}</Button>
  </div>
)

/** The number of the chosen rows, which needs no script. */
export const BulkCount = () => <span class="bulk-count" />

type BarProps = {
  /** Each sends its `value` as `action`, or the form to its `href`; the first is the primary one. */
  actions: { label: string; value?: string; href?: string; isDangerous?: boolean }[]
  /** How many rows the list has on all pages; the form then offers to take all, and sends `scope=all`. */
  total?: number
  locale: Locale
}

/** What can be done with the chosen rows. It appears with the first one, and counts them without a script. */
export const BulkBar = ({ actions, total, locale }: BarProps) => {
  const t = kitTexts(locale)
  return (
    <div class="bulk">
      <p class="bulk-count"> {t.chosen}</p>
      <button type="button" class="button bulk-open" popovertarget="bulk-actions">
        {t.actions}
      </button>
      <div class="bulk-actions sheet" id="bulk-actions" popover="auto">
        {actions.map(({ label, value, href, isDangerous }, index) => (
          <Button
            kind={isDangerous ? 'danger' : index === 0 ? 'primary' : 'second'}
            {...(value && { name: 'action', value })}
            {...(href && { action: href })}
          >
            {label}
          </Button>
        ))}
        {total !== undefined && (
          <label class="check bulk-all">
            <input type="checkbox" name="scope" value="all" />
            <span>{t.insteadAll(formatNumber(total, locale))}</span>
          </label>
        )}
      </div>
    </div>
  )
}

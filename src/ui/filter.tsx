import type { Child, PropsWithChildren } from 'hono/jsx'
import { Button, ButtonLink } from './button'
import { HiddenFields } from './form-layout'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'

type SearchProps = {
  action: string
  label: string
  value: string
  /** The conditions that the search keeps. */
  hidden?: Record<string, string> | URLSearchParams
  /** What is beside it: `Filters`, buttons for columns and export. */
  actions?: Child
  name?: string
  locale: Locale
}

/** The search of a list, with the buttons that change what the list shows. `/` puts the cursor into it. */
export const SearchForm = ({ action, label, value, hidden = {}, actions, name, locale }: SearchProps) => (
  <search class="toolbar">
    <form class="search" action={action}>
      <HiddenFields values={hidden} />
      <SearchInput {...{ label, value, name, locale }} />
    </form>
    {actions}
  </search>
)

type InputProps = Pick<SearchProps, 'label' | 'value' | 'name' | 'locale'>

/** The search within a larger form, whose first button it is: Enter presses it in each field of the form. */
export const SearchField = (props: InputProps) => (
  <search class="search">
    <SearchInput {...props} />
  </search>
)

const SearchInput = ({ label, value, name, locale }: InputProps) => (
  <>
    <input
      class="input"
      type="search"
      name={name ?? 'search'}
      value={value}
      placeholder={label}
      aria-label={label}
      data-key="/"
    />
    <Button kind="second">{kitTexts(locale).search}</Button>
  </>
)

type FiltersProps = PropsWithChildren<{
  action: string
  resetHref: string
  hidden?: Record<string, string>
  isOpen?: boolean
  count?: number
  /** Further buttons, such as one that saves the filter. */
  actions?: Child
  locale: Locale
}>

/** The conditions of a list as a form that opens in place. Its children are `FilterRow`s or fields. */
export const Filters = (props: FiltersProps) => {
  const { action, resetHref, hidden = {}, isOpen, count = 0, actions, locale, children } = props
  const t = kitTexts(locale)
  return (
    <details class="filters" open={isOpen}>
      <summary class="button button-second">
        {t.filter}
        {count > 0 && <span class="badge">{count}</span>}
      </summary>
      <form class="card stack" action={action}>
        <HiddenFields values={hidden} />
        <div class="filter-rows">{children}</div>
        <div class="actions">
          <Button>{t.apply}</Button>
          {actions}
          <ButtonLink kind="plain" href={resetHref}>
            {t.reset}
          </ButtonLink>
        </div>
      </form>
    </details>
  )
}

/** The inputs of one condition beside each other: field, operator, value. */
export const FilterRow = ({ label, children }: PropsWithChildren<{ label: string }>) => (
  <fieldset class="filter-row">
    <legend class="hidden-label">{label}</legend>
    {children}
  </fieldset>
)

type FilterBarProps = PropsWithChildren<{ action: string; hidden?: Record<string, string>; locale: Locale }>

/** A few fields in one line that narrow a list, as a form that is always open. */
export const FilterBar = ({ action, hidden = {}, locale, children }: FilterBarProps) => (
  <search>
    <form class="filter-bar" action={action}>
      <HiddenFields values={hidden} />
      {children}
      <Button kind="second">{kitTexts(locale).apply}</Button>
    </form>
  </search>
)

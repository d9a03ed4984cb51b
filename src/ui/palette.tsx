import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'
import { Icon } from './icon'

type Props = {
  /** The address of the search page. The script fetches the same address with `.json`. */
  action: string
  locale: Locale
}

/** Opens the palette, also without a script. On wide screens it looks like a field. */
export const SearchButton = ({ locale }: Pick<Props, 'locale'>) => {
  const t = kitTexts(locale)
  return (
    <button type="button" class="search-button" commandfor="palette" command="show-modal" data-key="/">
      <Icon name="search" />
      <span>{t.search}</span>
      <kbd data-script="" hidden>
        {t.searchKeys}
      </kbd>
    </button>
  )
}

/** The search of all pages, as a dialog. It submits to the search page; the script shows results while one types. */
export const Palette = ({ action, locale }: Props) => {
  const t = kitTexts(locale)
  return (
    <dialog class="palette" id="palette" closedby="any" aria-label={t.searchAll}>
      <form class="palette-form" action={action}>
        <Icon name="search" />
        <input
          type="text"
          name="q"
          placeholder={t.searchAll}
          aria-label={t.searchAll}
          aria-autocomplete="list"
          aria-controls="palette-hits"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="search"
        />
        <button type="submit" class="hidden-label" tabindex={-1}>
          {t.search}
        </button>
      </form>
      <div class="palette-hits" id="palette-hits" hidden />
      <div class="palette-foot">
        <p class="quiet small" role="status">
          {t.pressEnter}
        </p>
        <form method="dialog">
          <button type="submit" class="button button-plain">
            {t.close}
          </button>
        </form>
      </div>
    </dialog>
  )
}

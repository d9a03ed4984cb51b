import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'

/** A text to copy, such as a reference or a key: one click selects it, and the script adds a button. */
export const Copyable = ({ value, text, locale }: { value: string; text?: string; locale: Locale }) => {
  const t = kitTexts(locale)
  return (
    <span class="copyable">
      <span class="copyable-text">{text ?? value}</span>
      <button
        type="button"
        class="button button-plain"
        data-copy={value}
        data-copied={t.copied}
        data-script
        hidden
      >
        {t.copy}
      </button>
    </span>
  )
}

import type { Side } from '../domain/book/places/side'
import { Check } from '../ui/choices'
import type { Locale } from '../ui/i18n/locale'

const de = {
  names: { in: 'Rückzahlung einer Einnahme', out: 'Erstattung einer Ausgabe' },
  hints: {
    in: 'Zählt als weniger Einnahme statt als Ausgabe, zum Beispiel ein zurückgezahlter Eintritt',
    out: 'Zählt als weniger Ausgabe statt als Einnahme, zum Beispiel eine Gutschrift des Lieferanten',
  },
  less: { in: 'weniger Einnahme', out: 'weniger Ausgabe' },
}

const en: typeof de = {
  names: { in: 'Income paid back', out: 'Expense that came back' },
  hints: {
    in: 'Counts as less income rather than as an expense, such as a ticket that was refunded',
    out: 'Counts as less of an expense rather than as income, such as a credit of a supplier',
  },
  less: { in: 'less income', out: 'less of an expense' },
}

/** What pages say of amounts that count on the other side than their sign tells. */
export const sideTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)

type Props = {
  name: string
  /** The side of the amount unless the box is checked. */
  derived: Side
  isChecked: boolean
  locale: Locale
}

/** The field that puts an amount on the other side: its value is that side. */
export function SideField({ name, derived, isChecked, locale }: Props) {
  const t = sideTexts(locale)
  const other = derived === 'in' ? 'out' : 'in'
  return (
    <Check name={name} value={other} label={t.names[other]} hint={t.hints[other]} isChecked={isChecked} />
  )
}

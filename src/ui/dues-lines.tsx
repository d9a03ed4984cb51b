import type { ShownStep } from '../domain/dues/steps'
import { formatMoney, formatNumber } from './i18n/format'
import type { Locale } from './i18n/locale'
import { Table } from './table'

const de = {
  title: 'So setzt sich der Beitrag zusammen',
  columns: { name: 'Posten', how: 'So gerechnet', amount: 'Betrag' },
  sum: 'Summe',
  months: (months: string, of: string) => `${months} von ${of} Monaten`,
  rounding: 'gerundet',
  claimed: 'schon erhoben',
}

const en: typeof de = {
  title: 'How it is made up',
  columns: { name: 'Item', how: 'How', amount: 'Amount' },
  sum: 'Sum',
  months: (months, of) => `${months} of ${of} months`,
  rounding: 'rounded',
  claimed: 'claimed already',
}

/** What the table of a computation says. */
export const duesLinesTexts = ({ language }: Locale): typeof de => ({ de, en })[language]

type Line = { name: string; amount: number; steps: ShownStep[] }
type Props = {
  lines: Line[]
  currency: string
  locale: Locale
  /** Which dues, on a page that shows several. */
  of?: { id: string; name: string }
}

/** What dues are made up of: each line with the steps of its computation, and their sum. */
export function DuesLines({ lines, currency, locale, of }: Props) {
  const t = duesLinesTexts(locale)
  const money = (cents: number) => formatMoney(cents, currency, locale)
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  return (
    <Table
      caption={of ? `${t.title}: ${of.name}` : t.title}
      locale={locale}
      rows={lines.map((line, index) => ({ ...line, index }))}
      rowId={({ index }) => `${of ? `${of.id}-` : ''}line-${index + 1}`}
      columns={[
        { key: 'name', label: t.columns.name, cell: ({ name }) => name },
        { key: 'how', label: t.columns.how, cell: ({ steps }) => stepsText(steps, currency, locale) },
        {
          key: 'amount',
          label: t.columns.amount,
          isNumeric: true,
          phone: 'aside',
          cell: ({ amount }) => money(amount),
        },
      ]}
      sums={lines.length > 1 ? { name: t.sum, amount: money(sum) } : undefined}
    />
  )
}

/** The steps of a computation in a line, such as `200,00 € · 5 von 12 Monaten → 83,33 € · gerundet → 83,30 €`. */
export function stepsText(steps: readonly ShownStep[], currency: string, locale: Locale): string {
  if (steps.length < 2) return ''
  const t = duesLinesTexts(locale)
  const money = (cents: number) => formatMoney(cents, currency, locale)
  const number = (value: number | null) => formatNumber(value ?? 0, locale)
  let amount = 0
  const texts = steps.map((step) => {
    amount += step.amount
    if (step.step === 'price') return money(amount)
    return `${wordsOf(step)} → ${money(amount)}`
  })
  return texts.join(' · ')

  function wordsOf({ step, name, months, of, amount }: ShownStep): string {
    if (step === 'pro_rata') return t.months(number(months), number(of))
    const plain: Record<string, string> = { rounding: t.rounding, claimed: t.claimed }
    if (plain[step]) return plain[step]
    return `${name ?? ''} ${money(amount)}`.trim()
  }
}

import { writeJournalQuery } from '../../domain/book/journal/query'
import { formatMoney } from '../../ui/i18n/format'
import { Chips } from '../../ui/tabs'
import type { JournalProps } from './journal-props'
import { bookPath } from './paths'
import { bookTexts } from './texts'

/** The years of the book, and its accounts with what is on them now. */
export function YearChips({ viewer, query, journal }: JournalProps) {
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  const hrefOf = (changes: { year?: number; account?: string }): string =>
    bookPath(viewer, '', Object.fromEntries(writeJournalQuery({ ...query, ...changes })))
  const shown = journal.accounts.filter(({ archived, id }) => !archived || id === query.account)
  const total = shown.reduce((sum, { balance }) => sum + balance, 0)
  const amount = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  return (
    <>
      <Chips
        label={t.years}
        items={journal.years.map((year) => ({
          label: String(year),
          href: hrefOf({ year }),
          isCurrent: year === query.year,
        }))}
      />
      {shown.length > 0 && (
        <Chips
          label={t.accounts}
          items={[
            {
              label: t.allAccounts,
              href: hrefOf({ account: '' }),
              isCurrent: query.account === '',
              count: amount(total),
            },
            ...shown.map(({ id, name, balance, archived }) => ({
              label: archived ? `${name} (${t.archived})` : name,
              href: hrefOf({ account: id }),
              isCurrent: id === query.account,
              count: amount(balance),
            })),
          ]}
        />
      )}
    </>
  )
}

import type { Child } from 'hono/jsx'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'
import { Icon } from './icon'
import { HiddenLabel } from './text'

/**
 * A column. `sortHref` is the same list in its order, `sorted` its order now. On phones a row has two lines: the first
 * column is the title, a column is at the end of that line (`aside`), in the second line (`detail`, or `labelled`
 * after the name of the column), or left out (`hidden`).
 */
export type Column<Item> = {
  key: string
  label: string
  cell: (item: Item) => Child
  sortHref?: string
  sorted?: 'ascending' | 'descending'
  isNumeric?: boolean
  /** Whether cells are short, such as numbers of vouchers, and never break. */
  isShort?: boolean
  phone?: 'aside' | 'detail' | 'labelled' | 'hidden'
}

/** Checkboxes before the rows, for a `BulkForm`. `label` names a row; `isFixed` tells which have none. */
export type Selection<Item> = {
  name: string
  label: (item: Item) => string
  isChosen?: (item: Item) => boolean
  isFixed?: (item: Item) => boolean
}

type Props<Item> = {
  columns: Column<Item>[]
  rows: Item[]
  rowId: (item: Item) => string
  caption: string
  locale: Locale
  selection?: Selection<Item>
  /** What is shown in place of a table without rows. */
  empty?: Child
  /** Cells of a last row, by the key of their column. */
  sums?: Record<string, Child>
}

/** How many columns a wide screen has room for; a table with more scrolls sideways. */
const MAX_COLUMNS = 9

/**
 * A table of items. The first column names the item; the head stays in view, and a list of two lines a row is shown on
 * phones.
 */
export function Table<Item>({ columns, rows, rowId, caption, locale, selection, empty, sums }: Props<Item>) {
  if (rows.length === 0 && empty) return empty
  const t = kitTexts(locale)
  return (
    // A region that scrolls must be reachable by keyboard.
    <section
      class={columns.length > MAX_COLUMNS ? 'table table-list table-wide' : 'table table-list'}
      aria-label={caption}
      tabindex={0}
    >
      <table>
        <caption class="hidden-label">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <td class="tick">
                <label data-script hidden>
                  <input type="checkbox" aria-label={t.chooseAll} />
                </label>
              </td>
            )}
            {columns.map((column) => (
              <HeadCell {...column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => (
            <tr id={rowId(item)}>
              {selection && <Tick {...selection} item={item} id={rowId(item)} locale={locale} />}
              {columns.map((column, index) => (
                <Cell column={column} isTitle={index === 0}>
                  {column.cell(item)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr>
              {selection && <td class="tick" />}
              {columns.map((column, index) => (
                <Cell column={column} isTitle={index === 0}>
                  {sums[column.key]}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

const HeadCell = ({ label, sortHref, sorted, isNumeric }: Omit<Column<never>, 'cell'>) => (
  <th scope="col" class={isNumeric ? 'number' : undefined} aria-sort={sorted}>
    {sortHref ? (
      <a href={sortHref}>
        {label}
        {sorted && <Icon name={sorted === 'ascending' ? 'up' : 'down'} />}
      </a>
    ) : (
      label
    )}
  </th>
)

type CellProps<Item> = { column: Column<Item>; isTitle: boolean; children: Child }

function Cell<Item>({
  column: { label, isNumeric, isShort, phone = 'detail' },
  isTitle,
  children,
}: CellProps<Item>) {
  const place = isTitle ? 'title' : phone
  const name = `cell-${place}${isNumeric ? ' number' : ''}${isShort ? ' short' : ''}`
  if (isTitle)
    return (
      <th scope="row" class={name}>
        {children}
      </th>
    )
  return (
    <td class={name} data-label={place === 'labelled' ? label : undefined}>
      {children}
    </td>
  )
}

type TickProps<Item> = Selection<Item> & { item: Item; id: string; locale: Locale }

function Tick<Item>({ name, label, isChosen, isFixed, item, id, locale }: TickProps<Item>) {
  return (
    <td class="tick">
      {!isFixed?.(item) && (
        <label>
          <HiddenLabel>{kitTexts(locale).choose(label(item))}</HiddenLabel>
          <input type="checkbox" name={name} value={id} checked={isChosen?.(item)} />
        </label>
      )}
    </td>
  )
}

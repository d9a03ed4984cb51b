import type { PreparedBook } from '../../domain/workspaces/prepare-book'
import { parseSignedMoney } from '../../ui/i18n/money'
import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import { refusedIn, withPaths } from '../refusals'
import type { FieldsTexts } from '../refused-fields'
import { settingsTexts } from './texts'

/** The balances of accounts as they were typed, by the ids of the accounts. */
export type Openings = ReadonlyMap<string, string>

/** The name of the input for the balance of an account. */
export const openingName = (id: string): string => `opening.${id}`

export const openingsIn = (form: URLSearchParams): Openings => {
  const prefix = openingName('')
  const named = [...form].filter(([name]) => name.startsWith(prefix))
  return new Map(named.map(([name, value]) => [name.slice(prefix.length), value.trim()]))
}

/** What was typed as the API takes it. */
export const openingsOf = (openings: Openings) =>
  [...openings].map(([account_id, text]) => ({ account_id, opening_amount: parseSignedMoney(text) ?? text }))

/** What was refused of the balances, by the names of their inputs, or by `form` of none of them; with the labels. */
export function refusedOpenings(
  { issues, refusals }: Faults,
  openings: Openings,
  { toOpen }: PreparedBook,
  viewer: Viewer,
) {
  const ids = [...openings.keys()]
  const { book: t } = settingsTexts(viewer.locale)
  const faults = withPaths({ issues, refusals }, (path) => {
    const id = ids[Number(/^bookkeeping\.openings\.(\d+)\./.exec(path)?.[1])]
    return toOpen.some((one) => one.id === id) ? openingName(String(id)) : 'form'
  })
  const fields: FieldsTexts = {
    ...Object.fromEntries(
      toOpen.map(({ id, name }) => [openingName(id), { label: name, issue: t.noAmount }]),
    ),
    form: { label: t.day.label, issue: t.noAmount },
  }
  return { fields, refused: refusedIn(faults, fields, viewer) }
}

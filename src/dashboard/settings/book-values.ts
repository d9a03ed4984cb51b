import type { PreparedBook } from '../../domain/workspaces/prepare-book'
import { inputId } from '../../ui/form'
import { parseSignedMoney } from '../../ui/i18n/money'
import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import { refusalText } from '../refusals'
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

/** What was refused of the balances: by the ids of their accounts, and as a list. */
export function refusedOpenings(
  { issues, refusals }: Faults,
  openings: Openings,
  { toOpen }: PreparedBook,
  viewer: Viewer,
) {
  const ids = [...openings.keys()]
  const { book: t } = settingsTexts(viewer.locale)
  const refused = Object.keys(issues).map((path) => {
    const [refusal] = refusals[path] ?? []
    const id = ids[Number(/^bookkeeping\.openings\.(\d+)\./.exec(path)?.[1])]
    const account = toOpen.find((one) => one.id === id)
    const text = refusal ? refusalText(refusal, viewer) : t.noAmount
    return { id: account?.id, label: account?.name ?? t.day.label, text }
  })
  return {
    byId: new Map(refused.flatMap(({ id, text }) => (id ? [[id, text] as const] : []))),
    issues: refused.map(({ id, ...issue }) => ({
      ...issue,
      ...(id && { inputId: inputId(openingName(id)) }),
    })),
  }
}

import { requirePermission } from '../../access/authorize'
import type { Permission } from '../../access/permissions'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { type CostUnit, selectCategories, selectCostUnits, toApi } from '../../cost-units/cost-unit'
import { todayIn } from '../../shared/dates'
import { type BookFacts, bookFacts, selectBook, TO_BOOK } from '../book-facts'
import { fiscalYearOf } from '../fiscal-year'
import { type Account, type AccountRow, selectAccounts, toApi as toAccount } from './account'

/** What a form of the cash book lets people choose from; archived accounts and cost units are left out. */
export type BookChoices = {
  accounts: Account[]
  costUnits: CostUnit[]
  today: string
  currentYear: number
  closedYear: number | null
}

/** The statements that read {@link BookChoices}. */
export const selectChoices = (principal: Principal) => ({
  accounts: selectAccounts(principal.workspace()),
  costUnits: selectCostUnits(principal.db, principal.workspace()),
  categories: selectCategories(principal.db, principal.workspace()),
  ...selectBook(principal.workspace()),
})

type Rows = Parameters<typeof bookFacts>[0] & {
  accounts: AccountRow[]
  costUnits: Parameters<typeof toApi>[0][]
  categories: Parameters<typeof toApi>[1]
}

/** The choices that the statements of {@link selectChoices} gave. */
export function choicesOf(rows: Rows, now: Date): BookChoices {
  const { settings, closedYear }: BookFacts = bookFacts(rows)
  const today = todayIn(settings.timezone, now)
  return {
    accounts: rows.accounts.map(toAccount).filter(({ archived }) => !archived),
    costUnits: rows.costUnits.map((unit) => toApi(unit, rows.categories)).filter(({ archived }) => !archived),
    today,
    currentYear: fiscalYearOf(today, settings.yearStart),
    closedYear,
  }
}

/** Reads what a form of the cash book needs. One trip. Throws `permission_missing`. */
export async function viewBookChoices(
  principal: Principal,
  permission: Permission = TO_BOOK.permission,
): Promise<BookChoices> {
  const { rows } = await query(principal, selectChoices(principal), (credential) =>
    requirePermission(credential, permission),
  )
  return choicesOf(rows, principal.now)
}

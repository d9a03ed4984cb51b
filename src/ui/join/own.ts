import type { WorkspaceRow } from '../../db/schema'
import { todayIn } from '../../domain/shared/dates'

/** What inputs suggest to people who apply to a workspace: its country, and the date (YYYY-MM-DD) there. */
export const ownOf = ({ locale, timezone }: Pick<WorkspaceRow, 'locale' | 'timezone'>) => ({
  country: new Intl.Locale(locale).region,
  today: todayIn(timezone, new Date()),
})

/** What an empty input suggests: the country of the workspace. */
export const suggestedValue = ({ key }: { key: string }, { country }: { country: string | undefined }) =>
  key === 'address' && country ? { country_code: country } : undefined

import type { LEAVING_ENDS, WorkspaceRow } from '../../db/schema'
import { addDays, addMonths } from './dates'

/** How long before its end a membership is given notice of, and on which days it ends. */
export type Notice = { notice_weeks: number; end: (typeof LEAVING_ENDS)[number] }

/** The notice that a workspace asks for. */
export const noticeOf = (row: Pick<WorkspaceRow, 'leavingNoticeWeeks' | 'leavingEnd'>): Notice => ({
  notice_weeks: row.leavingNoticeWeeks,
  end: row.leavingEnd,
})

/** The next possible last day of a membership whose resignation arrives on a day (YYYY-MM-DD). */
export function lastDayAfter(arrivedOn: string, { notice_weeks, end }: Notice): string {
  const earliest = addDays(arrivedOn, notice_weeks * 7)
  if (end === 'any_day') return earliest
  const months = MONTHS[end]
  const begun = (Number(earliest.slice(5, 7)) - 1) % months
  return addDays(addMonths(`${earliest.slice(0, 7)}-01`, months - begun), -1)
}

const MONTHS = { month: 1, quarter: 3, half_year: 6, year: 12 }

/** The days on which a membership can end: any one, or the last of such a period of the calendar. */
export const LEAVING_ENDS = ['any_day', 'month', 'quarter', 'half_year', 'year'] as const

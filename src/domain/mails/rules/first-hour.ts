/** When a run of rules begins, by the clocks of the workspace. */
export const FIRST_HOUR = '08'

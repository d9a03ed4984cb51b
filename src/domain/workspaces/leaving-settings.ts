import * as z from 'zod'
import { LEAVING_ENDS, type WorkspaceRow } from '../../db/schema'
import { noticeOf } from '../shared/last-day'

/** Whether resignations end a membership once staff confirm them, or by themselves. */
export const TAKES_EFFECT = ['by_staff', 'at_once'] as const

const leaving = z
  .strictObject({
    notice_weeks: z
      .int()
      .min(0)
      .max(104)
      .describe('How many weeks before the last day a resignation has to arrive'),
    end: z
      .enum(LEAVING_ENDS)
      .describe('On which days memberships end: on any day, or on the last day of a period of the calendar'),
    takes_effect: z
      .enum(TAKES_EFFECT)
      .describe('Whether a resignation in the portal ends the membership once staff confirm it, or at once'),
  })
  .describe('How memberships end')

/** How memberships end in a workspace, in a body: absent keys stay. */
export const leavingInput = {
  leaving: z
    .strictObject({
      notice_weeks: leaving.shape.notice_weeks.nullish(),
      end: leaving.shape.end.nullish(),
      takes_effect: leaving.shape.takes_effect.nullish(),
    })
    .nullish(),
}
const leavingSettings = z.strictObject(leavingInput)

/** How memberships end in a workspace, as the API shows it. */
export const leavingOutput = { leaving }

/** The columns that the settings of leaving give. */
export const storedLeaving = ({ leaving }: z.infer<typeof leavingSettings>) => ({
  leavingNoticeWeeks: leaving?.notice_weeks ?? undefined,
  leavingEnd: leaving?.end ?? undefined,
  resignationsTakeEffect: leaving?.takes_effect ?? undefined,
})

type LeavingColumns = Pick<WorkspaceRow, 'leavingNoticeWeeks' | 'leavingEnd' | 'resignationsTakeEffect'>

/** The stored settings of leaving as the API shows them. */
export const leavingToApi = (row: LeavingColumns) => ({
  leaving: { ...noticeOf(row), takes_effect: row.resignationsTakeEffect },
})

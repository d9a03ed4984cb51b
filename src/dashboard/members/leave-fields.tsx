import type { WorkspaceRow } from '../../db/schema'
import type { ListContext } from '../../domain/custom-columns/query-list'
import type { MembershipEnd } from '../../domain/payments/end-membership'
import { LEAVE_REASON, LEAVE_REASONS } from '../../domain/person-fields/fields'
import { takenKeys } from '../../domain/person-fields/list-fields'
import type { Issues } from '../../domain/shared/errors'
import { lastDayAfter, noticeOf } from '../../domain/shared/last-day'
import { SelectField, TextField } from '../../ui/form'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { leaveTexts } from './leave-texts'

/** Whether the members of a list have a reason why they leave: not if an own column has the key of the field. */
export const hasReasons = (context: Pick<ListContext, 'list' | 'columns'>): boolean =>
  !takenKeys(context).has(LEAVE_REASON)

/** The end of a membership that a form asks for. One without the fields of the reason leaves them as they are. */
export const endIn = (form: URLSearchParams): MembershipEnd => ({
  leave_date: form.get('leave_date') ?? '',
  ...(form.has('leave_reason') && {
    leave_reason: form.get('leave_reason') || null,
    leave_note: form.get('leave_note')?.trim() || null,
  }),
})

/** The day that is proposed as the last one of a membership, by the notice of the workspace. */
export const proposedLastDay = (workspace: WorkspaceRow, today: string): string =>
  lastDayAfter(today, noticeOf(workspace))

/** What the proposed day follows from. */
export function noticeText(workspace: WorkspaceRow, locale: Locale): string {
  const { notice_weeks, end } = noticeOf(workspace)
  const t = leaveTexts(locale)
  return [t.proposed(t.weeks(notice_weeks), t.ends[end]), t.ofDeath].join(' ')
}

/** What is wrong with the date of a form that ends a membership; undefined if nothing is. */
export function dateIssue(issues: Issues, locale: Locale): string | undefined {
  const [issue] = issues.leave_date ?? issues.value ?? []
  return issue && leaveTexts(locale)[issue.code === 'death_in_future' ? 'inFuture' : 'noDate']
}

type Props = { reason: unknown; note: unknown; issues: Issues; locale: Locale }

/** The fields of why a membership ends. */
export function LeaveReasonFields({ reason, note, issues, locale }: Props) {
  const t = leaveTexts(locale)
  const { leaveReasons, noChoice, fields } = formTexts(locale)
  return (
    <>
      <SelectField
        name="leave_reason"
        label={fields.leave_reason ?? ''}
        value={String(reason ?? '')}
        options={[
          { value: '', label: noChoice },
          ...LEAVE_REASONS.map((value) => ({ value, label: leaveReasons[value] ?? value })),
        ]}
        hint={t.deceasedHint}
        issue={'leave_reason' in issues ? t.noReason : undefined}
      />
      <TextField
        name="leave_note"
        label={fields.leave_note ?? ''}
        value={String(note ?? '')}
        hint={t.noteHint}
        issue={'leave_note' in issues ? t.longNote : undefined}
      />
    </>
  )
}

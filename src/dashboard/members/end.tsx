import { Hono } from 'hono'
import {
  endMembership,
  type LaterFees,
  type Leaving,
  type MembershipEnd,
  viewLeaving,
} from '../../domain/payments/end-membership'
import { updatePerson } from '../../domain/persons/update'
import type { Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { Confirm } from '../../ui/confirm'
import { Fields } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { displayName } from '../../ui/person-fields/display-name'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { decidedIn, LaterFeesCard } from './later-fees'
import { dateIssue, endIn, hasReasons, LeaveReasonFields, noticeText } from './leave-fields'
import { doneWithPerson } from './person'
import { personTexts } from './person-texts'
import { placeOf } from './place'

const MEMBER = '/:workspace/members/:person_id{per_\\w+}'

/** The end of a membership, which can be taken back, and what becomes of the fees that were claimed for later. */
export const endPage = new Hono<Env>()
  .get(`${MEMBER}/end`, async (c) => {
    const leaving = await viewLeaving(c.var.staff, { id: c.req.param('person_id') })
    return c.html(<EndPage {...{ leaving }} viewer={viewerOf(c)} place={placeOf(c)} />)
  })

  .post(`${MEMBER}/end`, async (c) => {
    const id = c.req.param('person_id')
    const form = await readForm(c)
    const typed = endIn(form)
    const decided = decidedIn(form)
    const outcome = await attempt(() => endMembership(c.var.staff, { id, end: typed, decided }))
    if ('result' in outcome) {
      const told = {
        batch: c.var.staff.actor.batchId,
        ...(outcome.result && { numbers: { count: outcome.result } }),
      }
      return doneWithPerson(c, 'ended', { list: 'members', id, ...told })
    }
    const leaving = await viewLeaving(c.var.staff, { id, leaveDate: typed.leave_date })
    const { issues } = outcome
    const page = <EndPage {...{ leaving, typed, decided, issues }} viewer={viewerOf(c)} place={placeOf(c)} />
    return c.html(page, 'fees' in issues ? 409 : 422)
  })

  .post(`${MEMBER}/reinstate`, async (c) => {
    const id = c.req.param('person_id')
    await updatePerson(c.var.staff, { list: 'members', idOrExternalId: id, body: { leave_date: null } })
    return doneWithPerson(c, 'reinstated', { list: 'members', id, batch: c.var.staff.actor.batchId })
  })

type Props = {
  leaving: Leaving
  viewer: Viewer
  place: URLSearchParams
  /** What the form before said. */
  typed?: MembershipEnd
  decided?: LaterFees | undefined
  issues?: Issues
}

function EndPage({ leaving, viewer, place, typed, decided, issues = {} }: Props) {
  const { locale, staff } = viewer
  const { person, context, leaveDate } = leaving
  const t = personTexts(locale).endPage
  const path = (page: string) => personPathIn(staff.workspace, 'members', person.id, page, place)
  const title = t.title(displayName(person))
  return (
    <StaffLayout title={title} viewer={viewer} section="members" hasIssues={Object.keys(issues).length > 0}>
      {'fees' in issues && (
        <Notice tone="warn" title={t.fees.changed} hasFocus>
          {t.fees.changedLead}
        </Notice>
      )}
      <Confirm
        title={title}
        lead={t.lead}
        action={path('/end')}
        label={t.end}
        cancelHref={path('')}
        locale={locale}
      >
        <Card>
          <Fields>
            <DateField
              name="leave_date"
              label={t.leaveDate}
              value={typed?.leave_date ?? leaveDate}
              hint={noticeText(staff.workspace, locale)}
              issue={dateIssue(issues, locale)}
            />
            {hasReasons(context) && (
              <LeaveReasonFields
                reason={typed ? typed.leave_reason : (person.leave_reason ?? 'left')}
                note={typed ? typed.leave_note : person.leave_note}
                issues={issues}
                locale={locale}
              />
            )}
          </Fields>
        </Card>
        <LaterFeesCard {...{ leaving, decided, viewer }} issue={'reason' in issues} />
      </Confirm>
    </StaffLayout>
  )
}

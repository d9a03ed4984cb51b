import { type Context, Hono } from 'hono'
import { type OpenedResignation, viewResignation } from '../../domain/pages/resignation'
import type { LaterFees } from '../../domain/payments/end-membership'
import type { ResignationNotice } from '../../domain/portal/resign/confirm'
import { acceptResignation, decideWithdrawal } from '../../domain/portal/resign/decide'
import { todayIn } from '../../domain/shared/dates'
import type { Issues } from '../../domain/shared/errors'
import { lastDayAfter, noticeOf } from '../../domain/shared/last-day'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { mailOrigin } from '../../http/origin'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { DescriptionList } from '../../ui/description-list'
import { Fields, Form } from '../../ui/form-layout'
import { formatDate, formatInstant } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Notice } from '../../ui/notice'
import { BackLink, PageHead } from '../../ui/page-head'
import { displayName } from '../../ui/person-fields/display-name'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { decidedIn, LaterFeesCard } from '../members/later-fees'
import { dateIssue } from '../members/leave-fields'
import { pathIn, personPathIn } from '../paths'
import { TO_RESIGNATIONS } from './paths'
import { resignationTexts } from './texts'

const PATH = '/:workspace/members/:person_id{per_\\w+}/resignation'

/** A resignation: staff confirm the last day, or say whether it is taken back. */
export const resignationPage = new Hono<Env>()
  .get(PATH, async (c) => {
    const opened = await viewResignation(c.var.staff, { id: c.req.param('person_id') })
    return c.html(<DecidePage {...{ opened }} viewer={viewerOf(c)} />)
  })

  .post(PATH, async (c) => {
    const form = await readForm(c)
    const id = c.req.param('person_id')
    const opened = await viewResignation(c.var.staff, { id })
    const origin = mailOrigin(c)
    const named = { id, resignationId: form.get('resignation') ?? '', revision: Number(form.get('revision')) }
    const act = form.get('act')
    if (act === 'agree' || act === 'decline') {
      const outcome = await attempt(() =>
        decideWithdrawal(c.var.staff, { ...named, agrees: act === 'agree' }),
      )
      if ('result' in outcome) return told(c, origin, outcome.result)
      return refused(c, id, { issues: outcome.issues })
    }
    const typed = form.get('leave_date') ?? ''
    const decided = decidedIn(form)
    const end = { leave_date: typed, ...opened.leaves }
    const outcome = await attempt(() => acceptResignation(c.var.staff, { ...named, end, decided }))
    if ('result' in outcome) return told(c, origin, outcome.result.notice)
    return refused(c, id, { issues: outcome.issues, typed, decided })
  })

/** Queues the mail to the member, and leads to the list of what waits. */
async function told(c: Context<Env>, origin: string, notice: ResignationNotice) {
  await c.env.MAILS.send({ kind: 'resignation_notice', ...notice, origin })
  return done(c, notice.what, {
    to: pathIn(viewerOf(c).staff.workspace, TO_RESIGNATIONS),
    batch: c.var.staff.actor.batchId,
  })
}

type State = { issues: Issues; typed?: string; decided?: LaterFees | undefined }

async function refused(c: Context<Env>, id: string, state: State) {
  const opened = await viewResignation(c.var.staff, { id, leaveDate: state.typed })
  const status = 'leave_date' in state.issues ? 422 : 409
  return c.html(<DecidePage {...{ opened, ...state }} viewer={viewerOf(c)} />, status)
}

type Props = { opened: OpenedResignation; viewer: Viewer } & Partial<State>

function DecidePage({ opened, viewer, typed, decided, issues = {} }: Props) {
  const { locale, staff } = viewer
  const t = resignationTexts(locale)
  const { person, resignation } = opened
  const isWaiting = resignation?.state === 'confirmed' && resignation.withdrawal_asked_at === null
  const title = t.of(displayName(person))
  return (
    <StaffLayout title={title} viewer={viewer} section="members" hasIssues={Object.keys(issues).length > 0}>
      <Measure>
        <PageHead
          title={title}
          lead={isWaiting && t.ofLead}
          breadcrumb={<BackLink href={pathIn(staff.workspace, TO_RESIGNATIONS)}>{t.title}</BackLink>}
        />
        {Object.keys(issues).some((path) => path !== 'leave_date') && (
          <Notice tone="warn">{t.changed}</Notice>
        )}
        <Facts {...{ opened, viewer }} />
        {resignation?.withdrawal_asked_at && <Withdrawal {...{ opened, viewer }} />}
        {isWaiting && (
          <Form hidden={hiddenOf(opened)}>
            <Card title={t.followsTitle}>
              <Lines
                items={[
                  { main: t.fees },
                  ...(opened.mandate ? [{ main: t.mandate(opened.mandate) }] : []),
                  ...(opened.dependants.length > 0
                    ? [{ main: t.dependants(opened.dependants.join(', ')) }]
                    : []),
                  { main: t.portal },
                ]}
              />
            </Card>
            <Card>
              <Fields>
                <DateField
                  name="leave_date"
                  label={t.lastDay}
                  value={typed ?? opened.leaveDate}
                  hint={t.noticeDay(
                    formatDate(
                      lastDayAfter(
                        todayIn(staff.workspace.timezone, new Date(resignation.sent_at)),
                        noticeOf(staff.workspace),
                      ),
                      locale,
                    ),
                  )}
                  issue={dateIssue(issues, locale)}
                />
              </Fields>
            </Card>
            <LaterFeesCard {...{ leaving: opened, decided, viewer }} issue={'reason' in issues} />
            <Actions>
              <Button>{t.accept}</Button>
              <ButtonLink kind="second" href={personPathIn(staff.workspace, 'members', person.id)}>
                {displayName(person)}
              </ButtonLink>
            </Actions>
          </Form>
        )}
        {!isWaiting && !resignation?.withdrawal_asked_at && <Quiet>{t.decided}</Quiet>}
      </Measure>
    </StaffLayout>
  )
}

const hiddenOf = ({ resignation }: OpenedResignation) => ({
  resignation: resignation?.id ?? '',
  revision: String(resignation?.revision ?? ''),
})

function Facts({ opened: { resignation, person }, viewer: { locale, staff } }: Omit<Props, keyof State>) {
  const { facts: t } = resignationTexts(locale)
  if (!resignation) return null
  const instant = (at: string) => formatInstant(at, staff.workspace.timezone, locale)
  const { sent_at, confirmed_at, leave_date, cause, note, withdrawal_asked_at } = resignation
  const row = (name: string, value: string | null) => (value === null ? [] : [{ name, value }])
  const items = [
    ...row(t.arrived, instant(sent_at)),
    ...row(t.confirmed, confirmed_at && instant(confirmed_at)),
    ...row(t.asked, formatDate(leave_date, locale)),
    ...row(t.cause, cause),
    ...row(t.note, note),
    ...row(t.ends, person.leave_date ? formatDate(String(person.leave_date), locale) : null),
    ...row(t.askedBack, withdrawal_asked_at && instant(withdrawal_asked_at)),
  ]
  return (
    <Card>
      <DescriptionList items={items} />
    </Card>
  )
}

/** Asks whether a resignation is taken back later than a day after. */
function Withdrawal({ opened, viewer: { locale } }: Omit<Props, keyof State>) {
  const t = resignationTexts(locale)
  return (
    <Card title={t.withdrawTitle}>
      <p>{t.withdrawLead}</p>
      <Form hidden={hiddenOf(opened)}>
        <Actions>
          <Button name="act" value="agree">
            {t.agree}
          </Button>
          <Button kind="second" name="act" value="decline">
            {t.decline}
          </Button>
        </Actions>
      </Form>
    </Card>
  )
}

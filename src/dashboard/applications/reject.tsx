import { Hono } from 'hono'
import {
  DEPENDANT_CHOICES,
  type RejectionView,
  rejectApplicants,
  viewRejection,
} from '../../domain/applications/reject'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { queueRejections } from '../../mail/rejections'
import { Card } from '../../ui/card'
import { RadioGroup } from '../../ui/choices'
import { Confirm } from '../../ui/confirm'
import { Lines } from '../../ui/lines'
import { displayName } from '../../ui/person-fields/display-name'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { doneInList } from './list'
import { applicationTexts } from './texts'

const REJECT = '/:workspace/applications/reject'

/** The rejection of chosen applications, which deletes the persons. */
export const rejectPage = new Hono<Env>()
  .get(REJECT, async (c) => {
    const chosen = await viewRejection(c.var.staff, { ids: c.req.queries('id') ?? [] })
    if (chosen.applicants.length === 0) return doneInList(c, 'none')
    return c.html(<RejectPage chosen={chosen} viewer={viewerOf(c)} />)
  })

  .post(REJECT, async (c) => {
    const form = await readForm(c)
    const ids = (form.get('ids') ?? '').split(',')
    const choice = DEPENDANT_CHOICES.find((one) => one === form.get('choice'))
    const outcome = await attempt(() => rejectApplicants(c.var.staff, { ids, choice }))
    if (!('result' in outcome)) {
      const chosen = await viewRejection(c.var.staff, { ids })
      return c.html(<RejectPage chosen={chosen} viewer={viewerOf(c)} isRefused />, 422)
    }
    const { result: rejected } = outcome
    await queueRejections(c.env, c.var.staff.current().workspace, rejected, originOf(c))
    const count = rejected.persons.length
    return doneInList(c, count === 0 ? 'none' : 'rejected', count)
  })

type Props = { chosen: RejectionView; viewer: Viewer; isRefused?: boolean }

function RejectPage({ chosen, viewer, isRefused = false }: Props) {
  const { applicants, dependants, choices, isRejectionMailed } = chosen
  const { locale, staff } = viewer
  const t = applicationTexts(locale).rejectPage
  const [first] = applicants
  const title = t.title(applicants.length, first ? displayName(first) : '')
  return (
    <StaffLayout title={title} viewer={viewer} section="applications" hasIssues={isRefused}>
      <Confirm
        title={title}
        lead={t.lead(applicants.length)}
        action={pathIn(staff.workspace, '/applications/reject')}
        label={t.submit(applicants.length)}
        cancelHref={pathIn(staff.workspace, '/applications')}
        hidden={{ ids: applicants.map(({ id }) => id).join(',') }}
        isDangerous
        locale={locale}
      >
        <Card>
          <Lines
            items={applicants.map((applicant) => ({
              main: (
                <a href={personPathIn(staff.workspace, 'members', applicant.id)}>{displayName(applicant)}</a>
              ),
              details: applicant.email ? [String(applicant.email)] : [],
            }))}
          />
        </Card>
        {choices.length > 0 && (
          <Card title={t.dependants(dependants.map(({ name: one }) => one).join(', '))}>
            <RadioGroup
              name="choice"
              label={t.choice}
              value={choices.length === 1 ? (choices[0] ?? '') : ''}
              options={choices.map((value) => ({ value, label: t.choices[value] }))}
              {...(isRefused && { issue: t.choiceIssue })}
            />
          </Card>
        )}
        <p>{isRejectionMailed ? t.mail : t.noMail}</p>
      </Confirm>
    </StaffLayout>
  )
}

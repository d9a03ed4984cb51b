import { Hono } from 'hono'
import type { ChosenApplicants } from '../../domain/applications/chosen'
import { rejectApplicants, viewRejection } from '../../domain/applications/reject'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { queueRejections } from '../../mail/rejections'
import { Card } from '../../ui/card'
import { Confirm } from '../../ui/confirm'
import { Lines } from '../../ui/lines'
import { displayName } from '../../ui/person-fields/display-name'
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
    const ids = (await readForm(c)).get('ids') ?? ''
    const rejected = await rejectApplicants(c.var.staff, { ids: ids.split(',') })
    await queueRejections(c.env, c.var.staff.current().workspace, rejected, originOf(c))
    const count = rejected.persons.length
    return doneInList(c, count === 0 ? 'none' : 'rejected', count)
  })

function RejectPage({
  chosen: { applicants, isRejectionMailed },
  viewer,
}: {
  chosen: ChosenApplicants
  viewer: Viewer
}) {
  const { locale, staff } = viewer
  const t = applicationTexts(locale).rejectPage
  const [first] = applicants
  const title = t.title(applicants.length, first ? displayName(first) : '')
  return (
    <StaffLayout title={title} viewer={viewer} section="applications">
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
        <p>{isRejectionMailed ? t.mail : t.noMail}</p>
      </Confirm>
    </StaffLayout>
  )
}

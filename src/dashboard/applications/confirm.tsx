import { Hono } from 'hono'
import { type ChosenApplicants, viewChosenApplicants } from '../../domain/applications/chosen'
import { type Admissions, confirmApplicants } from '../../domain/applications/confirm'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { Confirm } from '../../ui/confirm'
import { TextField } from '../../ui/form'
import { Fields } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { displayName } from '../../ui/person-fields/display-name'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { doneWithPerson } from '../members/person'
import { pathIn } from '../paths'
import { doneInList } from './list'
import { applicationTexts } from './texts'

const CONFIRM = '/:workspace/applications/confirm'

/** The confirmation of chosen applications: the number and the first day of each member. */
export const confirmPage = new Hono<Env>()
  .get(CONFIRM, async (c) => {
    const chosen = await viewChosenApplicants(c.var.staff, { ids: c.req.queries('id') ?? [] })
    const { applicants, numbers, context } = chosen
    if (applicants.length === 0) return doneInList(c, 'none')
    const suggested = applicants.map(({ id }, index) => [id, numbers[index] ?? null])
    const admissions = { joinDate: context.today, numbers: Object.fromEntries(suggested) }
    return c.html(<ConfirmPage {...{ chosen, admissions }} viewer={viewerOf(c)} />)
  })

  .post(CONFIRM, async (c) => {
    const admissions = parseAdmissions(await readForm(c))
    const ids = Object.keys(admissions.numbers)
    try {
      await confirmApplicants(c.var.staff, admissions)
      const [id = ''] = ids
      const { batchId } = c.var.staff.actor
      if (ids.length > 1) return doneInList(c, 'confirmed', ids.length, batchId)
      return doneWithPerson(c, 'confirmed', { list: 'members', id, batch: batchId })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const { issues = {}, reason } = error
      if (reason !== 'invalid' && reason !== 'changed_meanwhile') throw error
      const chosen = await viewChosenApplicants(c.var.staff, { ids })
      if (chosen.applicants.length === 0) return doneInList(c, 'none')
      const isChanged = reason === 'changed_meanwhile'
      const page = <ConfirmPage {...{ chosen, admissions, issues, isChanged }} viewer={viewerOf(c)} />
      return c.html(page, 422)
    }
  })

function parseAdmissions(form: URLSearchParams): Admissions {
  const numbers = [...form].flatMap(([name, text]) => {
    const [, id] = /^number\.(per_\w+)$/.exec(name) ?? []
    return id ? [[id, text.trim() || null]] : []
  })
  return { joinDate: form.get('join_date') || null, numbers: Object.fromEntries(numbers) }
}

type Props = {
  chosen: ChosenApplicants
  admissions: Admissions
  viewer: Viewer
  issues?: Issues
  isChanged?: boolean
}

function ConfirmPage({ chosen: { applicants }, admissions, viewer, issues = {}, isChanged = false }: Props) {
  const { locale, staff } = viewer
  const t = applicationTexts(locale).confirmPage
  const [first] = applicants
  const name = first ? displayName(first) : ''
  const title = t.title(applicants.length, name)
  const hasIssues = isChanged || Object.keys(issues).length > 0
  return (
    <StaffLayout title={title} viewer={viewer} section="applications" hasIssues={hasIssues}>
      {isChanged && <Notice tone="warn">{applicationTexts(locale).decidedMeanwhile}</Notice>}
      <Confirm
        title={title}
        lead={t.lead(applicants.length)}
        action={pathIn(staff.workspace, '/applications/confirm')}
        label={t.submit(applicants.length)}
        cancelHref={pathIn(staff.workspace, '/applications')}
        locale={locale}
      >
        <Card>
          <Fields>
            <DateField
              name="join_date"
              label={t.joinDate}
              value={admissions.joinDate ?? ''}
              {...('joinDate' in issues && { issue: t.dateIssue })}
            />
            {applicants.map((applicant) => (
              <TextField
                name={`number.${applicant.id}`}
                label={applicants.length === 1 ? t.number : t.numberOf(displayName(applicant))}
                value={admissions.numbers[applicant.id] ?? ''}
                inputmode="numeric"
                autocomplete="off"
                {...(`numbers.${applicant.id}` in issues && { issue: t.numberIssue })}
              />
            ))}
          </Fields>
        </Card>
      </Confirm>
    </StaffLayout>
  )
}

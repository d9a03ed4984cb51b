import { Hono } from 'hono'
import type { ApplicantChanges } from '../../domain/applications/changes'
import {
  type Admission,
  type Admissions,
  confirmApplicants,
  viewAdmission,
} from '../../domain/applications/confirm'
import type { DuesRun } from '../../domain/dues/runs'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { Confirm } from '../../ui/confirm'
import { Fields } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { displayName } from '../../ui/person-fields/display-name'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { doneWithPerson } from '../members/person'
import { pathIn } from '../paths'
import { ApplicantCard, readAlso } from './applicant-card'
import { CLAIM, DuesCard, SHOWN } from './dues'
import { doneInList } from './list'
import { applicationTexts } from './texts'

const CONFIRM = '/:workspace/applications/confirm'

/** The confirmation of chosen applications: the number and the first day of each member, and what is claimed from them. */
export const confirmPage = new Hono<Env>()
  .get(CONFIRM, async (c) => {
    const chosen = await viewAdmission(c.var.staff, { ids: c.req.queries('id') ?? [] })
    const { applicants, numbers, context } = chosen
    if (applicants.length === 0) return doneInList(c, 'none')
    const suggested = applicants.map(({ id }, index) => [id, numbers[index] ?? null])
    const admissions = { joinDate: context.today, numbers: Object.fromEntries(suggested), claims: [] }
    return c.html(
      <ConfirmPage
        {...{ chosen, admissions }}
        changes={{}}
        shown={[]}
        viewer={viewerOf(c)}
        now={c.var.staff.now}
      />,
    )
  })

  .post(CONFIRM, async (c) => {
    const form = await readForm(c)
    const also = readAlso(form, () => viewerOf(c).locale)
    const admissions = { ...parseAdmissions(form), ...also }
    const ids = Object.keys(admissions.numbers)
    try {
      const runs = await confirmApplicants(c.var.staff, admissions)
      const [id = ''] = ids
      const told = { batch: c.var.staff.actor.batchId, ...claimedIn(runs) }
      if (ids.length > 1) return doneInList(c, 'confirmed', ids.length, told)
      return doneWithPerson(c, 'confirmed', { list: 'members', id, ...told })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const { issues = {}, reason } = error
      if (reason !== 'invalid' && reason !== 'changed_meanwhile') throw error
      const chosen = await viewAdmission(c.var.staff, { ids, joinDate: admissions.joinDate, ...also })
      if (chosen.applicants.length === 0) return doneInList(c, 'none')
      const isChanged = reason === 'changed_meanwhile'
      const shown = (form.get(SHOWN) ?? '').split(' ')
      const changes = also.changesIn(chosen.context)
      const page = (
        <ConfirmPage
          {...{ chosen, admissions, changes, shown, issues, isChanged }}
          viewer={viewerOf(c)}
          now={c.var.staff.now}
        />
      )
      return c.html(page, 'dues' in issues ? 409 : 422)
    }
  })

function parseAdmissions(form: URLSearchParams): ReadAdmissions {
  const numbers = [...form].flatMap(([name, text]) => {
    const [, id] = /^number\.(per_\w+)$/.exec(name) ?? []
    return id ? [[id, text.trim() || null]] : []
  })
  const claims = form.getAll(CLAIM).map((claim) => {
    const [planId = '', mark = ''] = claim.split(' ')
    return { planId, mark }
  })
  return {
    joinDate: form.get('join_date') || null,
    numbers: Object.fromEntries(numbers),
    // A plan claims once, however often a form names it.
    claims: [...new Map(claims.map((claim) => [claim.planId, claim])).values()],
  }
}

/** What was claimed, for the page that says what was done: the sum, and the run if it was one. */
function claimedIn(runs: DuesRun[]) {
  if (runs.length === 0) return {}
  const amount = runs.reduce((sum, run) => sum + run.amount, 0)
  const [run] = runs
  return { numbers: { amount }, ...(runs.length === 1 && { about: run?.id }) }
}

type ReadAdmissions = Admissions & Required<Pick<Admissions, 'claims'>>

type Props = {
  chosen: Admission
  admissions: ReadAdmissions
  /** What was chosen besides, by the ids of applicants; nothing on the first page. */
  changes: ApplicantChanges
  /** The plans whose dues the form before showed. */
  shown: string[]
  viewer: Viewer
  now: Date
  issues?: Issues
  isChanged?: boolean
}

function ConfirmPage({
  chosen,
  admissions,
  changes,
  shown,
  viewer,
  now,
  issues = {},
  isChanged = false,
}: Props) {
  const { applicants, dues } = chosen
  const { locale, staff } = viewer
  const { confirmPage: t, dues: duesT, decidedMeanwhile } = applicationTexts(locale)
  const [first] = applicants
  const name = first ? displayName(first) : ''
  const title = t.title(applicants.length, name)
  const hasIssues = isChanged || Object.keys(issues).length > 0
  return (
    <StaffLayout title={title} viewer={viewer} section="applications" hasIssues={hasIssues}>
      {isChanged && <Notice tone="warn">{decidedMeanwhile}</Notice>}
      {'dues' in issues && (
        <Notice tone="warn" title={duesT.changed} hasFocus>
          {duesT.changedLead}
        </Notice>
      )}
      <Confirm
        title={title}
        lead={t.lead(applicants.length)}
        action={pathIn(staff.workspace, '/applications/confirm')}
        label={t.submit(applicants.length)}
        cancelHref={pathIn(staff.workspace, '/applications')}
        hidden={{ [SHOWN]: dues.map(({ plan }) => plan.id).join(' ') }}
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
          </Fields>
        </Card>
        {applicants.map((applicant) => (
          <ApplicantCard
            applicant={applicant}
            number={admissions.numbers[applicant.id] ?? ''}
            payer={admissions.payers?.[applicant.id]}
            change={changes[applicant.id] ?? {}}
            {...{ chosen, issues, viewer, now }}
          />
        ))}
        {dues.map((one) => (
          <DuesCard
            dues={one}
            isTicked={
              !shown.includes(one.plan.id) || admissions.claims.some(({ planId }) => planId === one.plan.id)
            }
            viewer={viewer}
          />
        ))}
      </Confirm>
    </StaffLayout>
  )
}

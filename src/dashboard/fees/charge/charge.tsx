import { type Context, Hono } from 'hono'
import { permits } from '../../../domain/access/authorize'
import { listsOf } from '../../../domain/access/lists'
import { chargeFees } from '../../../domain/fees/charge'
import { type ChargeChoices, previewCharge, viewChargeChoices } from '../../../domain/fees/charge-preview'
import { DomainError, type Issues } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { done } from '../../../http/done'
import { readForm } from '../../../http/forms'
import { SaveOrCancel } from '../../../ui/form'
import { Form } from '../../../ui/form-layout'
import { PageHead } from '../../../ui/page-head'
import { Measure } from '../../../ui/stack'
import { Chips } from '../../../ui/tabs'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { once } from '../../once'
import { pathIn } from '../../paths'
import { refusedIn, withPaths } from '../../refusals'
import { hasRefused, RefusedList } from '../../refused-fields'
import { WayBack } from '../../way-back'
import { ChargeCheck } from './check'
import { AmountFields, AudienceFields, PurposeFields } from './fields'
import { listIn, selectionOf, termsOf } from './form'
import { ChargeSteps } from './steps'
import { chargeTexts } from './texts'

const CHARGE = '/:workspace/fees/claim'

/** The pages that charge fees to many: one asks, the next shows all of it, and its button charges, once. */
export const chargePages = new Hono<Env>()
  .get(CHARGE, (c) => answerForm(c, new URL(c.req.url).searchParams))

  // A list of persons posts whom it has chosen. "Back" of the check posts what was typed.
  .post(CHARGE, async (c) => {
    const form = await readForm(c)
    if (!form.has('list')) form.set('list', c.req.query('list') ?? '')
    return answerForm(c, form)
  })

  .post(`${CHARGE}/check`, async (c) => {
    const form = await readForm(c)
    return answerRefused(c, form, async () => {
      const preview = await previewCharge(c.var.staff, requestOf(form))
      return c.html(<ChargeCheck {...{ preview, form }} viewer={viewerOf(c)} />)
    })
  })

  .post(`${CHARGE}/run`, async (c) => {
    const form = await readForm(c)
    return answerRefused(c, form, async () => {
      const mark = form.get('mark') ?? ''
      const outcome = await chargeFees(once(c, form, 'fees:write'), { ...requestOf(form), mark })
      const viewer = viewerOf(c)
      if (outcome.outcome === 'changed')
        return c.html(<ChargeCheck preview={outcome.preview} {...{ form, viewer }} isChanged />, 409)
      const { count, sum, batchId } = outcome
      const to = pathIn(viewer.staff.workspace, `/fees/claimed?batch=${batchId}`)
      return done(c, 'claimed', { to, numbers: { count, sum } })
    })
  })

const requestOf = (form: URLSearchParams) => ({
  list: listIn(form),
  selection: selectionOf(form),
  body: termsOf(form),
})

/** Answers a form; shows it again if its terms are refused. */
async function answerRefused(c: Context<Env>, form: URLSearchParams, answer: () => Promise<Response>) {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    return answerForm(c, form, error.issues)
  }
}

async function answerForm(c: Context<Env>, form: URLSearchParams, issues: Issues = {}) {
  const choices = await viewChargeChoices(c.var.staff, { list: listIn(form) })
  const status = Object.keys(issues).length > 0 ? 422 : 200
  return c.html(<ChargePage {...{ choices, form, issues }} viewer={viewerOf(c)} />, status)
}

type Props = { choices: ChargeChoices; form: URLSearchParams; issues: Issues; viewer: Viewer }

function ChargePage({ choices, form, issues, viewer }: Props) {
  const { locale, staff } = viewer
  const t = chargeTexts(locale)
  // The field's own text, even if a code has a sentence: each of these says what to choose.
  const refused = refusedIn(withPaths({ issues, refusals: {} }, fieldOf), t.fields, viewer)
  const list = listIn(form)
  const props = { choices, viewer, form, refused }
  const chosen = [...form].filter(([name]) => name === 'id' || name === 'query')
  const hidden = new URLSearchParams([['list', list], ...chosen])
  return (
    <StaffLayout title={t.title} viewer={viewer} section="fees" hasIssues={hasRefused(refused)}>
      <Measure>
        <PageHead title={t.title} lead={t.lead} breadcrumb={<WayBack viewer={viewer} section="fees" />} />
        <ChargeSteps current="terms" viewer={viewer} />
        <RefusedList refused={refused} fields={t.fields} inputs={{ selection: 'audience' }} locale={locale} />
        {chosen.length === 0 && <Lists list={list} viewer={viewer} />}
        <Form action={pathIn(staff.workspace, '/fees/claim/check')} hidden={hidden} warnsUnsaved>
          <AudienceFields {...props} />
          <AmountFields {...props} />
          <PurposeFields {...props} />
          <SaveOrCancel label={t.next} cancelHref={pathIn(staff.workspace, '/fees')} locale={locale} />
        </Form>
      </Measure>
    </StaffLayout>
  )
}

/** The lists whose persons the viewer may charge, if there is more than one. */
function Lists({ list, viewer }: { list: string; viewer: Viewer }) {
  const { staff, locale } = viewer
  const t = chargeTexts(locale)
  const lists = listsOf(staff.workspace.subscriptionVariant).filter((one) => permits(staff, `${one}:read`))
  if (lists.length < 2) return null
  const items = lists.map((one) => ({
    label: t.lists[one],
    href: pathIn(staff.workspace, `/fees/claim?list=${one}`),
    isCurrent: one === list,
  }))
  return <Chips label={t.audience.title} items={items} />
}

/** The name of the field that a path of an issue is about. */
function fieldOf(path: string): string {
  const name = path.replace('attached_expense.', '')
  return name === 'category_name' ? 'costunit_name' : name
}

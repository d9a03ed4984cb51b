import { type Context, Hono } from 'hono'
import type { DuesPlanHead } from '../../domain/dues/plan'
import { previewOf, readRun, reckonRun } from '../../domain/dues/preview'
import type { DuesPreview } from '../../domain/dues/preview-schema'
import { settleDifference } from '../../domain/dues/settle-difference'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Form } from '../../ui/form-layout'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { DoneNotice, Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Row } from '../../ui/stack'
import { Table } from '../../ui/table'
import { HiddenLabel, Quiet } from '../../ui/text'
import { attempt, type Faults } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { newFormToken, once, TOKEN } from '../once'
import { personPathIn } from '../paths'
import { refusalTexts } from '../refusals'
import { RunWay } from './run-frame'
import { RUNS, readWhat, runsPath, runTitle } from './run-path'
import { runTexts } from './texts-run'

const DIFFERENCES = `${RUNS}/differences`

/** What an address without a plan asks for: the verb finds none, once it knows who asks. */
const NO_PLAN = 'pln_none 2027'

/** The persons from whom something else was claimed than the plan says now; each is decided on by itself. */
export const runDifferencesPage = new Hono<Env>()
  .get(DIFFERENCES, (c) => answerPage(c, c.req.query('what') ?? ''))

  .post(DIFFERENCES, async (c) => {
    const form = await readForm(c)
    const what = c.req.query('what') ?? ''
    const { plan_id, period } = readWhat(what || NO_PLAN)
    const decision = form.get('decision') === 'claim' ? 'claim' : 'keep'
    const body = { period, person_id: form.get('person_id') ?? '', decision, now: Number(form.get('now')) }
    const outcome = await attempt(() => settleDifference(once(c, form, 'fees:write'), { id: plan_id, body }))
    if (!('result' in outcome)) return answerPage(c, what, outcome)
    const to = runsPath({ staff: c.var.staff.current() }, '/differences', { what })
    return done(c, decision === 'claim' ? 'settledClaim' : 'settledKeep', { to })
  })

async function answerPage(c: Context<Env>, what: string, faults?: Faults) {
  const how = { permission: 'fees:write' } as const
  const { result: reckoning } = await attempt(() =>
    reckonRun(c.var.staff, readRun(readWhat(what || NO_PLAN)), how),
  ).then(found)
  const { differences, list, period } = previewOf(reckoning)
  const { head } = reckoning.facts.plan
  const viewer = viewerOf(c)
  const refused = faults && refusalTexts(faults, viewer)
  const props = { differences, list, period, head, what, refused, done: takeDone(c), viewer }
  return c.html(<DifferencesPage {...props} />, faults ? 409 : 200)
}

/** What was found of a plan and a period that the address names. Throws `not_found` for one that is none. */
function found<T>(outcome: { result: T } | Faults): { result: T } {
  if ('result' in outcome) return outcome
  throw new DomainError('not_found', 'There is no such plan of dues.')
}

type Props = Pick<DuesPreview, 'differences' | 'list' | 'period'> & {
  head: DuesPlanHead
  what: string
  refused: string[] | undefined
  done: Done | undefined
  viewer: Viewer
}

type Difference = DuesPreview['differences']['persons'][number]

function DifferencesPage(props: Props) {
  const { differences, list, period, head, refused, done, viewer } = props
  const { locale, staff } = viewer
  const { differences: t, check, whys } = runTexts(locale)
  const title = t.title(runTitle(head, period, viewer))
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const more = differences.count - differences.persons.length
  return (
    <StaffLayout title={title} viewer={viewer} section="fees">
      <DoneNotice done={done} texts={{ settledClaim: t.settledClaim, settledKeep: t.settledKeep }} />
      {refused && (
        <Notice tone="warn" title={t.changed} hasFocus>
          {refused.map((text) => (
            <p>{text}</p>
          ))}
        </Notice>
      )}
      <PageHead title={title} lead={t.lead} breadcrumb={<RunWay viewer={viewer} isBelow />} />
      <Table
        caption={title}
        locale={locale}
        rows={differences.persons}
        rowId={({ person }) => person.id}
        empty={<Empty title={t.none} lead={t.noneLead} />}
        columns={[
          {
            key: 'person',
            label: check.columns.person,
            cell: ({ person }) => <a href={personPathIn(staff.workspace, list, person.id)}>{person.name}</a>,
          },
          {
            key: 'claimed',
            label: t.claimed,
            isNumeric: true,
            phone: 'labelled',
            cell: ({ claimed }) => money(claimed),
          },
          { key: 'now', label: t.now, isNumeric: true, phone: 'labelled', cell: ({ now }) => money(now) },
          { key: 'why', label: check.columns.why, cell: ({ why }) => whys[why] },
          {
            key: 'decide',
            label: t.decide,
            cell: (difference) => <Decision difference={difference} {...props} />,
          },
        ]}
      />
      {more > 0 && <Quiet>{t.more(formatNumber(more, locale))}</Quiet>}
    </StaffLayout>
  )
}

/** The buttons that decide on a difference: what is missing is claimed, or all stays as it is. */
function Decision({ difference, what, viewer }: Pick<Props, 'what' | 'viewer'> & { difference: Difference }) {
  const { locale, staff } = viewer
  const { differences: t } = runTexts(locale)
  const { person, claimed, now } = difference
  const hidden = { person_id: person.id, now: String(now), [TOKEN]: newFormToken() }
  const missing = formatMoney(now - claimed, staff.workspace.currency, locale)
  return (
    <Form action={runsPath(viewer, '/differences', { what })} hidden={hidden}>
      <Row>
        {now > claimed && (
          <Button kind="second" name="decision" value="claim">
            {t.claim(missing)}
            <HiddenLabel> {t.of(person.name)}</HiddenLabel>
          </Button>
        )}
        <Button kind="plain" name="decision" value="keep">
          {t.keep}
          <HiddenLabel> {t.of(person.name)}</HiddenLabel>
        </Button>
      </Row>
    </Form>
  )
}

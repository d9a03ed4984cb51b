import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { narrowedTo } from '../../domain/access/narrowed'
import { closeYear } from '../../domain/years/close'
import { type ClosingChecks, viewClosingChecks } from '../../domain/years/closing-checks'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check } from '../../ui/choices'
import { Form } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { Actions, Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { type Viewer, viewerOf } from '../layout'
import { refusalText } from '../refusals'
import { type Refused, RefusedList } from '../refused-fields'
import { adviceOn, CheckList, requirementsOf } from './closing-list'
import { yearName } from './last-year'
import { BookLayout } from './layout'
import { bookPath, doneInBook, yearIn } from './paths'
import { bookTexts } from './texts'

const CLOSE = '/:workspace/cash-book/close'

/** The page that closes a year, with what stands before it and what is worth a look. */
export const closePage = new Hono<Env>()
  .get(CLOSE, async (c) => {
    const checks = await viewClosingChecks(c.var.staff, { year: yearOf(c, c.req.query('year')) })
    return c.html(<ClosePage checks={checks} viewer={viewerOf(c)} />)
  })

  .post(CLOSE, async (c) => {
    const form = await readForm(c)
    const year = yearOf(c, form.get('year') ?? undefined)
    const isConfirmed = form.has('confirmed')
    const outcome = isConfirmed && (await attempt(() => closeYear(c.var.staff, { year: `${year}` })))
    if (outcome && 'result' in outcome) return doneInBook(c, 'closed', { page: '/report', query: { year } })
    const checks = await viewClosingChecks(narrowedTo('bookkeeping:write', c.var.staff), { year })
    const viewer = viewerOf(c)
    const { closePage: t } = bookTexts(viewer.locale)
    const [refusal] = outcome ? Object.values(outcome.refusals).flat() : []
    const refused: Refused = refusal ? { form: refusalText(refusal, viewer) } : { confirmed: t.mustConfirm }
    return c.html(<ClosePage {...{ checks, viewer, refused }} />, 422)
  })

// Before a year is over it is not closed, so that the page is about the one before.
const yearOf = (c: Context<Env>, text: string | undefined): number =>
  yearIn(text) ?? c.var.staff.now.getUTCFullYear() - 1

type Props = { checks: ClosingChecks; viewer: Viewer; refused?: Refused }

function ClosePage({ checks, viewer, refused = {} }: Props) {
  const { locale } = viewer
  const { closePage: t, fields } = bookTexts(locale)
  const { report } = checks
  const requirements = requirementsOf(checks, viewer)
  const isReady = requirements.every(({ isDone }) => isDone)
  const toReport = (
    <ButtonLink kind="second" href={bookPath(viewer, '/report', { year: report.year })}>
      {t.toReport}
    </ButtonLink>
  )
  return (
    <BookLayout
      title={t.title(yearName(report))}
      lead={t.lead}
      viewer={viewer}
      year={report.year}
      hasIssues={Object.keys(refused).length > 0}
    >
      <Measure>
        <RefusedList
          refused={refused}
          fields={{ ...fields, confirmed: { label: t.submit, issue: t.mustConfirm } }}
          labels={{ form: t.submit }}
          locale={locale}
        />
        {report.closed_at ? (
          <Notice tone="good" isQuiet>
            <p>{refusalText({ code: 'closed_already' }, viewer)}</p>
          </Notice>
        ) : (
          <>
            <Notice tone={isReady ? 'good' : 'warn'} isQuiet>
              <p>{isReady ? t.ready : t.notReady}</p>
            </Notice>
            <Card title={t.required}>
              <CheckList items={requirements} viewer={viewer} />
            </Card>
            <Card title={t.advised}>
              <CheckList items={adviceOn(checks, viewer)} viewer={viewer} />
            </Card>
          </>
        )}
        {isReady && !report.closed_at && permits(viewer.staff, 'bookkeeping:write') ? (
          <Form action={bookPath(viewer, '/close')} hidden={{ year: `${report.year}` }}>
            <Check name="confirmed" label={t.confirm} isChecked={false} issue={refused.confirmed} />
            <Actions>
              <Button>{t.submit}</Button>
              {toReport}
            </Actions>
          </Form>
        ) : (
          <Actions>{toReport}</Actions>
        )}
      </Measure>
    </BookLayout>
  )
}

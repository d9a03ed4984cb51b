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
import { TextField } from '../../ui/form'
import { Form } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { attempt } from '../attempt'
import { type Viewer, viewerOf } from '../layout'
import { refusalText } from '../refusals'
import { type Refused, RefusedList } from '../refused-fields'
import { adviceOn, bankRequirementsOf, CheckList, requirementsOf } from './closing-list'
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
    const reason = form.get('reason')?.trim() ?? ''
    const body = reason === '' ? {} : { reason }
    const outcome = isConfirmed && (await attempt(() => closeYear(c.var.staff, { year: `${year}`, body })))
    if (outcome && 'result' in outcome) return doneInBook(c, 'closed', { page: '/report', query: { year } })
    const checks = await viewClosingChecks(narrowedTo('bookkeeping:write', c.var.staff), { year })
    const viewer = viewerOf(c)
    const { closePage: t } = bookTexts(viewer.locale)
    const [refusal] = outcome ? Object.values(outcome.refusals).flat() : []
    const isOfBank = refusal?.code === 'bank_differs' || refusal?.code === 'bank_balance_missing'
    const needsReason = isOfBank && permits(viewer.staff, 'settings:write')
    const refused: Refused =
      refusal && !needsReason
        ? { form: refusalText(refusal, viewer) }
        : outcome
          ? { reason: t.reasonIssue }
          : { confirmed: t.mustConfirm }
    return c.html(<ClosePage {...{ checks, viewer, refused, reason }} />, 422)
  })

// Before a year is over it is not closed, so that the page is about the one before.
const yearOf = (c: Context<Env>, text: string | undefined): number =>
  yearIn(text) ?? c.var.staff.now.getUTCFullYear() - 1

type Props = { checks: ClosingChecks; viewer: Viewer; refused?: Refused; reason?: string }

function ClosePage({ checks, viewer, refused = {}, reason = '' }: Props) {
  const { locale } = viewer
  const { closePage: t, fields } = bookTexts(locale)
  const { report } = checks
  const requirements = requirementsOf(checks, viewer)
  const banks = checks.keepsBook ? bankRequirementsOf(checks, viewer) : []
  const agrees = banks.every(({ isDone }) => isDone)
  // Owners may close a year in which bank and book differ.
  const givesReason = !agrees && permits(viewer.staff, 'settings:write')
  const isReady = requirements.every(({ isDone }) => isDone) && (agrees || givesReason)
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
          fields={{
            ...fields,
            reason: { label: t.reason, issue: t.reasonIssue },
            confirmed: { label: t.submit, issue: t.mustConfirm },
          }}
          labels={{ form: t.submit }}
          locale={locale}
        />
        {report.closed_at ? (
          <Notice tone="good" isQuiet>
            <p>{refusalText({ code: 'closed_already' }, viewer)}</p>
          </Notice>
        ) : (
          <>
            <Notice tone={isReady && agrees ? 'good' : 'warn'} isQuiet>
              <p>{isReady ? (givesReason ? t.readyByReason : t.ready) : t.notReady}</p>
            </Notice>
            <Card title={t.required}>
              <CheckList items={[...requirements, ...banks]} viewer={viewer} />
              {!agrees && !givesReason && <Quiet>{t.ownersReason}</Quiet>}
            </Card>
            <Card title={t.advised}>
              <CheckList items={adviceOn(checks, viewer)} viewer={viewer} />
            </Card>
          </>
        )}
        {isReady && !report.closed_at && permits(viewer.staff, 'bookkeeping:write') ? (
          <Form action={bookPath(viewer, '/close')} hidden={{ year: `${report.year}` }}>
            {givesReason && (
              <TextField
                name="reason"
                label={t.reason}
                hint={t.reasonHint}
                value={reason}
                issue={refused.reason}
                autocomplete="off"
              />
            )}
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

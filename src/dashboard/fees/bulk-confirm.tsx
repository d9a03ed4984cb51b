import { parseFeeQuery } from '../../domain/fees/browse-query'
import type { FeeActKind } from '../../domain/payments/bulk/act'
import type { FeesPreview } from '../../domain/payments/bulk/preview'
import { MAX_BULK_FEES } from '../../domain/payments/bulk/selection'
import type { Issues } from '../../domain/shared/errors'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { inputId } from '../../ui/form'
import { ErrorSummary, Form } from '../../ui/form-layout'
import { formatInstant, formatMoney, formatNumber } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Measure } from '../../ui/stack'
import { Lead } from '../../ui/text'
import { StaffLayout, type Viewer } from '../layout'
import { actorName } from '../log/sentence'
import { sentenceTexts } from '../log/sentence-texts'
import { ActFields, INPUTS } from './bulk-fields'
import { leftTexts } from './done'
import { feesPath } from './path'
import { feeTexts } from './texts'

/** What a page carries to the next one: the selection, and the query of the list to lead back to. */
export type Carried = { query: string; scope: 'all' | 'chosen'; ids: string[] }

type PageProps = {
  viewer: Viewer
  act: FeeActKind
  preview: FeesPreview
  carried: Carried
  /** Whether the act would do something else now than what was confirmed. */
  isChanged: boolean
}

/** Says what an act will do to how many fees and what it leaves, asks for what it needs, and has the button that does it. */
export function BulkConfirm(props: PageProps & { form: URLSearchParams; issues: Issues }) {
  const { viewer, act, preview, carried, isChanged, form, issues } = props
  const { staff, locale } = viewer
  const t = feeTexts(locale)
  const fees = t.count(formatNumber(preview.count, locale))
  const amount = formatMoney(preview.amount, staff.workspace.currency, locale)
  const left = leftTexts(preview.left, viewer)
  return (
    <StaffLayout
      title={t.confirm.titles[act]}
      viewer={viewer}
      section="fees"
      hasIssues={Object.keys(issues).length > 0}
    >
      <Measure>
        <PageHead title={t.confirm.titles[act]} lead={t.confirm.leads[act]} />
        {isChanged && <ChangedNotice {...props} />}
        <IssueSummary issues={issues} viewer={viewer} />
        <Form
          action={feesPath(viewer, undefined, '/bulk/run')}
          hidden={{ action: act, mark: preview.mark, seen: String(preview.seen) }}
        >
          <CarriedFields {...carried} />
          <Card title={t.confirm.concerns}>
            <Lead>{t.confirm.sum(fees, amount)}</Lead>
            {preview.isCapped && <p>{t.confirm.capped(formatNumber(MAX_BULK_FEES, locale))}</p>}
            {left.length > 0 && (
              <div>
                <p>{t.confirm.untouched}:</p>
                <ul>
                  {left.map((text) => (
                    <li>{text}</li>
                  ))}
                </ul>
              </div>
            )}
          </Card>
          <ActFields {...{ act, preview, form, issues, locale }} />
          <Actions>
            <Button kind={act === 'cancel' ? 'danger' : 'primary'}>{t.confirm.buttons[act](fees)}</Button>
            <ButtonLink kind="second" href={backHref(props)}>
              {kitTexts(locale).cancel}
            </ButtonLink>
          </Actions>
        </Form>
      </Measure>
    </StaffLayout>
  )
}

/** Says that an act has nothing to do, and why. */
export function NothingToDo(props: PageProps) {
  const { viewer, preview, isChanged } = props
  const t = feeTexts(viewer.locale)
  const left = leftTexts(preview.left, viewer)
  return (
    <StaffLayout title={t.confirm.none} viewer={viewer} section="fees">
      {isChanged && <ChangedNotice {...props} />}
      <Message title={t.confirm.none} lead={left.length > 0 ? t.confirm.noneLead : t.confirm.nothingChosen}>
        {left.length > 0 && (
          <ul>
            {left.map((text) => (
              <li>{text}</li>
            ))}
          </ul>
        )}
        <ButtonLink href={backHref(props)}>{t.confirm.back}</ButtonLink>
      </Message>
    </StaffLayout>
  )
}

/** Says that nothing was done since the fees have changed, and who has changed them. */
function ChangedNotice({ viewer: { staff, locale }, preview: { lastEvent } }: PageProps) {
  const { confirm } = feeTexts(locale)
  return (
    <Notice tone="warn" title={confirm.changed}>
      <p>{confirm.changedLead}</p>
      {lastEvent && (
        <p>
          {confirm.changedBy(
            actorName(lastEvent, sentenceTexts(locale)),
            formatInstant(lastEvent.at, staff.workspace.timezone, locale),
          )}
        </p>
      )}
    </Notice>
  )
}

function IssueSummary({ issues, viewer: { locale } }: { issues: Issues; viewer: Viewer }) {
  const { confirm, fields } = feeTexts(locale)
  const known = (Object.keys(fields) as (keyof typeof fields)[]).filter((name) => issues[name])
  if (Object.keys(issues).length === 0) return null
  return (
    <ErrorSummary
      title={confirm.invalid}
      issues={known.map((name) => ({
        label: fields[name].label,
        text: fields[name].issue,
        ...(name in INPUTS && { inputId: inputId(INPUTS[name as keyof typeof INPUTS]) }),
      }))}
    />
  )
}

/** The list as it was when the act began. */
const backHref = ({ viewer, carried }: PageProps): string => feesPath(viewer, parseFeeQuery(carried.query))

/** The selection as hidden fields. */
const CarriedFields = ({ query, scope, ids }: Carried) => (
  <>
    <input type="hidden" name="query" value={query} />
    <input type="hidden" name="scope" value={scope} />
    {ids.map((id) => (
      <input type="hidden" name="id" value={id} />
    ))}
  </>
)

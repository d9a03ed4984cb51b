import { permits } from '../../domain/access/authorize'
import type { ListId } from '../../domain/access/lists'
import { type CustomColumn, columnKey } from '../../domain/custom-columns/column'
import type { ListContext } from '../../domain/custom-columns/query-list'
import { readBrowseQuery } from '../../domain/persons/browse-query'
import type { BulkKind, BulkPreview } from '../../domain/persons/bulk/preview'
import type { Issues } from '../../domain/shared/errors'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { type FieldProps, SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { FieldInput } from '../../ui/person-fields/input'
import { issueText } from '../../ui/person-fields/issues'
import { labelOf, type PersonField } from '../../ui/person-fields/kind'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer } from '../layout'
import { pathIn } from '../paths'
import { WayBack } from '../way-back'
import { dateIssue, hasReasons, LeaveReasonFields, noticeText, proposedLastDay } from './leave-fields'
import { listPath } from './page-query'
import { membersTexts } from './texts'

/** Above so many persons, a deletion asks for their number to be typed. */
export const TYPED_ABOVE = 50

/** What a page carries to the next one: the selection, and the query of the list to lead back to. */
export type Carried = { query: string; scope?: string; ids?: string[] }

/** What every page of an act shows. */
export type BulkPageProps = { viewer: Viewer; list: ListId; preview: BulkPreview; carried: Carried }

type Props = BulkPageProps & {
  act: BulkKind
  form: URLSearchParams
  issues: Issues
  /** Whether others than those that were confirmed are selected now. */
  isChanged: boolean
}

/** Says what an act will do to whom, asks for its value, and has the button that does it. */
export function BulkConfirm(props: Props) {
  const { viewer, list, preview, carried, act, isChanged, issues, form } = props
  const { locale } = viewer
  const { count, mark, seal, context } = preview
  const t = membersTexts(locale)
  const persons = t[list].count(formatNumber(count, locale))
  const number = formatNumber(count, locale)
  const button = t.confirm[`${act.kind}Button`](act.kind === 'delete' ? persons : t[list].withCount(number))
  const title = titleOf(act, context, locale)
  const back = backHref(props)
  const mustType = act.kind === 'delete' && count > TYPED_ABOVE
  return (
    <StaffLayout title={title} viewer={viewer} section={list} hasIssues={Object.keys(issues).length > 0}>
      <Measure>
        <PageHead
          title={title}
          breadcrumb={<WayBack viewer={viewer} section={list} />}
          badge={<Badge>{persons}</Badge>}
          lead={act.kind === 'delete' && t.confirm.deleteLead}
        />
        {isChanged && (
          <Notice tone="warn" title={t.confirm.changed}>
            <p>{t.confirm.changedLead(persons)}</p>
          </Notice>
        )}
        <Form
          action={bulkPath(props, '/bulk/run')}
          hidden={{ action: actionOf(act), 'bulk.mark': mark, 'bulk.seal': seal }}
        >
          <CarriedFields {...carried} />
          <Card title={t.confirm.concerns}>
            <ul>
              {preview.names.map((name) => (
                <li>{name}</li>
              ))}
            </ul>
            {count > preview.names.length && (
              <Quiet>{t.more(formatNumber(count - preview.names.length, locale))}</Quiet>
            )}
          </Card>
          <ValueInput {...{ act, context, form, issues, viewer }} />
          {act.kind === 'end' && permits(viewer.staff, 'fees:read') && (
            <Quiet>
              {t.confirm.endFees}{' '}
              <a href={pathIn(viewer.staff.workspace, '/fees?status=open')}>{t.confirm.toFees}</a>
            </Quiet>
          )}
          {mustType && (
            <TextField
              name="bulk.typed"
              label={t.confirm.typeNumber(formatNumber(count, locale))}
              value=""
              inputmode="numeric"
              autocomplete="off"
              issue={'typed' in issues ? t.confirm.wrongNumber : undefined}
            />
          )}
          <Actions>
            <Button kind={act.kind === 'delete' ? 'danger' : 'primary'}>{button}</Button>
            {act.kind === 'delete' && (
              <Button
                kind="second"
                icon="download"
                name="action"
                value="export"
                action={bulkPath(props, '/bulk')}
              >
                {t.confirm.saveFirst}
              </Button>
            )}
            <ButtonLink kind="second" href={back}>
              {kitTexts(locale).cancel}
            </ButtonLink>
          </Actions>
        </Form>
      </Measure>
    </StaffLayout>
  )
}

/** The address of a page of the acts on a list. */
export const bulkPath = ({ viewer, list }: BulkPageProps, page: string): string =>
  listPath(viewer.staff.workspace, list, page, readBrowseQuery({}))

/** The list as it was when the act began. */
export const backHref = ({ viewer, list, carried }: BulkPageProps): string =>
  listPath(viewer.staff.workspace, list, '', new URLSearchParams(carried.query))

/** What was typed in a form, behind the hidden fields that begin it: a custom column may have one of their names as its key. */
export function typedIn(form: URLSearchParams): URLSearchParams {
  const hidden = new Set(['action', 'query', 'scope'])
  return new URLSearchParams([...form].filter(([name]) => !hidden.delete(name)))
}

/** The selection as hidden fields. */
export const CarriedFields = ({ query, scope = 'chosen', ids = [] }: Carried) => (
  <>
    <input type="hidden" name="query" value={query} />
    <input type="hidden" name="scope" value={scope} />
    {ids.map((id) => (
      <input type="hidden" name="id" value={id} />
    ))}
  </>
)

/** The field of a person with a key, for its input and its label. */
export function personField(key: string, { columns }: Pick<ListContext, 'columns'>): PersonField {
  const column = columns.find((candidate) => columnKey(candidate) === key)
  return column ? { key, column } : { key }
}

const actionOf = ({ kind, field }: BulkKind): string => (field ? `${kind}:${field}` : kind)

function titleOf({ kind, field = '' }: BulkKind, context: ListContext, locale: Locale): string {
  const { confirm } = membersTexts(locale)
  if (kind === 'end' || kind === 'delete') return confirm[kind]
  return confirm[kind](labelOf(personField(field, context), locale))
}

type ValueProps = Pick<Props, 'act' | 'form' | 'issues' | 'viewer'> & { context: ListContext }

/** The input of the value of an act, with what was typed. */
function ValueInput({ act: { kind, field = '' }, context, form, issues, viewer }: ValueProps) {
  const { locale, staff } = viewer
  const t = membersTexts(locale)
  const typed = form.get('bulk.value') ?? ''
  const hasIssue = Object.keys(issues).some((path) => path.startsWith('value'))
  if (kind === 'delete') return null
  if (kind === 'end')
    return (
      <Card>
        <Fields>
          <DateField
            name="bulk.value"
            label={t.confirm.lastDay}
            value={typed || proposedLastDay(staff.workspace, context.today)}
            hint={`${noticeText(staff.workspace, locale)} ${t.confirm.endHint}`}
            issue={dateIssue(issues, locale)}
          />
          {hasReasons(context) && (
            <LeaveReasonFields
              reason={form.get('leave_reason') ?? 'left'}
              note={form.get('leave_note')}
              issues={issues}
              locale={locale}
            />
          )}
        </Fields>
      </Card>
    )
  const target = personField(field, context)
  if (kind === 'set')
    return (
      <div>
        <FieldInput field={target} value={typedIn(form).get(field)} issues={issues} locale={locale} />
        <Quiet>{t.confirm.setHint}</Quiet>
      </div>
    )
  const input = {
    name: 'bulk.value',
    label: t.value,
    value: typed,
    issue: hasIssue ? issueText('choices', field, locale) : undefined,
  }
  return <OneValue {...input} column={target.column} />
}

const OneValue = ({ column, ...input }: FieldProps & { column: CustomColumn | undefined }) =>
  column?.allowed_values ? (
    <SelectField {...input} options={column.allowed_values.map((value) => ({ value, label: value }))} />
  ) : (
    <TextField {...input} />
  )

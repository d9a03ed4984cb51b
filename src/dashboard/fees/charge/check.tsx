import type { ChargePreview } from '../../../domain/fees/charge-preview'
import { isOfDeceased } from '../../../domain/persons/namesake'
import { Button, ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Form } from '../../../ui/form-layout'
import { formatDay, formatMoney, formatNumber, formatShortDate } from '../../../ui/i18n/format'
import { kitTexts } from '../../../ui/i18n/kit'
import type { Locale } from '../../../ui/i18n/locale'
import { Notice } from '../../../ui/notice'
import { PageHead } from '../../../ui/page-head'
import { Actions, Measure } from '../../../ui/stack'
import { Stat, Stats } from '../../../ui/stat'
import { Table } from '../../../ui/table'
import { Quiet } from '../../../ui/text'
import { Fold } from '../../../ui/timeline'
import { StaffLayout, type Viewer } from '../../layout'
import { named } from '../../named'
import { newFormToken, TOKEN } from '../../once'
import { pathIn, personPathIn } from '../../paths'
import { WayBack } from '../../way-back'
import { carriedFields, listIn } from './form'
import { ChargeSteps } from './steps'
import { chargeTexts } from './texts'

type Props = { preview: ChargePreview; form: URLSearchParams; viewer: Viewer; isChanged?: boolean }

const EXAMPLES = 10
const MAX_NAMES = 50

/** Shows what charging would do: how many fees, their sum, examples, and who is left out. Its button charges them once. */
export function ChargeCheck({ preview, form, viewer, isChanged }: Props) {
  const { locale, staff } = viewer
  const { workspace } = staff
  const { fees, sum, terms } = preview
  const t = chargeTexts(locale)
  const count = t.count(formatNumber(fees.length, locale))
  const title = fees.length > 0 ? t.check.title(count) : t.check.none
  const money = (cents: number) => formatMoney(cents, workspace.currency, locale)
  const hidden = carriedFields(form)
  hidden.set('mark', preview.mark)
  hidden.set(TOKEN, newFormToken())
  return (
    <StaffLayout title={title} viewer={viewer} section="fees">
      <Measure>
        <PageHead
          title={title}
          lead={fees.length === 0 && t.check.noneLead}
          breadcrumb={<WayBack viewer={viewer} section="fees" />}
        />
        <ChargeSteps current="check" viewer={viewer} />
        {isChanged && (
          <Notice tone="warn" title={t.check.changed}>
            {t.check.changedLead}
          </Notice>
        )}
        <Stats>
          <Stat label={t.check.number} value={formatNumber(fees.length, locale)} />
          <Stat label={t.check.sum} value={money(sum)} />
          <Stat
            label={t.check.due}
            value={terms.due_on ? formatShortDate(terms.due_on, locale) : t.check.noDue}
          />
        </Stats>
        <ColumnNotice preview={preview} viewer={viewer} />
        <LeftOutList preview={preview} form={form} viewer={viewer} />
        {fees.length > 0 && (
          <Card title={t.check.examples}>
            <Table
              caption={t.check.examples}
              locale={locale}
              rows={fees.slice(0, EXAMPLES)}
              rowId={({ id }) => id}
              columns={[
                { key: 'person', label: t.check.person, cell: (one) => nameIn(preview, one, locale) },
                { key: 'description', label: t.check.description, cell: ({ description }) => description },
                {
                  key: 'amount',
                  label: t.check.amount,
                  isNumeric: true,
                  phone: 'aside',
                  cell: ({ amount }) => money(amount),
                },
              ]}
            />
            {fees.length > EXAMPLES && (
              <Quiet>{t.check.more(formatNumber(fees.length - EXAMPLES, locale))}</Quiet>
            )}
          </Card>
        )}
        <Form action={pathIn(workspace, '/fees/claim/run')} hidden={hidden}>
          <Actions>
            {fees.length > 0 && <Button>{t.check.button(count)}</Button>}
            <Button kind="second" action={pathIn(workspace, '/fees/claim')}>
              {t.check.back}
            </Button>
            <ButtonLink kind="plain" href={pathIn(workspace, '/fees')}>
              {kitTexts(locale).cancel}
            </ButtonLink>
          </Actions>
        </Form>
      </Measure>
    </StaffLayout>
  )
}

const nameIn = (
  { namesakes }: ChargePreview,
  { id, name, distinction }: { id: string; name: string; distinction: string },
  locale: Locale,
): string => named(name, namesakes.has(id) || isOfDeceased(distinction) ? distinction : null, locale)

/** From which column the amounts follow, and when fees were last charged by it. */
function ColumnNotice({ preview: { column, columnUse, terms }, viewer }: Pick<Props, 'preview' | 'viewer'>) {
  const { locale, staff } = viewer
  const { check: t, amount } = chargeTexts(locale)
  if (!column) return null
  const day = columnUse && formatDay(columnUse.at, staff.workspace.timezone, locale)
  return (
    <Notice
      tone="info"
      title={terms.calculation === 'reduced' ? t.reducedBy(column.name) : t.fromColumn(column.name)}
      isQuiet
    >
      {day ? amount.lastUse(day, columnUse.description) : amount.neverUsed}
    </Notice>
  )
}

/** Who is left out and why, each reason with its persons behind it. */
function LeftOutList({ preview, form, viewer }: Omit<Props, 'isChanged'>) {
  const { leftOut } = preview
  if (leftOut.length === 0) return null
  const { locale, staff } = viewer
  const t = chargeTexts(locale).check
  const list = listIn(form)
  return (
    <Card title={t.leftOut}>
      {leftOut.map(({ reason, persons }) => (
        <Fold label={t.reasons[reason](t.persons(formatNumber(persons.length, locale)))}>
          <ul>
            {persons.slice(0, MAX_NAMES).map(({ id, name, distinction }) => (
              <li>
                <a href={personPathIn(staff.workspace, list, id)}>
                  {nameIn(preview, { id, name, distinction }, locale)}
                </a>
              </li>
            ))}
          </ul>
          {persons.length > MAX_NAMES && (
            <Quiet>{t.more(formatNumber(persons.length - MAX_NAMES, locale))}</Quiet>
          )}
        </Fold>
      ))}
    </Card>
  )
}

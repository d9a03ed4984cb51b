import { MAX_NAMED } from '../../../domain/payments/bulk/preview'
import { MAX_BULK_FEES } from '../../../domain/payments/bulk/selection'
import { ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { SaveOrCancel } from '../../../ui/form'
import { Form } from '../../../ui/form-layout'
import { formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Message } from '../../../ui/message'
import { PageHead } from '../../../ui/page-head'
import { Actions, Measure } from '../../../ui/stack'
import { Amount, Quiet } from '../../../ui/text'
import { StaffLayout } from '../../layout'
import { personOf } from '../../named'
import { type Refused, RefusedList } from '../../refused-fields'
import { WayBack } from '../../way-back'
import { bulkTexts } from '../bulk-texts'
import { feesPath } from '../path'
import { feeTexts } from '../texts'
import { ActFields, INPUTS } from './fields'
import { type BulkPageProps, backHref, CarriedFields, ChangedNotice, LeftList } from './parts'

/** Says what an act will do to how many fees and what it leaves, asks for what it needs, and has the button that does it. */
export function BulkConfirm(props: BulkPageProps & { form: URLSearchParams; refused: Refused | undefined }) {
  const { viewer, act, preview, carried, isChanged, form, refused } = props
  const { staff, locale } = viewer
  const t = bulkTexts(locale)
  const fees = feeTexts(locale).count(formatNumber(preview.count, locale))
  const amount = formatMoney(preview.amount, staff.workspace.currency, locale)
  return (
    <StaffLayout
      title={t.confirm.titles[act]}
      viewer={viewer}
      section="fees"
      hasIssues={refused !== undefined}
    >
      <Measure>
        <PageHead
          title={t.confirm.titles[act]}
          lead={t.confirm.leads[act]}
          breadcrumb={<WayBack viewer={viewer} section="fees" />}
        />
        {isChanged && <ChangedNotice {...props} />}
        {refused && (
          <RefusedList
            refused={refused}
            fields={t.fields}
            inputs={INPUTS}
            title={t.confirm.invalid}
            locale={locale}
          />
        )}
        <Form
          action={feesPath(viewer, undefined, '/bulk/run')}
          hidden={{ action: act, mark: preview.mark, seen: String(preview.seen) }}
        >
          <CarriedFields {...carried} />
          <Card title={t.confirm.concerns}>
            <Amount>{amount}</Amount>
            <Quiet>{fees}</Quiet>
            <ul>
              {preview.fees.slice(0, MAX_NAMED).map(({ person_id, person_name, description }) => (
                <li>
                  {personOf({ person_name, namesake: preview.namesakes.get(person_id) }, viewer)},{' '}
                  {description}
                </li>
              ))}
            </ul>
            {preview.count > MAX_NAMED && (
              <Quiet>{t.confirm.more(formatNumber(preview.count - MAX_NAMED, locale))}</Quiet>
            )}
            {preview.isCapped && <p>{t.confirm.capped(formatNumber(MAX_BULK_FEES, locale))}</p>}
            {preview.left.size > 0 && (
              <div>
                <p>{t.confirm.untouched}:</p>
                <LeftList {...props} />
              </div>
            )}
          </Card>
          <ActFields {...{ act, preview, form, refused, locale }} />
          <SaveOrCancel label={t.confirm.buttons[act](fees)} cancelHref={backHref(props)} locale={locale} />
        </Form>
      </Measure>
    </StaffLayout>
  )
}

/** Says that an act has nothing to do, and why. */
export function NothingToDo(props: BulkPageProps) {
  const { viewer, preview, isChanged } = props
  const t = bulkTexts(viewer.locale)
  return (
    <StaffLayout title={t.confirm.none} viewer={viewer} section="fees">
      {isChanged && <ChangedNotice {...props} />}
      <Message
        title={t.confirm.none}
        lead={preview.left.size > 0 ? t.confirm.noneLead : t.confirm.nothingChosen}
      >
        <LeftList {...props} />
        <Actions>
          <ButtonLink href={backHref(props)}>{t.confirm.back}</ButtonLink>
        </Actions>
      </Message>
    </StaffLayout>
  )
}

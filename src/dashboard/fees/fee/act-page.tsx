import type { JournalEntry, OpenedFee } from '../../../domain/pages/fee'
import { courseOf } from '../../../domain/pages/fee-course'
import { ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { SaveOrCancel } from '../../../ui/form'
import { Fields, Form } from '../../../ui/form-layout'
import { formatInstant, formatMoney } from '../../../ui/i18n/format'
import { Message } from '../../../ui/message'
import { Notice } from '../../../ui/notice'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Measure } from '../../../ui/stack'
import type { Faults } from '../../attempt'
import { StaffLayout, type Viewer } from '../../layout'
import { actorName } from '../../log/sentence'
import { sentenceTexts } from '../../log/sentence-texts'
import { payerOf } from '../../named'
import { pathIn } from '../../paths'
import { refusalText, refusedIn, withPaths } from '../../refusals'
import { RefusedList } from '../../refused-fields'
import { layoutTexts } from '../../texts'
import { type FeeActTexts, feeActTexts } from '../act-texts'
import { ActFields } from './act-fields'
import type { FeeAct } from './acts'
import { stepText } from './course'
import { feePath } from './path'

type Props = { act: FeeAct; opened: OpenedFee; viewer: Viewer }
export type ActPageProps = Props &
  Faults & {
    /** What a reversal takes back. */
    payment: JournalEntry | undefined
    values: Record<string, string>
    isChanged: boolean
  }

/** The form of an act, with what was wrong with it, or who has changed the fee meanwhile. */
export function ActPage({ act, opened, payment, viewer, values, issues, refusals, isChanged }: ActPageProps) {
  const { locale, staff } = viewer
  const { fee } = opened
  const t = feeActTexts(locale)
  const { title, lead, button } = t.acts[act.name]
  const amount = formatMoney(act.amountOf(fee), staff.workspace.currency, locale)
  const fields = { amount: { label: t.amount.label, issue: amountIssue(act, amount, t) }, ...t.fields }
  const faults = withPaths({ issues, refusals }, fieldOf)
  // The text of the amount says how much is possible, which a code does not.
  const refused = refusedIn({ ...faults, refusals: { ...faults.refusals, amount: [] } }, fields, viewer)
  const isImpossible = Object.keys(faults.issues).some((name) => !(name in fields))
  const hasIssues = Object.keys(issues).length > 0
  const [why] =
    refusals['fee_ids.0'] ?? refusals.payment_id ?? refusals['data.0.fee_id'] ?? refusals.fee_id ?? []
  return (
    <StaffLayout title={`${title}: ${fee.description}`} viewer={viewer} section="fees" hasIssues={hasIssues}>
      <Measure>
        <PageHead
          title={title}
          lead={
            <>
              {fee.description} · {payerOf(opened, viewer)}
            </>
          }
          breadcrumb={<Trail fee={fee} viewer={viewer} />}
        />
        {isChanged && <ChangedNotice opened={opened} viewer={viewer} />}
        <RefusedList {...{ refused, fields, locale }}>
          {isImpossible && <p>{why ? refusalText(why, viewer) : impossibleLead(act, t)}</p>}
        </RefusedList>
        <Form hidden={{ revision: String(fee.revision) }}>
          <Card>
            {payment && (
              <p>
                <strong>{stepText({ payment, event: undefined, debit: undefined }, viewer)}</strong>
              </p>
            )}
            <p>{lead(amount)}</p>
            <Fields>
              <ActFields {...{ name: act.name, opened, viewer, values, refused }} />
            </Fields>
          </Card>
          <SaveOrCancel
            label={button}
            isDangerous={act.name === 'cancellation'}
            cancelHref={feePath(viewer, fee.id)}
            locale={locale}
          />
        </Form>
      </Measure>
    </StaffLayout>
  )
}

const Trail = ({ fee, viewer }: { fee: OpenedFee['fee']; viewer: Viewer }) => (
  <Breadcrumb
    items={[
      { label: layoutTexts(viewer.locale).fees, href: pathIn(viewer.staff.workspace, '/fees') },
      { label: fee.description, href: feePath(viewer, fee.id) },
    ]}
    locale={viewer.locale}
  />
)

/** Says who has changed the fee while the form was open, when, and what they did. */
function ChangedNotice({ opened, viewer }: Omit<Props, 'act'>) {
  const t = feeActTexts(viewer.locale)
  const [step] = courseOf(opened)
  const { event } = step ?? {}
  return (
    <Notice tone="warn" title={t.changed}>
      {step && event && (
        <p>
          {t.changedBy(
            actorName(event, sentenceTexts(viewer.locale)),
            formatInstant(event.at, viewer.staff.workspace.timezone, viewer.locale),
          )}{' '}
          {stepText(step, viewer)}.
        </p>
      )}
      <p>{t.changedLead}</p>
    </Notice>
  )
}

/** In place of a form that the fee, as it is now, has no use for. */
export function NotPossible({ act, opened, viewer }: Props) {
  const t = feeActTexts(viewer.locale)
  return (
    <StaffLayout title={t.acts[act.name].title} viewer={viewer} section="fees">
      <ChangedNotice opened={opened} viewer={viewer} />
      <Message title={t.notPossible} lead={t.notPossibleLead}>
        <ButtonLink href={feePath(viewer, opened.fee.id)}>{t.toFee}</ButtonLink>
      </Message>
    </StaffLayout>
  )
}

/** Why an act is not possible, where no code says it. */
const impossibleLead = (act: FeeAct, t: FeeActTexts): string =>
  act.name === 'booking' ? t.notBookableLead : t.notPossibleLead

/** The name of the field that a path of an issue is about; issues of the fee itself are no field's. */
function fieldOf(path: string): string {
  const name = path.split('.').at(-1) ?? ''
  return name === 'set_off' ? 'account_id' : name
}

const amountIssue = (act: FeeAct, amount: string, { amount: t }: FeeActTexts): string =>
  act.name === 'refund' ? t.refundIssue(amount) : t.issue(amount)

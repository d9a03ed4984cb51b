import { Hono } from 'hono'
import { permits } from '../../../domain/access/authorize'
import { type FeePayer, type OpenedFee, viewFee } from '../../../domain/pages/fee'
import type { Env } from '../../../env'
import { type Done, takeDone } from '../../../http/done'
import { Card } from '../../../ui/card'
import { Copyable } from '../../../ui/copyable'
import { DescriptionList } from '../../../ui/description-list'
import { DuesLines, duesLinesTexts } from '../../../ui/dues-lines'
import { FeeBadge } from '../../../ui/fee-badge'
import { formatDate, formatMoney, inFours } from '../../../ui/i18n/format'
import { DoneNotice } from '../../../ui/notice'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Columns, Stack } from '../../../ui/stack'
import { Amount, Quiet } from '../../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { fieldTexts } from '../../log/field-texts'
import { payerOf } from '../../named'
import { pathIn, personPathIn } from '../../paths'
import { layoutTexts } from '../../texts'
import { FeeActions } from './act-menu'
import { FeeCourse } from './course'
import { FEE } from './path'
import { stateInWords } from './state'
import { feeTexts } from './texts'

/** One fee: what is open, what happened, and what can be done. */
export const feePage = new Hono<Env>().get(FEE, async (c) => {
  const opened = await viewFee(c.var.staff, { id: c.req.param('fee_id') })
  return c.html(<FeePage opened={opened} viewer={viewerOf(c)} done={takeDone(c)} />)
})

type Props = { opened: OpenedFee; viewer: Viewer; done: Done | undefined }

function FeePage({ opened, viewer, done }: Props) {
  const { locale, staff } = viewer
  const { fee } = opened
  const t = feeTexts(locale)
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const isWhole = fee.open_amount === fee.amount || fee.open_amount === 0
  const sections = [{ label: layoutTexts(locale).fees, href: pathIn(staff.workspace, '/fees') }]
  return (
    <StaffLayout title={`${fee.description} – ${payerOf(opened, viewer)}`} viewer={viewer} section="fees">
      <DoneNotice done={done} texts={t.done} />
      <PageHead
        title={fee.description}
        badge={<FeeBadge status={fee.status} locale={locale} />}
        lead={<Person opened={opened} viewer={viewer} />}
        breadcrumb={<Breadcrumb items={sections} locale={locale} />}
        actions={<FeeActions opened={opened} viewer={viewer} />}
      />
      <Columns hasSide>
        <Stack>
          <Card>
            <div>
              <Amount>{money(fee.open_amount > 0 ? fee.open_amount : fee.amount)}</Amount>
              {!isWhole && <Quiet>{t.of(money(fee.amount))}</Quiet>}
            </div>
            {stateInWords(opened, viewer).map((sentence) => (
              <p>{sentence}</p>
            ))}
          </Card>
          <Parts opened={opened} viewer={viewer} />
          <Card title={t.course.title}>
            <FeeCourse opened={opened} viewer={viewer} />
          </Card>
        </Stack>
        <Facts opened={opened} viewer={viewer} />
      </Columns>
    </StaffLayout>
  )
}

/** Whose fee it is, as a link for those who may open the person. */
function Person({ opened, viewer }: Omit<Props, 'done'>) {
  const { fee, person } = opened
  const { staff, locale } = viewer
  const name = payerOf(opened, viewer)
  const t = feeTexts(locale).facts
  return (
    <>
      {person && permits(staff, `${person.list}:read`) ? (
        <a href={personPathIn(staff.workspace, person.list, fee.person_id)}>{name}</a>
      ) : (
        name
      )}
      {!person && ` (${t.deleted})`}
      {person?.payer && (
        <>
          {' · '}
          {t.paidBy} <Payer payer={person.payer} viewer={viewer} />
        </>
      )}
    </>
  )
}

/** Who pays for the person, as a link for those who may open the payer. */
function Payer({ payer: { id, list, name }, viewer: { staff } }: { payer: FeePayer; viewer: Viewer }) {
  if (!permits(staff, `${list}:read`)) return <>{name}</>
  return <a href={personPathIn(staff.workspace, list, id)}>{name}</a>
}

/** What a fee of a run of dues is made up of, with the way to the run. */
function Parts({ opened: { parts }, viewer: { staff, locale } }: Omit<Props, 'done'>) {
  const [first] = parts
  if (!first) return null
  const { workspace } = staff
  return (
    <Card
      title={duesLinesTexts(locale).title}
      action={<a href={pathIn(workspace, `/fees/runs/${first.runId}`)}>{feeTexts(locale).toRun}</a>}
    >
      <DuesLines lines={parts} currency={workspace.currency} locale={locale} />
    </Card>
  )
}

function Facts({ opened: { fee }, viewer: { staff, locale } }: Omit<Props, 'done'>) {
  const t = feeTexts(locale).facts
  const { attached_expense: expense } = fee
  return (
    <Card title={t.title}>
      <DescriptionList
        items={[
          {
            name: t.reference,
            value: <Copyable value={fee.reference} text={inFours(fee.reference)} locale={locale} />,
          },
          { name: t.amount, value: formatMoney(fee.amount, staff.workspace.currency, locale) },
          { name: t.dueOn, value: fee.due_on ? formatDate(fee.due_on, locale) : t.noDueDate },
          { name: t.costUnit, value: expense?.costunit_name ?? t.notBooked },
          ...(expense?.category_name ? [{ name: t.category, value: expense.category_name }] : []),
          ...(expense?.sphere
            ? [{ name: t.sphere, value: fieldTexts(locale).values[expense.sphere] ?? expense.sphere }]
            : []),
          ...(fee.external_id ? [{ name: t.externalId, value: fee.external_id }] : []),
        ]}
      />
    </Card>
  )
}

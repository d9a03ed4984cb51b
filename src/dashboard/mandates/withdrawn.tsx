import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { listWithdrawals, settleWithdrawal, type Withdrawal } from '../../domain/pages/withdrawn-mandates'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { HiddenFields } from '../../ui/form-layout'
import { formatDay, formatMoney } from '../../ui/i18n/format'
import { DoneNotice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Table } from '../../ui/table'
import { Digits, HiddenLabel, Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { WayBack } from '../way-back'
import { TO_WITHDRAWN } from './path'
import { withdrawnTexts } from './withdrawn-texts'

const PAGE = `/:workspace${TO_WITHDRAWN}`

/** The mandates that members withdrew, until staff say that nothing is left to do. */
export const withdrawnMandatesPage = new Hono<Env>()
  .get(PAGE, async (c) => {
    const waiting = await listWithdrawals(c.var.staff)
    return c.html(<WithdrawnPage {...{ waiting }} done={takeDone(c)} viewer={viewerOf(c)} />)
  })

  .post(PAGE, async (c) => {
    const form = await readForm(c)
    await settleWithdrawal(c.var.staff, { reference: form.get('reference') ?? '' })
    return done(c, 'settled', { to: pathIn(viewerOf(c).staff.workspace, TO_WITHDRAWN) })
  })

type Props = { waiting: Withdrawal[]; done: Done | undefined; viewer: Viewer }

function WithdrawnPage({ waiting, done, viewer }: Props) {
  const { locale, staff } = viewer
  const { workspace } = staff
  const t = withdrawnTexts(locale)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="members">
      <DoneNotice done={done} texts={{ settled: t.settled }} />
      <PageHead title={t.title} lead={t.lead} breadcrumb={<WayBack viewer={viewer} section="members" />} />
      <Table
        caption={t.title}
        locale={locale}
        rows={waiting}
        rowId={({ reference }) => reference}
        empty={<Empty title={t.none} lead={t.noneLead} />}
        columns={[
          {
            key: 'person',
            label: t.person,
            cell: ({ list, personId, name }) => <a href={personPathIn(workspace, list, personId)}>{name}</a>,
          },
          { key: 'mandate', label: t.mandate, cell: ({ reference }) => <Digits>{reference}</Digits> },
          {
            key: 'on',
            label: t.withdrawnOn,
            cell: ({ withdrawnAt }) => formatDay(withdrawnAt, workspace.timezone, locale),
          },
          ...(permits(staff, 'fees:read')
            ? [
                {
                  key: 'open',
                  label: t.open,
                  isNumeric: true,
                  cell: ({ openAmount }: Withdrawal) => formatMoney(openAmount, workspace.currency, locale),
                },
              ]
            : []),
          { key: 'decide', label: t.toDo, cell: (one) => <Decision {...{ one, viewer }} /> },
        ]}
      />
    </StaffLayout>
  )
}

function Decision({ one: { reference, name, running }, viewer }: { one: Withdrawal; viewer: Viewer }) {
  const t = withdrawnTexts(viewer.locale)
  const isRunning = JSON.parse(running).length > 0
  return (
    <form method="post" action={pathIn(viewer.staff.workspace, TO_WITHDRAWN)}>
      <HiddenFields values={{ reference }} />
      {isRunning && <Quiet>{t.running}</Quiet>}
      <Button kind="plain">
        {t.settle}
        <HiddenLabel>: {name}</HiddenLabel>
      </Button>
    </form>
  )
}

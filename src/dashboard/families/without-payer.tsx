import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type LostPayers, viewWithoutPayer, type WithoutPayer } from '../../domain/pages/without-payer'
import { PAYER } from '../../domain/person-fields/fields'
import { mayEdit } from '../../domain/persons/edit'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { Button, ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { HiddenFields } from '../../ui/form-layout'
import { formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import { DoneNotice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Row } from '../../ui/stack'
import { Table } from '../../ui/table'
import { HiddenLabel, Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { WayBack } from '../way-back'
import { LIST_FIELD, TO_WITHOUT_PAYER } from './paths'
import { familyTexts } from './texts'

/** The persons whose payer was deleted: for each, staff choose another one or say that it pays for itself. */
export const withoutPayerPage = new Hono<Env>().get(`/:workspace${TO_WITHOUT_PAYER}`, async (c) => {
  const lost = await viewWithoutPayer(c.var.staff)
  return c.html(<WithoutPayerPage {...{ lost }} done={takeDone(c)} viewer={viewerOf(c)} />)
})

type Props = { lost: LostPayers; done: Done | undefined; viewer: Viewer }

function WithoutPayerPage({ lost: { persons, count }, done, viewer }: Props) {
  const { locale, staff } = viewer
  const { withoutPayer: t, families } = familyTexts(locale)
  const more = count - persons.length
  return (
    <StaffLayout title={t.title} viewer={viewer} section="members">
      <DoneNotice done={done} texts={{ payer_removed: t.settled, unchanged: t.settled }} />
      <PageHead title={t.title} lead={t.lead} breadcrumb={<WayBack viewer={viewer} section="members" />} />
      <Table
        caption={t.title}
        locale={locale}
        rows={persons}
        rowId={({ id }) => id}
        empty={<Empty title={t.none} lead={t.noneLead} />}
        columns={[
          {
            key: 'person',
            label: t.person,
            cell: (one) => (
              <>
                <a href={personPathIn(staff.workspace, one.list, one.id)}>{one.name}</a>{' '}
                <Quiet>{one.birthdate && families.born(formatShortDate(one.birthdate, locale))}</Quiet>
              </>
            ),
          },
          { key: 'since', label: t.since, cell: ({ lostOn }) => formatShortDate(lostOn, locale) },
          ...(permits(staff, 'fees:read')
            ? [
                {
                  key: 'open',
                  label: t.open,
                  isNumeric: true,
                  cell: ({ openAmount }: WithoutPayer) =>
                    formatMoney(openAmount, staff.workspace.currency, locale),
                },
              ]
            : []),
          { key: 'decide', label: t.decide, cell: (one) => <Decision {...{ one, viewer }} /> },
        ]}
      />
      {more > 0 && <Quiet>{t.more(formatNumber(more, locale))}</Quiet>}
    </StaffLayout>
  )
}

function Decision({ one, viewer }: { one: WithoutPayer; viewer: Viewer }) {
  const { locale, staff } = viewer
  const { withoutPayer: t } = familyTexts(locale)
  if (!mayEdit(staff, one.list, PAYER)) return null
  const path = personPathIn(staff.workspace, one.list, one.id, '/payer')
  return (
    <Row>
      <ButtonLink kind="second" href={path}>
        {t.other}
        <HiddenLabel>: {one.name}</HiddenLabel>
      </ButtonLink>
      <form method="post" action={path}>
        <HiddenFields values={{ payer: '', revision: String(one.revision), [LIST_FIELD]: '1' }} />
        <Button kind="plain">
          {t.itself}
          <HiddenLabel>: {one.name}</HiddenLabel>
        </Button>
      </form>
    </Row>
  )
}

import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type Lost, type LostPerson, viewLost } from '../../domain/pages/lost'
import { GUARDIAN, PAYER, type Relation } from '../../domain/person-fields/fields'
import { mayEdit } from '../../domain/persons/edit'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { Button, ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { HiddenFields } from '../../ui/form-layout'
import { formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { DoneNotice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Row } from '../../ui/stack'
import { Table } from '../../ui/table'
import { HiddenLabel, Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { WayBack } from '../way-back'
import { LIST_FIELD, TO_WITHOUT } from './paths'
import { familyTexts } from './texts'

/** The persons whose payer or guardian is gone: for each, staff choose another one or say that it needs none. */
export const lostPages = new Hono<Env>()
  .get(`/:workspace${TO_WITHOUT[PAYER]}`, (c) => answerLost(c, PAYER))
  .get(`/:workspace${TO_WITHOUT[GUARDIAN]}`, (c) => answerLost(c, GUARDIAN))

async function answerLost(c: Context<Env>, relation: Relation): Promise<Response> {
  const lost = await viewLost(c.var.staff, relation)
  return c.html(<LostPage {...{ relation, lost }} done={takeDone(c)} viewer={viewerOf(c)} />)
}

const textsOf = (relation: Relation, locale: Locale) =>
  relation === PAYER ? familyTexts(locale).withoutPayer : familyTexts(locale).withoutGuardian

type Props = { relation: Relation; lost: Lost; done: Done | undefined; viewer: Viewer }

function LostPage({ relation, lost: { persons, count }, done, viewer }: Props) {
  const { locale, staff } = viewer
  const t = textsOf(relation, locale)
  const { families } = familyTexts(locale)
  const more = count - persons.length
  return (
    <StaffLayout title={t.title} viewer={viewer} section="members">
      <DoneNotice
        done={done}
        texts={{ payer_removed: t.settled, guardian_removed: t.settled, unchanged: t.settled }}
      />
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
          ...(relation === PAYER && permits(staff, 'fees:read')
            ? [
                {
                  key: 'open',
                  label: families.open,
                  isNumeric: true,
                  cell: ({ openAmount }: LostPerson) =>
                    formatMoney(openAmount, staff.workspace.currency, locale),
                },
              ]
            : []),
          { key: 'decide', label: t.decide, cell: (one) => <Decision {...{ relation, one, viewer }} /> },
        ]}
      />
      {more > 0 && <Quiet>{t.more(formatNumber(more, locale))}</Quiet>}
    </StaffLayout>
  )
}

function Decision({ relation, one, viewer }: Pick<Props, 'relation' | 'viewer'> & { one: LostPerson }) {
  const { locale, staff } = viewer
  const t = textsOf(relation, locale)
  if (!mayEdit(staff, one.list, relation)) return null
  const field = relation === PAYER ? 'payer' : 'guardian'
  const path = personPathIn(staff.workspace, one.list, one.id, `/${field}`)
  return (
    <Row>
      <ButtonLink kind="second" href={path}>
        {t.other}
        <HiddenLabel>: {one.name}</HiddenLabel>
      </ButtonLink>
      <form method="post" action={path}>
        <HiddenFields values={{ [field]: '', revision: String(one.revision), [LIST_FIELD]: '1' }} />
        <Button kind="plain">
          {t.itself}
          <HiddenLabel>: {one.name}</HiddenLabel>
        </Button>
      </form>
    </Row>
  )
}

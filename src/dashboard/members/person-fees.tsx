import { permits } from '../../domain/access/authorize'
import type { DebitedPayer, Profile } from '../../domain/pages/profile'
import { lacksMandate, MANDATE } from '../../domain/person-fields/fields'
import { mayEdit } from '../../domain/persons/edit'
import { functionsOf } from '../../domain/portal/settings'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { FeeBadge } from '../../ui/fee-badge'
import { partsDetail } from '../../ui/fee-parts'
import { formatDate, formatDay, formatMoney } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Digits, Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { mandateFormPath } from '../mandates/path'
import { pathIn, personPathIn } from '../paths'
import { isPortalOpen } from './person-head'
import { personTexts } from './person-texts'

type Fees = NonNullable<Profile['fees']>
type Props = { profile: Profile; fees: Fees; viewer: Viewer }

/** How a person stands: what is open, whether they can be debited, when they paid last; then the last fees. */
export function PersonFees({ profile, fees, viewer }: Props) {
  const { staff, locale } = viewer
  const t = personTexts(locale).fees
  const { currency, timezone } = staff.workspace
  const { person, context, area } = profile
  const older = fees.count - fees.last.length
  const claim = pathIn(staff.workspace, `/fees/claim?list=${context.list}&id=${person.id}`)
  return (
    <Card
      title={t.title}
      action={
        permits(staff, 'fees:write') && (
          <>
            {area === 'regular' && (
              <ButtonLink kind="plain" href={pathIn(staff.workspace, `/fees/runs/new?person=${person.id}`)}>
                {t.claimDues}
              </ButtonLink>
            )}
            <ButtonLink kind="plain" href={claim}>
              {t.claim}
            </ButtonLink>
          </>
        )
      }
    >
      <DescriptionList items={standing(profile, fees, viewer)} />
      {fees.count === 0 && fees.free.length === 0 && <Quiet>{t.none}</Quiet>}
      {fees.last.length > 0 && (
        <Lines
          items={fees.last.map((fee) => ({
            id: fee.id,
            main: <a href={pathIn(staff.workspace, `/fees/${fee.id}`)}>{fee.description}</a>,
            details: [
              formatDay(fee.created_at, timezone, locale),
              <Digits>{fee.reference}</Digits>,
              ...partsDetail({ parts: fees.parts.get(fee.id) ?? [], currency, locale }),
            ],
            amount: formatMoney(fee.amount, currency, locale),
            badge: <FeeBadge status={fee.status} locale={locale} />,
          }))}
        />
      )}
      {fees.free.length > 0 && (
        <Lines
          items={fees.free.map(({ runId, description, parts }) => ({
            main: <a href={pathIn(staff.workspace, `/fees/runs/${runId}`)}>{description}</a>,
            details: partsDetail({ parts, currency, locale }),
            amount: formatMoney(0, currency, locale),
            badge: <Badge>{t.free}</Badge>,
          }))}
        />
      )}
      {older > 0 && <Quiet>{t.more(older)}</Quiet>}
    </Card>
  )
}

function standing(profile: Profile, fees: Fees, viewer: Viewer) {
  const { openAmount, overdueAmount, dueOn, lastDueOn, mandate, debitedPayer, lastPayment } = fees
  const { staff, locale } = viewer
  const t = personTexts(locale).fees
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const date = (day: string) => formatDate(day, locale)
  const state = t.mandates[mandate.state]
  const hasEnd = mandate.expiresOn && (mandate.state === 'valid' || mandate.state === 'expiring')
  const open = () => {
    if (openAmount === 0) return t.nothingOpen
    if (!dueOn) return money(openAmount)
    if (overdueAmount === openAmount) return t.dueSince(money(openAmount), date(dueOn))
    if (overdueAmount > 0) return t.partDueSince(money(openAmount), money(overdueAmount), date(dueOn))
    return (dueOn === lastDueOn ? t.dueOn : t.dueFrom)(money(openAmount), date(dueOn))
  }
  return [
    { name: t.openAmount, value: open() },
    ...(debitedPayer ? [{ name: t.debtor, value: <PayerName payer={debitedPayer} viewer={viewer} /> }] : []),
    {
      name: t.mandate,
      value: (
        <>
          {hasEnd && mandate.expiresOn ? t.until(state, date(mandate.expiresOn)) : state}{' '}
          <NextStep {...{ profile, fees, viewer }} />
        </>
      ),
    },
    {
      name: t.lastPayment,
      value: lastPayment ? t.payment(money(lastPayment.amount), date(lastPayment.paidOn)) : t.noPayment,
    },
  ]
}

/** Leads to the form for a mandate that is missing for a debit, and to the link by which the member gives it. */
function NextStep({ profile, fees, viewer }: Props) {
  const { person, context, area } = profile
  const { staff, locale } = viewer
  if (!lacksMandate(person) || fees.debitedPayer) return null
  const t = personTexts(locale)
  const { list } = context
  const givesInPortal =
    list === 'members' &&
    area === 'regular' &&
    isPortalOpen(staff.workspace) &&
    functionsOf(staff.workspace).includes('grant_mandate') &&
    permits(staff, 'member_portal_sessions:create')
  return (
    <>
      <a href={mandateFormPath(viewer, { list, id: person.id })}>
        {mayEdit(staff, list, MANDATE) ? t.printOrEnter : t.menu.mandate}
      </a>
      {givesInPortal && (
        <>
          {' · '}
          <a href={personPathIn(staff.workspace, list, person.id, '/portal-link')}>{t.sendPortalLink}</a>
        </>
      )}
    </>
  )
}

const PayerName = ({
  payer: { id, list, name },
  viewer: { staff },
}: {
  payer: DebitedPayer
  viewer: Viewer
}) => (permits(staff, `${list}:read`) ? <a href={personPathIn(staff.workspace, list, id)}>{name}</a> : name)

import { permits } from '../../domain/access/authorize'
import { LISTS } from '../../domain/access/lists'
import type { FamilyMember } from '../../domain/pages/family'
import type { Profile } from '../../domain/pages/profile'
import { PAYER } from '../../domain/person-fields/fields'
import { takenKeys } from '../../domain/person-fields/list-fields'
import { mayEdit } from '../../domain/persons/edit'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { HiddenFields } from '../../ui/form-layout'
import { formatDate, formatMoney, formatShortDate } from '../../ui/i18n/format'
import { formTexts } from '../../ui/i18n/texts'
import { Lines } from '../../ui/lines'
import { Notice } from '../../ui/notice'
import { Actions, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { familyTexts } from './texts'

type Props = { profile: Profile; viewer: Viewer }

/** Who pays for a person and for whom it pays, with what is open of all. */
export function FamilyCard({ profile, viewer }: Props) {
  const { context, payerFamily: family, person } = profile
  if (takenKeys(context).has(PAYER)) return null
  const mayChange = mayEdit(viewer.staff, context.list, PAYER)
  const { locale, staff } = viewer
  const t = familyTexts(locale)
  const own = family.find(({ id }) => id === person.id)
  const lostOn = own?.payerLostOn
  if (family.length < 2 && !mayChange && !lostOn) return null
  const sum = family.reduce((total, { openAmount }) => total + openAmount, 0)
  const money = (amount: number) => formatMoney(amount, staff.workspace.currency, locale)
  const path = (page: string) => personPathIn(staff.workspace, context.list, person.id, page)
  return (
    <Card title={t.title} id="family">
      <Stack gap="small">
        {lostOn && (
          <Notice tone="warn" isQuiet>
            {t.lost(formatShortDate(lostOn, locale))}
          </Notice>
        )}
        {family.length < 2 ? (
          !lostOn && <Quiet>{t.alone}</Quiet>
        ) : (
          <Lines
            items={family.map((one) => ({
              main: <Name {...{ one, viewer }} isOwn={one === own} />,
              details: [detailsOf(one, viewer)],
              badge: one.isPayer ? <Badge>{t.payer}</Badge> : undefined,
              ...(profile.fees && one.openAmount > 0 && { amount: money(one.openAmount) }),
            }))}
          />
        )}
        {family.length > 1 && profile.fees && (
          <p>
            {t.open}: <strong>{money(sum)}</strong>
          </p>
        )}
        {mayChange && (
          <Actions>
            {person[PAYER] ? (
              <>
                <ButtonLink kind="second" href={path('/payer')}>
                  {t.changePayer}
                </ButtonLink>
                {own?.agreedOn === null && (
                  <a href={path(`/payer?payer=${person[PAYER]}`)}>{t.noteAgreement}</a>
                )}
                <form method="post" action={path('/payer')}>
                  <HiddenFields values={{ payer: '' }} />
                  <Button kind="plain">{t.removePayer}</Button>
                </form>
              </>
            ) : (
              <>
                {family.length < 2 && (
                  <ButtonLink kind="second" href={path('/payer')}>
                    {t.setPayer}
                  </ButtonLink>
                )}
                {lostOn && (
                  <form method="post" action={path('/payer')}>
                    <HiddenFields values={{ payer: '', revision: String(own?.revision) }} />
                    <Button kind="plain">{t.paysItself}</Button>
                  </form>
                )}
                <ButtonLink kind="second" href={path('/dependants')}>
                  {t.addDependant}
                </ButtonLink>
              </>
            )}
            <a href={pathIn(staff.workspace, '/members/families')}>{t.find}</a>
          </Actions>
        )}
      </Stack>
    </Card>
  )
}

function Name({ one, isOwn, viewer: { staff } }: { one: FamilyMember; isOwn: boolean; viewer: Viewer }) {
  const isReadable = LISTS.some((list) => list === one.list && permits(staff, `${list}:read`))
  if (isOwn || !isReadable) return <strong>{one.name}</strong>
  return <a href={personPathIn(staff.workspace, one.list, one.id)}>{one.name}</a>
}

function detailsOf(one: FamilyMember, { locale }: Viewer): string {
  const { list, area, birthdate, isPayer, agreedOn, hidesFees } = one
  const t = familyTexts(locale)
  return [
    list === 'contacts' && t.contact,
    one.isDeceased === 1 && formTexts(locale).leaveReasons.deceased,
    area === 'applications' && t.applicant,
    birthdate && t.families.born(formatShortDate(birthdate, locale)),
    !isPayer && (agreedOn ? t.agreed(formatDate(agreedOn, locale)) : t.notAgreed),
    !isPayer && hidesFees === 1 && t.hidesFees,
  ]
    .filter(Boolean)
    .join(' · ')
}

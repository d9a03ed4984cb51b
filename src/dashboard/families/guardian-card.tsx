import { permits } from '../../domain/access/authorize'
import { LISTS } from '../../domain/access/lists'
import type { Guardianship } from '../../domain/pages/family'
import type { Profile } from '../../domain/pages/profile'
import { GUARDIAN } from '../../domain/person-fields/fields'
import { hasRelation } from '../../domain/person-fields/list-fields'
import { isAdult } from '../../domain/persons/adult'
import { mayEdit } from '../../domain/persons/edit'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { HiddenFields } from '../../ui/form-layout'
import { formatShortDate } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Notice } from '../../ui/notice'
import { Actions, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { personPathIn } from '../paths'
import { familyTexts } from './texts'

type Props = { profile: Profile; viewer: Viewer }

/** Who acts for a minor, and for whom a person acts. */
export function GuardianCards(props: Props) {
  const { guardianship } = props.profile
  const wards = guardianship.filter(({ kind }) => kind === 'ward')
  return (
    <>
      <GuardianCard {...props} />
      {wards.length > 0 && (
        <Card title={familyTexts(props.viewer.locale).guardian.wards} id="wards">
          <Lines items={wards.map((one) => lineOf(one, props.viewer))} />
        </Card>
      )}
    </>
  )
}

function GuardianCard({ profile, viewer }: Props) {
  const { context, person, payerFamily, guardianship } = profile
  const { locale, staff } = viewer
  const { guardian: t } = familyTexts(locale)
  const own = payerFamily.find(({ id }) => id === person.id)
  const guardian = guardianship.find(({ kind }) => kind === 'guardian')
  const isMinor = !isAdult((person.birthdate ?? null) as string | null, context.today)
  const lostOn = isMinor || !person.birthdate ? own?.guardianLostOn : null
  if (!hasRelation(context, GUARDIAN) || !(isMinor || guardian || lostOn)) return null
  const path = personPathIn(staff.workspace, context.list, person.id, '/guardian')
  return (
    <Card title={t.title} id="guardian">
      <Stack gap="small">
        {lostOn && (
          <Notice tone="warn" isQuiet>
            {t.lost(formatShortDate(lostOn, locale))}
          </Notice>
        )}
        {guardian ? <Lines items={[lineOf(guardian, viewer)]} /> : !lostOn && <Quiet>{t.none}</Quiet>}
        {mayEdit(staff, context.list, GUARDIAN) && (
          <Actions>
            <ButtonLink kind="second" href={path}>
              {guardian ? t.change : t.set}
            </ButtonLink>
            {guardian && (
              <form method="post" action={path}>
                <HiddenFields values={{ guardian: '' }} />
                <Button kind="plain">{t.remove}</Button>
              </form>
            )}
            {lostOn && (
              <form method="post" action={path}>
                <HiddenFields values={{ guardian: '', revision: String(own?.revision) }} />
                <Button kind="plain">{familyTexts(locale).withoutGuardian.itself}</Button>
              </form>
            )}
          </Actions>
        )}
      </Stack>
    </Card>
  )
}

function lineOf({ id, list, area, name, birthdate }: Guardianship, { staff, locale }: Viewer) {
  const t = familyTexts(locale)
  const isReadable = LISTS.some((one) => one === list && permits(staff, `${one}:read`))
  return {
    main: isReadable ? <a href={personPathIn(staff.workspace, list, id)}>{name}</a> : <strong>{name}</strong>,
    details: [
      [
        list === 'contacts' && t.contact,
        area === 'applications' && t.applicant,
        birthdate && t.families.born(formatShortDate(birthdate, locale)),
      ]
        .filter(Boolean)
        .join(' · '),
    ],
  }
}

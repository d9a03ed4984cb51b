import { Hono } from 'hono'
import type { FamilyMember } from '../../domain/pages/family'
import { type Profile, viewProfile } from '../../domain/pages/profile'
import { PAYER } from '../../domain/person-fields/fields'
import { isAdult } from '../../domain/persons/adult'
import { deletePerson } from '../../domain/persons/delete'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { RadioGroup } from '../../ui/choices'
import { Confirm } from '../../ui/confirm'
import { formatMoney } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { displayName } from '../../ui/person-fields/display-name'
import { familyTexts } from '../families/texts'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { listOf, listPath } from './page-query'
import { PERSON } from './person'
import { sectionOf } from './person-head'
import { personTexts } from './person-texts'
import { placeOf, readRowPlace, writePage } from './place'

/** The deletion of one person, which a page asks about first. */
export const deletePage = new Hono<Env>()
  .get(`${PERSON}/delete`, async (c) => {
    const { list, person_id: id } = c.req.param()
    const profile = await viewProfile(c.var.staff, { list, id, action: 'write' })
    return c.html(<DeletePage profile={profile} viewer={viewerOf(c)} place={placeOf(c)} />)
  })

  .post(`${PERSON}/delete`, async (c) => {
    const { list, person_id: id } = c.req.param()
    const form = await readForm(c)
    const shown = form.get('version')
    const payerId = form.get('payer') || undefined
    const payThemselves = form.get('payer') === ''
    try {
      const precondition = (version: string) => version === shown
      await deletePerson(c.var.staff, { list, idOrExternalId: id, precondition, payerId, payThemselves })
      const row = readRowPlace(c.req.query())
      const query = row ? writePage(row) : new URLSearchParams()
      const to = listPath(c.var.staff.current().workspace, listOf(c), '', query)
      return done(c, 'deleted', { to, numbers: { count: 1 } })
    } catch (error) {
      if (!(error instanceof DomainError && (error.reason === 'changed_meanwhile' || error.issues)))
        throw error
      const profile = await viewProfile(c.var.staff, { list, id, action: 'write' })
      return c.html(<DeletePage profile={profile} viewer={viewerOf(c)} place={placeOf(c)} isChanged />, 422)
    }
  })

type Props = { profile: Profile; viewer: Viewer; place: URLSearchParams; isChanged?: boolean }

function DeletePage({ profile, viewer, place, isChanged }: Props) {
  const { locale, staff } = viewer
  const { person, context, fees, version } = profile
  const t = personTexts(locale).deletePage
  const title = t.title(displayName(person))
  const wards = profile.guardianship.filter(({ kind }) => kind === 'ward')
  return (
    <StaffLayout title={title} viewer={viewer} section={sectionOf(profile)}>
      {isChanged && <Notice tone="bad">{t.changed}</Notice>}
      <Confirm
        title={title}
        lead={t.lead}
        action={personPathIn(staff.workspace, context.list, person.id, '/delete', place)}
        label={t.delete}
        cancelHref={personPathIn(staff.workspace, context.list, person.id, '', place)}
        hidden={{ version }}
        isDangerous
        locale={locale}
      >
        {fees !== undefined && fees.count > 0 && (
          <p>
            {t.fees(fees.count)}{' '}
            {fees.openAmount > 0 && t.open(formatMoney(fees.openAmount, staff.workspace.currency, locale))}
          </p>
        )}
        <DependantsQuestion {...{ profile, viewer }} />
        {wards.length > 0 && <p>{familyTexts(locale).guardian.deletion(wards.map(({ name }) => name))}</p>}
        <p>{t.instead[context.list]}</p>
      </Confirm>
    </StaffLayout>
  )
}

/** Asks who pays for those for whom the person pays. */
function DependantsQuestion({ profile, viewer: { locale } }: Pick<Props, 'profile' | 'viewer'>) {
  const { deletion: t } = familyTexts(locale)
  const dependants = profile.payerFamily.filter(({ id }) => id !== profile.person.id)
  if (profile.person[PAYER] || dependants.length === 0) return null
  const isOfAge = ({ birthdate }: FamilyMember) => isAdult(birthdate, profile.context.today)
  const names = dependants.map(({ name }) => name).join(', ')
  return (
    <Card>
      <RadioGroup
        name="payer"
        label={t.label(names)}
        value=""
        options={[
          { value: '', label: t.themselves },
          ...(dependants.length > 1
            ? dependants.filter(isOfAge).map(({ id, name }) => ({ value: id, label: t.instead(name) }))
            : []),
        ]}
      />
    </Card>
  )
}

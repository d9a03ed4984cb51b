import type { Child } from 'hono/jsx'
import { permits } from '../../domain/access/authorize'
import type { Profile } from '../../domain/pages/profile'
import { lacksMandate, mandateReferenceOf } from '../../domain/person-fields/fields'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { formatDay } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { kindOf, labelOf, type PersonField } from '../../ui/person-fields/kind'
import { FieldValue } from '../../ui/person-fields/value'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { EvidenceLink } from '../mandates/link'
import { mandateFormPath } from '../mandates/path'
import { fieldGroups } from './person-groups'
import { personTexts } from './person-texts'

type Props = { profile: Profile; viewer: Viewer }

/** What is stored about a person, in groups; what is not set is left out. */
export function PersonFacts({ profile, viewer }: Props) {
  const { locale } = viewer
  const t = personTexts(locale)
  const groups = fieldGroups(profile.context)
    .map(({ group, fields }) => ({ group, items: factsOf(fields, profile, locale, viewer) }))
    .filter(({ items }) => items.length > 0)
  return (
    <>
      {groups.map(({ group, items }) => (
        <Card title={t.groups[group]}>
          <DescriptionList items={items} />
        </Card>
      ))}
      {groups.length === 0 && (
        <Card>
          <Quiet>{t.empty}</Quiet>
        </Card>
      )}
    </>
  )
}

type Fact = { name: string; value: Child }
type Subject = Pick<Profile, 'person' | 'context'> &
  Partial<Pick<Profile, 'mandates'>> & { payerFamily?: { id: string; name: string; isPayer: number }[] }

/**
 * The fields of a person that are set, but for the name and the number, which are in the title. For a viewer, the mandate has a
 * link to its evidence.
 */
export const factsOf = (fields: PersonField[], subject: Subject, locale: Locale, viewer?: Viewer): Fact[] =>
  fields.flatMap((field) => factOf(field, subject, locale, viewer))

function factOf(
  field: PersonField,
  { person, context, payerFamily = [], mandates = [] }: Subject,
  locale: Locale,
  viewer: Viewer | undefined,
): Fact[] {
  const { key } = field
  const value = person[key]
  if (key === 'name' || key === 'membership_number') return []
  if (kindOf(field) === 'mandate' && lacksMandate(person)) {
    // Who has no mandate is debited by that of the payer.
    const payer = payerFamily.find(({ id, isPayer }) => isPayer === 1 && id !== person.id)
    const t = personTexts(locale)
    const value = payer ? t.mandateOf(payer.name) : <NoMandate {...{ person, context, viewer, locale }} />
    return [{ name: labelOf(field, locale), value }]
  }
  if (value === null || value === undefined) return []
  const shown = <FieldValue field={field} value={value} locale={locale} />
  const reference = kindOf(field) === 'mandate' ? mandateReferenceOf(person) : ''
  if (reference && viewer) {
    const given = mandates.find((mandate) => mandate.reference === reference)
    return [
      {
        name: labelOf(field, locale),
        value: (
          <>
            {shown} {given?.granted_at && `${grantedOn(given.granted_at, viewer)} `}
            {permits(viewer.staff, 'fees:read') && <EvidenceLink reference={reference} viewer={viewer} />}
          </>
        ),
      },
    ]
  }
  if (key !== 'birthdate') return [{ name: labelOf(field, locale), value: shown }]
  return [
    {
      name: labelOf(field, locale),
      value: (
        <>
          {shown} ({personTexts(locale).years(ageOn(String(value), context.today))})
        </>
      ),
    },
  ]
}

/** Says when a mandate was given online. */
export const grantedOn = (at: string, { locale, staff }: Viewer): string =>
  personTexts(locale).grantedOn(formatDay(at, staff.workspace.timezone, locale))

type NoMandateProps = Pick<Subject, 'person' | 'context'> & { viewer: Viewer | undefined; locale: Locale }

/** Says that the mandate is missing, and leads to the form for it. */
const NoMandate = ({ person, context, viewer, locale }: NoMandateProps) => (
  <>
    <Badge tone="warn">{personTexts(locale).noMandate}</Badge>{' '}
    {viewer && (
      <a href={mandateFormPath(viewer, { list: context.list, id: person.id })}>
        {personTexts(locale).menu.mandate}
      </a>
    )}
  </>
)

/** The age in years on a date, of who was born on another (`YYYY-MM-DD`). */
export function ageOn(birthdate: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return date.slice(5) < birthdate.slice(5) ? years - 1 : years
}

import { permits } from '../../domain/access/authorize'
import type { Profile } from '../../domain/pages/profile'
import type { RelatedPerson } from '../../domain/persons/related'
import { Card } from '../../ui/card'
import { formatShortDate } from '../../ui/i18n/format'
import { formTexts } from '../../ui/i18n/texts'
import { Lines } from '../../ui/lines'
import { Stack } from '../../ui/stack'
import { Panel } from '../../ui/tabs'
import { HiddenLabel, Quiet } from '../../ui/text'
import { ConsentText } from '../applications/consent'
import { applicationTexts } from '../applications/texts'
import { mergePath } from '../doubles/path'
import { FamilyCard } from '../families/card'
import { GuardianCards } from '../families/guardian-card'
import type { Viewer } from '../layout'
import { PersonHistory } from '../log/history'
import { personPathIn } from '../paths'
import { hasMails, PersonMails } from './person-mails'
import { personTexts } from './person-texts'
import type { RowPlace } from './place'
import { type Tab, tabQuery } from './tabs'

type Props = { profile: Profile; viewer: Viewer; place: RowPlace | undefined; tab: Tab }

/** What belongs to a person: who may be the same, family, mails, and what was done. */
export function PersonSide({ profile, viewer, place, tab }: Props) {
  const t = personTexts(viewer.locale)
  // Those of the card of the family are named there.
  const sameEmail = profile.family.filter(({ id }) => profile.payerFamily.every((one) => one.id !== id))
  return (
    <Stack>
      {profile.doubles.length > 0 && (
        <Panel isCurrent={tab === 'data'}>
          <Card title={t.doubles.title} id="doubles">
            <Stack gap="small">
              <Quiet>{t.doubles.lead}</Quiet>
              <RelatedPersons persons={profile.doubles} viewer={viewer} mergeInto={profile} />
            </Stack>
          </Card>
        </Panel>
      )}
      {profile.consent && (
        <Panel isCurrent={tab === 'data'}>
          <Card title={applicationTexts(viewer.locale).consent}>
            <p>
              <ConsentText consent={profile.consent} viewer={viewer} />
            </p>
          </Card>
        </Panel>
      )}
      <Panel isCurrent={tab === 'data'}>
        <FamilyCard {...{ profile, viewer }} />
        <GuardianCards {...{ profile, viewer }} />
      </Panel>
      {sameEmail.length > 0 && (
        <Panel isCurrent={tab === 'data'}>
          <Card title={t.family}>
            <RelatedPersons persons={sameEmail} viewer={viewer} />
          </Card>
        </Panel>
      )}
      {hasMails(profile) && (
        <Panel isCurrent={tab === 'mails'}>
          <PersonMails {...{ profile, viewer, place }} />
        </Panel>
      )}
      {profile.events.length > 0 && (
        <Panel isCurrent={tab === 'history'}>
          <Card title={t.history}>
            <PersonHistory
              events={profile.events}
              context={profile.context}
              viewer={viewer}
              back={personPathIn(
                viewer.staff.workspace,
                profile.context.list,
                profile.person.id,
                '',
                tabQuery('history', place),
              )}
            />
          </Card>
        </Panel>
      )}
    </Stack>
  )
}

type RelatedProps = { persons: RelatedPerson[]; viewer: Viewer }

/** `mergeInto` is the person whose doubles they may be. */
type DoublesProps = RelatedProps & { mergeInto?: Profile }

/** Other persons as links, each with what tells them apart. */
const RelatedPersons = ({ persons, viewer, mergeInto }: DoublesProps) => (
  <Lines
    items={persons.map((related) => ({
      main: <RelatedLink related={related} viewer={viewer} />,
      details: [detailsOf(related, viewer)],
      badge: mergeInto && <CompareLink {...{ related, viewer, mergeInto }} />,
    }))}
  />
)

/** Leads to the page that merges a person into the one of the profile, where both are of a list that the viewer may write to. */
function CompareLink({
  related,
  viewer: { staff, locale },
  mergeInto: { person, area, context },
}: {
  related: RelatedPerson
  viewer: Viewer
  mergeInto: Profile
}) {
  const isOfList = related.list === context.list && related.area === 'regular' && area === 'regular'
  if (!isOfList || !permits(staff, `${context.list}:write`)) return null
  return (
    <a href={mergePath(staff.workspace, context.list, person.id, related.id)}>
      {personTexts(locale).doubles.compare}
      <HiddenLabel>: {related.name}</HiddenLabel>
    </a>
  )
}

/** The same within a notice. */
export const RelatedSentences = ({ persons, viewer }: RelatedProps) => (
  <>
    {persons.map((related) => (
      <p>
        <RelatedLink related={related} viewer={viewer} /> · {detailsOf(related, viewer)}
      </p>
    ))}
  </>
)

const RelatedLink = ({ related, viewer }: { related: RelatedPerson; viewer: Viewer }) => (
  <a href={personPathIn(viewer.staff.workspace, related.list, related.id)}>{related.name}</a>
)

function detailsOf({ list, area, birthdate, membershipNumber }: RelatedPerson, { locale }: Viewer): string {
  const t = personTexts(locale)
  return [
    list === 'contacts' && t.inContacts,
    area === 'applications' && formTexts(locale).membershipStatuses.applicant,
    membershipNumber && t.number(membershipNumber),
    birthdate && t.born(formatShortDate(birthdate, locale)),
  ]
    .filter(Boolean)
    .join(' · ')
}

import type { Child } from 'hono/jsx'
import type { WorkspaceRow } from '../../db/schema'
import { permits } from '../../domain/access/authorize'
import type { Profile } from '../../domain/pages/profile'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { formatDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { Menu, MenuList } from '../../ui/menu'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { displayName } from '../../ui/person-fields/display-name'
import { DeceasedBadge } from '../deceased-badge'
import type { Section, Viewer } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { layoutTexts } from '../texts'
import { personTexts } from './person-texts'
import { type RowPlace, writeRowPlace } from './place'

type Props = { profile: Profile; viewer: Viewer; place: RowPlace | undefined }

/** The section of the navigation that a person belongs to. */
export const sectionOf = ({ context, area }: Pick<Profile, 'context' | 'area'>): Section =>
  area === 'applications' ? 'applications' : context.list

/** What tells which person a page is about. */
type Subject = Pick<Profile, 'person' | 'context' | 'area'>

type LinkProps = { subject: Subject; viewer: Viewer; place: URLSearchParams }

/** The links to a person and its section, above the title of a page about an act. */
export function PersonLink({ subject, viewer, place }: LinkProps) {
  const { person, context } = subject
  const href = personPathIn(viewer.staff.workspace, context.list, person.id, '', place)
  const items = [sectionLink(subject, viewer), { label: displayName(person), href }]
  return <Breadcrumb items={items} locale={viewer.locale} />
}

function sectionLink(subject: Subject, { staff, locale }: Viewer) {
  const section = sectionOf(subject)
  return { label: layoutTexts(locale)[section], href: pathIn(staff.workspace, `/${section}`) }
}

/** The name of a person, the state of the membership, and what the viewer can do. */
export function PersonHead({ profile, viewer, place }: Props) {
  const { person, context } = profile
  const t = personTexts(viewer.locale)
  const { membership_number: number } = person
  return (
    <PageHead
      title={displayName(person)}
      badge={context.list === 'members' && <StatusBadge person={person} locale={viewer.locale} />}
      lead={number ? t.number(String(number)) : undefined}
      breadcrumb={!place && <Breadcrumb items={[sectionLink(profile, viewer)]} locale={viewer.locale} />}
      actions={
        <>
          <WriteMail profile={profile} viewer={viewer} />
          {permits(viewer.staff, `${context.list}:write`) ? (
            <Actions {...{ profile, viewer, place }} />
          ) : (
            permits(viewer.staff, 'bank_accounts:write') && (
              <ButtonLink href={editPath({ profile, viewer, place })} shortcut="e">
                {t.editPayment}
              </ButtonLink>
            )
          )}
        </>
      }
    />
  )
}

/** The link to a mail to a person who has an address. */
function WriteMail({ profile: { person, area, context }, viewer: { staff, locale } }: Omit<Props, 'place'>) {
  if (!permits(staff, 'mails:send') || area !== 'regular' || !person.email) return null
  if (person.leave_reason === 'deceased') return null
  return (
    <ButtonLink
      kind="second"
      href={pathIn(staff.workspace, `/mails/new?list=${context.list}&id=${person.id}`)}
    >
      {personTexts(locale).writeMail}
    </ButtonLink>
  )
}

/** The state of a membership, with the last day where it is set. */
export function StatusBadge({ person, locale }: { person: Profile['person']; locale: Locale }): Child {
  const status = String(person.membership_status)
  const { leave_date: leaveDate, leave_reason: reason } = person
  if (reason === 'deceased') return <DeceasedBadge locale={locale} />
  if (status === 'active' && leaveDate)
    return <Badge tone="warn">{personTexts(locale).leavesOn(formatDate(String(leaveDate), locale))}</Badge>
  const tone = status === 'active' ? 'good' : status === 'applicant' ? 'info' : undefined
  return <Badge {...(tone && { tone })}>{formTexts(locale).membershipStatuses[status]}</Badge>
}

const editPath = ({ profile: { person, context }, viewer, place }: Props): string =>
  personPathIn(viewer.staff.workspace, context.list, person.id, '/edit', place && writeRowPlace(place))

function Actions({ profile, viewer, place }: Props) {
  const { person, area, context } = profile
  const { workspace } = viewer.staff
  const t = personTexts(viewer.locale)
  const edit = editPath({ profile, viewer, place })
  const decide = (decision: string) => pathIn(workspace, `/applications/${decision}?id=${person.id}`)
  return (
    <>
      {area === 'applications' && (
        <>
          <ButtonLink href={decide('confirm')}>{t.confirm}</ButtonLink>
          <ButtonLink kind="second" href={decide('reject')}>
            {t.reject}
          </ButtonLink>
        </>
      )}
      {context.list === 'contacts' && permits(viewer.staff, 'members:write') && (
        <ButtonLink kind="second" href={personPathIn(workspace, 'contacts', person.id, '/member')}>
          {t.makeMember}
        </ButtonLink>
      )}
      <ButtonLink kind={area === 'applications' ? 'second' : 'primary'} href={edit} shortcut="e">
        {t.edit}
      </ButtonLink>
      <Menu id="more" label={t.more} icon="more" isAtEnd>
        <MenuList items={menuItems({ profile, viewer, place })} />
      </Menu>
    </>
  )
}

/** Whether a workspace offers a portal of its own. */
export const isPortalOpen = ({
  portalEnabled,
  portalManagedBy,
}: Pick<WorkspaceRow, 'portalEnabled' | 'portalManagedBy'>): boolean =>
  portalEnabled && portalManagedBy === 'workspace'

function menuItems({ profile, viewer: { staff, locale }, place }: Props) {
  const { person, context, area, payerFamily } = profile
  const { menu } = personTexts(locale)
  const query = place && writeRowPlace(place)
  const path = (page: string) => personPathIn(staff.workspace, context.list, person.id, page, query)
  const isMember = context.list === 'members' && area === 'regular'
  const paysAsContact =
    context.list === 'contacts' && payerFamily.length > 1 && payerFamily[0]?.id === person.id
  const hasPortal = isPortalOpen(staff.workspace)
  const membership = person.leave_date
    ? { label: menu.reinstate, action: path('/reinstate') }
    : { label: menu.end, href: path('/end') }
  return [
    ...((isMember || paysAsContact) && hasPortal && permits(staff, 'member_portal_sessions:create')
      ? [{ label: menu.portalLink, href: path('/portal-link') }]
      : []),
    ...(isMember ? [membership] : []),
    ...(area === 'regular' && !person.sepa_mandate ? [{ label: menu.mandate, href: path('/mandate') }] : []),
    { label: menu.export, action: personPathIn(staff.workspace, context.list, person.id, '/export') },
    ...(area === 'regular'
      ? [{ label: menu.delete, href: path('/delete'), isDangerous: true, startsGroup: true }]
      : []),
  ]
}

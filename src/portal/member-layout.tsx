import type { PropsWithChildren } from 'hono/jsx'
import { parseFixedFields } from '../domain/persons/person'
import type { PortalSession } from '../domain/portal/sessions'
import { functionsOf, portalFields } from '../domain/portal/settings'
import { formatShortDate } from '../ui/i18n/format'
import type { Locale } from '../ui/i18n/locale'
import { displayName } from '../ui/person-fields/display-name'
import { Chips, Tabs } from '../ui/tabs'
import { OnPaper } from '../ui/text'
import { Layout } from './layout'
import { layoutTexts } from './texts/layout'
import { myDataTexts } from './texts/my-data'
import { myFeesTexts } from './texts/my-fees'

type Section = 'data' | 'fees'

type NavigationProps = { session: PortalSession; section: Section; locale: Locale }
type Props = PropsWithChildren<NavigationProps & { title: string; hasIssues?: boolean }>

/** The layout of every page behind a login: the persons of the session and the sections of the portal, then the content. */
export const MemberLayout = ({ title, hasIssues, children, ...navigation }: Props) => (
  <Layout title={title} locale={navigation.locale} session={navigation.session} hasIssues={hasIssues}>
    <PrintedHead {...navigation} />
    <PersonNavigation {...navigation} />
    <SectionNavigation {...navigation} />
    {children}
  </Layout>
)

/** When a page was printed, and whose it is. */
function PrintedHead({ session, locale }: NavigationProps) {
  const t = layoutTexts(locale)
  const { person, workspace, context } = session
  const isNumberShown =
    !session.isPayer && portalFields(workspace, []).some(({ key }) => key === 'membership_number')
  const number = isNumberShown && parseFixedFields(person).membership_number
  const parts = [
    t.asOf(formatShortDate(context.today, locale)),
    person.workspaceName,
    number && t.member(String(number)),
  ]
  return <OnPaper>{parts.filter(Boolean).join(' · ')}</OnPaper>
}

/** Links to the same section of each person, where the session has several. */
function PersonNavigation({ session, section, locale }: NavigationProps) {
  const { persons, payers } = session
  if (persons.length + payers.length === 1) return null
  return (
    <Chips
      label={layoutTexts(locale).choosePerson}
      items={distinctNames([...persons, ...payers]).map(({ id, name }) => ({
        label: name,
        href: pathOf(id, payers.some((payer) => payer.id === id) ? 'fees' : section),
        isCurrent: id === session.person.id,
      }))}
    />
  )
}

/** Links to the sections that the portal offers, where it offers several. */
function SectionNavigation({ session, section: current, locale }: NavigationProps) {
  if (session.isPayer) return null
  const functions = functionsOf(session.workspace)
  const sections = [
    {
      section: 'data',
      title: myDataTexts(locale).title,
      isOffered: functions.some((name) => name !== 'view_fees'),
    },
    { section: 'fees', title: myFeesTexts(locale).title, isOffered: functions.includes('view_fees') },
  ] as const
  const tabs = sections.filter(({ isOffered }) => isOffered)
  if (tabs.length < 2) return null
  return (
    <Tabs
      label={layoutTexts(locale).sections}
      items={tabs.map(({ section, title }) => ({
        label: title,
        href: pathOf(session.person.id, section),
        isCurrent: section === current,
      }))}
    />
  )
}

const pathOf = (personId: string, section: Section): string =>
  `/portal/persons/${personId}${section === 'fees' ? '/fees' : ''}`

/** Names persons by first name, by display name, or by display name and workspace: the shortest that is unique. */
export function distinctNames(persons: Person[]): { id: string; name: string }[] {
  const naming = [firstName, nameOf].find((by) => areDistinct(persons.map(by))) ?? nameAndWorkspace
  return persons.map((person) => ({ id: person.id, name: naming(person) }))
}

type Person = PortalSession['persons'][number]

const firstName = (person: Person) => String(Object(parseFixedFields(person).name).first_name ?? '')
/** The whole name of a person, or what identifies it. */
export const nameOf = (person: Person) => displayName(parseFixedFields(person))
const nameAndWorkspace = (person: Person) => `${nameOf(person)} (${person.workspaceName})`

const areDistinct = (names: string[]): boolean => names.every(Boolean) && new Set(names).size === names.length

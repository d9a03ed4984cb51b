import type { PropsWithChildren } from 'hono/jsx'
import { listContext, personOf } from '../domain/persons/store/json'
import type { Visit } from '../domain/portal/sessions'
import { functionsOf } from '../domain/portal/settings'
import type { Tongue } from '../ui/i18n/texts'
import { Layout } from './layout'

type Props = PropsWithChildren<{
  title: string
  tongue: Tongue
  visit: Visit
  section: 'data' | 'fees'
}>

/** Every page of a session: whose data it is about, and the sections that the portal offers. */
export function Inside({ title, tongue, visit, section, children }: Props) {
  const { t } = tongue
  const personId = visit.person.id
  const offered = functionsOf(visit.workspace)
  const sections = [
    {
      section: 'data',
      href: `/portal/persons/${personId}`,
      isOffered: offered.some((of) => of !== 'view_fees'),
    },
    { section: 'fees', href: `/portal/persons/${personId}/fees`, isOffered: offered.includes('view_fees') },
  ] as const
  const tabs = sections.filter(({ isOffered }) => isOffered)
  const suffix = section === 'fees' ? '/fees' : ''
  return (
    <Layout title={title} tongue={tongue} workspace={visit.workspace} isSignedIn>
      {visit.persons.length > 1 && (
        <nav aria-label={t.family}>
          <ul class="family">
            {familyOf(visit).map((person) => (
              <li>
                <a
                  href={`/portal/persons/${person.id}${suffix}`}
                  aria-current={person.id === personId ? 'page' : undefined}
                >
                  {person.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {tabs.length > 1 && (
        <nav aria-label={t.sections} class="tabs">
          {tabs.map((tab) => (
            <a href={tab.href} aria-current={tab.section === section ? 'page' : undefined}>
              {t[tab.section]}
            </a>
          ))}
        </nav>
      )}
      {children}
    </Layout>
  )
}

/** The persons of a visit by first name, by full name or by name and workspace: the shortest that tells them apart. */
function familyOf({ persons }: Visit) {
  const all = persons.map((row) => ({ row, person: personOf(row, NAME_ONLY) }))
  const ways = [
    all.map(({ person }) => String(Object(person.name).first_name ?? '')),
    all.map(({ person }) => nameOf(person)),
  ]
  const names =
    ways.find((way) => way.every(Boolean) && new Set(way).size === way.length) ??
    all.map(({ row, person }) => `${nameOf(person)} (${row.workspaceName})`)
  return persons.map(({ id }, at) => ({ id, name: names[at] }))
}

// Neither custom columns nor the date are part of a name.
const NAME_ONLY = listContext('members', [], '')

/** How a person is called. */
export const nameOf = (person: Record<string, unknown>): string => {
  const { first_name, last_name } = Object(person.name)
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return name || String(person.email ?? person.membership_number ?? person.external_id)
}

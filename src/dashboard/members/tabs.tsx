import type { Profile } from '../../domain/pages/profile'
import { PhoneTabs } from '../../ui/tabs'
import type { Viewer } from '../layout'
import { personPathIn } from '../paths'
import { hasMails } from './person-mails'
import { personTexts } from './person-texts'
import { type RowPlace, writeRowPlace } from './place'

/** The parts of the page of a person, of which phones show one at a time. */
export type Tab = 'data' | 'fees' | 'mails' | 'history'

const tabsOf = ({ fees, events, ...profile }: Profile): Tab[] => [
  'data',
  ...(fees ? (['fees'] as const) : []),
  ...(hasMails(profile) ? (['mails'] as const) : []),
  ...(events.length > 0 ? (['history'] as const) : []),
]

/** The tab that an address names, where the page has it. */
export const tabOf = (profile: Profile, name: string | undefined): Tab =>
  tabsOf(profile).find((tab) => tab === name) ?? 'data'

/** The query of the address of a tab. */
export function tabQuery(tab: Tab, place: RowPlace | undefined): URLSearchParams {
  const query = place ? writeRowPlace(place) : new URLSearchParams()
  if (tab !== 'data') query.set('tab', tab)
  return query
}

type Props = { profile: Profile; viewer: Viewer; place: RowPlace | undefined; tab: Tab }

/** Links to the tabs, on phones. */
export function PersonTabs({ profile, viewer, place, tab }: Props) {
  const { person, context } = profile
  const tabs = tabsOf(profile)
  if (tabs.length === 1) return null
  const t = personTexts(viewer.locale).tabs
  return (
    <PhoneTabs
      label={t.label}
      items={tabs.map((name) => ({
        label: t[name],
        href: personPathIn(viewer.staff.workspace, context.list, person.id, '', tabQuery(name, place)),
        isCurrent: name === tab,
      }))}
    />
  )
}

import { permits } from '../../domain/access/authorize'
import { listsOf } from '../../domain/access/lists'
import { listOfPermission, type Permission } from '../../domain/access/permissions'
import { nameKey } from '../../domain/persons/name-key'
import { navigationOf, type Viewer } from '../layout'
import { pathIn } from '../paths'
import { settingsPages } from '../settings/overview'
import { layoutTexts } from '../texts'
import { searchTexts } from './texts'

/** Something that was found, and the page that shows it. */
export type Hit = { label: string; detail?: string; badge?: string; href: string }

type Action = { key: keyof ReturnType<typeof searchTexts>['actions']; page: string; needs: Permission }

const ACTIONS: Action[] = [
  { key: 'newMember', page: '/members/new', needs: 'members:write' },
  { key: 'newContact', page: '/contacts/new', needs: 'contacts:write' },
  { key: 'newMail', page: '/mails/new', needs: 'mails:send' },
  { key: 'importMembers', page: '/members/import', needs: 'members:write' },
  { key: 'importContacts', page: '/contacts/import', needs: 'contacts:write' },
  { key: 'importStatement', page: '/bank/import', needs: 'bank:write' },
  { key: 'newMemberColumn', page: '/settings/columns/members/new', needs: 'settings:write' },
  { key: 'newContactColumn', page: '/settings/columns/contacts/new', needs: 'settings:write' },
  { key: 'newCostUnit', page: '/settings/cost-units/new', needs: 'bookkeeping:write' },
  { key: 'invite', page: '/settings/staff/new', needs: 'staff:write' },
  { key: 'newApiKey', page: '/settings/api-keys/new', needs: 'api_keys:write' },
]

/** The pages that a viewer may open and the acts that begin on one, whose names have all words of a search. */
export function pagesFor(viewer: Viewer, text: string): Hit[] {
  const words = nameKey(text).split(/\s+/)
  return pagesOf(viewer).filter(({ label, detail = '' }) =>
    words.every((word) => nameKey(`${label} ${detail}`).includes(word)),
  )
}

function pagesOf(viewer: Viewer): Hit[] {
  const { staff, locale } = viewer
  const lists = listsOf(staff.workspace.subscriptionVariant)
  const t = searchTexts(locale)
  return [
    ...navigationOf(staff, layoutTexts(locale)).flatMap(({ items }) =>
      items.map(({ label, href }) => ({ label, href })),
    ),
    ...ACTIONS.filter(({ needs }) => {
      const list = listOfPermission(needs)
      return permits(staff, needs) && (!list || lists.includes(list))
    }).map(({ key, page }) => ({ label: t.actions[key], href: pathIn(staff.workspace, page) })),
    ...settingsPages(viewer).map(({ title, lead, href }) => ({ label: title, detail: lead, href })),
  ]
}

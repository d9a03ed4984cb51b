import type { ListId } from '../../domain/access/lists'
import type { FoundFee } from '../../domain/fees/search'
import type { Found } from '../../domain/pages/search'
import { membershipStatus } from '../../domain/persons/person'
import type { FoundPerson } from '../../domain/persons/search'
import { todayIn } from '../../domain/shared/dates'
import { formatMoney } from '../../ui/i18n/format'
import { formTexts } from '../../ui/i18n/texts'
import type { Viewer } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { layoutTexts } from '../texts'
import { type Hit, pagesFor } from './pages'
import { searchTexts } from './texts'

/** What was found of a kind. `all` leads to a search without limits. */
export type Group = { title: string; hits: Hit[]; all?: Hit }

/** What a search found for a viewer: persons, fees, then pages and acts. */
export const groupsOf = (found: Found, viewer: Viewer, text: string): Group[] =>
  [
    personGroup('members', found, viewer, text),
    personGroup('contacts', found, viewer, text),
    { title: searchTexts(viewer.locale).fees, hits: found.fees.map((fee) => feeHit(fee, viewer)) },
    { title: searchTexts(viewer.locale).pages, hits: pagesFor(viewer, text) },
  ].filter(({ hits }) => hits.length > 0)

function personGroup(list: ListId, { persons }: Found, viewer: Viewer, text: string): Group {
  const { workspace } = viewer.staff
  const title = layoutTexts(viewer.locale)[list]
  const query = new URLSearchParams({ status: 'all', search: text })
  return {
    title,
    hits: persons.filter((person) => person.list === list).map((person) => personHit(person, viewer)),
    all: { label: searchTexts(viewer.locale).inList(title), href: pathIn(workspace, `/${list}?${query}`) },
  }
}

function personHit(person: FoundPerson, { staff, locale }: Viewer): Hit {
  const { list, id, name, email, membershipNumber } = person
  const { timezone } = staff.workspace
  const { membershipStatuses, leaveReasons } = formTexts(locale)
  const status = list === 'members' ? membershipStatus(person, todayIn(timezone, new Date())) : 'active'
  const details = [membershipNumber && searchTexts(locale).number(membershipNumber), email !== name && email]
  return {
    label: name,
    detail: details.filter(Boolean).join(' · '),
    ...(status !== 'active' && { badge: String(membershipStatuses[status]) }),
    ...(person.isDeceased === 1 && { badge: leaveReasons.deceased }),
    href: personPathIn(staff.workspace, list, id),
  }
}

/** A fee, which leads to the page of its person; for viewers who may not open that, to the search for its reference. */
function feeHit(fee: FoundFee, { staff, locale }: Viewer): Hit {
  const { workspace, permissions } = staff
  const { list } = fee
  return {
    label: `${fee.description}, ${formatMoney(fee.amount, workspace.currency, locale)}`,
    detail: [fee.person_name, fee.reference].join(' · '),
    badge: formTexts(locale).feeStatuses[fee.status],
    href:
      list && permissions.includes(`${list}:read`)
        ? `${personPathIn(workspace, list, fee.person_id)}#${fee.id}`
        : pathIn(workspace, `/search?${new URLSearchParams({ q: fee.reference })}`),
  }
}

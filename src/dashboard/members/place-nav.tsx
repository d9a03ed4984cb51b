import type { Profile } from '../../domain/pages/profile'
import { StepNav } from '../../ui/step-nav'
import type { Viewer } from '../layout'
import { personPathIn } from '../paths'
import { listPath } from './page-query'
import { personTexts } from './person-texts'
import { onItsPage, type RowPlace, writePage } from './place'
import { type Tab, tabQuery } from './tabs'

type Props = { profile: Profile; viewer: Viewer; place: RowPlace; tab: Tab }

/** The way back to the row of the list that a person was opened from, and the persons before and after in that list. */
export function PlaceNav({ profile: { person, context, neighbours }, viewer, place, tab }: Props) {
  const { list } = context
  const { workspace } = viewer.staff
  const t = personTexts(viewer.locale).place
  const turned = neighbours ? onItsPage(place, neighbours) : place
  const stepTo = (id: string | undefined, step: 1 | -1, label: string) =>
    id === undefined
      ? undefined
      : {
          label,
          href: personPathIn(workspace, list, id, '', tabQuery(tab, { ...turned, row: turned.row + step })),
        }
  return (
    <StepNav
      label={t.label}
      back={{
        label: t.back,
        href: `${listPath(workspace, list, '', writePage(turned))}#${person.id}`,
      }}
      previous={stepTo(neighbours?.previous, -1, t.previous)}
      next={stepTo(neighbours?.next, 1, t.next)}
    />
  )
}

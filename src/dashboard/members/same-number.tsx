import type { RelatedPerson } from '../../domain/persons/related'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { personPathIn } from '../paths'
import { personTexts } from './person-texts'

type Props = { number: unknown; others: RelatedPerson[]; viewer: Viewer }

/** Warns of a membership number that other members have too; nothing if there is none. */
export function SameNumber({ number, others, viewer: { staff, locale } }: Props) {
  if (others.length === 0) return null
  const t = personTexts(locale).sameNumber
  return (
    <Notice tone="warn" title={t.title(String(number))}>
      <p>{t.lead}</p>
      <ul>
        {others.map(({ list, id, name }) => (
          <li>
            <a href={personPathIn(staff.workspace, list, id)}>{name}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

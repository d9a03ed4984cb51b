import type { OwnField } from '../../domain/portal/settings'
import type { Issues } from '../../domain/shared/errors'
import { idOf } from '../form'
import type { Tongue } from '../i18n/texts'
import { Notice } from '../notice'
import { faultIn, kindOf, labelOf } from './kind'

/** All faults of a form at its head, each leading to its input. */
export function FaultList({ faults, fields, tongue }: Props) {
  const { t } = tongue
  const paths = Object.keys(faults)
  if (paths.length === 0) return null
  const placed = fields.flatMap((field) =>
    paths
      .filter((path) => path === field.key || path.startsWith(`${field.key}.`))
      .map((path) => ({ field, path })),
  )
  return (
    <Notice kind="bad">
      <h2>{t.faultsTitle}</h2>
      {'updated_at' in faults && <p>{t.changedMeanwhile}</p>}
      {'body' in faults && <p>{t.faults.whole}</p>}
      {placed.length > 0 && (
        <ul>
          {placed.map(({ field, path }) => (
            <li>
              <a href={`#${idOf(inputAt(field, path))}`}>{labelOf(field, tongue)}</a>:{' '}
              {wordsFor(field, path, tongue)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

type Props = { faults: Issues; fields: OwnField[]; tongue: Tongue }

const wordsFor = (field: OwnField, path: string, { t }: Tongue): string =>
  path === 'name' ? t.faults.name : faultIn(kindOf(field), path, t)

function inputAt(field: OwnField, path: string): string {
  if (path === 'name') return 'name.first_name'
  return field.column ? field.key : path
}

import { type CustomColumn, columnKey } from '../../domain/custom-columns/column'
import type { ListContext } from '../../domain/custom-columns/query-list'
import type { ColumnProposal } from '../../domain/imports/columns'
import type { StoredImport } from '../../domain/imports/import'
import type { ImportSettings } from '../../domain/imports/plan'
import { COMPOSED, IGNORE, NEW_TYPES, pathsOf, type Target } from '../../domain/imports/targets'
import { Badge } from '../../ui/badge'
import { Check } from '../../ui/choices'
import { type Option, SelectField } from '../../ui/form'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Match } from '../../ui/matches'
import { Row } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import { refusalText } from '../refusals'
import { clearsName, columnName } from './columns-form'
import { cellText, pathLabel, targetLabel } from './shown'
import { importTexts } from './texts'

const MAX_SAMPLES = 3

type Props = {
  column: ColumnProposal
  stored: StoredImport
  context: ListContext
  options: Option[]
  viewer: Viewer
  faults: Faults | undefined
  form: URLSearchParams | undefined
}

/** A column of the file, next to what it becomes. */
export function ColumnMatch({ column, stored, context, options, viewer, faults, form }: Props) {
  const { locale } = viewer
  const { settings, head } = stored
  const { column: index, header, filled, samples, proposed } = column
  const t = importTexts(locale).columns
  const target = settings.mapping[index] ?? IGNORE
  const name = columnName(index)
  const [refusal] = faults?.refusals[`mapping.${index}`] ?? []
  const { empty } = settings.options
  const clears = form?.has(name) ? form.has(clearsName(index)) : empty !== 'keep' && empty[index] === 'clear'
  const number = (count: number) => formatNumber(count, locale)
  return (
    <Match
      id={`column-${index}`}
      given={
        <>
          <p>
            <strong>{header}</strong>
          </p>
          <p>
            {samples
              .slice(0, MAX_SAMPLES)
              .map((cell) => cellText(cell, target, viewer))
              .join(' · ')}
          </p>
          <Quiet>{filled === 0 ? t.emptyColumn : t.filled(number(filled), number(head.rowCount))}</Quiet>
        </>
      }
    >
      <SelectField
        name={name}
        label={t.becomesOf(header)}
        value={form?.get(name) ?? target}
        options={options}
        {...(refusal && { issue: refusalText(refusal, viewer) })}
      />
      <Row>
        <StateBadge {...{ column, target, locale }} />
        {proposed !== null && target !== proposed && (
          <Badge tone="info">{t.proposal(targetLabel(proposed, context, locale))}</Badge>
        )}
      </Row>
      {filled > 0 && filled < head.rowCount && target !== IGNORE && !target.startsWith('new:') && (
        <Check name={clearsName(index)} label={t.clears} isChecked={clears} />
      )}
    </Match>
  )
}

type BadgeProps = { column: ColumnProposal; target: Target; locale: Locale }

/** Whether the target of a column is what its header and content say, or what somebody chose. */
function StateBadge({ column, target, locale }: BadgeProps) {
  const { badges } = importTexts(locale).columns
  if (target === IGNORE) return <Badge>{badges.ignored}</Badge>
  if (target.startsWith('new:')) return <Badge tone="info">{badges.new}</Badge>
  return target === column.target ? (
    <Badge tone="good">{badges.known}</Badge>
  ) : (
    <Badge tone="good">{badges.chosen}</Badge>
  )
}

/** What the columns of a file can become, grouped: fields of the list, its custom columns, new ones. */
export function targetOptions(
  { list, columns }: ListContext,
  { mapping }: ImportSettings,
  locale: Locale,
): Option[] {
  const t = importTexts(locale).columns
  const custom = new Set(columns.map(columnKey))
  const paths = pathsOf(list, columns).filter((path) => !custom.has(path))
  return [
    { value: IGNORE, label: t.ignore },
    ...paths.map((value) => ({ value, label: pathLabel(value, locale), group: t.groups.fields })),
    ...COMPOSED.map((value) => ({ value, label: t.composed[value] ?? value, group: t.groups.fields })),
    ...columns.map((column) => ({ value: columnKey(column), label: column.name, group: t.groups.own })),
    ...NEW_TYPES.map((type) => ({
      value: `new:${type}`,
      label: t.newField(t.newTypes[type]),
      group: t.groups.new,
    })),
    ...valueTargets(columns, Object.values(mapping)).map(([value, label]) => ({
      value,
      label,
      group: t.groups.values,
    })),
  ]
}

/** How many values of array columns a list of targets has. */
const MAX_VALUES = 100

function valueTargets(columns: CustomColumn[], mapped: Target[]): [Target, string][] {
  const all = columns.flatMap((column) =>
    column.type === 'array'
      ? (column.allowed_values ?? []).map((value): [Target, string] => [
          `value:${columnKey(column)}:${value}`,
          `${column.name}: ${value}`,
        ])
      : [],
  )
  return all.filter(([target], index) => index < MAX_VALUES || mapped.includes(target))
}

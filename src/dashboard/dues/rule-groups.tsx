import { permits } from '../../domain/access/authorize'
import type { OpenedPlan } from '../../domain/dues/open'
import type { DuesPreview } from '../../domain/dues/preview-schema'
import type { FilterField } from '../../domain/persons/filter-fields'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { Row } from '../../ui/stack'
import { type Column, Table } from '../../ui/table'
import { HiddenLabel, Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { fieldsByKey } from '../members/fields'
import { planPath } from './path'
import { KINDS } from './rule-kinds'
import { amountText, conditionsText, type ShownRule } from './rule-text'
import { planTexts } from './texts-plan'
import { versionFrom } from './versions'

type Props = { opened: OpenedPlan; preview: DuesPreview | null; viewer: Viewer }

/** The rules of a plan by their kind, each with for whom it is and what it comes to. */
export function RuleGroups(props: Props) {
  const { rules } = props.opened.plan.version
  const t = planTexts(props.viewer.locale)
  return KINDS.map((kind) => {
    const ofKind = rules.filter((rule) => rule.kind === kind)
    if (ofKind.length === 0) return null
    return (
      <Card title={t.kinds[kind]} id={kind}>
        <Quiet>{t.leads[kind]}</Quiet>
        <Table
          caption={t.kinds[kind]}
          locale={props.viewer.locale}
          rows={ofKind}
          rowId={({ id }) => id}
          columns={columnsOf(ofKind, props)}
        />
      </Card>
    )
  })
}

function columnsOf(rules: ShownRule[], { opened, preview, viewer }: Props): Column<ShownRule>[] {
  const { locale, staff } = viewer
  const { plan, period, context } = opened
  const t = planTexts(locale)
  const fields = fieldsByKey(context)
  const mayWrite = permits(staff, 'fees:write') && !plan.archived
  const isOrdered = mayWrite && rules.length > 1
  return [
    {
      key: 'rule',
      label: t.table.rule,
      cell: (rule) => {
        const name = nameOf(rule, fields)
        return mayWrite ? (
          <a href={planPath(viewer, plan.id, `/rules/${rule.id}`, period.name)}>{name}</a>
        ) : (
          name
        )
      },
    },
    {
      key: 'conditions',
      label: t.table.who,
      cell: (rule) => (rule.kind === 'family' ? '' : conditionsText(rule, fields, viewer, rule === rules[0])),
    },
    { key: 'amount', label: t.table.amount, cell: (rule) => amountText(rule, fields, viewer) },
    ...(preview ? sumColumns(preview, viewer) : []),
    ...(isOrdered
      ? [
          {
            key: 'order',
            label: t.table.order,
            phone: 'aside' as const,
            cell: (rule: ShownRule) => <Arrows {...{ rule, rules, opened, viewer }} />,
          },
        ]
      : []),
  ]
}

/** The name of a rule; that of prices by a column is the name of the column. */
export function nameOf(rule: ShownRule, fields: Map<string, FilterField>): string {
  if (rule.kind !== 'surcharge' || !rule.per_value) return rule.name
  const { column } = rule.per_value
  const name = [...fields.values()].find((one) => one.key === column || one.column?.id === column)?.column
    ?.name
  return rule.name.replaceAll('{{value}}', () => name ?? column)
}

function sumColumns(preview: DuesPreview, { locale, staff }: Viewer): Column<ShownRule>[] {
  const t = planTexts(locale).table
  const sumOf = ({ id }: ShownRule) => preview.by_rule.find(({ rule_id }) => rule_id === id)
  const countOf = (rule: ShownRule) =>
    preview.exempt.find(({ rule_id }) => rule_id === rule.id)?.count ?? sumOf(rule)?.count ?? 0
  return [
    {
      key: 'count',
      label: t.persons,
      isNumeric: true,
      phone: 'labelled',
      cell: (rule) => formatNumber(countOf(rule), locale),
    },
    {
      key: 'sum',
      label: t.sum,
      isNumeric: true,
      phone: 'labelled',
      cell: (rule) =>
        rule.kind === 'exempt'
          ? '–'
          : formatMoney(sumOf(rule)?.amount ?? 0, staff.workspace.currency, locale),
    },
  ]
}

type ArrowsProps = { rule: ShownRule; rules: ShownRule[]; opened: OpenedPlan; viewer: Viewer }

function Arrows({ rule, rules, opened, viewer }: ArrowsProps) {
  const t = planTexts(viewer.locale)
  const index = rules.indexOf(rule)
  const name = nameOf(rule, fieldsByKey(opened.context))
  const hidden = { revision: opened.revision, from: versionFrom(opened) }
  return (
    <Form
      action={planPath(viewer, opened.plan.id, `/rules/${rule.id}/move`, opened.period.name)}
      hidden={hidden}
    >
      <Row>
        <Button kind="plain" icon="up" name="direction" value="up" isDisabled={index === 0}>
          <HiddenLabel>{t.up(name)}</HiddenLabel>
        </Button>
        <Button
          kind="plain"
          icon="down"
          name="direction"
          value="down"
          isDisabled={index === rules.length - 1}
        >
          <HiddenLabel>{t.down(name)}</HiddenLabel>
        </Button>
      </Row>
    </Form>
  )
}

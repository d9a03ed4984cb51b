import { type Context, Hono } from 'hono'
import type { CustomColumn } from '../../domain/custom-columns/column'
import { listColumns } from '../../domain/custom-columns/list'
import { updateColumn } from '../../domain/custom-columns/update'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { CheckboxGroup, SaveOrCancel, TextArea, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { refusedIn } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { requireList, settingsPrincipal } from './columns'
import { linesOf } from './lines'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

type Values = { name: string; added: string; removed: string[] }

/** The page that renames a custom column, and adds and removes its allowed values. */
export const columnPage = new Hono<Env>()
  .get('/:workspace/settings/columns/:list/:column_id', async (c) => {
    const column = await getColumn(c)
    return c.html(<ColumnPage c={c} column={column} values={{ name: column.name, added: '', removed: [] }} />)
  })

  .post('/:workspace/settings/columns/:list/:column_id', async (c) => {
    const { list, column_id: id } = c.req.param()
    const form = await readForm(c)
    const values = {
      name: form.get('name')?.trim() ?? '',
      added: form.get('added_values') ?? '',
      removed: form.getAll('removed_values').filter((value) => value !== ''),
    }
    const body = { name: values.name, added_values: linesOf(values.added), removed_values: values.removed }
    const outcome = await attempt(() => updateColumn(settingsPrincipal(c), { list, id, body }))
    if ('result' in outcome) return doneIn(c, 'saved', `/columns/${list}`, id)
    const column = await getColumn(c)
    const { columns } = settingsTexts(viewerOf(c).locale)
    const refused = refusedIn(outcome, columns.fields, viewerOf(c))
    return c.html(<ColumnPage c={c} column={column} values={values} refused={refused} />, 422)
  })

async function getColumn(c: Context<Env, '/:list/:column_id'>): Promise<CustomColumn> {
  const { list, column_id: id } = c.req.param()
  const columns = await listColumns(settingsPrincipal(c), list)
  const column = columns.find((one) => one.id === id)
  if (!column) throw new DomainError('not_found', 'The list has no such custom column.')
  return column
}

type Props = { c: Context<Env, '/:list'>; column: CustomColumn; values: Values; refused?: Refused }

function ColumnPage({ c, column, values, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = settingsTexts(locale)
  const { fields, types, typeStays } = t.columns
  const list = requireList(c.req.param('list'))
  return (
    <SettingsLayout
      c={c}
      title={column.name}
      viewer={viewer}
      above={[{ label: t.overview.columns.title, page: `/columns/${list}` }]}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        <RefusedList refused={refused} fields={fields} locale={locale} />
        <Form warnsUnsaved>
          <Card>
            <Fields>
              <TextField {...fields.name} name="name" value={values.name} issue={refused.name} />
              <DescriptionList
                items={[
                  { name: fields.type.label, value: `${types[column.type]} – ${typeStays}` },
                  { name: fields.external_id.label, value: <code>{column.external_id ?? column.id}</code> },
                ]}
              />
            </Fields>
          </Card>
          {column.allowed_values && (
            <Card title={fields.allowed_values.label}>
              <Fields>
                <TextArea
                  {...fields.added_values}
                  name="added_values"
                  value={values.added}
                  issue={refused.added_values}
                />
                <CheckboxGroup
                  {...fields.removed_values}
                  name="removed_values"
                  values={values.removed}
                  issue={refused.removed_values}
                  options={column.allowed_values.map((value) => ({ value, label: value }))}
                />
              </Fields>
            </Card>
          )}
          <SaveOrCancel cancelHref={settingsPath(viewer, `/columns/${list}`)} locale={locale} />
        </Form>
      </Measure>
    </SettingsLayout>
  )
}

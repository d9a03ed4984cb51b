import { type Context, Hono } from 'hono'
import type { ListId } from '../../domain/access/lists'
import { addColumns } from '../../domain/custom-columns/add'
import { COLUMN_TYPES } from '../../domain/custom-columns/column'
import { listColumns } from '../../domain/custom-columns/list'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { SaveOrCancel, SelectField, TextArea, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { refusedIn, withPaths } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { requireList, settingsPrincipal } from './columns'
import { linesOf } from './lines'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

type Values = { name: string; type: string; allowed_values: string; external_id: string }

const NOTHING: Values = { name: '', type: 'string', allowed_values: '', external_id: '' }

/** The page that adds a custom column to a list. */
export const newColumnPage = new Hono<Env>()
  .get('/:workspace/settings/columns/:list/new', async (c) => {
    const list = c.req.param('list')
    await listColumns(settingsPrincipal(c), list)
    return c.html(<NewColumnPage c={c} list={requireList(list)} values={NOTHING} />)
  })

  .post('/:workspace/settings/columns/:list/new', async (c) => {
    const list = c.req.param('list')
    const form = await readForm(c)
    const text = (name: keyof Values) => form.get(name)?.trim() ?? ''
    const column = {
      name: text('name'),
      type: text('type'),
      allowed_values: linesOf(text('allowed_values')),
      external_id: text('external_id') || null,
    }
    const outcome = await attempt(() => addColumns(settingsPrincipal(c), { list, body: { data: [column] } }))
    if ('result' in outcome) {
      const [added] = JSON.parse(outcome.result)
      return doneIn(c, 'saved', `/columns/${list}`, added.id)
    }
    const values = { ...column, allowed_values: text('allowed_values'), external_id: text('external_id') }
    const { fields } = settingsTexts(viewerOf(c).locale).columns
    const faults = withPaths(outcome, (path) => path.replace('data.0.', ''))
    const refused = refusedIn(faults, fields, viewerOf(c))
    const page = <NewColumnPage c={c} list={requireList(list)} values={values} refused={refused} />
    return c.html(page, 422)
  })

type Props = { c: Context<Env>; list: ListId; values: Values; refused?: Refused }

function NewColumnPage({ c, list, values, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = settingsTexts(locale)
  const { fields, types } = t.columns
  const field = (name: keyof Values) => ({
    ...fields[name],
    name,
    value: values[name],
    issue: refused[name] ?? (name === 'name' ? refused.data : undefined),
  })
  return (
    <SettingsLayout
      c={c}
      title={t.columns.add}
      viewer={viewer}
      above={[{ label: t.overview.columns.title, page: `/columns/${list}` }]}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        <RefusedList refused={refused} fields={fields} inputs={{ data: 'name' }} locale={locale} />
        <Form warnsUnsaved>
          <Card>
            <Fields>
              <TextField {...field('name')} autocomplete="off" />
              <SelectField
                {...field('type')}
                options={COLUMN_TYPES.map((type) => ({ value: type, label: types[type] }))}
              />
              <TextArea {...field('allowed_values')} />
              <TextField {...field('external_id')} autocomplete="off" />
            </Fields>
          </Card>
          <SaveOrCancel cancelHref={settingsPath(viewer, `/columns/${list}`)} locale={locale} />
        </Form>
      </Measure>
    </SettingsLayout>
  )
}

import { type Context, Hono } from 'hono'
import { confirmLine } from '../../../domain/bank/confirm/confirm'
import { viewLineToBook } from '../../../domain/bank/lines/to-book'
import { bookingText } from '../../../domain/bank/suggest/booking-text'
import { partyKeyOf } from '../../../domain/bank/suggest/party-key'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { Card } from '../../../ui/card'
import { Check } from '../../../ui/choices'
import { SaveOrCancel, SelectField, TextField } from '../../../ui/form'
import { Fields, Form } from '../../../ui/form-layout'
import { formatDate, formatMoney } from '../../../ui/i18n/format'
import { Lead } from '../../../ui/text'
import { attempt } from '../../attempt'
import { viewerOf } from '../../layout'
import { assignmentOf, type PlaceValues, placeOptions, placeValue } from '../../places'
import { refusedIn, withPaths } from '../../refusals'
import { hasRefused, type Refused, RefusedList } from '../../refused-fields'
import { SideField } from '../../side-field'
import { SphereField } from '../../sphere-field'
import { bankPath, doneWithLines, refusedAtLine } from '../paths'
import { revisionIn } from './acts'
import { LineLayout } from './layout'
import { codeOf } from './refusal'
import { lineTexts } from './texts'

const BOOK = '/:workspace/bank/lines/:line_id/book'

type Values = PlaceValues & { text: string; side: string; collection: string; at: string; always: string }

/** The page that books a line, or what is left of it, to a cost unit without a fee. */
export const bookPage = new Hono<Env>()
  .get(BOOK, async (c) => c.html(await page(c, c.req.param('line_id'))))

  .post(BOOK, async (c) => {
    const id = c.req.param('line_id')
    const form = await readForm(c)
    const values = valuesIn(form)
    const body = { ...revisionIn(form), ...bodyOf(values) }
    const outcome = await attempt(() =>
      confirmLine(c.var.staff, { id, body, keepsRule: values.always !== '' }),
    )
    if ('result' in outcome) return doneWithLines(c, 'booked', { line: id, at: values.at })
    const { fields } = lineTexts(viewerOf(c).locale).book
    const refused = refusedIn(withPaths(outcome, inputOf), fields, viewerOf(c))
    if (!hasRefused(refused)) return refusedAtLine(c, codeOf(outcome), id)
    return c.html(await page(c, id, values, refused), 422)
  })

const valuesIn = (form: URLSearchParams): Values => ({
  text: form.get('text')?.trim() ?? '',
  place: form.get('place') ?? '',
  sphere: form.get('sphere') ?? '',
  side: form.get('side') ?? '',
  collection: form.get('collection') ?? '',
  at: form.get('at') ?? '',
  always: form.get('always') ?? '',
})

function bodyOf({ text, place, sphere, side, collection }: Omit<Values, 'at' | 'always'>) {
  const booking = { text, ...assignmentOf({ place, sphere }), side: side || null }
  return { booking, ...(collection && { collection_id: collection }) }
}

const inputOf = (path: string) =>
  path.replace(/^booking\.(costunit_name|category_name)$/, 'place').replace(/^booking\./, '')

async function page(c: Context<Env>, id: string, sent?: Values, refused: Refused = {}) {
  const collectionId = sent?.collection || c.req.query('collection')
  const { line, costUnits, collection, booking } = await viewLineToBook(c.var.staff, { id, collectionId })
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = lineTexts(locale).book
  const known = collection ? null : booking
  const values = sent ?? {
    text: known?.text ?? bookingText(line),
    place: placeValue(known?.costunit_name ?? null, known?.category_name),
    sphere: known?.sphere ?? '',
    side: known?.side ?? '',
    collection: collection?.id ?? '',
    at: c.req.query('at') ?? '',
    always: '',
  }
  const rest = formatMoney(line.amount - line.assigned_amount, line.currency, locale)
  return (
    <LineLayout line={line} viewer={viewer} title={t.title} hasIssues={hasRefused(refused)}>
      <RefusedList refused={refused} fields={t.fields} locale={locale} />
      <Card>
        <Form hidden={{ revision: `${line.revision}`, collection: values.collection, at: values.at }}>
          <Lead>
            {collection ? t.difference(formatDate(collection.collection_date, locale)) : t.lead(rest)}
          </Lead>
          <Fields>
            <TextField
              {...t.fields.text}
              name="text"
              value={values.text}
              issue={refused.text}
              autocomplete="off"
            />
            <SelectField
              {...t.fields.place}
              name="place"
              value={values.place}
              issue={refused.place}
              options={[{ value: '', label: t.noPlace }, ...placeOptions(costUnits, values.place)]}
            />
            <SphereField
              name="sphere"
              label={t.fields.sphere.label}
              value={values.sphere}
              issue={refused.sphere}
              none={t.noSphere}
              locale={locale}
            />
            {!collection && (
              <SideField
                name="side"
                derived={line.amount > 0 ? 'in' : 'out'}
                isChecked={values.side !== ''}
                locale={locale}
              />
            )}
            {!collection && partyKeyOf(line) !== null && (
              <Check
                name="always"
                label={t.fields.always.label}
                hint={t.always}
                isChecked={values.always !== ''}
                issue={refused.always}
              />
            )}
          </Fields>
          <SaveOrCancel label={t.submit} cancelHref={bankPath(viewer, `/lines#${id}`)} locale={locale} />
        </Form>
      </Card>
    </LineLayout>
  )
}

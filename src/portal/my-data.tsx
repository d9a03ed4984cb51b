import { type Context, Hono } from 'hono'
import { editableAmong, getMyData, type MyData, updateMyData } from '../domain/portal/my-data'
import { functionsOf } from '../domain/portal/settings'
import { DomainError, type Issues } from '../domain/shared/errors'
import type { Env } from '../env'
import { readForm } from '../http/forms'
import { Card } from '../ui/card'
import { DescriptionList } from '../ui/description-list'
import { Submit } from '../ui/form'
import { tongueFor } from '../ui/i18n/locale'
import { Notice } from '../ui/notice'
import { Inputs } from '../ui/person-fields/input'
import { FaultList } from '../ui/person-fields/issue-list'
import { labelOf } from '../ui/person-fields/kind'
import { inputFrom } from '../ui/person-fields/parse'
import { shownValue } from '../ui/person-fields/value'
import { Inside, nameOf } from './member-layout'
import { memberBehind } from './session'

/** What members see of their own data, and change in it. */
export const myData = new Hono<Env>()
  .get('/', async (c) => answerData(c, await getMyData(await memberBehind(c))))

  .get('/persons/:person_id', async (c) => answerData(c, await getMyData(await memberBehind(c))))

  .get('/persons/:person_id/edit', async (c) => {
    const own = await getMyData(await memberBehind(c))
    return c.html(<Edit c={c} own={own} values={own.person} />)
  })

  .post('/persons/:person_id/edit', async (c) => {
    const member = await memberBehind(c)
    const id = c.req.param('person_id')
    const form = await readForm(c, () => getMyData(member))
    const seen = form.get('updated_at') ?? ''
    try {
      await updateMyData(member, seen, (own) => inputFrom(form, own, tongueFor(c, own.visit.workspace)))
      return c.redirect(`/portal/persons/${id}?saved=1`, 303)
    } catch (refusal) {
      if (!(refusal instanceof DomainError && refusal.issues)) throw refusal
      const own = await getMyData(member)
      return c.html(<Edit c={c} own={own} values={entered(own, form, c)} faults={refusal.issues} />, 422)
    }
  })

type Props = { c: Context<Env>; own: MyData }

function answerData(c: Context<Env>, own: MyData) {
  const offersFees = functionsOf(own.visit.workspace).includes('view_fees')
  if (own.fields.length === 0 && offersFees) return c.redirect(`/portal/persons/${own.person.id}/fees`, 303)
  return c.html(<Data c={c} own={own} />)
}

function Data({ c, own: { visit, person, fields } }: Props) {
  const tongue = tongueFor(c, visit.workspace)
  const { t } = tongue
  const facts = fields
    .filter(({ key }) => key !== 'name')
    .map((field) => ({
      name: labelOf(field, tongue),
      value: shownValue(field, person[field.key], tongue),
    }))
  return (
    <Inside title={t.data} tongue={tongue} visit={visit} section="data">
      {c.req.query('saved') !== undefined && <Notice kind="good">{t.saved}</Notice>}
      <div class="head">
        <h1>{nameOf(person)}</h1>
        {fields.some(({ isEditable }) => isEditable) && (
          <a class="button button-quiet button-small" href={`/portal/persons/${person.id}/edit`}>
            {t.edit}
          </a>
        )}
      </div>
      {fields.length === 0 && <p class="lead">{t.nothing}</p>}
      {facts.length > 0 && (
        <Card>
          <DescriptionList facts={facts} />
        </Card>
      )}
    </Inside>
  )
}

function Edit({ c, own, values, faults = {} }: Props & { values: Record<string, unknown>; faults?: Issues }) {
  const { visit, person, fields } = own
  const tongue = tongueFor(c, visit.workspace)
  const { t } = tongue
  const editable = editableAmong(fields)
  const title = Object.keys(faults).length > 0 ? `${t.error}: ${t.editTitle}` : t.editTitle
  return (
    <Inside title={title} tongue={tongue} visit={visit} section="data">
      <h1>{t.editTitle}</h1>
      <p class="lead">{nameOf(person)}</p>
      <FaultList faults={faults} fields={editable} tongue={tongue} />
      <form method="post" action={`/portal/persons/${person.id}/edit`} novalidate>
        <input type="hidden" name="updated_at" value={String(person.updated_at)} />
        <Card>
          <div class="fields">
            {editable.map((field) => (
              <Inputs field={field} value={values[field.key]} faults={faults} tongue={tongue} />
            ))}
          </div>
        </Card>
        <div class="actions">
          <Submit label={t.save} />
          <a class="button button-quiet" href={`/portal/persons/${person.id}`}>
            {t.cancel}
          </a>
        </div>
      </form>
    </Inside>
  )
}

// What is stored has changed since the form was filled: it is shown anew, not the form's older view of it.
function entered(own: MyData, form: URLSearchParams, c: Context<Env>) {
  if (form.get('updated_at') !== own.person.updated_at) return own.person
  const editable = { ...own, fields: editableAmong(own.fields) }
  return { ...own.person, ...inputFrom(form, editable, tongueFor(c, own.visit.workspace)) }
}

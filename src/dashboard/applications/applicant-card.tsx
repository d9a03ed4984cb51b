import type { ApplicantChanges } from '../../domain/applications/changes'
import type { Admission, Also } from '../../domain/applications/confirm'
import { columnKey } from '../../domain/custom-columns/column'
import type { ListContext } from '../../domain/custom-columns/query-list'
import { PAYER, PAYMENT_METHOD } from '../../domain/person-fields/fields'
import { havePayers, takenKeys } from '../../domain/person-fields/list-fields'
import type { Person } from '../../domain/persons/person'
import type { PersonInput } from '../../domain/persons/schemas'
import type { Issues } from '../../domain/shared/errors'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { SelectField, TextField } from '../../ui/form'
import { Fields } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { displayName } from '../../ui/person-fields/display-name'
import { FieldInput } from '../../ui/person-fields/input'
import type { PersonField } from '../../ui/person-fields/kind'
import { parseValue } from '../../ui/person-fields/parse'
import { Fold } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { RelatedSentences } from '../members/person-side'
import { mandateFacts } from './mandate-items'
import { applicationTexts } from './texts'

type Props = {
  applicant: Person
  chosen: Admission
  number: string
  /** Who was chosen to pay: null for nobody else, undefined if nothing was chosen yet. */
  payer: string | null | undefined
  change: PersonInput
  issues: Issues
  viewer: Viewer
  now: Date
}

/** What an applicant gets on becoming a member. What the form had already is folded away. */
export function ApplicantCard({ applicant, chosen, number, payer, change, issues, viewer, now }: Props) {
  const { locale } = viewer
  const { applicants, context } = chosen
  const { confirmPage: t, similar } = applicationTexts(locale)
  const { id } = applicant
  const doubles = chosen.doubles.filter(({ of }) => of === id)
  const below = `changes.${id}.`
  const at: Issues = Object.fromEntries(
    Object.entries(issues).flatMap(([path, found]) =>
      path.startsWith(below) ? [[path.slice(below.length), found]] : [],
    ),
  )
  const name = displayName(applicant)
  const items = mandateFacts(
    {
      person: applicant,
      relations: chosen.relations.filter(({ of }) => of === id),
      mandates: chosen.mandates.filter(({ of }) => of === id),
    },
    applicants.map((person) => ({ person })),
    { context, viewer, now },
  )
  return (
    <Card {...(applicants.length > 1 && { title: name })}>
      {doubles.length > 0 && (
        <Notice tone="warn" title={similar} headingLevel={3} isQuiet>
          <RelatedSentences persons={doubles} viewer={viewer} />
        </Notice>
      )}
      {items.length > 0 && <DescriptionList items={items} />}
      <Fields>
        <TextField
          name={`number.${id}`}
          label={applicants.length === 1 ? t.number : t.numberOf(name)}
          value={number}
          inputmode="numeric"
          autocomplete="off"
          {...(`numbers.${id}` in issues && { issue: t.numberIssue })}
        />
      </Fields>
      <Fold label={t.also} isOpen={Object.keys(at).length > 0} ofForm>
        <Fields>
          {fieldsIn(context).map((field) => (
            <FieldInput
              field={field}
              value={field.key in change ? change[field.key] : applicant[field.key]}
              issues={at}
              prefix={prefixOf(id)}
              hasAutofill={false}
              locale={locale}
            />
          ))}
          {havePayers(context) && (
            <SelectField
              name={`${prefixOf(id)}${PAYER}`}
              label={t.payer}
              value={String((payer === undefined ? applicant[PAYER] : payer) ?? '')}
              options={[{ value: '', label: t.paysSelf }, ...payersFor(applicant, chosen)]}
              {...(PAYER in at && { issue: t.payerIssue })}
            />
          )}
        </Fields>
      </Fold>
    </Card>
  )
}

/** Who may pay for an applicant: the others, and who does now. */
function payersFor({ id }: Person, { applicants, relations }: Admission) {
  const others = applicants
    .filter((other) => other.id !== id)
    .map((other) => ({ value: other.id, label: displayName(other) }))
  const stored = relations
    .filter(
      ({ of, kind, id: payer }) =>
        of === id && kind === 'payer' && !others.some(({ value }) => value === payer),
    )
    .map(({ id: payer, name }) => ({ value: payer, label: name }))
  return [...stored, ...others]
}

/** The fields of an admission: group, sections and others with fixed values, and how the person pays. */
function fieldsIn(context: ListContext): PersonField[] {
  const columns = context.columns.filter(({ allowed_values }) => allowed_values !== null)
  const method = takenKeys(context).has(PAYMENT_METHOD) ? [] : [{ key: PAYMENT_METHOD }]
  return [...columns.map((column) => ({ key: columnKey(column), column })), ...method]
}

const prefixOf = (id: string): string => `${id}.`

/** Reads what a form of cards gives applicants besides number and date. The locale is known once a verb has asked who staff are. */
export function readAlso(form: URLSearchParams, localeOf: () => Locale): Required<Also> {
  const ids = [...new Set([...form.keys()].flatMap((name) => /^(per_\w+)\./.exec(name)?.[1] ?? []))]
  const of = (id: string) =>
    new URLSearchParams(
      [...form].flatMap(([name, text]) =>
        name.startsWith(prefixOf(id)) ? [[name.slice(prefixOf(id).length), text]] : [],
      ),
    )
  const payers = ids.flatMap((id) => {
    const payer = form.get(`${prefixOf(id)}${PAYER}`)
    return payer === null ? [] : [[id, payer || null]]
  })
  return {
    payers: Object.fromEntries(payers),
    changesIn: (context): ApplicantChanges =>
      Object.fromEntries(
        ids.map((id) => {
          const own = of(id)
          const values = fieldsIn(context).map(
            (field) => [field.key, parseValue(own, field, localeOf())] as const,
          )
          return [id, Object.fromEntries(values.filter(([, value]) => value !== undefined))]
        }),
      ),
  }
}

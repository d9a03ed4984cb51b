import { countrySpecs } from 'ibantools'
import type { Issues } from '../../domain/shared/errors'
import { CheckboxGroup, FieldGroup, type FieldProps, SelectField, TextArea, TextField } from '../form'
import { compareTexts, countryName } from '../i18n/format'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'
import { formEntries } from './form-entries'
import { issueText } from './issues'
import { type Kind, kindOf, labelOf, type PersonField } from './kind'

type Props = {
  field: PersonField
  value: unknown
  issues: Issues
  locale: Locale
  /** Whether the browser may fill in the data of its user. */
  hasAutofill?: boolean
}

/** The inputs of a field, each with its value and its error message. */
export function FieldInput({ field, value, issues, locale, hasAutofill = true }: Props) {
  const t = formTexts(locale)
  const { key } = field
  const kind = kindOf(field)
  const texts = new Map(formEntries(field, value, locale))
  const input = (name: string, label = '') => ({
    name,
    label,
    value: texts.get(name) ?? '',
    issue: hasIssue(issues, name, kind) ? issueText(kind, name, locale) : undefined,
  })
  const part = (name: string) => input(`${key}.${name}`, t.fields[name])
  const whole = input(key, labelOf(field, locale))
  const autofill = (token: string) => (hasAutofill ? token : 'off')

  switch (kind) {
    case 'name':
      return (
        <FieldGroup {...whole}>
          <div class="pair pair-even">
            <TextField {...part('first_name')} autocomplete={autofill('given-name')} />
            <TextField {...part('last_name')} autocomplete={autofill('family-name')} />
          </div>
        </FieldGroup>
      )
    case 'phones': {
      const phones = listOf(value)
      const numberLabel = (index: number) =>
        index < Math.max(1, phones.length) ? t.fields.number : t.anotherNumber
      return (
        <FieldGroup {...whole}>
          {[...phones, {}].map((_, index) => (
            <div class="pair pair-phone">
              <TextField {...input(`${key}.${index}.number`, numberLabel(index))} type="tel" />
              <TextField {...input(`${key}.${index}.label`, t.fields.label)} />
            </div>
          ))}
        </FieldGroup>
      )
    }
    case 'address': {
      const country = part('country_code')
      return (
        <FieldGroup {...whole}>
          <TextField {...part('street')} autocomplete={autofill('address-line1')} />
          <div class="pair pair-town">
            <TextField {...part('postcode')} autocomplete={autofill('postal-code')} />
            <TextField {...part('city')} autocomplete={autofill('address-level2')} />
          </div>
          <SelectField
            {...country}
            autocomplete={autofill('country')}
            options={countryOptions(country.value, locale)}
          />
        </FieldGroup>
      )
    }
    case 'account':
      return (
        <FieldGroup {...whole}>
          <TextField {...part('iban')} />
          <TextField {...part('bic')} />
          <TextField {...part('signatory')} />
        </FieldGroup>
      )
    case 'mandate':
      return (
        <FieldGroup {...whole}>
          <div class="pair pair-even">
            <TextField {...part('reference')} />
            <TextField {...part('signature_date')} type="date" />
          </div>
        </FieldGroup>
      )
    case 'choices':
      return <CheckboxGroup {...whole} values={listOf(value)} options={allowedOptions(field)} />
    default:
      return <SingleInput {...whole} field={field} locale={locale} autofill={autofill} />
  }
}

type SingleProps = FieldProps & { field: PersonField; locale: Locale; autofill: (token: string) => string }

/** The input of a field that has only one. */
function SingleInput({ field, locale, autofill, ...input }: SingleProps) {
  const t = formTexts(locale)
  const noChoice = { value: '', label: t.noChoice }
  switch (kindOf(field)) {
    case 'payment':
      return <SelectField {...input} options={[noChoice, ...optionsOf(t.paymentMethods)]} />
    case 'choice':
      return <SelectField {...input} options={[noChoice, ...allowedOptions(field)]} />
    case 'boolean':
      return <SelectField {...input} options={[noChoice, ...optionsOf({ true: t.yes, false: t.no })]} />
    case 'lines':
      return <TextArea {...input} hint={t.onePerLine} />
    case 'date':
      return (
        <TextField
          {...input}
          type="date"
          autocomplete={field.key === 'birthdate' ? autofill('bday') : undefined}
        />
      )
    case 'email':
      return (
        <TextField
          {...input}
          type="email"
          autocomplete={field.key === 'email' ? autofill('email') : undefined}
        />
      )
    case 'url':
      return <TextField {...input} type="url" />
    case 'integer':
      return <TextField {...input} inputmode="numeric" />
    case 'number':
      return <TextField {...input} inputmode="decimal" />
    default:
      return isLong(input.value) ? <TextArea {...input} /> : <TextField {...input} />
  }
}

// An array has one input, which also shows the issues of its entries.
const hasIssue = (issues: Issues, name: string, kind: Kind): boolean =>
  Object.hasOwn(issues, name) ||
  ((kind === 'choices' || kind === 'lines') &&
    Object.keys(issues).some((path) => path.startsWith(`${name}.`)))

const isLong = (value: string): boolean => value.length > 80 || /[\r\n]/.test(value)

const listOf = <T,>(value: unknown): T[] => (value as T[] | null | undefined) ?? []

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const allowedOptions = ({ column }: PersonField) =>
  (column?.allowed_values ?? []).map((value) => ({ value, label: value }))

// An unknown country code is an option too if it is stored: saving the form must not clear it.
const countryOptions = (stored: string, locale: Locale) => [
  { value: '', label: formTexts(locale).noChoice },
  ...[...new Set([...Object.keys(countrySpecs), stored])]
    .filter(Boolean)
    .map((value) => ({ value, label: countryName(value, locale) }))
    .sort((one, other) => compareTexts(one.label, other.label, locale)),
]

import { FIRST_BIRTHDATE } from '../../domain/persons/form-rules'
import type { Issues } from '../../domain/shared/errors'
import { RadioGroup } from '../choices'
import { CheckboxGroup, FieldGroup, type FieldProps, SelectField, TextArea, TextField } from '../form'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'
import { countryOptions } from './countries'
import { formEntries } from './form-entries'
import { isSepaIban } from './iban'
import { type IssueTexts, issueText } from './issues'
import { type Kind, kindOf, labelOf, type PersonField } from './kind'

type Props = {
  field: PersonField
  value: unknown
  issues: Issues
  locale: Locale
  /** Whether the browser may fill in the data of its user. */
  hasAutofill?: boolean
  /** Sentences that replace those of the issues at some paths. */
  texts?: IssueTexts
  /** The label, where it is not the one of the field alone. */
  label?: string
  /** Whether only screen readers get the label of a field with several inputs, since the page says it. */
  isLabelHidden?: boolean
  /** Set where people enter their own data: the country of the workspace, and the date (YYYY-MM-DD) there. */
  own?: Own
  /** The country of the workspace, which is first among those to choose from. */
  country?: string | undefined
  /** What the names of the inputs begin with, where a form has several persons. */
  prefix?: string
  /** The name of the input on which the page opens with the focus, without the prefix. */
  focusOn?: string | undefined
}

type Own = { country?: string | undefined; today: string }

/** The inputs of a field, each with its value and its error message. */
export function FieldInput(props: Props) {
  const { field, value, issues, locale, hasAutofill = true, texts = {}, isLabelHidden, own } = props
  const { prefix = '', focusOn } = props
  const t = formTexts(locale)
  const { key } = field
  const kind = kindOf(field)
  const entries = new Map(formEntries(field, value, locale))
  const input = (name: string, label = '') => ({
    name: `${prefix}${name}`,
    label,
    value: entries.get(name) ?? '',
    hasFocus: focusOn === name || undefined,
    issue: hasIssue(issues, name, kind)
      ? (texts[name] ?? issueText(kind, name, locale, issues[name]))
      : undefined,
  })
  const part = (name: string) => input(`${key}.${name}`, t.fields[name])
  const whole = input(key, props.label ?? labelOf(field, locale))
  const autofill = (token: string) => (hasAutofill ? token : 'off')

  switch (kind) {
    case 'name':
      return (
        <FieldGroup {...whole} isLabelHidden={isLabelHidden}>
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
        <FieldGroup {...whole} isLabelHidden={isLabelHidden}>
          {[...phones, {}].map((_, index) => (
            <div class="pair pair-phone">
              <TextField
                {...input(`${key}.${index}.number`, numberLabel(index))}
                type="tel"
                autocomplete={index === 0 ? autofill('tel') : 'off'}
              />
              <TextField {...input(`${key}.${index}.label`, t.fields.label)} />
            </div>
          ))}
        </FieldGroup>
      )
    }
    case 'address': {
      const country = part('country_code')
      const isGerman = own && (country.value || own.country) === 'DE'
      return (
        <FieldGroup {...whole} isLabelHidden={isLabelHidden}>
          <TextField {...part('street')} autocomplete={autofill('address-line1')} />
          <div class="pair pair-town">
            <TextField
              {...part('postcode')}
              autocomplete={autofill('postal-code')}
              inputmode={isGerman ? 'numeric' : undefined}
            />
            <TextField {...part('city')} autocomplete={autofill('address-level2')} />
          </div>
          <SelectField
            {...country}
            autocomplete={autofill('country')}
            options={countryOptions(country.value, locale, own?.country ?? props.country)}
          />
        </FieldGroup>
      )
    }
    case 'account': {
      const iban = part('iban')
      const bic = part('bic')
      const isCode = { autocomplete: 'off', autocapitalize: 'characters', spellcheck: false } as const
      return (
        <FieldGroup {...whole} isLabelHidden={isLabelHidden}>
          <TextField {...iban} {...isCode} />
          {(!own || needsBic(iban.value) || bic.issue) && <TextField {...bic} {...isCode} />}
          <TextField {...part('signatory')} autocomplete={own ? 'off' : undefined} />
        </FieldGroup>
      )
    }
    case 'mandate':
      return (
        <FieldGroup {...whole} isLabelHidden={isLabelHidden}>
          <div class="pair pair-even">
            <TextField {...part('reference')} />
            <TextField {...part('signature_date')} type="date" />
          </div>
          <TextField {...part('last_used_on')} type="date" hint={t.lastUsedHint} />
        </FieldGroup>
      )
    case 'choices':
      return <CheckboxGroup {...whole} values={listOf(value)} options={allowedOptions(field)} />
    default:
      return <SingleInput {...whole} {...{ field, locale, autofill, own }} />
  }
}

type SingleProps = FieldProps & {
  field: PersonField
  locale: Locale
  autofill: (token: string) => string
  own: Own | undefined
}

/** The input of a field that has only one. */
function SingleInput({ field, locale, autofill, own, ...input }: SingleProps) {
  const t = formTexts(locale)
  const isBirthdate = field.key === 'birthdate'
  const noChoice = { value: '', label: t.noChoice }
  switch (kindOf(field)) {
    case 'sex':
      return <SelectField {...input} options={[{ value: '', label: '–' }, ...optionsOf(t.sexes)]} />
    case 'leave_reason':
      return <SelectField {...input} options={[noChoice, ...optionsOf(t.leaveReasons)]} />
    case 'payment':
      return <SelectField {...input} options={[noChoice, ...optionsOf(t.paymentMethods)]} />
    case 'choice':
      return <SelectField {...input} options={[noChoice, ...allowedOptions(field)]} />
    case 'boolean':
      if (own) return <RadioGroup {...input} options={optionsOf({ true: t.yes, false: t.no })} isInline />
      return <SelectField {...input} options={[noChoice, ...optionsOf({ true: t.yes, false: t.no })]} />
    case 'lines':
      return <TextArea {...input} hint={t.onePerLine} isGrowing={own !== undefined} />
    case 'date':
      return (
        <TextField
          {...input}
          type="date"
          autocomplete={isBirthdate ? autofill('bday') : undefined}
          min={own && isBirthdate ? FIRST_BIRTHDATE : undefined}
          max={own && isBirthdate ? own.today : undefined}
        />
      )
    case 'email':
      return (
        <TextField
          {...input}
          type="email"
          autocomplete={field.key === 'email' ? autofill('email') : undefined}
          autocapitalize="none"
        />
      )
    case 'url':
      return <TextField {...input} type="url" autocapitalize="none" />
    case 'integer':
    case 'number':
      // The keyboards for numbers of an iPhone have no minus.
      return <TextField {...input} />
    default:
      if (own && field.column) return <TextArea {...input} isGrowing />
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

const needsBic = (iban: string): boolean => iban !== '' && !isSepaIban(iban)

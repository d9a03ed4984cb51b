import type { Child } from 'hono/jsx'
import { Field, type FieldProps, inputAttributes, inputId, type Option } from './form'

type RadioOption = Option & { hint?: Child }
type RadioGroupProps = FieldProps & {
  options: RadioOption[]
  isInline?: boolean
  /** Whether only screen readers get the label, since a title says it. */
  isLabelHidden?: boolean
}

/** A field to select one of a few options, all in view. */
export const RadioGroup = ({ name, label, value, options, issue, hint, ...props }: RadioGroupProps) => (
  <fieldset>
    <legend class={props.isLabelHidden ? 'hidden-label' : 'legend'}>{label}</legend>
    {hint && <p class="hint">{hint}</p>}
    <div class={props.isInline ? 'check-inline' : undefined}>
      {options.map((option, index) => (
        <label class="check">
          <input
            type="radio"
            id={index === 0 ? inputId(name) : undefined}
            name={name}
            value={option.value}
            checked={option.value === value}
          />
          <span class="check-text">
            {option.label}
            {option.hint && <span class="check-hint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
    {issue && <p class="issue">{issue}</p>}
  </fieldset>
)

type CheckProps = Omit<FieldProps, 'value'> & {
  isChecked: boolean
  value?: string
  /** The HTML id, where several have the same name. */
  id?: string
}

/** A field to agree or not. The form has its value, `1` unless told, only when it is checked. */
export const Check = ({
  name,
  label,
  isChecked,
  value = '1',
  id = inputId(name),
  issue,
  hint,
  hasFocus,
}: CheckProps) => (
  <div>
    <label class="check">
      <input
        {...inputAttributes({ name, label, value, issue, hint: undefined, hasFocus })}
        id={id}
        type="checkbox"
        value={value}
        checked={isChecked}
      />
      <span class="check-text">
        {label}
        {hint && <span class="check-hint">{hint}</span>}
      </span>
    </label>
    {issue && (
      <p class="issue" id={`${inputId(name)}-fault`}>
        {issue}
      </p>
    )}
  </div>
)

type DateProps = FieldProps & { min?: string; max?: string; autocomplete?: string }

/** A field for a date, `YYYY-MM-DD`. */
export const DateField = (props: DateProps) => (
  <Field {...props}>
    <input
      {...inputAttributes(props)}
      class="input input-date"
      type="date"
      value={props.value}
      min={props.min}
      max={props.max}
      autocomplete={props.autocomplete}
    />
  </Field>
)

/** A field for an amount, as text in the notation of the language; `unit` is a currency or a percent sign. */
export const MoneyField = ({
  unit = '€',
  ...props
}: FieldProps & { unit?: string; isLabelHidden?: boolean }) => (
  <Field {...props}>
    <div class="input-unit">
      <input
        {...inputAttributes(props)}
        class="input"
        type="text"
        inputmode="decimal"
        autocomplete="off"
        value={props.value}
      />
      <span aria-hidden="true">{unit}</span>
    </div>
  </Field>
)

/** A field for a file. Its form needs `isUpload`. `accept` lists file types, such as `.csv,text/csv`. */
export const FileField = ({ accept, ...props }: Omit<FieldProps, 'value'> & { accept?: string }) => (
  <Field {...props} value="">
    <input {...inputAttributes({ ...props, value: '' })} class="input" type="file" accept={accept} />
  </Field>
)

/** A field for a code from a mail, which phones offer to fill in. */
export const CodeField = (props: FieldProps) => (
  <Field {...props}>
    <input
      {...inputAttributes(props)}
      class="input input-code"
      type="text"
      inputmode="text"
      autocomplete="one-time-code"
      autocapitalize="characters"
      spellcheck={false}
      maxlength={16}
      value={props.value}
    />
  </Field>
)

import type { Child, PropsWithChildren } from 'hono/jsx'
import { Button, ButtonLink } from './button'
import type { Locale } from './i18n/locale'
import { formTexts } from './i18n/texts'

/**
 * The properties of every field of a form. `issue` is the error message for its value; the page opens with the focus on a field
 * that `hasFocus`.
 */
export type FieldProps = {
  name: string
  label: string
  value: string
  issue?: string
  hint?: string
  hasFocus?: boolean | undefined
}

type TextFieldProps = FieldProps & {
  type?: 'email' | 'tel' | 'url' | 'date' | 'search' | 'password'
  autocomplete?: string | undefined
  inputmode?: 'numeric' | 'decimal' | undefined
  autocapitalize?: 'none' | 'characters'
  spellcheck?: boolean
  placeholder?: string
  min?: string | undefined
  max?: string | undefined
  isReadOnly?: boolean
  isLabelHidden?: boolean
}

/** `group` is the heading of the options that follow each other in a list. */
export type Option = { value: string; label: string; group?: string }

/** A single-line text field. */
export const TextField = (props: TextFieldProps) => (
  <Field {...props}>
    <input
      {...inputAttributes(props)}
      class="input"
      type={props.type ?? 'text'}
      value={props.value}
      autocomplete={props.autocomplete}
      inputmode={props.inputmode}
      autocapitalize={props.autocapitalize}
      spellcheck={props.spellcheck}
      placeholder={props.placeholder}
      min={props.min}
      max={props.max}
      readonly={props.isReadOnly}
    />
  </Field>
)

/** A multi-line text field. One that `isGrowing` is as high as its text. */
export const TextArea = ({ rows = 4, isGrowing, ...props }: FieldProps & TextAreaProps) => (
  <Field {...props}>
    <textarea
      {...inputAttributes(props)}
      class={isGrowing ? 'grows' : undefined}
      rows={isGrowing ? rowsOf(props.value) : rows}
    >
      {props.value}
    </textarea>
  </Field>
)

type TextAreaProps = { rows?: number; isGrowing?: boolean; isLabelHidden?: boolean }

// For browsers that do not know `field-sizing`.
const rowsOf = (value: string): number =>
  Math.min(12, Math.ceil(value.length / 40) + value.split('\n').length)

type SelectProps = FieldProps & { options: Option[]; autocomplete?: string; isLabelHidden?: boolean }

/** A field to select one option. */
export const SelectField = (props: SelectProps) => (
  <Field {...props}>
    <select {...inputAttributes(props)} autocomplete={props.autocomplete}>
      {[...Map.groupBy(props.options, ({ group }) => group)].map(([group, options]) =>
        group === undefined ? (
          <Options options={options} value={props.value} />
        ) : (
          <optgroup label={group}>
            <Options options={options} value={props.value} />
          </optgroup>
        ),
      )}
    </select>
  </Field>
)

const Options = ({ options, value: chosen }: { options: Option[]; value: string }) => (
  <>
    {options.map(({ value, label }) => (
      <option value={value} selected={value === chosen}>
        {label}
      </option>
    ))}
  </>
)

/**
 * A field to select any number of options. Also sends an empty value, so that a form without a choice has the field.
 */
export const CheckboxGroup = ({ name, label, values, issue, options }: CheckboxGroupProps) => (
  <FieldGroup label={label} issue={issue} name={name}>
    <div>
      <input type="hidden" name={name} value="" />
      {options.map((option, index) => (
        <label class="check">
          <input
            type="checkbox"
            id={index === 0 ? inputId(name) : undefined}
            name={name}
            value={option.value}
            checked={values.includes(option.value)}
          />
          <span class="check-text">
            {option.label}
            {option.hint && <span class="check-hint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  </FieldGroup>
)

type CheckboxGroupProps = Omit<FieldProps, 'value'> & {
  values: string[]
  options: (Option & { hint?: string })[]
}

type GroupProps = PropsWithChildren<Omit<FieldProps, 'value'> & { isLabelHidden?: boolean | undefined }>

/** A group of fields with a common label, which only screen readers get where `isLabelHidden`. */
export const FieldGroup = ({ label, name, issue, isLabelHidden, children }: GroupProps) => (
  <fieldset class="group" id={issue ? inputId(`group.${name}`) : undefined}>
    <legend class={isLabelHidden ? 'hidden-label' : 'legend'}>{label}</legend>
    <div class="fields">{children}</div>
    {issue && <p class="issue">{issue}</p>}
  </fieldset>
)

type EndProps = { cancelHref: string; label?: string; isDangerous?: boolean; locale: Locale }

/** The buttons at the end of a form: one sends it, by default to be saved, one leaves it without changes. */
export const SaveOrCancel = ({ cancelHref, label, isDangerous, locale }: EndProps) => (
  <div class="actions">
    <Button kind={isDangerous ? 'danger' : 'primary'}>{label ?? formTexts(locale).save}</Button>
    <ButtonLink kind="second" href={cancelHref}>
      {formTexts(locale).cancel}
    </ButtonLink>
  </div>
)

/** The HTML id of the input with a name. */
export const inputId = (name: string): string => `field-${name.replaceAll('.', '-')}`

type LabelledProps = FieldProps & { isLabelHidden?: boolean; children: Child }

/** A label with its input, its hint and its issue. Only screen readers get a label that is hidden. */
export const Field = ({ name, label, issue, hint, isLabelHidden, children }: LabelledProps) => (
  <div class="field">
    <label for={inputId(name)} class={isLabelHidden ? 'hidden-label' : undefined}>
      {label}
    </label>
    {children}
    {hint && (
      <p class="hint" id={hintId(name)}>
        {hint}
      </p>
    )}
    {issue && (
      <p class="issue" id={issueId(name)}>
        {issue}
      </p>
    )}
  </div>
)

/** The attributes that tie an input to its label, hint and issue. */
export const inputAttributes = ({ name, issue, hint, hasFocus }: FieldProps) => ({
  id: inputId(name),
  name,
  autofocus: hasFocus,
  'aria-invalid': issue ? ('true' as const) : undefined,
  'aria-describedby': [hint && hintId(name), issue && issueId(name)].filter(Boolean).join(' ') || undefined,
})

const hintId = (name: string): string => `${inputId(name)}-hint`
const issueId = (name: string): string => `${inputId(name)}-fault`

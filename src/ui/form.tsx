import type { Child, PropsWithChildren } from 'hono/jsx'

/** What every field of a form has. `fault` tells in plain words what is wrong with its value. */
export type FieldProps = { name: string; label: string; value: string; fault?: string; hint?: string }

type Option = { value: string; label: string }

/** A field of one line. */
export const TextField = (
  props: FieldProps & { type?: string; autocomplete?: string; inputmode?: string },
) => (
  <Field {...props}>
    <input
      {...described(props)}
      type={props.type ?? 'text'}
      value={props.value}
      autocomplete={props.autocomplete}
      inputmode={props.inputmode as 'decimal'}
    />
  </Field>
)

/** A field of several lines. */
export const ProseField = (props: FieldProps) => (
  <Field {...props}>
    <textarea {...described(props)} rows={4}>
      {props.value}
    </textarea>
  </Field>
)

/** A choice of one. */
export const SelectField = (props: FieldProps & { options: Option[]; autocomplete?: string }) => (
  <Field {...props}>
    <select {...described(props)} autocomplete={props.autocomplete}>
      {props.options.map(({ value, label }) => (
        <option value={value} selected={value === props.value}>
          {label}
        </option>
      ))}
    </select>
  </Field>
)

/** A choice of several, sent as often as there are values; an empty one tells that the question was asked. */
export const ChecksField = ({ name, label, values, fault, options }: Checks) => (
  <Group label={label} fault={fault} name={name}>
    <div>
      <input type="hidden" name={name} value="" />
      {options.map(({ value, label: text }, at) => (
        <label class="check">
          <input
            type="checkbox"
            id={at === 0 ? idOf(name) : undefined}
            name={name}
            value={value}
            checked={values.includes(value)}
          />
          {text}
        </label>
      ))}
    </div>
  </Group>
)

type Checks = Omit<FieldProps, 'value'> & { values: string[]; options: Option[] }

/** Fields that belong together, under a name of their own. */
export const Group = ({ label, name, fault, children }: PropsWithChildren<Omit<FieldProps, 'value'>>) => (
  <fieldset id={fault ? idOf(`group.${name}`) : undefined}>
    <legend>{label}</legend>
    <div class="fields">{children}</div>
    {fault && <p class="fault">{fault}</p>}
  </fieldset>
)

/** A button that sends its form. */
export const Submit = ({ label, quiet }: { label: string; quiet?: 'small' }) => (
  <button type="submit" class={quiet ? 'button button-quiet button-small' : 'button'}>
    {label}
  </button>
)

/** The id of the input with a name. */
export const idOf = (name: string): string => `field-${name.replaceAll('.', '-')}`

const Field = ({ name, label, fault, hint, children }: FieldProps & { children: Child }) => (
  <div class="field">
    <label for={idOf(name)}>{label}</label>
    {children}
    {hint && (
      <p class="hint" id={`${idOf(name)}-hint`}>
        {hint}
      </p>
    )}
    {fault && (
      <p class="fault" id={`${idOf(name)}-fault`}>
        {fault}
      </p>
    )}
  </div>
)

const described = ({ name, fault, hint }: FieldProps) => ({
  id: idOf(name),
  name,
  'aria-invalid': fault ? ('true' as const) : undefined,
  'aria-describedby':
    [hint && `${idOf(name)}-hint`, fault && `${idOf(name)}-fault`].filter(Boolean).join(' ') || undefined,
})

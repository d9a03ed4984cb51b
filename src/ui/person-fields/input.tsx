import { countrySpecs } from 'ibantools'
import type { OwnField } from '../../domain/portal/settings'
import type { Issues } from '../../domain/shared/errors'
import { ChecksField, Group, ProseField, SelectField, TextField } from '../form'
import { collators } from '../i18n/format'
import type { Tongue } from '../i18n/texts'
import { filled } from './fill'
import { faultIn, kindOf, labelOf } from './kind'
import { countryName } from './value'

/** The inputs that ask for a field of one's own data, with its value and what is wrong with it. */
export function Inputs({ field, value, faults, tongue }: Asked) {
  const { t } = tongue
  const kind = kindOf(field)
  const { key } = field
  const numbers = kind === 'phones' ? ((value as unknown[] | null | undefined) ?? []) : []
  const texts = new Map(filled(field, value, tongue))
  const textOf = (name: string) => texts.get(name) ?? ''
  const fault = (name: string) => (isFaulty(faults, name, kind) ? faultIn(kind, name, t) : undefined)
  const whole = { name: key, label: labelOf(field, tongue), value: textOf(key), fault: fault(key) }
  const input = (name: string, label = '') => ({ name, label, value: textOf(name), fault: fault(name) })
  const part = (of: string) => input(`${key}.${of}`, t.fields[of] ?? of)

  switch (kind) {
    case 'name':
      return (
        <Group label={whole.label} name={key} fault={faults.name && t.faults.name}>
          <div class="pair pair-even">
            <TextField {...part('first_name')} autocomplete="given-name" />
            <TextField {...part('last_name')} autocomplete="family-name" />
          </div>
        </Group>
      )
    case 'phones':
      return (
        <Group label={whole.label} name={key} fault={whole.fault}>
          {[...numbers, {}].map((_, at) => (
            <div class="pair pair-phone">
              <TextField
                {...input(`${key}.${at}.number`, at < numbers.length ? t.fields.number : t.anotherNumber)}
                type="tel"
              />
              <TextField {...input(`${key}.${at}.label`, t.fields.label)} />
            </div>
          ))}
        </Group>
      )
    case 'address':
      return (
        <Group label={whole.label} name={key}>
          <TextField {...part('street')} autocomplete="address-line1" />
          <div class="pair pair-town">
            <TextField {...part('postcode')} autocomplete="postal-code" />
            <TextField {...part('city')} autocomplete="address-level2" />
          </div>
          <SelectField
            {...part('country_code')}
            autocomplete="country"
            options={[{ value: '', label: t.choose }, ...countries(textOf(`${key}.country_code`), tongue)]}
          />
        </Group>
      )
    case 'account':
      return (
        <Group label={whole.label} name={key}>
          <TextField {...part('iban')} />
          <TextField {...part('bic')} />
          <TextField {...part('signatory')} />
        </Group>
      )
    case 'payment':
      return <SelectField {...whole} options={named(t.payment, t.choose)} />
    case 'choice':
      return <SelectField {...whole} options={optionsOf(field, t.choose)} />
    case 'boolean':
      return <SelectField {...whole} options={named({ true: t.yes, false: t.no }, t.choose)} />
    case 'choices':
      return <ChecksField {...whole} values={(value as string[] | null) ?? []} options={optionsOf(field)} />
    case 'lines':
      return <ProseField {...whole} hint={t.onePerLine} />
    case 'date':
      return <TextField {...whole} type="date" autocomplete={key === 'birthdate' ? 'bday' : undefined} />
    case 'email':
      return <TextField {...whole} type="email" autocomplete={key === 'email' ? 'email' : undefined} />
    case 'url':
      return <TextField {...whole} type="url" />
    case 'integer':
      return <TextField {...whole} inputmode="numeric" />
    case 'number':
      return <TextField {...whole} inputmode="decimal" />
    default:
      return isLong(whole.value) ? <ProseField {...whole} /> : <TextField {...whole} />
  }
}

type Asked = { field: OwnField; value: unknown; faults: Issues; tongue: Tongue }

// The faults of a list's entries are told at the list, which has one input.
const isFaulty = (faults: Issues, name: string, kind: string): boolean =>
  name in faults ||
  ((kind === 'choices' || kind === 'lines') &&
    Object.keys(faults).some((path) => path.startsWith(`${name}.`)))

const isLong = (value: string): boolean => value.length > 80 || /[\r\n]/.test(value)

const named = (names: Record<string, string>, none: string) => [
  { value: '', label: none },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
]

const optionsOf = ({ column }: OwnField, none?: string) => [
  ...(none === undefined ? [] : [{ value: '', label: none }]),
  ...(column?.allowed_values ?? []).map((value) => ({ value, label: value })),
]

// A code that is stored stays choosable, though no country has it: saving the form must not clear it.
const countries = (stored: string, tongue: Tongue) =>
  [...new Set([...Object.keys(countrySpecs), stored])]
    .filter(Boolean)
    .map((value) => ({ value, label: countryName(value, tongue) }))
    .sort((one, other) => collators(tongue.locale).compare(one.label, other.label))

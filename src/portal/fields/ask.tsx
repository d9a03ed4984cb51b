import { countrySpecs, friendlyFormatIBAN } from 'ibantools'
import type { OwnField } from '../../domain/portal/settings'
import type { Faults } from '../../domain/refusal'
import { ChecksField, Group, ProseField, SelectField, TextField } from '../../ui/form'
import { collators } from '../formats'
import type { Tongue } from '../texts'
import { faultIn, kindOf, labelOf } from './kinds'
import { countryName } from './show'

/** The inputs that ask for a field of one's own data, with its value and what is wrong with it. */
export function Inputs({ field, value, faults, tongue }: Asked) {
  const { t } = tongue
  const kind = kindOf(field)
  const { key } = field
  const numbers = kind === 'phones' ? ((value as unknown[] | null) ?? []) : []
  const parts = Object(value) as Record<string, unknown>
  const fault = (name: string) => (isFaulty(faults, name, kind) ? faultIn(kind, name, t) : undefined)
  const whole = { name: key, label: labelOf(field, tongue), fault: fault(key) }
  const part = (of: string) => ({
    name: `${key}.${of}`,
    label: t.fields[of] ?? of,
    value: text(parts[of]),
    fault: fault(`${key}.${of}`),
  })

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
          {[...numbers, {}].map((phone, at) => (
            <div class="pair pair-phone">
              <TextField
                name={`${key}.${at}.number`}
                label={(at < numbers.length ? t.fields.number : t.anotherNumber) ?? ''}
                value={text(Object(phone).number)}
                fault={fault(`${key}.${at}.number`)}
                type="tel"
              />
              <TextField
                name={`${key}.${at}.label`}
                label={t.fields.label ?? ''}
                value={text(Object(phone).label)}
                fault={fault(`${key}.${at}.label`)}
              />
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
            options={[{ value: '', label: t.choose }, ...countries(text(parts.country_code), tongue)]}
          />
        </Group>
      )
    case 'account':
      return (
        <Group label={whole.label} name={key}>
          <TextField {...part('iban')} value={friendlyFormatIBAN(text(parts.iban)) ?? ''} />
          <TextField {...part('bic')} />
          <TextField {...part('signatory')} />
        </Group>
      )
    case 'payment':
      return <SelectField {...whole} value={text(value)} options={named(t.payment, t.choose)} />
    case 'choice':
      return <SelectField {...whole} value={text(value)} options={optionsOf(field, t.choose)} />
    case 'boolean':
      return (
        <SelectField {...whole} value={text(value)} options={named({ true: t.yes, false: t.no }, t.choose)} />
      )
    case 'choices':
      return <ChecksField {...whole} values={(value as string[] | null) ?? []} options={optionsOf(field)} />
    case 'lines':
      return (
        <ProseField {...whole} value={((value as string[] | null) ?? []).join('\n')} hint={t.onePerLine} />
      )
    case 'date':
      return (
        <TextField
          {...whole}
          value={text(value)}
          type="date"
          autocomplete={key === 'birthdate' ? 'bday' : undefined}
        />
      )
    case 'email':
      return (
        <TextField
          {...whole}
          value={text(value)}
          type="email"
          autocomplete={key === 'email' ? 'email' : undefined}
        />
      )
    case 'url':
      return <TextField {...whole} value={text(value)} type="url" />
    case 'integer':
      return <TextField {...whole} value={text(value)} inputmode="numeric" />
    case 'number':
      return <TextField {...whole} value={inLocale(value, tongue)} inputmode="decimal" />
    default:
      return isLong(text(value)) ? (
        <ProseField {...whole} value={text(value)} />
      ) : (
        <TextField {...whole} value={text(value)} />
      )
  }
}

type Asked = { field: OwnField; value: unknown; faults: Faults; tongue: Tongue }

// The faults of a list's entries are told at the list, which has one input.
const isFaulty = (faults: Faults, name: string, kind: string): boolean =>
  name in faults ||
  ((kind === 'choices' || kind === 'lines') &&
    Object.keys(faults).some((path) => path.startsWith(`${name}.`)))

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const inLocale = (value: unknown, { language }: Tongue): string =>
  language === 'de' ? text(value).replace('.', ',') : text(value)

const isLong = (value: string): boolean => value.length > 80 || value.includes('\n')

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

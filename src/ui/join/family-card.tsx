import { fullName } from '../../domain/persons/full-name'
import { MAX_APPLICANTS, OF_PAYER } from '../../domain/portal/join/family'
import type { JoinField } from '../../domain/portal/join/form'
import type { Issues } from '../../domain/shared/errors'
import { Button } from '../button'
import { Card } from '../card'
import { Check, RadioGroup } from '../choices'
import { Fields, HiddenFields } from '../form-layout'
import type { Locale } from '../i18n/locale'
import { FieldInput } from '../person-fields/input'
import { labelOf } from '../person-fields/kind'
import { Stack } from '../stack'
import { Quiet } from '../text'
import { Fold } from '../timeline'
import { familyText } from './join-issues'
import { issuesBelow, missingTexts } from './missing'
import { CONSENT, FAMILY, prefixAt } from './names'
import { suggestedValue } from './own'
import { joinTexts } from './texts'
import type { JoinValues } from './values'

type Props = {
  fields: JoinField[]
  values: JoinValues
  issues: Issues
  focusOn: (prefix: string) => string | undefined
  own: { country: string | undefined; today: string }
  added: number | undefined
  locale: Locale
}

/** The fields of those who apply together with who fills the form in, who pays for them, and what is promised. */
export function FamilyCard(props: Props) {
  const { values, issues, focusOn, locale } = props
  const t = joinTexts(locale)
  const { persons, blocks, consents, asksGuardian, isJoining } = values
  const others = Array.from({ length: blocks - 1 }, (_, index) => index + 1)
  const names = Object.keys(issues)
  const isOpen =
    persons.length > 1 ||
    asksGuardian ||
    !isJoining ||
    props.added !== undefined ||
    names.some((name) => name.startsWith('family.payer') || name === CONSENT.custody || name === CONSENT.pays)
  const hasFocus = (name: string) => focusOn('') === name || undefined
  return (
    <Card>
      <HiddenFields values={{ [FAMILY.blocks]: String(blocks) }} />
      <Fold label={t.others} isOpen={isOpen} ofForm>
        <Stack>
          <Quiet>{t.othersLead}</Quiet>
          {others.map((place) => (
            <Block place={place} {...props} />
          ))}
          {blocks < MAX_APPLICANTS ? (
            <p>
              <Button kind="second" name={FAMILY.add} value="1">
                {t.add}
              </Button>
            </p>
          ) : (
            <Quiet>{t.noMore(MAX_APPLICANTS)}</Quiet>
          )}
          <RadioGroup
            name={FAMILY.payer}
            label={t.payer}
            value={values.payer === 'each' ? 'each' : String(values.payer + 1)}
            issue={familyText(FAMILY.payer, issues, t)}
            options={[
              { value: '1', label: t.paysAll },
              { value: 'each', label: t.paysEach },
              ...persons
                .slice(1)
                .flatMap((person, index) =>
                  Object.keys(person).length === 0
                    ? []
                    : [{ value: String(index + 2), label: t.paysOther(nameAt(person, index + 1, locale)) }],
                ),
            ]}
          />
          <Check
            name={CONSENT.pays}
            label={t.pays}
            isChecked={consents.pays}
            issue={familyText(CONSENT.pays, issues, t)}
            hasFocus={hasFocus(CONSENT.pays)}
          />
          <Check
            name={CONSENT.custody}
            label={t.custody}
            hint={t.custodyHint}
            isChecked={consents.custody}
            issue={familyText(CONSENT.custody, issues, t)}
            hasFocus={hasFocus(CONSENT.custody)}
          />
        </Stack>
      </Fold>
    </Card>
  )
}

/** The name of a person, else what the form calls the block. */
const nameAt = (person: Record<string, unknown>, place: number, locale: Locale): string =>
  fullName(person.name) || joinTexts(locale).person(place + 1)

const OF_HOUSEHOLD = ['email', 'phone_numbers', 'address', ...OF_PAYER]

function Block({ place, fields, values, issues, focusOn, own, added, locale }: Props & { place: number }) {
  const t = joinTexts(locale)
  const who = t.person(place + 1)
  const prefix = prefixAt(place)
  const person = values.persons[place] ?? {}
  const at = issuesBelow(issues, `persons.${place}`)
  const texts = missingTexts({ fields, issues: at, who, locale })
  const shared = fields.filter(({ key }) => OF_HOUSEHOLD.includes(key))
  const isGiven = ({ key }: JoinField) =>
    person[key] !== undefined || Object.keys(at).some((path) => path.split('.')[0] === key)
  const input = (field: JoinField, isOptional: boolean) => (
    <FieldInput
      field={field}
      label={isOptional ? t.optional(labelOf(field, locale)) : labelOf(field, locale)}
      value={person[field.key] ?? suggestedValue(field, own)}
      issues={at}
      focusOn={place === added ? 'name.first_name' : focusOn(prefix)}
      hasAutofill={false}
      {...{ prefix, texts, own, locale }}
    />
  )
  return (
    <Fold
      label={Object.keys(person).length > 0 ? `${who}: ${nameAt(person, place, locale)}` : who}
      isOpen={Object.keys(person).length > 0 || place === added || (place === 1 && added === undefined)}
      id={`person-${place + 1}`}
      ofForm
    >
      <Fields>
        {fields
          .filter(({ key }) => !OF_HOUSEHOLD.includes(key))
          .map((field) => input(field, !field.isRequired))}
      </Fields>
      {shared.length > 0 && (
        <Fold label={t.ownHousehold} isOpen={shared.some(isGiven)} ofForm>
          <Fields>{shared.map((field) => input(field, true))}</Fields>
        </Fold>
      )}
    </Fold>
  )
}

import type { JoinField, MandateOffer } from '../../domain/portal/join/form'
import type { Issues } from '../../domain/shared/errors'
import { Card } from '../card'
import { Check } from '../choices'
import { Fields, HiddenFields } from '../form-layout'
import type { Locale } from '../i18n/locale'
import { FieldInput } from '../person-fields/input'
import { labelOf } from '../person-fields/kind'
import { Stack } from '../stack'
import { Quiet } from '../text'
import { cardsOf } from './cards'
import { FamilyCard } from './family-card'
import { GuardianCard } from './guardian'
import { familyText, joinIssues } from './join-issues'
import { MandateFields } from './mandate-fields'
import { issuesBelow, missingTexts } from './missing'
import { CONSENT, FAMILY } from './names'
import { suggestedValue } from './own'
import { joinTexts } from './texts'
import type { JoinValues } from './values'

type Props = {
  fields: JoinField[]
  /** The mandate that the form takes; null if it takes none. */
  offer: MandateOffer | null
  values: JoinValues
  issues?: Issues
  statutesUrl: string | null
  privacyUrl: string | null
  /** The country of the workspace, and the date (YYYY-MM-DD) there. */
  own: { country: string | undefined; today: string }
  /** Whether who fills the form in may become no member, for which a workspace needs contacts. */
  hasContacts: boolean
  /** The place of the block that was added just now. */
  added?: number | undefined
  /** The end of the account that stays unless another one is given. */
  keptAccount?: string | undefined
  locale: Locale
}

/** The fields of an application for membership: of who fills it in, in cards by subject, of others, and the consent at their end. */
export function JoinFields(props: Props) {
  const { fields, offer, values, issues = {}, own, hasContacts, keptAccount, locale, ...links } = props
  const t = joinTexts(locale)
  const [first] = joinIssues({ fields, values, issues, locale })
  /** The name of the first refused input, if it is one with a prefix. */
  const focusOn = (prefix: string) =>
    first?.name.startsWith(prefix) ? first.name.slice(prefix.length) : undefined
  const at = issuesBelow(issues, 'persons.0')
  const texts = missingTexts({ fields, issues: at, who: undefined, locale })
  const [person = {}] = values.persons
  return (
    <>
      {hasContacts && (
        <Card>
          <HiddenFields values={{ [FAMILY.asksJoining]: '1' }} />
          <Check
            name={FAMILY.joins}
            label={t.joins}
            hint={t.joinsHint}
            isChecked={values.isJoining}
            issue={familyText(FAMILY.joins, issues, t)}
            hasFocus={first?.name === FAMILY.joins || undefined}
          />
        </Card>
      )}
      {cardsOf(fields).map(({ card, fields }) => (
        <Card title={t.cards[card]}>
          <Fields>
            {fields.map((field) => (
              <FieldInput
                field={field}
                label={field.isRequired ? labelOf(field, locale) : t.optional(labelOf(field, locale))}
                value={person[field.key] ?? suggestedValue(field, own)}
                focusOn={focusOn('')}
                issues={at}
                {...{ texts, own, locale }}
              />
            ))}
          </Fields>
          {fields.some(({ key }) => key === 'bank_account') && (
            <>
              {keptAccount && <Quiet>{t.keptAccount(keptAccount)}</Quiet>}
              {offer ? (
                <MandateFields
                  offer={offer}
                  isChecked={values.mandate !== null}
                  issue={familyText(FAMILY.mandate, issues, t)}
                  hasFocus={first?.name === FAMILY.mandate || undefined}
                  locale={locale}
                />
              ) : (
                <Quiet>{t.mandate}</Quiet>
              )}
            </>
          )}
        </Card>
      ))}
      {values.asksGuardian && (
        <GuardianCard guardian={values.guardian} {...{ issues, focusOn, own, locale }} />
      )}
      <FamilyCard added={props.added} {...{ fields, values, issues, focusOn, own, locale }} />
      <Card title={t.consentTitle}>
        <Stack>
          {links.statutesUrl && <NewTab href={links.statutesUrl} label={t.statutes} />}
          <Check
            name={CONSENT.statutes}
            label={t.consent}
            isChecked={values.consents.statutes}
            issue={familyText(CONSENT.statutes, issues, t)}
            hasFocus={first?.name === CONSENT.statutes || undefined}
          />
          {links.privacyUrl && <NewTab href={links.privacyUrl} label={t.privacy} />}
        </Stack>
      </Card>
    </>
  )
}

// A new tab, so that nobody loses what they typed by reading.
const NewTab = ({ href, label }: { href: string; label: string }) => (
  <p>
    <a href={href} target="_blank" rel="noreferrer">
      {label}
    </a>
  </p>
)

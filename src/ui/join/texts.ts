import type { PortalCard } from '../../domain/person-fields/fields'
import { textsIn } from '../i18n/locale'

const sie = {
  cards: {
    contact: 'Person und Kontakt',
    address: 'Anschrift',
    bank: 'Beitrag',
    consents: 'Einwilligungen',
    more: 'Weitere Angaben',
    membership: 'Mitgliedschaft',
  } satisfies Record<PortalCard, string>,
  optional: (label: string) => `${label} (freiwillig)`,
  missing: (label: string) => `Bitte füllen Sie „${label}“ aus.`,
  missingChoice: (label: string) => `Bitte wählen Sie bei „${label}“ etwas aus.`,
  missingParts: {
    first_name: 'Bitte geben Sie Ihren Vornamen an.',
    last_name: 'Bitte geben Sie Ihren Nachnamen an.',
    birthdate: 'Bitte geben Sie Ihr Geburtsdatum an.',
    email: 'Bitte geben Sie Ihre E-Mail-Adresse an.',
    phone_numbers: 'Bitte geben Sie Ihre Telefonnummer an.',
    street: 'Bitte geben Sie Straße und Hausnummer an.',
    postcode: 'Bitte geben Sie Ihre Postleitzahl an.',
    city: 'Bitte geben Sie Ihren Wohnort an.',
    iban: 'Bitte geben Sie Ihre IBAN an.',
  } as Record<string, string>,
  missingOf: (who: string, what: string) => `Bitte geben Sie bei ${who} ${what} an.`,
  missingLabelOf: (who: string, label: string) => `Bitte füllen Sie bei ${who} „${label}“ aus.`,
  missingOfOther: {
    first_name: 'den Vornamen',
    last_name: 'den Nachnamen',
    birthdate: 'das Geburtsdatum',
    email: 'die E-Mail-Adresse',
    phone_numbers: 'die Telefonnummer',
    street: 'Straße und Hausnummer',
    postcode: 'die Postleitzahl',
    city: 'den Wohnort',
    iban: 'die IBAN',
  } as Record<string, string>,
  missingConsent: 'Bitte stimmen Sie der Satzung zu. Ohne Zustimmung ist kein Antrag möglich.',
  faults: {
    nobody_joins:
      'Tragen Sie unten mindestens eine Person ein, die Mitglied wird, oder werden Sie selbst Mitglied.',
    guardian_must_join:
      'Wer noch nicht 18 ist, kann hier nicht allein eintreten: Ein Elternteil füllt das Formular aus und wird selbst Mitglied. Ist er das schon, wenden Sie sich bitte an den Verein.',
    payer_is_minor: 'Bezahlen kann nur, wer 18 ist und Mitglied wird.',
    'consent.custody.missing':
      'Bitte bestätigen Sie, dass Sie für alle Sorgeberechtigten handeln. Ohne das können Kinder nicht eintreten.',
    'consent.pays.missing': 'Bitte sagen Sie zu, dass Sie bezahlen, oder wählen Sie oben etwas anderes.',
    'family.mandate.missing': 'Bitte setzen Sie das Häkchen: Beiträge werden hier per Lastschrift bezahlt.',
    payer_without_mandate:
      'Das Mandat erteilt, wer bezahlt. Wählen Sie eine Person, die für alle bezahlt, oder lassen Sie das Häkchen am Konto weg, wenn Lastschrift freiwillig ist.',
    iban_not_eea:
      'Bitte prüfen Sie die IBAN. Für die Lastschrift muss das Konto im Europäischen Wirtschaftsraum liegen.',
  } as Record<string, string>,
  joins: 'Ich werde selbst Mitglied',
  joinsHint: 'Ohne Häkchen melden Sie nur andere an, zum Beispiel Ihre Kinder.',
  person: (number: number) => `Person ${number}`,
  guardian: 'der sorgeberechtigten Person',
  guardianTitle: 'Sorgeberechtigte Person',
  guardianLead:
    'Wer oben steht, ist noch nicht 18. Deshalb brauchen wir eine sorgeberechtigte Person, zum Beispiel Mutter oder Vater: Sie bekommt die E-Mail, bestätigt den Antrag und bezahlt.',
  others: 'Weitere Personen anmelden, zum Beispiel die Familie',
  othersLead:
    'Anschrift, E-Mail-Adresse und Telefon gelten auch für sie, wenn Sie nichts anderes angeben. Leere Felder lassen Sie einfach leer.',
  ownHousehold: 'Andere Anschrift, E-Mail-Adresse oder Zahlung',
  add: 'Noch eine Person',
  noMore: (max: number) => `Ein Antrag hat höchstens ${max} Personen.`,
  payer: 'Wer bezahlt die Beiträge?',
  paysAll: 'Ich, für alle in diesem Antrag',
  paysEach: 'Erwachsene jeweils selbst, ich für alle unter 18',
  paysOther: (name: string) => `${name}, für alle in diesem Antrag`,
  pays: 'Ich bezahle die Beiträge der anderen, solange ich das nicht für die Zukunft widerrufe.',
  custodyTitle: 'Sorgeberechtigte',
  custody: 'Ich handle für alle, die für die Kinder sorgeberechtigt sind.',
  custodyHint: 'Nur nötig, wenn jemand noch nicht 18 ist.',
  keptAccount: (end: string) => `Das Konto, das auf ${end} endet, bleibt, wenn Sie hier keine IBAN eingeben.`,
  mandate:
    'Mit diesen Angaben bucht noch niemand etwas ab: Dafür unterschreiben Sie nach der Aufnahme ein SEPA-Lastschriftmandat.',
  mandateTitle: 'SEPA-Lastschriftmandat',
  mandateOffered: 'Freiwillig: Mit dem Häkchen bezahlen Sie per Lastschrift von dem Konto oben.',
  mandateRequired: 'Die Beiträge werden per Lastschrift von dem Konto oben bezahlt.',
  givesMandate:
    'Ich erteile das SEPA-Lastschriftmandat. Das Konto gehört mir, oder der Kontoinhaber ist einverstanden.',
  mandateHolder:
    'Ohne Kontoinhaber gehört das Konto der Person, die die Beiträge bezahlt. Wer noch nicht 18 ist, kann kein Mandat erteilen.',
  creditor: 'Zahlungsempfänger',
  creditorId: 'Gläubiger-ID',
  paymentType: 'Art der Zahlung',
  recurrent: 'Wiederkehrende Zahlungen',
  reference: 'Mandatsreferenz',
  holder: 'Kontoinhaber',
  date: 'Datum',
  consentTitle: 'Zustimmung',
  consent: 'Ich habe die Satzung gelesen und erkenne sie an.',
  statutes: 'Satzung lesen (neuer Tab)',
  privacy: 'Datenschutzerklärung lesen (neuer Tab)',
  agreedTo: 'Satzung',
}

const du: Partial<typeof sie> = {
  missing: (label) => `Bitte fülle „${label}“ aus.`,
  missingChoice: (label) => `Bitte wähle bei „${label}“ etwas aus.`,
  missingParts: {
    first_name: 'Bitte gib deinen Vornamen an.',
    last_name: 'Bitte gib deinen Nachnamen an.',
    birthdate: 'Bitte gib dein Geburtsdatum an.',
    email: 'Bitte gib deine E-Mail-Adresse an.',
    phone_numbers: 'Bitte gib deine Telefonnummer an.',
    street: 'Bitte gib Straße und Hausnummer an.',
    postcode: 'Bitte gib deine Postleitzahl an.',
    city: 'Bitte gib deinen Wohnort an.',
    iban: 'Bitte gib deine IBAN an.',
  },
  missingOf: (who, what) => `Bitte gib bei ${who} ${what} an.`,
  missingLabelOf: (who, label) => `Bitte fülle bei ${who} „${label}“ aus.`,
  missingConsent: 'Bitte stimme der Satzung zu. Ohne Zustimmung ist kein Antrag möglich.',
  faults: {
    nobody_joins: 'Trag unten mindestens eine Person ein, die Mitglied wird, oder werde selbst Mitglied.',
    guardian_must_join:
      'Wer noch nicht 18 ist, kann hier nicht allein eintreten: Ein Elternteil füllt das Formular aus und wird selbst Mitglied. Ist er das schon, wende dich bitte an den Verein.',
    payer_is_minor: 'Bezahlen kann nur, wer 18 ist und Mitglied wird.',
    'consent.custody.missing':
      'Bitte bestätige, dass du für alle Sorgeberechtigten handelst. Ohne das können Kinder nicht eintreten.',
    'consent.pays.missing': 'Bitte sag zu, dass du bezahlst, oder wähl oben etwas anderes.',
    'family.mandate.missing': 'Bitte setz das Häkchen: Beiträge werden hier per Lastschrift bezahlt.',
    payer_without_mandate:
      'Das Mandat erteilt, wer bezahlt. Wähl eine Person, die für alle bezahlt, oder lass das Häkchen am Konto weg, wenn Lastschrift freiwillig ist.',
    iban_not_eea:
      'Bitte prüf die IBAN. Für die Lastschrift muss das Konto im Europäischen Wirtschaftsraum liegen.',
  },
  joinsHint: 'Ohne Häkchen meldest du nur andere an, zum Beispiel deine Kinder.',
  othersLead:
    'Anschrift, E-Mail-Adresse und Telefon gelten auch für sie, wenn du nichts anderes angibst. Leere Felder lässt du einfach leer.',
  keptAccount: (end) => `Das Konto, das auf ${end} endet, bleibt, wenn du hier keine IBAN eingibst.`,
  mandateOffered: 'Freiwillig: Mit dem Häkchen bezahlst du per Lastschrift von dem Konto oben.',
  mandate:
    'Mit diesen Angaben bucht noch niemand etwas ab: Dafür unterschreibst du nach der Aufnahme ein SEPA-Lastschriftmandat.',
}

const en: typeof sie = {
  cards: {
    contact: 'Person and contact',
    address: 'Address',
    bank: 'Payment',
    consents: 'Consents',
    more: 'More details',
    membership: 'Membership',
  },
  optional: (label) => `${label} (optional)`,
  missing: (label) => `Fill in “${label}”.`,
  missingChoice: (label) => `Choose an answer for “${label}”.`,
  missingParts: {
    first_name: 'Enter your first name.',
    last_name: 'Enter your last name.',
    birthdate: 'Enter your date of birth.',
    email: 'Enter your email address.',
    phone_numbers: 'Enter your phone number.',
    street: 'Enter your street and number.',
    postcode: 'Enter your postcode.',
    city: 'Enter your town.',
    iban: 'Enter your IBAN.',
  },
  missingOf: (who, what) => `Enter ${what} of ${who}.`,
  missingLabelOf: (who, label) => `Fill in “${label}” of ${who}.`,
  missingOfOther: {
    first_name: 'the first name',
    last_name: 'the last name',
    birthdate: 'the date of birth',
    email: 'the email address',
    phone_numbers: 'the phone number',
    street: 'the street and number',
    postcode: 'the postcode',
    city: 'the town',
    iban: 'the IBAN',
  },
  missingConsent: 'Agree to the statutes. You cannot apply without agreeing to them.',
  faults: {
    nobody_joins: 'Enter at least one person below who becomes a member, or become a member yourself.',
    guardian_must_join:
      'Nobody under 18 can join here alone: a parent fills in the form and becomes a member. If that is so already, please contact the association.',
    payer_is_minor: 'Only someone who is 18 and becomes a member can pay.',
    'consent.custody.missing':
      'Confirm that you act for everyone who has custody. Children cannot join without it.',
    'consent.pays.missing': 'Promise to pay, or choose someone else above.',
    'family.mandate.missing': 'Tick the box: fees are paid by direct debit here.',
    payer_without_mandate:
      'Whoever pays gives the mandate. Choose one person who pays for everyone, or clear the tick at the account if direct debit is optional.',
    iban_not_eea: 'Check the IBAN. For direct debit, the account must be in the European Economic Area.',
  },
  joins: 'I am becoming a member myself',
  joinsHint: 'Without a tick you sign up others only, such as your children.',
  person: (number) => `person ${number}`,
  guardian: 'the parent or guardian',
  guardianTitle: 'Parent or guardian',
  guardianLead:
    'The person above is not 18 yet. So we need a parent or guardian, who gets the email, confirms the application and pays.',
  others: 'Sign up others too, such as your family',
  othersLead:
    'Your address, email address and phone number are theirs as well unless you enter others. Leave what you do not need empty.',
  ownHousehold: 'Another address, email address or payment',
  add: 'Another person',
  noMore: (max) => `An application has at most ${max} persons.`,
  payer: 'Who pays the fees?',
  paysAll: 'I do, for everyone in this application',
  paysEach: 'Adults for themselves, I for everyone under 18',
  paysOther: (name) => `${name}, for everyone in this application`,
  pays: 'I pay the fees of the others until I revoke this for the future.',
  custodyTitle: 'Custody',
  custody: 'I act for everyone who has custody of the children.',
  custodyHint: 'Only needed if someone is not 18 yet.',
  keptAccount: (end) => `The account ending in ${end} stays if you enter no IBAN here.`,
  mandate:
    'Nothing is debited on the basis of these details alone: you sign a SEPA direct debit mandate once you are admitted.',
  mandateTitle: 'SEPA direct debit mandate',
  mandateOffered: 'Optional: with the tick you pay by direct debit from the account above.',
  mandateRequired: 'Fees are paid by direct debit from the account above.',
  givesMandate: 'I give the SEPA direct debit mandate. The account is mine, or its holder agrees.',
  mandateHolder:
    'Without an account holder, the account is that of the person who pays the fees. Nobody under 18 can give a mandate.',
  creditor: 'Creditor',
  creditorId: 'Creditor identifier',
  paymentType: 'Type of payment',
  recurrent: 'Recurrent payments',
  reference: 'Mandate reference',
  holder: 'Account holder',
  date: 'Date',
  consentTitle: 'Agreement',
  consent: 'I have read the statutes and agree to them.',
  statutes: 'Read the statutes (new tab)',
  privacy: 'Read the privacy policy (new tab)',
  agreedTo: 'Statutes',
}

/** What the fields of an application for membership say. */
export const joinTexts = textsIn({ sie, du, en })

export type JoinTexts = ReturnType<typeof joinTexts>

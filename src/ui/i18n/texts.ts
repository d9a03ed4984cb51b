/** All that the portal and its mails say to people, in each language. */
export type Texts = typeof de

const de = {
  portal: 'Mitgliederportal',
  entry: {
    title: 'Anmelden',
    lead: 'Gib deine E-Mail-Adresse ein. Gehört sie zu einem Mitglied, schicken wir dir einen persönlichen Link.',
    email: 'E-Mail-Adresse',
    send: 'Link anfordern',
    noAddress: 'Bitte gib genau eine E-Mail-Adresse ein, zum Beispiel name@example.org.',
    tooMany:
      'Von hier wurden gerade sehr viele Links angefordert. Bitte versuche es in einer Stunde noch einmal.',
    sentTitle: 'Sieh in dein Postfach',
    sent: 'Wenn die Adresse zu einem Mitglied gehört, ist gleich eine Mail mit deinem Link da. Er gilt zwölf Stunden.',
    sentHint:
      'Nichts angekommen? Sieh im Spam-Ordner nach oder nimm die Adresse, die der Verein von dir kennt.',
    again: 'Andere Adresse eingeben',
    signedOut: 'Du bist abgemeldet.',
  },
  login: {
    title: 'Willkommen',
    lead: 'Mit diesem Link öffnest du das Mitgliederportal. Er ist persönlich: Gib ihn bitte nicht weiter.',
    open: 'Portal öffnen',
    goneTitle: 'Dieser Link gilt nicht mehr',
    gone: 'Er ist abgelaufen oder unvollständig. Fordere auf der Portalseite deines Vereins einen neuen an oder bitte den Verein darum.',
  },
  ended: {
    title: 'Du bist nicht angemeldet',
    lead: 'Deine Anmeldung ist abgelaufen oder beendet. Öffne deinen Link noch einmal oder fordere einen neuen an.',
  },
  missing: { title: 'Hier ist nichts', lead: 'Diese Seite gibt es nicht, oder sie ist nicht für dich.' },
  refused: {
    title: 'Das ging nicht',
    lead: 'Die Anfrage kam nicht von dieser Seite oder war zu groß. Geh zurück und versuche es noch einmal.',
  },
  unreachable: {
    title: 'Anmelden geht gerade nicht',
    lead: 'Im Moment können wir keine Links verschicken. Versuche es später noch einmal oder bitte deinen Verein um einen Link.',
  },
  broken: {
    title: 'Etwas ist schiefgegangen',
    lead: 'Der Fehler liegt bei uns. Versuche es gleich noch einmal.',
  },
  data: 'Meine Daten',
  fees: 'Beiträge',
  family: 'Person wählen',
  sections: 'Bereiche',
  signOut: 'Abmelden',
  nothing: 'Dein Verein bietet hier im Moment nichts an.',
  edit: 'Ändern',
  editTitle: 'Daten ändern',
  save: 'Speichern',
  cancel: 'Abbrechen',
  saved: 'Gespeichert. Danke, dass du deine Daten aktuell hältst.',
  noFees: 'Für dich gibt es keine Beiträge.',
  feeReference: 'Verwendungszweck',
  feeStates: {
    open: 'offen',
    paid: 'bezahlt',
    collecting: 'wird eingezogen',
    returned: 'Lastschrift zurückgegeben',
    cancelled: 'storniert',
  },
  error: 'Fehler',
  faultsTitle: 'Bitte prüfe deine Angaben',
  changedMeanwhile:
    'Deine Daten wurden gerade woanders geändert. Unten steht der neue Stand; ändere ihn bei Bedarf noch einmal.',
  anotherNumber: 'Weitere Nummer',
  unset: 'nicht angegeben',
  yes: 'Ja',
  no: 'Nein',
  choose: 'Keine Angabe',
  onePerLine: 'Ein Eintrag je Zeile',
  fields: {
    name: 'Name',
    first_name: 'Vorname',
    last_name: 'Nachname',
    birthdate: 'Geburtsdatum',
    email: 'E-Mail-Adresse',
    phone_numbers: 'Telefon',
    label: 'Art',
    number: 'Nummer',
    address: 'Adresse',
    street: 'Straße und Hausnummer',
    postcode: 'Postleitzahl',
    city: 'Ort',
    country_code: 'Land',
    membership_number: 'Mitgliedsnummer',
    membership_status: 'Mitgliedschaft',
    join_date: 'Mitglied seit',
    leave_date: 'Austritt',
    payment_method: 'Zahlungsart',
    bank_account: 'Bankverbindung',
    iban: 'IBAN',
    bic: 'BIC (nur außerhalb Deutschlands nötig)',
    signatory: 'Kontoinhaber, falls abweichend',
    sepa_mandate: 'SEPA-Mandat',
    reference: 'Mandatsreferenz',
    signature_date: 'Unterschrieben am',
  } as Record<string, string>,
  payment: { bank_transfer: 'Überweisung', direct_debit: 'Lastschrift', cash: 'Bar' } as Record<
    string,
    string
  >,
  status: { active: 'aktiv', former: 'ausgetreten' } as Record<string, string>,
  faults: {
    name: 'Bitte gib einen Namen ein.',
    email: 'Das ist keine gültige E-Mail-Adresse. So sieht eine aus: name@example.org.',
    url: 'Bitte gib eine Adresse ein, die mit https:// oder http:// beginnt.',
    date: 'Dieses Datum gibt es nicht.',
    integer: 'Bitte gib eine ganze Zahl ein.',
    number: 'Bitte gib eine Zahl ein, zum Beispiel 12,5.',
    choice: 'Bitte wähle einen der angebotenen Werte.',
    phone: 'Bitte gib eine Telefonnummer mit höchstens 64 Zeichen ein.',
    iban: 'Diese IBAN stimmt nicht. Bitte vergleiche sie mit deiner Karte.',
    bic: 'Dieser BIC stimmt nicht. Er hat 8 oder 11 Zeichen; du kannst ihn meist weglassen.',
    text: 'Dieser Text ist zu lang oder enthält Zeichen, die wir nicht speichern können.',
    whole: 'Deine Angaben sind zusammen zu lang. Bitte kürze einen Text.',
  },
  mail: {
    subject: 'Dein Link zum Mitgliederportal',
    greeting: 'Hallo,',
    lead: 'mit diesem Link öffnest du das Mitgliederportal:',
    button: 'Portal öffnen',
    until: 'Er gilt bis',
    personal: 'Der Link ist persönlich wie ein Passwort: Gib ihn bitte nicht weiter.',
    unasked: 'Du hast keinen Link angefordert? Dann lösche diese Mail einfach, es passiert nichts.',
  },
}

const en: Texts = {
  portal: 'Member portal',
  entry: {
    title: 'Sign in',
    lead: 'Enter your e-mail address. If it belongs to a member, we will send you a personal link.',
    email: 'E-mail address',
    send: 'Send me a link',
    noAddress: 'Please enter exactly one e-mail address, such as name@example.org.',
    tooMany: 'Very many links were asked for from here just now. Please try again in an hour.',
    sentTitle: 'Check your inbox',
    sent: 'If the address belongs to a member, a mail with your link is on its way. It is valid for twelve hours.',
    sentHint: 'Nothing there? Look into your spam folder, or use the address that your association knows.',
    again: 'Enter another address',
    signedOut: 'You are signed out.',
  },
  login: {
    title: 'Welcome',
    lead: 'This link opens the member portal. It is personal: please do not pass it on.',
    open: 'Open the portal',
    goneTitle: 'This link is no longer valid',
    gone: 'It has run out or is incomplete. Ask for a new one on the portal page of your association, or ask the association.',
  },
  ended: {
    title: 'You are not signed in',
    lead: 'Your session has run out or was ended. Open your link again, or ask for a new one.',
  },
  missing: { title: 'Nothing here', lead: 'This page does not exist, or it is not for you.' },
  refused: {
    title: 'That did not work',
    lead: 'The request did not come from this site or was too large. Go back and try again.',
  },
  unreachable: {
    title: 'You cannot sign in right now',
    lead: 'We cannot send links at the moment. Try again later, or ask your association for a link.',
  },
  broken: { title: 'Something went wrong', lead: 'The fault is on our side. Please try again in a moment.' },
  data: 'My data',
  fees: 'Fees',
  family: 'Choose a person',
  sections: 'Sections',
  signOut: 'Sign out',
  nothing: 'Your association does not offer anything here at the moment.',
  edit: 'Change',
  editTitle: 'Change data',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved. Thank you for keeping your data up to date.',
  noFees: 'There are no fees for you.',
  feeReference: 'Payment reference',
  feeStates: {
    open: 'open',
    paid: 'paid',
    collecting: 'being collected',
    returned: 'direct debit returned',
    cancelled: 'cancelled',
  },
  error: 'Error',
  faultsTitle: 'Please check what you entered',
  changedMeanwhile:
    'Your data was changed elsewhere just now. Below is how it stands; change it again where needed.',
  anotherNumber: 'Another number',
  unset: 'not given',
  yes: 'Yes',
  no: 'No',
  choose: 'Not given',
  onePerLine: 'One entry per line',
  fields: {
    name: 'Name',
    first_name: 'First name',
    last_name: 'Last name',
    birthdate: 'Date of birth',
    email: 'E-mail address',
    phone_numbers: 'Phone',
    label: 'Label',
    number: 'Number',
    address: 'Address',
    street: 'Street and number',
    postcode: 'Postcode',
    city: 'Town',
    country_code: 'Country',
    membership_number: 'Membership number',
    membership_status: 'Membership',
    join_date: 'Member since',
    leave_date: 'Leaving on',
    payment_method: 'Way of paying',
    bank_account: 'Bank account',
    iban: 'IBAN',
    bic: 'BIC (seldom needed)',
    signatory: 'Account holder, if someone else',
    sepa_mandate: 'SEPA mandate',
    reference: 'Mandate reference',
    signature_date: 'Signed on',
  },
  payment: { bank_transfer: 'Bank transfer', direct_debit: 'Direct debit', cash: 'Cash' },
  status: { active: 'active', former: 'former' },
  faults: {
    name: 'Please enter a name.',
    email: 'This is not a valid e-mail address. One looks like name@example.org.',
    url: 'Please enter an address that begins with https:// or http://.',
    date: 'This date does not exist.',
    integer: 'Please enter a whole number.',
    number: 'Please enter a number, such as 12.5.',
    choice: 'Please choose one of the values offered.',
    phone: 'Please enter a phone number of at most 64 characters.',
    iban: 'This IBAN is not right. Please compare it with your card.',
    bic: 'This BIC is not right. It has 8 or 11 characters; you can mostly leave it out.',
    text: 'This text is too long or has characters that we can not store.',
    whole: 'All your entries together are too long. Please shorten one.',
  },
  mail: {
    subject: 'Your link to the member portal',
    greeting: 'Hello,',
    lead: 'this link opens the member portal:',
    button: 'Open the portal',
    until: 'It is valid until',
    personal: 'The link is personal like a password: please do not pass it on.',
    unasked: 'You did not ask for a link? Then just delete this mail; nothing will happen.',
  },
}

const LANGUAGES = { de, en }
type Language = keyof typeof LANGUAGES

/** In which words and in which locale's forms a person is answered. */
export type Tongue = { language: Language; locale: string; t: Texts }

/** The first of a person's locales, best first, whose language there are texts for; else English. */
export function tongueOf(locales: string[]): Tongue {
  const locale = locales.filter(isLocale).find((tag) => Object.hasOwn(LANGUAGES, languageOf(tag))) ?? 'en-GB'
  const language = languageOf(locale) as Language
  return { language, locale, t: LANGUAGES[language] }
}

const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

import type { Locale } from '../../ui/i18n/locale'

/** The end of a sentence, without a second full stop behind that of a name such as Ruderclub e. V. */
const withStop = (name: string): string => (name.endsWith('.') ? name : `${name}.`)

const de = {
  dashboard: 'Verwaltung',
  title: 'Anmelden',
  lead: 'Für Vorstand, Geschäftsstelle und Kassenführung. Wir schicken dir einen Code per E-Mail.',
  email: 'E-Mail-Adresse',
  send: 'Code anfordern',
  noAddress: 'Bitte gib genau eine E-Mail-Adresse ein, zum Beispiel name@example.org.',
  too_many:
    'Von hier wurden gerade sehr viele Codes angefordert. Nutze einen Passkey, oder versuche es in einer Stunde noch einmal.',
  too_many_for_address:
    'Für diese Adresse wurden gerade sehr viele Codes angefordert. Nutze den letzten Code, einen Passkey oder einen Browser, in dem du schon einmal angemeldet warst. Sonst versuche es in einer Stunde noch einmal.',
  tooManyProofs:
    'Du hast gerade sehr viele Codes angefordert. Bitte versuche es in einer Stunde noch einmal.',
  signedOut: 'Du bist abgemeldet.',
  codeTitle: 'Code eingeben',
  codeLead:
    'Wenn die Adresse bei uns bekannt ist, ist gleich eine E-Mail mit einem Code da. Er gilt 15 Minuten, nur in diesem Browser.',
  code: 'Code',
  codeHint: 'Acht Zeichen, zum Beispiel 7K2M-9QXT',
  signIn: 'Anmelden',
  wrong: (attemptsLeft: number) =>
    attemptsLeft === 1
      ? 'Dieser Code stimmt nicht. Du hast noch einen Versuch.'
      : `Dieser Code stimmt nicht. Du hast noch ${attemptsLeft} Versuche.`,
  ended: 'Dieser Code gilt nicht mehr. Fordere einen neuen an.',
  noCookie:
    'Dein Browser hat kein Cookie zurückgeschickt, an dem wir deine Anfrage erkennen. Fordere den Code in diesem Browser an, nutze ihn innerhalb von 15 Minuten, und lass Cookies zu.',
  noCookieOverHttp: 'Safari nimmt sie nur über https an. Nimm für diese Adresse Firefox oder Chrome.',
  nothingCame: 'Nichts angekommen? Sieh im Spam-Ordner nach.',
  again: 'Neuen Code anfordern',
  proveTitle: 'Bist du es noch?',
  proveLead: 'Was du vorhast, kann viel verändern. Bestätige deshalb noch einmal, dass du es bist.',
  kept: 'Deine Eingaben bleiben erhalten und werden danach abgeschickt.',
  confirm: 'Bestätigen',
  usePasskey: 'Passkey nutzen',
  passkeyFailed:
    'Mit dem Passkey hat es nicht geklappt. Versuche es noch einmal, oder fordere einen Code an.',
  newPasskey: {
    title: 'Beim nächsten Mal ohne E-Mail?',
    lead: 'Mit einem Passkey meldest du dich mit Fingerabdruck, Gesicht oder PIN an. Das geht schneller, und niemand kann ihn abfangen. Den Code per E-Mail gibt es weiterhin.',
    add: 'Passkey hinzufügen',
    notNow: 'Jetzt nicht',
    failed: 'Es wurde kein Passkey hinzugefügt. Versuche es noch einmal, oder mach ohne ihn weiter.',
    unsupported: 'Dieser Browser kann hier keine Passkeys anlegen.',
  },
  mail: {
    subject: 'Dein Code für die Anmeldung',
    lead: 'mit diesem Code meldest du dich in der Verwaltung an:',
    until:
      'Er gilt 15 Minuten, einmal, und nur in dem Browser, in dem du ihn angefordert hast. Gib ihn niemandem weiter.',
    unasked:
      'Du hast keinen Code angefordert? Dann kannst du diese E-Mail löschen; ohne den Code kommt niemand hinein.',
    greeting: 'Hallo,',
  },
  invitation: {
    subject: (workspace: string) => `${workspace}: Einladung in die Verwaltung`,
    lead: (workspace: string, inviter: string) =>
      `${inviter} lädt dich ein, in der Verwaltung mitzuarbeiten. Verein: ${withStop(workspace)}`,
    role: (role: string) => `Deine Rolle: ${role}.`,
    signIn: 'Melde dich mit dieser E-Mail-Adresse an:',
    button: 'Anmelden',
    copyAddress: 'Falls der Knopf nicht geht, kopiere diese Adresse:',
    unasked: 'Du kennst den Verein nicht? Dann kannst du diese E-Mail löschen.',
  },
  passkeyNotice: {
    added: {
      subject: 'Neuer Passkey in deinem Konto',
      lead: (passkey: string) =>
        `in deinem Konto in der Verwaltung gibt es einen neuen Passkey: ${passkey}. Mit ihm kann man sich ohne E-Mail anmelden.`,
      unasked:
        'Du warst das nicht? Dann melde dich an, öffne „Dein Konto“, entferne den Passkey und melde alle anderen Geräte ab.',
    },
    removed: {
      subject: 'Passkey aus deinem Konto entfernt',
      lead: (passkey: string) =>
        `aus deinem Konto in der Verwaltung wurde ein Passkey entfernt: ${passkey}. Mit ihm kann man sich nicht mehr anmelden.`,
      unasked:
        'Du warst das nicht? Dann melde dich mit einem Code per E-Mail an, öffne „Dein Konto“ und melde alle anderen Geräte ab.',
    },
    noLink: 'Zu deiner Sicherheit enthält diese E-Mail keinen Link.',
  },
  workspaces: {
    title: 'Deine Vereine',
    none: 'Noch kein Verein',
    noneLead:
      'Für diese Adresse ist in keinem Verein ein Zugang eingerichtet. Bitte eine Person mit Vollzugriff um eine Einladung.',
    missing: 'Hier fehlen Vereine',
    missingLead:
      'Ein Teil unserer Datenbanken antwortet im Moment nicht. Es geht nichts verloren; versuche es in einer Minute noch einmal.',
    again: 'Noch einmal versuchen',
    invited: 'Einladung',
    accept: 'Annehmen',
    signOut: 'Abmelden',
  },
}

const en: typeof de = {
  dashboard: 'Dashboard',
  title: 'Sign in',
  lead: 'For the board, the office and the treasurer. We will email you a code.',
  email: 'Email address',
  send: 'Send me a code',
  noAddress: 'Enter exactly one email address, for example name@example.org.',
  too_many: 'Too many codes were requested from here. Use a passkey, or try again in an hour.',
  too_many_for_address:
    'Too many codes were requested for this address. Use the last code, a passkey, or a browser that you have signed in with before. Otherwise try again in an hour.',
  tooManyProofs: 'You have requested too many codes. Try again in an hour.',
  signedOut: 'You are signed out.',
  codeTitle: 'Enter the code',
  codeLead:
    'If we know the address, an email with a code will arrive in a moment. It is valid for 15 minutes, in this browser only.',
  code: 'Code',
  codeHint: 'Eight characters, for example 7K2M-9QXT',
  signIn: 'Sign in',
  wrong: (attemptsLeft) =>
    attemptsLeft === 1
      ? 'This code is not right. You have one attempt left.'
      : `This code is not right. You have ${attemptsLeft} attempts left.`,
  ended: 'This code is no longer valid. Request a new one.',
  noCookie:
    'Your browser sent back no cookie that tells your request. Request the code in this browser, use it within 15 minutes, and allow cookies.',
  noCookieOverHttp: 'Safari takes them over https only. Use Firefox or Chrome for this address.',
  nothingCame: 'Nothing arrived? Look into your spam folder.',
  again: 'Request a new code',
  proveTitle: 'Is it still you?',
  proveLead: 'What you are about to do can change a lot, so confirm once more that it is you.',
  kept: 'What you entered is kept and will be sent afterwards.',
  confirm: 'Confirm',
  usePasskey: 'Use a passkey',
  passkeyFailed: 'That did not work with the passkey. Try again, or request a code.',
  newPasskey: {
    title: 'Next time without an email?',
    lead: 'With a passkey you sign in by fingerprint, face or PIN. It is faster, and no one can intercept it. You can still use a code by email.',
    add: 'Add a passkey',
    notNow: 'Not now',
    failed: 'No passkey was added. Try again, or go on without one.',
    unsupported: 'This browser cannot add a passkey here.',
  },
  mail: {
    subject: 'Your sign-in code',
    lead: 'use this code to sign in to the dashboard:',
    until: 'It is valid for 15 minutes, once, and only in the browser that requested it. Do not pass it on.',
    unasked: 'You did not request a code? Then delete this email; no one gets in without the code.',
    greeting: 'Hello,',
  },
  invitation: {
    subject: (workspace) => `${workspace}: invitation to the dashboard`,
    lead: (workspace, inviter) => `${inviter} invites you to work in the dashboard of ${withStop(workspace)}`,
    role: (role) => `Your role: ${role}.`,
    signIn: 'Sign in with this email address:',
    button: 'Sign in',
    copyAddress: 'If the button does not work, copy this address:',
    unasked: 'You do not know this association? Then delete this email.',
  },
  passkeyNotice: {
    added: {
      subject: 'New passkey in your account',
      lead: (passkey) =>
        `your account in the dashboard has a new passkey: ${passkey}. It signs in without an email.`,
      unasked:
        'It was not you? Then sign in, open “Your account”, remove the passkey and sign out all other devices.',
    },
    removed: {
      subject: 'Passkey removed from your account',
      lead: (passkey) =>
        `a passkey was removed from your account in the dashboard: ${passkey}. It no longer signs in.`,
      unasked:
        'It was not you? Then sign in with a code by email, open “Your account” and sign out all other devices.',
    },
    noLink: 'For your safety, this email has no link.',
  },
  workspaces: {
    title: 'Your associations',
    none: 'No association yet',
    noneLead: 'No association has given access to this address. Ask one of its owners for an invitation.',
    missing: 'Associations are missing here',
    missingLead: 'Some of our databases do not answer at the moment. Nothing is lost; try again in a minute.',
    again: 'Try again',
    invited: 'Invitation',
    accept: 'Accept',
    signOut: 'Sign out',
  },
}

export type SignInTexts = typeof de

/** What the pages and mails of signing in say. */
export const signInTexts = ({ language }: Locale): SignInTexts => (language === 'de' ? de : en)

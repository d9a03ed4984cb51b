import type { AddressRefusal } from '../../../domain/shared/webhook-refusals'
import type { Locale } from '../../../ui/i18n/locale'
import type { FieldTexts } from '../../refused-fields'

type Fields<Name extends string> = Record<Name, FieldTexts>

/** Why an attempt failed, as it is stored: a status, or a reason. */
export type Failure = 'timeout' | 'unreachable' | AddressRefusal

const de = {
  lead: 'Ein Webhook meldet einem anderen Programm sofort, was im Verein passiert, zum Beispiel der Website.',
  add: 'Neuer Webhook',
  none: 'Noch keine Webhooks',
  noneLead: 'Für Programme, die Änderungen sofort erfahren sollen, statt regelmäßig danach zu fragen.',
  noKey: 'Dieser Dienst sendet keine Webhooks.',
  noKeyLead:
    'Wer ihn betreibt, hat den Schlüssel WEBHOOK_KEY nicht gesetzt. Bis dahin lässt sich nichts einrichten, und was passiert, wartet.',
  host: 'Empfänger',
  hears: 'Erfährt von',
  state: 'Status',
  behind: 'Ausstehend',
  more: (n: number) => `und ${n} weitere`,
  events: (n: string, isMore: boolean) =>
    `${isMore ? 'mindestens ' : ''}${n === '1' ? '1 Ereignis' : `${n} Ereignisse`}`,

  states: {
    active: 'läuft',
    paused: 'angehalten',
    disabled: 'abgeschaltet',
    failing: (since: string, failure: string) => `kommt seit ${since} nicht an: ${failure}`,
    failingShort: 'kommt nicht an',
  },
  failures: {
    timeout: 'keine Antwort in 10 Sekunden',
    unreachable: 'nicht erreichbar',
    address: 'Adresse nicht erlaubt',
    answer: (status: string) => `Antwort ${status}`,
  },
  hints: {
    redirect:
      'Der Empfänger leitet auf eine andere Adresse weiter, und Weiterleitungen folgen wir nicht. Trage die Adresse ein, zu der er leitet.',
    refused:
      'Der Empfänger lehnt ab, was wir senden. Meistens prüft er die Signatur mit einem anderen Geheimnis, oder ein Schutz vor Robotern hält uns auf.',
    missing: 'Unter dieser Adresse findet der Empfänger nichts. Stimmt der Pfad?',
    tooMany: 'Der Empfänger bittet darum, langsamer zu senden. Wir warten so lange, wie er verlangt.',
    gone: 'Der Empfänger hat mit 410 geantwortet: Er will nichts mehr. Schalte den Webhook wieder ein, wenn das ein Versehen war, oder lösche ihn.',
    client: 'Der Empfänger versteht die Anfrage nicht. Er muss POST mit JSON annehmen und mit 2xx antworten.',
    server: 'Beim Empfänger ist ein Fehler aufgetreten. In seinem Protokoll steht mehr dazu.',
    timeout: 'Der Empfänger sollte sofort mit 200 antworten und erst danach arbeiten.',
    unreachable: 'Läuft der Empfänger, und ist sein Zertifikat für https gültig?',
    address: 'An diese Adresse senden wir nicht mehr. Trage eine andere ein.',
  },
  failing: (since: string) => `Seit ${since} kommt nichts an`,
  lastWas: (failure: string) => `Zuletzt: ${failure}.`,
  nextTry: (at: string) =>
    `Der nächste Versuch: ${at}. Es geht nichts verloren: Was fehlt, wird nachgeholt. Nach fünf Tagen ohne Erfolg schalten wir den Webhook ab.`,
  tryNow: 'Jetzt versuchen',
  paused: 'Dieser Webhook ist angehalten',
  pausedLead: 'Was inzwischen passiert, wartet bis zu 90 Tage lang.',
  keyLost: (name: string) =>
    `Der API-Schlüssel „${name}“, mit dem er angelegt wurde, ist widerrufen, abgelaufen oder darf keine Webhooks mehr einrichten. Lege ihn hier neu an, und lösche diesen.`,
  disabled: 'Dieser Webhook ist abgeschaltet',
  disabledLead: 'Fünf Tage lang kam nichts an. Was inzwischen passiert, wartet bis zu 90 Tage lang.',
  switchOn: 'Wieder einschalten',
  switchOnTitle: (host: string) => `Webhook an ${host} wieder einschalten?`,
  missedCount: (events: string, isOne: boolean) =>
    `Seit er nicht mehr sendet, ${isOne ? 'fehlt' : 'fehlen'} ihm ${events}.`,
  missedNone: 'Ihm fehlt nichts.',
  onlyFromNow: 'Er war mehr als 90 Tage aus. Deshalb geht es nur mit dem weiter, was ab jetzt passiert.',
  choice: 'Was fehlt',
  catchUp: (events: string) => `Nachholen, was fehlt (${events})`,
  catchUpHint: 'In der Reihenfolge, in der es passiert ist.',
  fromNow: 'Ab jetzt weiter',
  fromNowHint: 'Was fehlt, erfährt der Empfänger nicht.',

  setUp: 'Einrichtung',
  url: 'Adresse',
  edit: 'Bearbeiten',
  created: 'Angelegt',
  byKey: (day: string, key: string) =>
    `${day}, mit dem API-Schlüssel „${key}“; er erfährt nur, was dieser lesen darf`,
  secret: 'Geheimnis',
  secretLead:
    'Jede Nachricht ist damit unterschrieben (Standard Webhooks). Der Empfänger prüft so, dass sie von hier kommt.',
  secretNew:
    'Trage es beim Empfänger ein. Du kannst es dir später wieder anzeigen lassen; wer das tut, steht im Protokoll.',
  secretShow: 'Anzeigen',
  secretRenew: 'Erneuern',
  secretBoth: (until: string) => `Bis ${until} unterschreiben das alte und das neue Geheimnis.`,
  secretDone: 'Fertig',
  guide: 'Anleitung für den Empfänger',
  eventsGuide: 'Was jedes Ereignis bedeutet (englisch)',
  createdNotice: 'Der Webhook läuft: Ab jetzt erfährt der Empfänger, was passiert.',
  renewedNotice:
    'Das ist das neue Geheimnis. 24 Stunden lang unterschreiben beide, damit du es in Ruhe eintragen kannst.',
  renewTitle: (host: string) => `Geheimnis des Webhooks an ${host} erneuern?`,
  renewLead:
    '24 Stunden lang unterschreiben beide, das alte und das neue. In dieser Zeit trägst du das neue beim Empfänger ein.',
  renewAgain: (at: string) =>
    `Es wurde schon am ${at} erneuert. Erneuerst du es jetzt noch einmal, gilt das davor sofort nicht mehr.`,
  renew: 'Geheimnis erneuern',

  test: 'Test senden',
  pause: 'Anhalten',
  replay: 'Noch einmal senden ab …',
  remove: 'Löschen',
  deleteTitle: (host: string) => `Webhook an ${host} löschen?`,
  deleteLead:
    'Der Empfänger erfährt dann nichts mehr, auch nicht, was noch aussteht. Das Geheimnis und das Protokoll der Versuche sind weg. Das lässt sich nicht rückgängig machen.',
  deleteInstead: 'Soll er nur eine Weile schweigen, halte ihn an.',
  delete: 'Webhook löschen',

  replayTitle: (host: string) => `Ereignisse noch einmal an ${host} senden`,
  replayLead:
    'Alles seit diesem Tag wird noch einmal gesendet, in der alten Reihenfolge und mit denselben Kennungen. Ein Empfänger, der sich die Kennungen merkt, überspringt, was er schon hat.',
  replayOff: 'Der Webhook ist aus. Gesendet wird erst, wenn er wieder eingeschaltet ist.',
  replaySend: 'Noch einmal senden',

  parked: 'Zurückgestellt',
  parkedLead:
    'Diese hat der Empfänger abgelehnt, während er spätere angenommen hat. Sie werden außer der Reihe noch einmal versucht.',
  parkedNext: (at: string) => `nächster Versuch: ${at}`,
  parkedNever: 'wird nicht mehr von selbst versucht',
  parkedSince: (at: string) => `seit ${at}`,

  log: 'Letzte Versuche',
  allAttempts: 'Alle ansehen',
  attemptsTitle: 'Versuche',
  attemptsLead: 'Die letzten 200 Versuche aus 30 Tagen.',
  noAttempts: 'Noch nichts gesendet',
  noAttemptsLead:
    'Sobald etwas passiert, wovon der Empfänger erfährt, steht es hier. Ausprobieren kannst du es mit einem Test.',
  time: 'Zeit',
  event: 'Ereignis',
  result: 'Ergebnis',
  duration: 'Dauer',
  milliseconds: (n: string) => `${n}\u00a0ms`,
  arrived: 'angekommen',
  arrivedAs: (status: string) => `angekommen (${status})`,
  failed: (failure: string) => `Nicht angekommen: ${failure}`,
  webhookId: 'webhook-id',
  answer: 'Beginn der Antwort',
  noAnswer: 'leer',
  body: 'Inhalt',
  bodyHint:
    'Zum Lesen umgebrochen. Persönliche Daten stehen nicht darin: Der Empfänger fragt die API nach ihnen.',
  bodyLost:
    'Der Inhalt lässt sich nicht mehr zusammenstellen: Die Ereignisse sind gelöscht, oder der Webhook erfährt nicht mehr von ihnen. Deshalb kann das auch nicht noch einmal gesendet werden.',
  again: 'Noch einmal senden',
  againHint: 'Sofort und außer der Reihe, mit derselben webhook-id.',

  create: 'Webhook anlegen',
  newLead: 'Der Empfänger erfährt, was ab jetzt passiert, der Reihe nach und ohne persönliche Daten.',
  editTitle: (host: string) => `Webhook an ${host} bearbeiten`,
  single: 'Einzelne Ereignisse',
  singleHint: 'Nur nötig, wenn ein ganzer Bereich zu viel ist.',
  fields: {
    url: {
      label: 'Adresse',
      issue: 'Das ist keine Adresse. Gib eine ein wie https://www.euer-verein.de/hooks.',
      hint: 'Wohin wir senden, mit https:// am Anfang',
    },
    description: {
      label: 'Beschreibung',
      issue: 'Bitte gib höchstens 200 Zeichen ein.',
      hint: 'Wofür er da ist, zum Beispiel: Website',
    },
    events: {
      label: 'Wovon er erfährt',
      issue: 'Bitte wähle mindestens einen Bereich oder ein Ereignis, und höchstens 50 einzelne.',
    },
  } as Fields<'url' | 'description' | 'events'>,
  replayFields: {
    since: { label: 'Seit', issue: 'Bitte gib ein Datum ein.', hint: 'Höchstens 30 Tage zurück' },
  } as Fields<'since'>,
}

const en: typeof de = {
  lead: 'A webhook tells other software at once what happens in the association, for example your website.',
  add: 'New webhook',
  none: 'No webhooks yet',
  noneLead: 'For software that should hear of changes at once, rather than ask for them every now and then.',
  noKey: 'This service sends no webhooks.',
  noKeyLead:
    'Its operator has not set the key WEBHOOK_KEY. Until then, nothing can be set up, and what happens waits.',
  host: 'Receiver',
  hears: 'Hears of',
  state: 'Status',
  behind: 'To be sent',
  more: (n) => `and ${n} more`,
  events: (n, isMore) => `${isMore ? 'at least ' : ''}${n === '1' ? '1 event' : `${n} events`}`,

  states: {
    active: 'running',
    paused: 'paused',
    disabled: 'disabled',
    failing: (since, failure) => `not arriving since ${since}: ${failure}`,
    failingShort: 'not arriving',
  },
  failures: {
    timeout: 'no answer in 10 seconds',
    unreachable: 'unreachable',
    address: 'address not allowed',
    answer: (status) => `answer ${status}`,
  },
  hints: {
    redirect:
      'The receiver redirects to another address, and we do not follow redirects. Enter the address to which it leads.',
    refused:
      'The receiver refuses what we send. Mostly it checks the signature with another secret, or a protection against bots stops us.',
    missing: 'The receiver finds nothing at this address. Is the path right?',
    tooMany: 'The receiver asks to be sent less. We wait as long as it asks for.',
    gone: 'The receiver answered 410: it wants nothing any more. Switch the webhook on again if that was a mistake, or delete it.',
    client: 'The receiver does not understand the request. It must take a POST with JSON, and answer 2xx.',
    server: 'The receiver failed. Its own log says more.',
    timeout: 'The receiver should answer 200 at once, and work afterwards.',
    unreachable: 'Is the receiver running, and is its certificate for https valid?',
    address: 'We no longer send to this address. Enter another one.',
  },
  failing: (since) => `Nothing has arrived since ${since}`,
  lastWas: (failure) => `The last time: ${failure}.`,
  nextTry: (at) =>
    `The next attempt: ${at}. Nothing is lost: what is missing is sent later. After five days without success, we disable the webhook.`,
  tryNow: 'Try now',
  paused: 'This webhook is paused',
  pausedLead: 'What happens meanwhile waits for up to 90 days.',
  keyLost: (name) =>
    `The API key “${name}” that created it is revoked, has expired or may no longer set up webhooks. Create the webhook again here, and delete this one.`,
  disabled: 'This webhook is disabled',
  disabledLead: 'Nothing arrived for five days. What happens meanwhile waits for up to 90 days.',
  switchOn: 'Switch on again',
  switchOnTitle: (host) => `Switch the webhook to ${host} on again?`,
  missedCount: (events) => `Since it stopped sending, it has missed ${events}.`,
  missedNone: 'It has missed nothing.',
  onlyFromNow: 'It was off for more than 90 days. Therefore it can only go on with what happens from now on.',
  choice: 'What it missed',
  catchUp: (events) => `Send what it missed (${events})`,
  catchUpHint: 'In the order in which it happened.',
  fromNow: 'Go on from now',
  fromNowHint: 'The receiver does not hear of what it missed.',

  setUp: 'Set-up',
  url: 'Address',
  edit: 'Edit',
  created: 'Created',
  byKey: (day, key) => `${day}, with the API key “${key}”; it hears only of what the key may read`,
  secret: 'Secret',
  secretLead:
    'Each message is signed with it (Standard Webhooks), so that the receiver can check that it comes from here.',
  secretNew: 'Enter it at the receiver. You can show it again later; the audit log has who does.',
  secretShow: 'Show',
  secretRenew: 'Renew',
  secretBoth: (until) => `Until ${until}, both the old and the new secret sign.`,
  secretDone: 'Done',
  guide: 'Guide for the receiver',
  eventsGuide: 'What each event means',
  createdNotice: 'The webhook is running: from now on, the receiver hears of what happens.',
  renewedNotice: 'This is the new secret. For 24 hours both sign, so that you have time to enter it.',
  renewTitle: (host) => `Renew the secret of the webhook to ${host}?`,
  renewLead:
    'For 24 hours both sign, the old one and the new one. Enter the new one at the receiver meanwhile.',
  renewAgain: (at) =>
    `It was renewed on ${at} already. If you renew it again now, the one before that is no longer valid at once.`,
  renew: 'Renew secret',

  test: 'Send a test',
  pause: 'Pause',
  replay: 'Send again from …',
  remove: 'Delete',
  deleteTitle: (host) => `Delete the webhook to ${host}?`,
  deleteLead:
    'The receiver then hears of nothing any more, not even of what is still to be sent. The secret and the log of attempts are gone. This cannot be undone.',
  deleteInstead: 'If it should only be quiet for a while, pause it.',
  delete: 'Delete webhook',

  replayTitle: (host) => `Send events to ${host} again`,
  replayLead:
    'Everything since this day is sent again, in the same order and with the same ids. A receiver that remembers the ids skips what it has.',
  replayOff: 'The webhook is off. Nothing is sent until it is switched on again.',
  replaySend: 'Send again',

  parked: 'Set aside',
  parkedLead: 'The receiver refused these while it took later ones. They are tried again out of order.',
  parkedNext: (at) => `next attempt: ${at}`,
  parkedNever: 'no longer tried by itself',
  parkedSince: (at) => `since ${at}`,

  log: 'Last attempts',
  allAttempts: 'Show all',
  attemptsTitle: 'Attempts',
  attemptsLead: 'The last 200 attempts of 30 days.',
  noAttempts: 'Nothing sent yet',
  noAttemptsLead: 'What the receiver hears of appears here once it happens. Send a test to try it.',
  time: 'Time',
  event: 'Event',
  result: 'Result',
  duration: 'Duration',
  milliseconds: (n) => `${n}\u00a0ms`,
  arrived: 'arrived',
  arrivedAs: (status) => `arrived (${status})`,
  failed: (failure) => `Not arrived: ${failure}`,
  webhookId: 'webhook-id',
  answer: 'Beginning of the answer',
  noAnswer: 'empty',
  body: 'Body',
  bodyHint: 'With line breaks for reading. It holds no personal data: the receiver asks the API for these.',
  bodyLost:
    'The body cannot be put together any more: the events were deleted, or the webhook no longer hears of them. Therefore it cannot be sent again either.',
  again: 'Send again',
  againHint: 'At once and out of order, with the same webhook-id.',

  create: 'Create webhook',
  newLead: 'The receiver hears of what happens from now on, in order and without personal data.',
  editTitle: (host) => `Edit the webhook to ${host}`,
  single: 'Single events',
  singleHint: 'Needed only where a whole area is too much.',
  fields: {
    url: {
      label: 'Address',
      issue: 'This is no address. Enter one such as https://www.your-club.org/hooks.',
      hint: 'Where we send to, with https:// at the beginning',
    },
    description: {
      label: 'Description',
      issue: 'Enter at most 200 characters.',
      hint: 'What it is for, such as: website',
    },
    events: {
      label: 'What it hears of',
      issue: 'Choose at least one area or event, and at most 50 single ones.',
    },
  },
  replayFields: {
    since: { label: 'Since', issue: 'Enter a date.', hint: 'At most 30 days back' },
  },
}

/** What the pages of webhooks say. */
export const webhookPageTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)

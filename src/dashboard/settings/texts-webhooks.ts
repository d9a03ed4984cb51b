import type { Locale } from '../../ui/i18n/locale'

const de = {
  notice: {
    subject: (workspace: string) => `${workspace}: Ein Webhook kommt nicht an`,
    failing: (host: string, since: string) => `Seit ${since} nimmt ${host} keine Ereignisse mehr an.`,
    disabled: (host: string, since: string) =>
      `Seit ${since} nimmt ${host} keine Ereignisse mehr an. Deshalb ist der Webhook jetzt abgeschaltet.`,
    answer: (failure: string) => `Zuletzt war die Antwort: ${failure}.`,
    timeout: 'Zuletzt kam innerhalb von zehn Sekunden keine Antwort.',
    unreachable: 'Zuletzt war die Adresse nicht erreichbar.',
    goesOn: 'Wir versuchen es weiter. Es geht nichts verloren: Was fehlt, wird nachgeholt.',
    isOff:
      'Wenn der Empfänger wieder läuft, schaltest du den Webhook in den Einstellungen ein. Was fehlt, wird nachgeholt.',
  },
}

const en: typeof de = {
  notice: {
    subject: (workspace) => `${workspace}: a webhook does not arrive`,
    failing: (host, since) => `Since ${since}, ${host} has taken no events.`,
    disabled: (host, since) =>
      `Since ${since}, ${host} has taken no events. Therefore the webhook is disabled now.`,
    answer: (failure) => `Its last answer was: ${failure}.`,
    timeout: 'The last time, no answer came within ten seconds.',
    unreachable: 'The last time, the address could not be reached.',
    goesOn: 'We go on trying. Nothing is lost: what is missing is sent later.',
    isOff:
      'Once the receiver works again, switch the webhook on in the settings. What is missing is sent then.',
  },
}

/** The texts of webhooks in a language. */
export const webhookTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)

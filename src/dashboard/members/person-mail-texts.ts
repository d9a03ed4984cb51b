import type { NotSentReason } from '../../domain/mails/claim'
import type { Locale } from '../../ui/i18n/locale'
import { RECIPIENT_STATES } from '../mails/recipient-states'

const de = {
  title: 'E-Mails',
  news: 'Neuigkeiten',
  wanted: 'ja',
  refusedSince: (date: string) => `abbestellt seit ${date}`,
  refuse: 'Abbestellen',
  want: 'Wieder bestellen',
  blockedSince: (date: string) => `Nicht zustellbar seit ${date}`,
  blocked: 'Die Adresse nahm keine E-Mails an. Prüfe sie mit der Person, bevor du es wieder versuchst.',
  complainedOn: (date: string) => `Als Spam gemeldet am ${date}`,
  complained:
    'An diese Adresse gehen deshalb keine E-Mails mehr. Frag die Person, bevor du ihr wieder welche schickst.',
  retry: 'Wieder versuchen',
  allow: 'Wieder E-Mails erlauben',
  none: 'In den letzten zwei Jahren gingen keine E-Mails an diese Person.',
  states: RECIPIENT_STATES.de,
  reasons: {
    undeliverable: 'Die Adresse nahm keine E-Mails an.',
    not_allowed: 'Der Versand an diese Adresse war nicht erlaubt.',
    not_delivered: 'Der Server der Adresse hat sie abgelehnt.',
    invalid_address: 'Die Adresse war ungültig.',
    too_large: 'Sie war zu groß.',
    deceased: 'Die Person war verstorben.',
    unsubscribed: 'Neuigkeiten waren abbestellt.',
    no_portal: 'Kein Zugang zum Mitgliederportal',
    nothing_open: 'Es war nichts mehr zu zahlen.',
    not_paid: 'Der Beitrag galt nicht mehr als bezahlt.',
    no_debit: 'Die Lastschrift gab es nicht mehr.',
    complained: 'Wurde als Spam gemeldet.',
  } satisfies Record<Exclude<NotSentReason, 'deleted'>, string>,
  done: {
    news_refused: 'Neuigkeiten sind abbestellt.',
    news_wanted: 'Neuigkeiten sind wieder bestellt.',
    unblocked: 'An diese Adresse gehen wieder E-Mails.',
  },
}

const en: typeof de = {
  title: 'Emails',
  news: 'News',
  wanted: 'yes',
  refusedSince: (date) => `unsubscribed since ${date}`,
  refuse: 'Unsubscribe',
  want: 'Subscribe again',
  blockedSince: (date) => `Undeliverable since ${date}`,
  blocked: 'The address took no emails. Check it with the person before you try again.',
  complainedOn: (date) => `Reported as spam on ${date}`,
  complained: 'No more emails go to this address because of that. Ask the person before you send any again.',
  retry: 'Try again',
  allow: 'Allow emails again',
  none: 'No emails have been sent to this person in the last two years.',
  states: RECIPIENT_STATES.en,
  reasons: {
    undeliverable: 'The address took no emails.',
    not_allowed: 'Sending to this address was not allowed.',
    not_delivered: 'The server of the address refused it.',
    invalid_address: 'The address was not valid.',
    too_large: 'It was too large.',
    deceased: 'The person had died.',
    unsubscribed: 'The person had unsubscribed from news.',
    no_portal: 'No access to the member portal',
    nothing_open: 'There was nothing left to pay.',
    not_paid: 'The fee did not count as paid any more.',
    no_debit: 'The direct debit no longer existed.',
    complained: 'Was reported as spam.',
  },
  done: {
    news_refused: 'Unsubscribed from news.',
    news_wanted: 'Subscribed to news again.',
    unblocked: 'Emails go to this address again.',
  },
}

/** What the page of a person says about mails to them. */
export const personMailTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)

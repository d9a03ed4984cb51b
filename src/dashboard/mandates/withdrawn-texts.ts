import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Widerrufene Mandate',
  lead: 'Diese Personen haben ihr SEPA-Mandat selbst widerrufen und überweisen jetzt. Kläre, was zu klären ist, und hake sie dann ab. Wer ein neues Mandat hat, steht nicht mehr hier.',
  person: 'Person',
  mandate: 'Mandat',
  withdrawnOn: 'Widerrufen am',
  open: 'Offen',
  toDo: 'Zu tun',
  running: 'Eine Lastschrift läuft noch.',
  settle: 'Erledigt',
  settled: 'Abgehakt.',
  none: 'Keine Widerrufe',
  noneLead: 'Wer sein Mandat im Portal oder mit dem Link einer E-Mail widerruft, steht hier.',
}

const en: typeof de = {
  title: 'Withdrawn mandates',
  lead: 'These persons withdrew their SEPA mandate themselves and pay by bank transfer now. Settle what there is to settle, then tick them off. Whoever has a new mandate is no longer here.',
  person: 'Person',
  mandate: 'Mandate',
  withdrawnOn: 'Withdrawn on',
  open: 'Open',
  toDo: 'To do',
  running: 'A debit is still under way.',
  settle: 'Done',
  settled: 'Ticked off.',
  none: 'No withdrawals',
  noneLead: 'Whoever withdraws a mandate in the portal or by the link of an email is listed here.',
}

/** What the page of withdrawn mandates says. */
export const withdrawnTexts = ({ language }: Locale) => ({ de, en })[language]

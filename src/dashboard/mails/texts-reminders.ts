import type { NotReminded } from '../../domain/mails/reminders/select'
import type { Locale } from '../../ui/i18n/locale'

const levels = { 1: 'Zahlungserinnerung', 2: 'Mahnung', 3: 'Letzte Mahnung' }
const levelsEn = { 1: 'First reminder', 2: 'Second reminder', 3: 'Final reminder' }

const de = {
  title: 'Fällige Mahnungen',
  lead: 'Wen du jetzt an offene Beiträge erinnern kannst. Wer für andere zahlt, wird auch an deren Beiträge erinnert; wer sich eine Adresse teilt, bekommt gemeinsam eine E-Mail. Gesendet wird erst nach der Prüfung.',
  levels,
  never: 'noch nie gemahnt',
  step: (before: string, next: string) => `${before} → ${next}`,
  columns: {
    name: 'Name',
    fees: 'Beiträge',
    level: 'Stufe',
    email: 'E-Mail',
    about: 'Wofür',
    total: 'Offen',
  },
  payers: (n: string) => (n === '1' ? '1 Person' : `${n} Personen`),
  dueSince: (date: string) => `fällig seit ${date}`,
  copyTo: (name: string) => `letzte Mahnung auch an ${name}`,
  copy: 'auch an die Person selbst',
  moreFees: (n: string) => (n === '1' ? 'und 1 weiterer Beitrag' : `und ${n} weitere Beiträge`),
  next: 'Weiter zur Prüfung',
  nextHint: 'Die nächste Seite zeigt die E-Mails. Gesendet wird erst dort.',
  reviewTitle: 'Mahnungen prüfen',
  change: 'Andere auswählen',
  mails: 'Die E-Mails',
  openInAll: (sum: string) => `Offen sind zusammen ${sum}.`,
  gone: (n: string) =>
    n === '1'
      ? '1 ausgewählte Person ist nicht mehr zu mahnen.'
      : `${n} ausgewählte Personen sind nicht mehr zu mahnen.`,
  nobodyLeft: 'Inzwischen ist bei allen ausgewählten Personen nichts mehr zu mahnen.',
  send: (n: string) => (n === '1' ? '1 Mahnung senden' : `${n} Mahnungen senden`),
  sendHint: 'Eine gesendete Mahnung lässt sich nicht zurückholen.',
  texts: 'Texte und Abstände ändern',
  more: (shown: string, all: string) =>
    `Hier stehen die ersten ${shown} von ${all} Personen. Die übrigen folgen, wenn diese erledigt sind.`,
  chosen: (n: string) =>
    n === '1'
      ? 'Ausgewählt ist 1 Person mit einem der gewählten Beiträge.'
      : `Ausgewählt sind ${n} Personen mit den gewählten Beiträgen.`,
  notDue: (n: string) =>
    n === '1'
      ? '1 gewählter Beitrag ist jetzt nicht zu mahnen: bezahlt, noch nicht lange genug fällig, gestundet, strittig oder im Einzug.'
      : `${n} gewählte Beiträge sind jetzt nicht zu mahnen: bezahlt, noch nicht lange genug fällig, gestundet, strittig oder im Einzug.`,
  nobody: 'Niemand ist zu mahnen',
  nobodyLead: 'Es gibt keinen offenen Beitrag, der lange genug fällig ist.',
  leftOut: 'Nicht per E-Mail erreichbar',
  leftOutLead:
    'Diesen Personen musst du selbst schreiben. Die Zahlungsaufforderung lässt sich beim Beitrag drucken.',
  reasons: {
    no_address: 'keine E-Mail-Adresse',
    blocked: 'Adresse gesperrt, weil E-Mails dorthin nicht ankamen',
    deleted: 'Person gelöscht',
    deceased: 'verstorben',
    payer_lost: 'Zahler gelöscht oder verstorben: Entscheide erst, wer zahlt',
    applicant: 'Antrag noch nicht angenommen',
  } as Record<NotReminded, string>,
  undecided: 'Der Vorstand entscheidet',
  undecidedLead: 'Nach der letzten Mahnung geht nichts mehr von hier hinaus.',
  undated: (n: string) =>
    n === '1'
      ? '1 offener Beitrag hat keine Fälligkeit und wird deshalb nie gemahnt.'
      : `${n} offene Beiträge haben keine Fälligkeit und werden deshalb nie gemahnt.`,
  toFees: 'Offene Beiträge ansehen',
  truncated: 'Es gibt sehr viele offene Beiträge. Berücksichtigt sind 10.000 davon.',
  changed: 'Inzwischen geändert',
  changedLead:
    'Seit deiner Prüfung hat sich geändert, was zu mahnen ist, oder der Text. Es wurde nichts gesendet; prüfe noch einmal.',
  noneChosen: 'Niemand ist ausgewählt',
  noneChosenLead: 'Wähle mindestens eine Person aus.',
  overQuota: 'Zu viele E-Mails für heute',
  sent: (n: string) => (n === '1' ? '1 Mahnung wird gesendet.' : `${n} Mahnungen werden gesendet.`),
}

const en: typeof de = {
  title: 'Reminders that are due',
  lead: 'Whom you can remind of open fees now. Those who pay for others are reminded of their fees, too; those who share an address get one email together. Nothing is sent before the review.',
  levels: levelsEn,
  never: 'never reminded',
  step: (before, next) => `${before} → ${next}`,
  columns: { name: 'Name', fees: 'Fees', level: 'Level', email: 'Email', about: 'For', total: 'Open' },
  payers: (n) => (n === '1' ? '1 person' : `${n} persons`),
  dueSince: (date) => `due since ${date}`,
  copyTo: (name) => `final reminder also to ${name}`,
  copy: 'also to the person',
  moreFees: (n) => (n === '1' ? 'and 1 more fee' : `and ${n} more fees`),
  next: 'Continue to the review',
  nextHint: 'The next page shows the emails. They are only sent from there.',
  reviewTitle: 'Review the reminders',
  change: 'Choose others',
  mails: 'The emails',
  openInAll: (sum) => `${sum} is open in all.`,
  gone: (n) =>
    n === '1'
      ? '1 chosen person is no longer to be reminded.'
      : `${n} chosen persons are no longer to be reminded.`,
  nobodyLeft: 'By now there is nothing to remind any of the chosen persons of.',
  send: (n) => (n === '1' ? 'Send 1 reminder' : `Send ${n} reminders`),
  sendHint: 'A reminder that is sent cannot be called back.',
  texts: 'Change texts and intervals',
  more: (shown, all) =>
    `These are the first ${shown} of ${all} persons. The others follow once these are done.`,
  chosen: (n) =>
    n === '1'
      ? '1 person with one of the chosen fees is ticked.'
      : `${n} persons with the chosen fees are ticked.`,
  notDue: (n) =>
    n === '1'
      ? '1 chosen fee is not to be reminded of now: it is paid, not due for long enough, deferred, disputed or being collected.'
      : `${n} chosen fees are not to be reminded of now: they are paid, not due for long enough, deferred, disputed or being collected.`,
  nobody: 'Nobody is to be reminded',
  nobodyLead: 'No open fee has been due for long enough.',
  leftOut: 'Not reached by email',
  leftOutLead: 'Write to these persons yourself. The payment request can be printed on the page of a fee.',
  reasons: {
    no_address: 'no email address',
    blocked: 'address blocked, since emails did not arrive there',
    deleted: 'person deleted',
    deceased: 'deceased',
    payer_lost: 'payer deleted or deceased: decide first who pays',
    applicant: 'application not confirmed yet',
  },
  undecided: 'The board decides',
  undecidedLead: 'After the final reminder, nothing more is sent from here.',
  undated: (n) =>
    n === '1'
      ? '1 open fee has no due date, so nobody is reminded of it.'
      : `${n} open fees have no due date, so nobody is reminded of them.`,
  toFees: 'See open fees',
  truncated: 'There are very many open fees. 10,000 of them are taken into account.',
  changed: 'Changed meanwhile',
  changedLead:
    'What is to be reminded of, or the text, has changed since your review. Nothing was sent; review it again.',
  noneChosen: 'Nobody is chosen',
  noneChosenLead: 'Choose at least one person.',
  overQuota: 'Too many emails for today',
  sent: (n) => (n === '1' ? '1 reminder is being sent.' : `${n} reminders are being sent.`),
}

/** What the review of reminders says. */
export const reminderTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)

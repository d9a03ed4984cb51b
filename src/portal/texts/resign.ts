import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Mitgliedschaft kündigen',
  link: 'Mitgliedschaft kündigen',
  see: 'Kündigung ansehen',
  back: 'Zurück zu den Daten',
  forMinor: (name: string) => `Sie handeln für ${name}.`,
  minorsTitle: 'Für ein Kind kündigen',
  lead: 'Die Kündigung zählt ab dem Tag, an dem Sie sie hier abschicken. Danach schicken wir Ihnen einen Link, mit dem Sie sie bestätigen.',
  minor:
    'Wer noch nicht 18 ist, kündigt nicht selbst. Das tut, wer für das Kind zahlt oder das Sorgerecht hat, auf der eigenen Seite im Portal.',
  ending: (day: string) => `Die Mitgliedschaft endet bereits am ${day}.`,
  noAddress: 'Ohne E-Mail-Adresse können Sie hier nicht kündigen. Bitte schreiben Sie dem Verein.',
  lastDay: 'Letzter Tag der Mitgliedschaft',
  lastDayHint: (day: string) => `Der nächste Tag, den die Kündigungsfrist zulässt, ist der ${day}.`,
  causeTitle: 'Aus wichtigem Grund früher',
  cause: 'Wichtiger Grund',
  causeHint:
    'Nur wenn Sie vor diesem Tag ausscheiden müssen: Sagen Sie, warum, und tragen Sie oben den Tag ein. Der Verein entscheidet darüber.',
  note: 'Warum möchten Sie gehen?',
  noteHint: 'Freiwillig',
  actsForAll: 'Ich handle für alle, die das Sorgerecht haben.',
  send: 'Kündigung abschicken',
  what: 'Was daraus folgt',
  follows: {
    fees: 'Bis zum letzten Tag fallen Beiträge an. Wer am ersten Tag eines Zeitraums noch Mitglied ist, zahlt den Beitrag dafür.',
    open: (amount: string) => `Offen sind noch ${amount}. Sie bleiben zu zahlen.`,
    mandate: (reference: string) =>
      `Das SEPA-Mandat ${reference} gilt, bis die letzten Beiträge eingezogen sind.`,
    dependants: (names: string) => `Für ${names} zahlen Sie weiter, bis jemand anderes zahlt.`,
    portal: 'Der Zugang zum Portal endet mit dem letzten Tag.',
    byStaff: 'Der Verein bestätigt den letzten Tag per E-Mail.',
    atOnce: 'Mit Ihrer Bestätigung ist der Austritt eingetragen.',
    back: 'Innerhalb von 24 Stunden nach der Bestätigung widerrufen Sie die Kündigung hier, später mit dem Einverständnis des Vereins.',
  },
  states: {
    sent: (email: string) =>
      `Wir haben eine E-Mail an ${email} geschickt. Erst wenn Sie den Link darin öffnen und bestätigen, gilt die Kündigung.`,
    confirmed: 'Ihre Kündigung ist angekommen. Der Verein bestätigt sie per E-Mail.',
    accepted: (day: string) => `Ihre Kündigung ist bestätigt. Die Mitgliedschaft endet am ${day}.`,
    asked: 'Sie haben den Verein um einen Widerruf der Kündigung gebeten. Er antwortet per E-Mail.',
  },
  facts: { sentAt: 'Abgeschickt', lastDay: 'Letzter Tag', cause: 'Wichtiger Grund' },
  takeBack: 'Kündigung widerrufen',
  askBack: 'Um Widerruf bitten',
  askBackLead: 'Die 24 Stunden sind vorbei. Der Verein muss zustimmen, dass Sie Mitglied bleiben.',
  done: {
    sent: 'Die Kündigung ist abgeschickt. Bitte bestätigen Sie sie mit dem Link in der E-Mail.',
    withdrawn: 'Die Kündigung ist widerrufen.',
    asked: 'Der Verein hat Ihre Bitte bekommen.',
  },
  issues: {
    last_day_past: 'Dieser Tag ist vorbei.',
    before_notice: 'Vor diesem Tag geht es nur aus wichtigem Grund.',
    not_an_end: 'An diesem Tag endet keine Mitgliedschaft.',
    day: 'Bitte geben Sie ein Datum ein, das es gibt.',
    text: 'Bitte geben Sie höchstens 500 Zeichen in einer Zeile ein.',
    actsForAll: 'Bitte bestätigen Sie das.',
    already_resigned: 'Es gibt schon eine Kündigung.',
  },
  confirm: {
    title: 'Kündigung bestätigen',
    lead: (name: string, day: string) => `${name} kündigt die Mitgliedschaft zum ${day}.`,
    button: 'Kündigung bestätigen',
    outcomes: {
      confirmed: ['Die Kündigung ist angekommen', 'Der Verein bestätigt den letzten Tag per E-Mail.'],
      accepted: ['Die Kündigung gilt', 'Die Bestätigung mit dem letzten Tag ist per E-Mail unterwegs.'],
      withdrawn: ['Die Kündigung ist widerrufen', 'Die Mitgliedschaft besteht weiter.'],
      gone: ['Dieser Link gilt nicht mehr', 'Schicken Sie die Kündigung im Portal noch einmal ab.'],
    },
  },
  mail: {
    subject: 'Bestätigen Sie Ihre Kündigung',
    greeting: 'Guten Tag,',
    lead: (name: string, day: string) =>
      `im Mitgliederportal wurde die Mitgliedschaft von ${name} zum ${day} gekündigt. Sie gilt erst, wenn Sie sie bestätigen.`,
    until: (time: string) => `Der Link gilt bis ${time}.`,
    unasked: 'Waren Sie das nicht? Dann tun Sie nichts, und die Mitgliedschaft bleibt.',
  },
  notice: {
    received: [
      'Ihre Kündigung ist angekommen',
      (name: string, day: string, sent: string) =>
        `die Kündigung der Mitgliedschaft von ${name} zum ${day} ist am ${sent} angekommen. Der Verein bestätigt sie Ihnen mit einer weiteren E-Mail.`,
    ],
    accepted: [
      'Bestätigung Ihrer Kündigung',
      (name: string, day: string, sent: string) =>
        `Ihre Kündigung vom ${sent} ist bestätigt. Der letzte Tag der Mitgliedschaft von ${name} ist der ${day}.`,
    ],
    withdrawn: [
      'Die Kündigung ist widerrufen',
      (name: string, _: string, sent: string) =>
        `die Kündigung vom ${sent} ist widerrufen. Die Mitgliedschaft von ${name} besteht weiter.`,
    ],
    kept: [
      'Die Kündigung bleibt bestehen',
      (name: string, day: string, sent: string) =>
        `der Verein hat dem Widerruf der Kündigung vom ${sent} nicht zugestimmt. Die Mitgliedschaft von ${name} endet am ${day}.`,
    ],
  } as Record<
    'received' | 'accepted' | 'withdrawn' | 'kept',
    [string, (name: string, day: string, sent: string) => string]
  >,
  ask: (contact: string) => `Fragen beantwortet: ${contact}`,
}

const du: Partial<typeof sie> = {
  forMinor: (name) => `Du handelst für ${name}.`,
  lead: 'Die Kündigung zählt ab dem Tag, an dem du sie hier abschickst. Danach schicken wir dir einen Link, mit dem du sie bestätigst.',
  noAddress: 'Ohne E-Mail-Adresse kannst du hier nicht kündigen. Bitte schreib dem Verein.',
  causeHint:
    'Nur wenn du vor diesem Tag ausscheiden musst: Sag, warum, und trag oben den Tag ein. Der Verein entscheidet darüber.',
  note: 'Warum möchtest du gehen?',
  follows: {
    ...sie.follows,
    dependants: (names) => `Für ${names} zahlst du weiter, bis jemand anderes zahlt.`,
    atOnce: 'Mit deiner Bestätigung ist der Austritt eingetragen.',
    back: 'Innerhalb von 24 Stunden nach der Bestätigung widerrufst du die Kündigung hier, später mit dem Einverständnis des Vereins.',
  },
  states: {
    sent: (email) =>
      `Wir haben eine E-Mail an ${email} geschickt. Erst wenn du den Link darin öffnest und bestätigst, gilt die Kündigung.`,
    confirmed: 'Deine Kündigung ist angekommen. Der Verein bestätigt sie per E-Mail.',
    accepted: (day) => `Deine Kündigung ist bestätigt. Die Mitgliedschaft endet am ${day}.`,
    asked: 'Du hast den Verein um einen Widerruf der Kündigung gebeten. Er antwortet per E-Mail.',
  },
  askBackLead: 'Die 24 Stunden sind vorbei. Der Verein muss zustimmen, dass du Mitglied bleibst.',
  done: {
    ...sie.done,
    sent: 'Die Kündigung ist abgeschickt. Bitte bestätige sie mit dem Link in der E-Mail.',
    asked: 'Der Verein hat deine Bitte bekommen.',
  },
  issues: {
    ...sie.issues,
    day: 'Bitte gib ein Datum ein, das es gibt.',
    text: 'Bitte gib höchstens 500 Zeichen in einer Zeile ein.',
    actsForAll: 'Bitte bestätige das.',
  },
  confirm: {
    ...sie.confirm,
    outcomes: {
      ...sie.confirm.outcomes,
      gone: ['Dieser Link gilt nicht mehr', 'Schick die Kündigung im Portal noch einmal ab.'],
    },
  },
  mail: {
    ...sie.mail,
    subject: 'Bestätige deine Kündigung',
    greeting: 'Hallo,',
    lead: (name, day) =>
      `im Mitgliederportal wurde die Mitgliedschaft von ${name} zum ${day} gekündigt. Sie gilt erst, wenn du sie bestätigst.`,
    unasked: 'Warst du das nicht? Dann tu nichts, und die Mitgliedschaft bleibt.',
  },
  notice: {
    ...sie.notice,
    received: [
      'Deine Kündigung ist angekommen',
      (name, day, sent) =>
        `die Kündigung der Mitgliedschaft von ${name} zum ${day} ist am ${sent} angekommen. Der Verein bestätigt sie dir mit einer weiteren E-Mail.`,
    ],
    accepted: [
      'Bestätigung deiner Kündigung',
      (name, day, sent) =>
        `deine Kündigung vom ${sent} ist bestätigt. Der letzte Tag der Mitgliedschaft von ${name} ist der ${day}.`,
    ],
  },
}

const en: typeof sie = {
  title: 'End the membership',
  link: 'End the membership',
  see: 'View the resignation',
  back: 'Back to your details',
  forMinor: (name) => `You act for ${name}.`,
  minorsTitle: 'Resign for a child',
  lead: 'The resignation counts from the day on which you send it here. Then we email you a link that confirms it.',
  minor:
    'Who is under 18 does not resign alone. Whoever pays for the child or has custody does, on their own page of the portal.',
  ending: (day) => `The membership ends on ${day} already.`,
  noAddress: 'Without an email address you cannot resign here. Please write to the association.',
  lastDay: 'Last day of the membership',
  lastDayHint: (day) => `The next day that the notice allows is ${day}.`,
  causeTitle: 'Earlier for a good cause',
  cause: 'Good cause',
  causeHint:
    'Only if you have to leave before that day: say why, and enter the day above. The association decides on it.',
  note: 'Why do you want to leave?',
  noteHint: 'Optional',
  actsForAll: 'I act for all who have custody.',
  send: 'Send the resignation',
  what: 'What follows',
  follows: {
    fees: 'Fees arise until the last day. Who is a member on the first day of a period pays its fee.',
    open: (amount) => `${amount} is still open, and stays to be paid.`,
    mandate: (reference) => `The SEPA mandate ${reference} holds until the last fees are collected.`,
    dependants: (names) => `You go on paying for ${names} until somebody else does.`,
    portal: 'Access to the portal ends with the last day.',
    byStaff: 'The association confirms the last day by email.',
    atOnce: 'With your confirmation the end of the membership is entered.',
    back: 'Within 24 hours of the confirmation you withdraw the resignation here, later if the association agrees.',
  },
  states: {
    sent: (email) =>
      `We have sent an email to ${email}. The resignation holds once you open the link in it and confirm.`,
    confirmed: 'Your resignation has arrived. The association confirms it by email.',
    accepted: (day) => `Your resignation is confirmed. The membership ends on ${day}.`,
    asked: 'You have asked the association to let you withdraw the resignation. It answers by email.',
  },
  facts: { sentAt: 'Sent', lastDay: 'Last day', cause: 'Good cause' },
  takeBack: 'Withdraw the resignation',
  askBack: 'Ask to withdraw it',
  askBackLead: 'The 24 hours are over. The association has to agree that you stay a member.',
  done: {
    sent: 'The resignation is sent. Please confirm it by the link in the email.',
    withdrawn: 'The resignation is withdrawn.',
    asked: 'The association has received your request.',
  },
  issues: {
    last_day_past: 'This day is over.',
    before_notice: 'Before that day it takes a good cause.',
    not_an_end: 'No membership ends on this day.',
    day: 'Please enter a date that exists.',
    text: 'Please enter at most 500 characters in one line.',
    actsForAll: 'Please confirm this.',
    already_resigned: 'There is a resignation already.',
  },
  confirm: {
    title: 'Confirm the resignation',
    lead: (name, day) => `${name} ends the membership on ${day}.`,
    button: 'Confirm the resignation',
    outcomes: {
      confirmed: ['The resignation has arrived', 'The association confirms the last day by email.'],
      accepted: ['The resignation holds', 'The confirmation with the last day is on its way by email.'],
      withdrawn: ['The resignation is withdrawn', 'The membership goes on.'],
      gone: ['This link no longer works', 'Send the resignation in the portal again.'],
    },
  },
  mail: {
    subject: 'Confirm your resignation',
    greeting: 'Hello,',
    lead: (name, day) =>
      `in the member portal the membership of ${name} was ended on ${day}. It holds once you confirm it.`,
    until: (time) => `The link works until ${time}.`,
    unasked: 'Was it not you? Then do nothing, and the membership stays.',
  },
  notice: {
    received: [
      'Your resignation has arrived',
      (name, day, sent) =>
        `the resignation of ${name}, to ${day}, arrived on ${sent}. The association confirms it in another email.`,
    ],
    accepted: [
      'Confirmation of your resignation',
      (name, day, sent) =>
        `your resignation of ${sent} is confirmed. The last day of the membership of ${name} is ${day}.`,
    ],
    withdrawn: [
      'The resignation is withdrawn',
      (name, _, sent) => `the resignation of ${sent} is withdrawn. The membership of ${name} goes on.`,
    ],
    kept: [
      'The resignation stands',
      (name, day, sent) =>
        `the association did not agree to withdraw the resignation of ${sent}. The membership of ${name} ends on ${day}.`,
    ],
  },
  ask: (contact) => `Questions: ${contact}`,
}

/** What pages and mails about a resignation say. */
export const resignTexts = textsIn({ sie, du, en })

import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Mitglied werden',
  lead: 'Füllen Sie den Antrag aus. Danach schicken wir Ihnen eine E-Mail, mit der Sie ihn bestätigen.',
  steps: { fill: 'Ausfüllen', mail: 'E-Mail öffnen', confirm: 'Bestätigen' },
  next: (name: string) =>
    `Wir schicken Ihnen gleich eine E-Mail mit einem Link. Erst wenn Sie dort bestätigen, bekommt ${name} Ihren Antrag.`,
  send: 'Antrag absenden',
  tooManyFromCaller:
    'Gerade kommen hier sehr viele Anträge auf einmal an, deshalb nehmen wir sie nur langsam an. Das liegt nicht an Ihnen. Ihre Angaben stehen noch unten: Bitte senden Sie sie in einer Stunde noch einmal ab.',
  tooManyForAddress:
    'An diese E-Mail-Adresse haben wir heute schon mehrere Links geschickt. Öffnen Sie bitte den letzten; er gilt 48 Stunden. Ihre Angaben stehen noch unten.',
  busy: 'Dieses Formular wird heute ungewöhnlich oft abgeschickt, deshalb nehmen wir Anträge gerade nur langsam an. Das liegt nicht an Ihnen. Ihre Angaben stehen noch unten: Bitte senden Sie sie in einer Stunde noch einmal ab.',
  changed:
    'Das Formular hat sich geändert, seit Sie es ausgefüllt haben. Bitte prüfen Sie Ihre Angaben und senden Sie sie noch einmal ab.',
  sentTitle: 'Prüfen Sie Ihr Postfach',
  sent: (email: string) =>
    `Wir haben eine E-Mail an ${email} geschickt. Öffnen Sie den Link darin und bestätigen Sie Ihren Antrag. Der Link gilt 48 Stunden.`,
  sentHint:
    'Nichts angekommen? Schauen Sie im Spam-Ordner nach. Stimmt die Adresse nicht, ändern Sie sie: Ihre Angaben sind noch da.',
  again: 'Adresse oder Angaben ändern',
  changeGone:
    'Dieser Antrag ist schon eingegangen, oder seine 48 Stunden sind vorbei. Hier können Sie einen neuen ausfüllen.',
  checkTitle: 'Antrag bestätigen',
  check: (name: string) =>
    `Prüfen Sie Ihre Angaben. ${name} bekommt den Antrag erst, wenn Sie auf „Antrag bestätigen“ klicken.`,
  confirm: 'Antrag bestätigen',
  change: 'Ändern',
  hasNewer:
    'Mit dieser Adresse wurde danach noch ein Antrag ausgefüllt. Bestätigen Sie den neueren: Er steht in der letzten E-Mail.',
  otherMandate:
    'Das SEPA-Lastschriftmandat hat sich geändert, seit Sie es gesehen haben. Bitte lesen Sie es unten noch einmal, und bestätigen Sie dann. Es ist noch nichts erteilt.',
  becomes: 'Mitgliedschaft',
  member: 'wird Mitglied',
  noMember: 'wird kein Mitglied',
  guardian: 'Sorgeberechtigt',
  payer: 'Beiträge bezahlt',
  agreed: (date: string) => `Anerkannt am ${date}`,
  doneTitle: 'Ihr Antrag ist eingegangen',
  done: (name: string) =>
    `${name} prüft jetzt Ihren Antrag und meldet sich bei Ihnen. Mehr müssen Sie nicht tun; Mitglied sind Sie, sobald der Verein zustimmt.`,
  fullTitle: 'Im Moment leider nicht',
  full: (name: string) =>
    `${name} hat heute schon sehr viele Anträge bekommen. Ihr Antrag ist noch da: Bitte öffnen Sie den Link aus der E-Mail in einer Stunde noch einmal und bestätigen Sie ihn dann.`,
  goneTitle: 'Dieser Link ist abgelaufen',
  gone: 'Ein Link gilt 48 Stunden. Füllen Sie den Antrag bitte noch einmal aus; die Adresse des Formulars steht auf der Webseite Ihres Vereins.',
  closedTitle: 'Im Moment keine Anträge',
  closed: (name: string) =>
    `${name} nimmt hier gerade keine Anträge an. Bitte wenden Sie sich direkt an den Verein.`,
  invitation: 'Noch kein Mitglied?',
  apply: 'Antrag stellen',
  mail: {
    subject: 'Bestätigen Sie Ihren Antrag',
    preheader: 'Der Link gilt 48 Stunden.',
    greeting: 'Guten Tag,',
    lead: (name: string) =>
      `mit dieser Adresse wurde ein Antrag auf Mitgliedschaft ausgefüllt (${name}). Bitte prüfen und bestätigen Sie ihn:`,
    button: 'Antrag prüfen',
    until: (time: string) => `Der Link gilt bis ${time} Uhr. Ohne Ihre Bestätigung löschen wir den Antrag.`,
    unasked: 'Sie haben keinen Antrag ausgefüllt? Dann löschen Sie diese E-Mail einfach, es passiert nichts.',
  },
}

const du: Partial<typeof sie> = {
  lead: 'Füll den Antrag aus. Danach schicken wir dir eine E-Mail, mit der du ihn bestätigst.',
  next: (name) =>
    `Wir schicken dir gleich eine E-Mail mit einem Link. Erst wenn du dort bestätigst, bekommt ${name} deinen Antrag.`,
  tooManyFromCaller:
    'Gerade kommen hier sehr viele Anträge auf einmal an, deshalb nehmen wir sie nur langsam an. Das liegt nicht an dir. Deine Angaben stehen noch unten: Bitte sende sie in einer Stunde noch einmal ab.',
  tooManyForAddress:
    'An diese E-Mail-Adresse haben wir heute schon mehrere Links geschickt. Öffne bitte den letzten; er gilt 48 Stunden. Deine Angaben stehen noch unten.',
  busy: 'Dieses Formular wird heute ungewöhnlich oft abgeschickt, deshalb nehmen wir Anträge gerade nur langsam an. Das liegt nicht an dir. Deine Angaben stehen noch unten: Bitte sende sie in einer Stunde noch einmal ab.',
  changed:
    'Das Formular hat sich geändert, seit du es ausgefüllt hast. Bitte prüfe deine Angaben und sende sie noch einmal ab.',
  sentTitle: 'Prüfe dein Postfach',
  sent: (email) =>
    `Wir haben eine E-Mail an ${email} geschickt. Öffne den Link darin und bestätige deinen Antrag. Der Link gilt 48 Stunden.`,
  sentHint:
    'Nichts angekommen? Schau im Spam-Ordner nach. Stimmt die Adresse nicht, ändere sie: Deine Angaben sind noch da.',
  changeGone:
    'Dieser Antrag ist schon eingegangen, oder seine 48 Stunden sind vorbei. Hier kannst du einen neuen ausfüllen.',
  check: (name) =>
    `Prüfe deine Angaben. ${name} bekommt den Antrag erst, wenn du auf „Antrag bestätigen“ klickst.`,
  hasNewer:
    'Mit dieser Adresse wurde danach noch ein Antrag ausgefüllt. Bestätige den neueren: Er steht in der letzten E-Mail.',
  otherMandate:
    'Das SEPA-Lastschriftmandat hat sich geändert, seit du es gesehen hast. Bitte lies es unten noch einmal, und bestätige dann. Es ist noch nichts erteilt.',
  doneTitle: 'Dein Antrag ist eingegangen',
  done: (name) =>
    `${name} prüft jetzt deinen Antrag und meldet sich bei dir. Mehr musst du nicht tun; Mitglied bist du, sobald der Verein zustimmt.`,
  full: (name) =>
    `${name} hat heute schon sehr viele Anträge bekommen. Dein Antrag ist noch da: Bitte öffne den Link aus der E-Mail in einer Stunde noch einmal und bestätige ihn dann.`,
  gone: 'Ein Link gilt 48 Stunden. Füll den Antrag bitte noch einmal aus; die Adresse des Formulars steht auf der Webseite deines Vereins.',
  closed: (name) => `${name} nimmt hier gerade keine Anträge an. Bitte wende dich direkt an den Verein.`,
  mail: {
    subject: 'Bestätige deinen Antrag',
    preheader: 'Der Link gilt 48 Stunden.',
    greeting: 'Hallo,',
    lead: (name) =>
      `mit dieser Adresse wurde ein Antrag auf Mitgliedschaft ausgefüllt (${name}). Bitte prüfe und bestätige ihn:`,
    button: 'Antrag prüfen',
    until: (time) => `Der Link gilt bis ${time} Uhr. Ohne deine Bestätigung löschen wir den Antrag.`,
    unasked: 'Du hast keinen Antrag ausgefüllt? Dann lösch diese E-Mail einfach, es passiert nichts.',
  },
}

const en: typeof sie = {
  title: 'Become a member',
  lead: 'Fill in the application. We then email you a link to confirm it.',
  steps: { fill: 'Fill in', mail: 'Open the email', confirm: 'Confirm' },
  next: (name) => `We email you a link next. ${name} gets your application once you confirm it there.`,
  send: 'Send application',
  tooManyFromCaller:
    'A great many applications are arriving here at once, so we are taking them slowly. It is not your fault. Your details are still below: send them again in an hour.',
  tooManyForAddress:
    'We have already sent several links to this email address today. Open the last one; it is valid for 48 hours. Your details are still below.',
  busy: 'This form is being sent unusually often today, so we are taking applications slowly. It is not your fault. Your details are still below: send them again in an hour.',
  changed: 'The form has changed since you filled it in. Check your details and send them again.',
  sentTitle: 'Check your inbox',
  sent: (email) =>
    `We have sent an email to ${email}. Open the link in it and confirm your application. The link is valid for 48 hours.`,
  sentHint:
    'Not there yet? Check your spam folder. If the address is wrong, change it: your details are kept.',
  again: 'Change the address or details',
  changeGone: 'We have this application already, or its 48 hours are over. You can fill in a new one here.',
  checkTitle: 'Confirm your application',
  check: (name) => `Check your details. ${name} gets your application once you press “Confirm application”.`,
  confirm: 'Confirm application',
  change: 'Change',
  hasNewer:
    'Another application was filled in with this address later. Confirm the later one: it is in the last email.',
  otherMandate:
    'The SEPA direct debit mandate has changed since you saw it. Read it again below, and then confirm. Nothing is given yet.',
  becomes: 'Membership',
  member: 'becomes a member',
  noMember: 'does not become a member',
  guardian: 'Parent or guardian',
  payer: 'Fees paid by',
  agreed: (date) => `Agreed to on ${date}`,
  doneTitle: 'We have your application',
  done: (name) =>
    `${name} now looks at your application and gets back to you. There is nothing more to do; you are a member once the association agrees.`,
  fullTitle: 'Not right now, sorry',
  full: (name) =>
    `${name} has already got a great many applications today. Yours is kept: open the link in the email again in an hour and confirm it then.`,
  goneTitle: 'This link has expired',
  gone: 'Links are valid for 48 hours. Please fill in the application again; your association’s website has the address of the form.',
  closedTitle: 'No applications at the moment',
  closed: (name) =>
    `${name} does not take applications here at the moment. Please contact the association directly.`,
  invitation: 'Not a member yet?',
  apply: 'Apply for membership',
  mail: {
    subject: 'Confirm your application',
    preheader: 'The link is valid for 48 hours.',
    greeting: 'Hello,',
    lead: (name) =>
      `this address was used to apply for membership (${name}). Please check and confirm the application:`,
    button: 'Check the application',
    until: (time) => `The link is valid until ${time}. We delete the application if you do not confirm it.`,
    unasked: 'You did not apply? Then just delete this email; nothing will happen.',
  },
}

/** What the pages and the mail of an application for membership say. */
export const joinPageTexts = textsIn({ sie, du, en })

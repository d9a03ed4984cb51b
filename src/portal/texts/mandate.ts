import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'SEPA-Lastschriftmandat',
  lead: 'Damit der Verein Ihre Beiträge einziehen darf.',
  creditor: 'Zahlungsempfänger',
  creditorId: 'Gläubiger-ID',
  reference: 'Mandatsreferenz',
  kind: 'Art der Zahlung',
  recurrent: 'Wiederkehrende Zahlungen',
  otherHolder: (reference: string) =>
    `Ist der Kontoinhaber jemand anderes als bisher, bekommt das Mandat die Referenz ${reference}.`,
  holder: 'Kontoinhaber',
  holderHint:
    'Vor- und Nachname, wie bei der Bank. Das Konto darf auch jemand anderem gehören, der zustimmt.',
  iban: 'IBAN',
  agreed: 'Ich erteile dieses Mandat. Das Konto gehört mir, oder der Kontoinhaber ist einverstanden.',
  grant: 'Mandat erteilen',
  rests:
    'Sie bekommen eine E-Mail, mit der Sie das Mandat 14 Tage lang widerrufen können. Vor Ablauf von 24 Stunden wird nichts eingezogen.',
  issues: {
    holder: 'Bitte geben Sie den Namen des Kontoinhabers ein, höchstens 70 Zeichen.',
    iban: 'Bitte prüfen Sie die IBAN. Das Konto muss in einem Land des Europäischen Wirtschaftsraums liegen.',
    agreed: 'Bitte setzen Sie das Häkchen, um das Mandat zu erteilen.',
    tooMany: 'Das Konto wurde zu oft geändert. Bitte versuchen Sie es in einer Stunde noch einmal.',
  },
  obstacles: {
    no_creditor: 'Der Verein zieht zurzeit keine Beiträge ein.',
    of_payer: 'Ihre Beiträge zahlt eine andere Person. Sie erteilt das Mandat.',
    minor:
      'Wer noch nicht 18 ist, erteilt kein Mandat. Das macht, wer die Beiträge zahlt; die Geschäftsstelle trägt diese Person ein.',
    no_email: 'Ohne E-Mail-Adresse können Sie kein Mandat erteilen. Wenden Sie sich an die Geschäftsstelle.',
  },
  back: 'Zurück',
  none: 'Sie haben noch kein Mandat erteilt.',
  open: 'Mandat jetzt erteilen',
  change: 'Anderes Konto',
  withdraw: 'Widerrufen',
  withdrawTitle: 'Mandat widerrufen',
  withdrawLead: (reference: string) =>
    `Danach zieht der Verein unter dem Mandat ${reference} nichts mehr ein. Sie zahlen dann per Überweisung.`,
  withdrawAct: 'Mandat widerrufen',
  running: {
    released: (amount: string, date: string) =>
      `Der Einzug von ${amount} am ${date} ist vorgesehen. Er wird ohne dieses Mandat nicht bei der Bank eingereicht.`,
    submitted: (amount: string, date: string) =>
      `Der Einzug von ${amount} am ${date} läuft noch. Auf Wunsch erstattet der Verein den Betrag.`,
  },
  done: {
    granted: 'Das Mandat ist erteilt. Wir haben Ihnen eine E-Mail geschickt.',
    amended: 'Das Mandat gilt jetzt für das neue Konto. Wir haben Ihnen eine E-Mail geschickt.',
    mandate_unchanged: 'Das Mandat galt schon für dieses Konto.',
    mandate_withdrawn: 'Das Mandat ist widerrufen. Sie zahlen jetzt per Überweisung.',
    mandate_withdrawn_running:
      'Das Mandat ist widerrufen. Eine Lastschrift ist schon bei der Bank; auf Wunsch erstattet der Verein den Betrag.',
  },
  mail: {
    subject: 'Ihr SEPA-Lastschriftmandat',
    preheader: 'Waren Sie das nicht? Dann widerrufen Sie es.',
    greeting: 'Guten Tag,',
    given: (creditor: string, end: string, time: string) =>
      `im Mitgliederportal wurde am ${time} Uhr ein SEPA-Lastschriftmandat für ${creditor} erteilt, für das Konto mit der IBAN, die auf ${end} endet.`,
    givenWithApplication: (creditor: string, end: string, time: string) =>
      `mit einem Antrag auf Mitgliedschaft wurde am ${time} Uhr ein SEPA-Lastschriftmandat für ${creditor} erteilt, für das Konto mit der IBAN, die auf ${end} endet.`,
    terms: (reference: string, holder: string) => `Mandatsreferenz: ${reference}, Kontoinhaber: ${holder}.`,
    backLead: 'Waren Sie das nicht, oder haben Sie es sich anders überlegt? Dann widerrufen Sie das Mandat.',
    button: 'Mandat widerrufen',
    until: 'Der Link gilt 14 Tage. Vor Ablauf von 24 Stunden wird nichts eingezogen.',
    ask: (whom: string) => `So erreichen Sie den Verein: ${whom}`,
  },
  voidMail: {
    subject: 'Ihr SEPA-Lastschriftmandat gilt nicht mehr',
    preheader: 'Die E-Mail-Adresse, die es bestätigt hat, wurde geändert.',
    greeting: 'Guten Tag,',
    voided: (reference: string, creditor: string) =>
      `das online erteilte SEPA-Lastschriftmandat ${reference} für ${creditor} gilt nicht mehr, denn die E-Mail-Adresse, die es bestätigt hat, wurde innerhalb von 24 Stunden geändert. Was vorher eingetragen war, gilt wieder.`,
    again:
      'Möchten Sie per Lastschrift zahlen, erteilen Sie bitte ein neues Mandat: im Mitgliederportal oder auf Papier.',
    ask: (whom: string) => `So erreichen Sie den Verein: ${whom}`,
  },
  takeBack: {
    title: 'Mandat widerrufen',
    leads: {
      portal:
        'Danach wird unter diesem Mandat nichts mehr eingezogen. Konto, Zahlungsart und Mandat sind dann wieder wie vorher; auch ein Mandat, das später im Portal erteilt wurde, gilt nicht mehr.',
      join: 'Danach wird unter diesem Mandat nichts mehr eingezogen, und die Beiträge werden überwiesen.',
    },
    act: 'Mandat widerrufen',
  },
  outcomes: {
    back: {
      title: 'Das Mandat ist widerrufen',
      lead: 'Unter diesem Mandat wird nichts mehr eingezogen. Hat jemand anderes Zugang zu Ihrem Postfach, ändern Sie dessen Passwort und sagen Sie dem Verein Bescheid.',
    },
    over: {
      title: 'Dieses Mandat gilt nicht mehr',
      lead: 'Es wurde schon widerrufen oder durch ein anderes ersetzt.',
    },
    gone: {
      title: 'Dieser Link gilt nicht mehr',
      lead: 'Ein Mandat können Sie jederzeit widerrufen: im Mitgliederportal oder beim Verein.',
    },
  },
}

const du: Partial<typeof sie> = {
  lead: 'Damit der Verein deine Beiträge einziehen darf.',
  rests:
    'Du bekommst eine E-Mail, mit der du das Mandat 14 Tage lang widerrufen kannst. Vor Ablauf von 24 Stunden wird nichts eingezogen.',
  issues: {
    holder: 'Bitte gib den Namen des Kontoinhabers ein, höchstens 70 Zeichen.',
    iban: 'Bitte prüfe die IBAN. Das Konto muss in einem Land des Europäischen Wirtschaftsraums liegen.',
    agreed: 'Bitte setz das Häkchen, um das Mandat zu erteilen.',
    tooMany: 'Das Konto wurde zu oft geändert. Bitte versuch es in einer Stunde noch einmal.',
  },
  obstacles: {
    ...sie.obstacles,
    of_payer: 'Deine Beiträge zahlt eine andere Person. Sie erteilt das Mandat.',
    no_email: 'Ohne E-Mail-Adresse kannst du kein Mandat erteilen. Wende dich an die Geschäftsstelle.',
  },
  none: 'Du hast noch kein Mandat erteilt.',
  withdrawLead: (reference) =>
    `Danach zieht der Verein unter dem Mandat ${reference} nichts mehr ein. Du zahlst dann per Überweisung.`,
  done: {
    ...sie.done,
    granted: 'Das Mandat ist erteilt. Wir haben dir eine E-Mail geschickt.',
    amended: 'Das Mandat gilt jetzt für das neue Konto. Wir haben dir eine E-Mail geschickt.',
    mandate_withdrawn: 'Das Mandat ist widerrufen. Du zahlst jetzt per Überweisung.',
  },
  mail: {
    ...sie.mail,
    subject: 'Dein SEPA-Lastschriftmandat',
    preheader: 'Warst du das nicht? Dann widerruf es.',
    greeting: 'Hallo,',
    backLead: 'Warst du das nicht, oder hast du es dir anders überlegt? Dann widerruf das Mandat.',
    ask: (whom) => `So erreichst du den Verein: ${whom}`,
  },
  voidMail: {
    ...sie.voidMail,
    subject: 'Dein SEPA-Lastschriftmandat gilt nicht mehr',
    greeting: 'Hallo,',
    again:
      'Möchtest du per Lastschrift zahlen, erteile bitte ein neues Mandat: im Mitgliederportal oder auf Papier.',
    ask: (whom) => `So erreichst du den Verein: ${whom}`,
  },
  outcomes: {
    ...sie.outcomes,
    back: {
      title: 'Das Mandat ist widerrufen',
      lead: 'Unter diesem Mandat wird nichts mehr eingezogen. Hat jemand anderes Zugang zu deinem Postfach, ändere dessen Passwort und sag dem Verein Bescheid.',
    },
    gone: {
      title: 'Dieser Link gilt nicht mehr',
      lead: 'Ein Mandat kannst du jederzeit widerrufen: im Mitgliederportal oder beim Verein.',
    },
  },
}

const en: typeof sie = {
  title: 'SEPA direct debit mandate',
  lead: 'It lets the association collect your fees.',
  creditor: 'Creditor',
  creditorId: 'Creditor identifier',
  reference: 'Mandate reference',
  kind: 'Type of payment',
  recurrent: 'Recurrent payments',
  otherHolder: (reference) =>
    `If the account holder is somebody else than before, the mandate gets the reference ${reference}.`,
  holder: 'Account holder',
  holderHint: 'First and last name, as at the bank. The account may be somebody else’s who agrees.',
  iban: 'IBAN',
  agreed: 'I give this mandate. The account is mine, or its holder agrees.',
  grant: 'Give the mandate',
  rests:
    'You get an email by which you can withdraw the mandate for 14 days. Nothing is collected within 24 hours.',
  issues: {
    holder: 'Please enter the name of the account holder, at most 70 characters.',
    iban: 'Please check the IBAN. The account must be in a country of the European Economic Area.',
    agreed: 'Please tick the box to give the mandate.',
    tooMany: 'The account was changed too often. Please try again in an hour.',
  },
  obstacles: {
    no_creditor: 'The association does not collect fees at the moment.',
    of_payer: 'Somebody else pays your fees, and gives the mandate.',
    minor: 'Nobody under 18 gives a mandate. Whoever pays the fees does; the office enters that person.',
    no_email: 'Without an email address you cannot give a mandate. Please ask the office.',
  },
  back: 'Back',
  none: 'You have not given a mandate yet.',
  open: 'Give a mandate now',
  change: 'Another account',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw the mandate',
  withdrawLead: (reference) =>
    `From then on, the association collects nothing under the mandate ${reference}. You pay by bank transfer.`,
  withdrawAct: 'Withdraw the mandate',
  running: {
    released: (amount, date) =>
      `${amount} are to be collected on ${date}. Without this mandate, that will not go to the bank.`,
    submitted: (amount, date) =>
      `The collection of ${amount} on ${date} is still under way. The association refunds it if you ask.`,
  },
  done: {
    granted: 'The mandate is given. We sent you an email.',
    amended: 'The mandate is now for the new account. We sent you an email.',
    mandate_unchanged: 'The mandate was for this account already.',
    mandate_withdrawn: 'The mandate is withdrawn. You now pay by bank transfer.',
    mandate_withdrawn_running:
      'The mandate is withdrawn. A direct debit is at the bank already; the association refunds it if you ask.',
  },
  mail: {
    subject: 'Your SEPA direct debit mandate',
    preheader: 'Wasn’t you? Withdraw it.',
    greeting: 'Hello,',
    given: (creditor, end, time) =>
      `a SEPA direct debit mandate for ${creditor} was given in the member portal on ${time}, for the account with the IBAN that ends in ${end}.`,
    givenWithApplication: (creditor, end, time) =>
      `a SEPA direct debit mandate for ${creditor} was given with an application for membership on ${time}, for the account with the IBAN that ends in ${end}.`,
    terms: (reference, holder) => `Mandate reference: ${reference}, account holder: ${holder}.`,
    backLead: 'Wasn’t you, or did you change your mind? Withdraw the mandate.',
    button: 'Withdraw the mandate',
    until: 'The link is valid for 14 days. Nothing is collected within 24 hours.',
    ask: (whom) => `This is how you reach the association: ${whom}`,
  },
  voidMail: {
    subject: 'Your SEPA direct debit mandate is no longer valid',
    preheader: 'The email address that confirmed it was changed.',
    greeting: 'Hello,',
    voided: (reference, creditor) =>
      `the SEPA direct debit mandate ${reference} for ${creditor} that was given online is no longer valid, because the email address that confirmed it was changed within 24 hours. What was there before is valid again.`,
    again: 'If you want to pay by direct debit, please give a new mandate: in the member portal or on paper.',
    ask: (whom) => `This is how you reach the association: ${whom}`,
  },
  takeBack: {
    title: 'Withdraw the mandate',
    leads: {
      portal:
        'From then on, nothing is collected under this mandate. Account, payment method and mandate are as before, and a mandate that was given in the portal afterwards is no longer valid either.',
      join: 'From then on, nothing is collected under this mandate, and fees are paid by bank transfer.',
    },
    act: 'Withdraw the mandate',
  },
  outcomes: {
    back: {
      title: 'The mandate is withdrawn',
      lead: 'Nothing is collected under this mandate any more. If somebody else can read your email, change the password of your mailbox and tell the association.',
    },
    over: {
      title: 'This mandate is no longer valid',
      lead: 'It was withdrawn already, or replaced by another one.',
    },
    gone: {
      title: 'This link is no longer valid',
      lead: 'You can withdraw a mandate at any time: in the member portal, or by asking the association.',
    },
  },
}

/** What members read of their mandate. */
export const mandateTexts = textsIn({ sie, du, en })

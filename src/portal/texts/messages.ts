import { textsIn } from '../../ui/i18n/locale'

const sie = {
  sessionEnded: {
    title: 'Sie sind nicht angemeldet',
    lead: 'Ihre Anmeldung ist abgelaufen oder beendet. Öffnen Sie Ihren Link noch einmal, oder fordern Sie einen neuen an.',
    askAgain:
      'Öffnen Sie Ihren Link noch einmal. Oder geben Sie Ihre E-Mail-Adresse ein, dann schicken wir Ihnen einen neuen.',
    noCookie:
      'Haben Sie sich gerade angemeldet? Dann hat Ihr Browser das Cookie nicht mitgeschickt, an dem wir Sie erkennen. Lassen Sie Cookies zu, und öffnen Sie Ihren Link noch einmal.',
    noCookieOverHttp:
      'Safari nimmt Cookies nur über https an. Nehmen Sie für diese Adresse Firefox oder Chrome.',
  },
  inputKept: {
    title: 'Ihre Anmeldung ist abgelaufen',
    lead: 'Ihre Eingaben sind noch da: Öffnen Sie Ihren Link in einem neuen Tab und drücken Sie dann hier auf Weiter.',
    goOn: 'Weiter',
    ask: 'Gilt Ihr Link nicht mehr? Geben Sie Ihre E-Mail-Adresse ein, dann schicken wir Ihnen einen neuen. Lassen Sie diese Seite dabei offen.',
  },
  closed: {
    title: 'Das Mitgliederportal ist zurzeit geschlossen',
    lead: 'Ihre Daten und Beiträge sehen Sie hier, sobald der Verein es wieder öffnet.',
  },
  membershipEnded: {
    title: 'Ihre Mitgliedschaft ist beendet',
    lead: (date: string) => `Sie endete am ${date}. Das Portal steht nur Mitgliedern offen.`,
  },
  paysForNobody: {
    title: 'Hier gibt es nichts mehr für Sie',
    lead: 'Sie zahlen für niemanden mehr. Beiträge und Zahlungen anderer sehen Sie deshalb nicht.',
  },
  whomToAsk: 'Bitte wenden Sie sich an:',
  barred: {
    title: 'Das geht im Moment nicht',
    lead: 'E-Mail-Adresse, Konto und Einwilligungen kann nur das Mitglied selbst ändern, mit einem Link, den es angefordert hat. Nach einer neuen E-Mail-Adresse lässt sich das Konto 24 Stunden lang nicht ändern. Geben Sie Ihre E-Mail-Adresse ein, dann schicken wir Ihnen einen.',
  },
  again: {
    label: 'Noch einmal versuchen',
    kept: 'Lassen Sie diese Seite so lange offen, dann müssen Sie nichts neu eingeben.',
  },
  toPortal: 'Zum Mitgliederportal',
  notFound: {
    title: 'Diese Seite gibt es nicht',
    lead: 'Vielleicht ist die Adresse unvollständig, oder die Seite ist nicht für Sie bestimmt.',
  },
  requestRefused: {
    title: 'Das hat nicht geklappt',
    lead: 'Die Anfrage kam nicht von dieser Seite oder war zu groß. Gehen Sie zurück und versuchen Sie es noch einmal.',
  },
  noMail: {
    title: 'Anmelden geht gerade nicht',
    lead: 'Im Moment können wir keine Links verschicken. Versuchen Sie es später noch einmal, oder bitten Sie Ihren Verein um einen Link.',
  },
  unavailable: {
    title: 'Gerade nicht erreichbar',
    lead: 'Im Moment können wir Ihre Daten nicht laden oder speichern. Bitte versuchen Sie es in einer Minute noch einmal, und sehen Sie vorher nach, ob Ihre letzte Eingabe schon gespeichert ist.',
  },
  paused: {
    title: 'Gerade nur zum Ansehen',
    lead: 'Der Dienst wird gerade gewartet. Es wurde nichts gespeichert. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
  },
  moving: {
    title: 'Das geht gerade nicht',
    lead: 'Die Daten des Vereins ziehen gerade um. Das dauert ein paar Minuten. Es wurde nichts gespeichert. Bitte versuchen Sie es danach noch einmal.',
  },
  serverError: {
    title: 'Etwas ist schiefgegangen',
    lead: 'Der Fehler liegt bei uns. Bitte versuchen Sie es gleich noch einmal.',
  },
}

const du: Partial<typeof sie> = {
  sessionEnded: {
    title: 'Du bist nicht angemeldet',
    lead: 'Deine Anmeldung ist abgelaufen oder beendet. Öffne deinen Link noch einmal, oder fordere einen neuen an.',
    askAgain:
      'Öffne deinen Link noch einmal. Oder gib deine E-Mail-Adresse ein, dann schicken wir dir einen neuen.',
    noCookie:
      'Hast du dich gerade angemeldet? Dann hat dein Browser das Cookie nicht mitgeschickt, an dem wir dich erkennen. Lass Cookies zu, und öffne deinen Link noch einmal.',
    noCookieOverHttp: 'Safari nimmt Cookies nur über https an. Nimm für diese Adresse Firefox oder Chrome.',
  },
  inputKept: {
    title: 'Deine Anmeldung ist abgelaufen',
    lead: 'Deine Eingaben sind noch da: Öffne deinen Link in einem neuen Tab und drücke dann hier auf Weiter.',
    goOn: 'Weiter',
    ask: 'Gilt dein Link nicht mehr? Gib deine E-Mail-Adresse ein, dann schicken wir dir einen neuen. Lass diese Seite dabei offen.',
  },
  closed: {
    title: 'Das Mitgliederportal ist zurzeit geschlossen',
    lead: 'Deine Daten und Beiträge siehst du hier, sobald der Verein es wieder öffnet.',
  },
  membershipEnded: {
    title: 'Deine Mitgliedschaft ist beendet',
    lead: (date) => `Sie endete am ${date}. Das Portal steht nur Mitgliedern offen.`,
  },
  paysForNobody: {
    title: 'Hier gibt es nichts mehr für dich',
    lead: 'Du zahlst für niemanden mehr. Beiträge und Zahlungen anderer siehst du deshalb nicht.',
  },
  whomToAsk: 'Bitte wende dich an:',
  barred: {
    title: 'Das geht im Moment nicht',
    lead: 'E-Mail-Adresse, Konto und Einwilligungen kann nur das Mitglied selbst ändern, mit einem Link, den es angefordert hat. Nach einer neuen E-Mail-Adresse lässt sich das Konto 24 Stunden lang nicht ändern. Gib deine E-Mail-Adresse ein, dann schicken wir dir einen.',
  },
  again: {
    label: 'Noch einmal versuchen',
    kept: 'Lass diese Seite so lange offen, dann musst du nichts neu eingeben.',
  },
  notFound: {
    title: 'Diese Seite gibt es nicht',
    lead: 'Vielleicht ist die Adresse unvollständig, oder die Seite ist nicht für dich bestimmt.',
  },
  requestRefused: {
    title: 'Das hat nicht geklappt',
    lead: 'Die Anfrage kam nicht von dieser Seite oder war zu groß. Geh zurück und versuche es noch einmal.',
  },
  noMail: {
    title: 'Anmelden geht gerade nicht',
    lead: 'Im Moment können wir keine Links verschicken. Versuche es später noch einmal, oder bitte deinen Verein um einen Link.',
  },
  unavailable: {
    title: 'Gerade nicht erreichbar',
    lead: 'Im Moment können wir deine Daten nicht laden oder speichern. Bitte versuche es in einer Minute noch einmal, und sieh vorher nach, ob deine letzte Eingabe schon gespeichert ist.',
  },
  paused: {
    title: 'Gerade nur zum Ansehen',
    lead: 'Der Dienst wird gerade gewartet. Es wurde nichts gespeichert. Bitte versuche es in ein paar Minuten noch einmal.',
  },
  moving: {
    title: 'Das geht gerade nicht',
    lead: 'Die Daten des Vereins ziehen gerade um. Das dauert ein paar Minuten. Es wurde nichts gespeichert. Bitte versuche es danach noch einmal.',
  },
  serverError: {
    title: 'Etwas ist schiefgegangen',
    lead: 'Der Fehler liegt bei uns. Bitte versuche es gleich noch einmal.',
  },
}

const en: typeof sie = {
  sessionEnded: {
    title: 'You are signed out',
    lead: 'Your session has ended. Open your link again, or ask for a new one.',
    askAgain: 'Open your link again. Or enter your email address, and we will email you a new one.',
    noCookie:
      'Have you just signed in? Then your browser did not send back the cookie by which we recognize you. Allow cookies, and open your link again.',
    noCookieOverHttp: 'Safari takes cookies over https only. Use Firefox or Chrome for this address.',
  },
  inputKept: {
    title: 'Your session has ended',
    lead: 'What you entered is still here: open your link in a new tab, then press Continue on this page.',
    goOn: 'Continue',
    ask: 'Has your link expired? Enter your email address, and we will email you a new one. Keep this page open.',
  },
  closed: {
    title: 'The member portal is closed at the moment',
    lead: 'You will see your details and fees here once your association opens it again.',
  },
  membershipEnded: {
    title: 'Your membership has ended',
    lead: (date) => `It ended on ${date}. The portal is open to members only.`,
  },
  paysForNobody: {
    title: 'There is nothing left for you here',
    lead: 'You no longer pay for anybody, so you do not see fees and payments of others.',
  },
  whomToAsk: 'Please contact:',
  barred: {
    title: 'You cannot do this right now',
    lead: 'Only the member can change the email address, the account and consents, with a link that the member has asked for. For 24 hours after a new email address, the account cannot be changed. Enter your email address, and we will email you one.',
  },
  again: {
    label: 'Try again',
    kept: 'Keep this page open until then, and you will not have to enter anything again.',
  },
  toPortal: 'Open the member portal',
  notFound: {
    title: 'Page not found',
    lead: 'The address may be incomplete, or the page is not for you.',
  },
  requestRefused: {
    title: "That didn't work",
    lead: 'The request did not come from this site or was too large. Go back and try again.',
  },
  noMail: {
    title: 'You cannot sign in right now',
    lead: 'We cannot send links at the moment. Try again later, or ask your association for a link.',
  },
  unavailable: {
    title: 'Not available right now',
    lead: 'We cannot load or save your data at the moment. Please try again in a minute, and check first whether your last entry was saved.',
  },
  paused: {
    title: 'Read only for a while',
    lead: 'The service is under maintenance. Nothing was saved. Please try again in a few minutes.',
  },
  moving: {
    title: 'You cannot do this right now',
    lead: 'The association’s data is being moved. This takes a few minutes. Nothing was saved. Please try again after that.',
  },
  serverError: {
    title: 'Something went wrong',
    lead: 'The error is on our side. Please try again in a moment.',
  },
}

/** What pages that show one message say. */
export const messageTexts = textsIn({ sie, du, en })

export type MessageName =
  | 'notFound'
  | 'requestRefused'
  | 'noMail'
  | 'unavailable'
  | 'paused'
  | 'moving'
  | 'serverError'

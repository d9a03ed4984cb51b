import type { PortalTexts } from './de'

/** What the portal and its mails say, in English. */
export const en: PortalTexts = {
  layout: {
    portal: 'Member portal',
    signOut: 'Sign out',
    choosePerson: 'Choose a person',
    sections: 'Sections',
  },
  messages: {
    sessionEnded: {
      title: 'You are not signed in',
      lead: 'Your session has expired or was ended. Open your link again, or ask for a new one.',
    },
    notFound: { title: 'Nothing here', lead: 'This page does not exist, or it is not for you.' },
    requestRefused: {
      title: 'That did not work',
      lead: 'The request did not come from this site or was too large. Go back and try again.',
    },
    noMail: {
      title: 'You cannot sign in right now',
      lead: 'We cannot send links at the moment. Try again later, or ask your association for a link.',
    },
    serverError: {
      title: 'Something went wrong',
      lead: 'The error is on our side. Please try again in a moment.',
    },
  },
  requestLink: {
    title: 'Sign in',
    lead: 'Enter your e-mail address. If it belongs to a member, we will send you a personal link.',
    email: 'E-mail address',
    send: 'Send me a link',
    noAddress: 'Please enter exactly one e-mail address, such as name@example.org.',
    tooMany: 'Too many links were requested from here just now. Please try again in an hour.',
    sentTitle: 'Check your inbox',
    sent: 'If the address belongs to a member, a mail with your link is on its way. It is valid for twelve hours.',
    sentHint: 'Nothing there? Check your spam folder, or use the address that your association knows.',
    again: 'Enter another address',
    signedOut: 'You are signed out.',
  },
  login: {
    title: 'Welcome',
    lead: 'This link opens the member portal. It is personal: please do not pass it on.',
    open: 'Open the portal',
    goneTitle: 'This link is no longer valid',
    gone: 'It has expired or is incomplete. Ask for a new one on the portal page of your association, or ask the association.',
  },
  myData: {
    title: 'My data',
    nothingOffered: 'Your association does not offer anything here at the moment.',
    edit: 'Change',
    editTitle: 'Change data',
    saved: 'Saved. Thank you for keeping your data up to date.',
    changedMeanwhile:
      'Your data was changed elsewhere just now. The form below has the current data; change it again where needed.',
  },
  news: {
    title: 'News by e-mail',
    wanted: 'You get the news of your association.',
    refused: (date) => `Unsubscribed on ${date}. You still get important mails about your membership.`,
    refuse: 'Unsubscribe',
    want: 'Get them again',
    done: {
      refused: 'You are unsubscribed from news.',
      wanted: 'You get news again.',
    },
  },
  unsubscribe: {
    title: 'Unsubscribe from news?',
    lead: (name) =>
      `${name} will no longer send you news by e-mail. You still get important mails, such as invitations to the general meeting or about fees.`,
    unsubscribe: 'Unsubscribe',
    doneTitle: 'Unsubscribed',
    done: (name) =>
      `${name} no longer sends you news by e-mail. You still get important mails, such as invitations to the general meeting or about fees.`,
    again: 'Get news again',
    wanted: 'You get news again.',
    goneTitle: 'This link is not valid',
    gone: 'It is incomplete or too old. Use the link in the latest mail, or reply to that mail.',
  },
  myFees: {
    title: 'Fees',
    none: 'There are no fees for you.',
    reference: 'Payment reference',
  },
  mail: {
    subject: 'Your link to the member portal',
    preheader: 'Valid for twelve hours, for you alone.',
    greeting: 'Hello,',
    lead: 'this link opens the member portal:',
    button: 'Open the portal',
    until: (time) => `It is valid until ${time}.`,
    personal: 'The link is personal like a password: please do not pass it on.',
    unasked: 'You did not ask for a link? Then just delete this mail; nothing will happen.',
  },
}

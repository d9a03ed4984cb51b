import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Neuigkeiten per E-Mail',
  wanted: 'Sie bekommen die Neuigkeiten Ihres Vereins.',
  refused: (date: string) => `Abbestellt am ${date}. Wichtige E-Mails zu Ihrer Mitgliedschaft kommen weiter.`,
  refuse: 'Abbestellen',
  want: 'Wieder bekommen',
  done: {
    refused: 'Neuigkeiten sind abbestellt.',
    wanted: 'Sie bekommen wieder Neuigkeiten.',
  },
}

const du: Partial<typeof sie> = {
  wanted: 'Du bekommst die Neuigkeiten deines Vereins.',
  refused: (date) => `Abbestellt am ${date}. Wichtige E-Mails zu deiner Mitgliedschaft kommen weiter.`,
  done: {
    refused: 'Neuigkeiten sind abbestellt.',
    wanted: 'Du bekommst wieder Neuigkeiten.',
  },
}

const en: typeof sie = {
  title: 'News by email',
  wanted: 'You get the news of your association.',
  refused: (date) => `Unsubscribed on ${date}. You still get important emails about your membership.`,
  refuse: 'Unsubscribe',
  want: 'Get them again',
  done: {
    refused: 'You are unsubscribed from news.',
    wanted: 'You get news again.',
  },
}

/** What the card of news on the page of a member's data says. */
export const newsTexts = textsIn({ sie, du, en })

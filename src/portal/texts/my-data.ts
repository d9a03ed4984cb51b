import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Daten',
  nothingOffered: 'Ihr Verein bietet hier im Moment nichts an.',
  edit: 'Bearbeiten',
  editTitle: 'Daten bearbeiten',
  saved: 'Gespeichert. Danke, dass Sie Ihre Daten aktuell halten.',
  changedMeanwhile:
    'Die Daten wurden gerade woanders geändert. Unten steht der neue Stand; ändern Sie ihn bei Bedarf noch einmal.',
}

const du: Partial<typeof sie> = {
  nothingOffered: 'Dein Verein bietet hier im Moment nichts an.',
  saved: 'Gespeichert. Danke, dass du deine Daten aktuell hältst.',
  changedMeanwhile:
    'Die Daten wurden gerade woanders geändert. Unten steht der neue Stand; ändere ihn bei Bedarf noch einmal.',
}

const en: typeof sie = {
  title: 'Details',
  nothingOffered: 'Your association does not offer anything here at the moment.',
  edit: 'Edit',
  editTitle: 'Edit details',
  saved: 'Saved. Thank you for keeping your details up to date.',
  changedMeanwhile:
    'The details were changed elsewhere just now. The form below has the current ones; change them again where needed.',
}

/** What the pages of a member's data say. */
export const myDataTexts = textsIn({ sie, du, en })

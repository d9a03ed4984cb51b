import { textsIn } from '../../ui/i18n/locale'

const sie = {
  portal: 'Mitgliederportal',
  signOut: 'Abmelden',
  choosePerson: 'Person wählen',
  sections: 'Bereiche',
}

const en: typeof sie = {
  portal: 'Member portal',
  signOut: 'Sign out',
  choosePerson: 'Choose a person',
  sections: 'Sections',
}

/** What the layout of every page of the portal says. */
export const layoutTexts = textsIn({ sie, en })

import type { FieldTexts } from '../refused-fields'

type Fields = Record<'notice_weeks' | 'end' | 'takes_effect', FieldTexts>

const de = {
  leaving: {
    lead: 'Nach Kündigungsfrist und Ende richtet sich der Tag, den Formulare vorschlagen. So steht es in der Satzung des Vereins.',
    notice: 'Kündigungsfrist',
    portal: 'Kündigung im Mitgliederportal',
    next: (day: string) => `Wer heute kündigt, ist nach der gespeicherten Frist bis ${day} Mitglied.`,
    ends: {
      any_day: 'an jedem Tag',
      month: 'am Ende eines Monats',
      quarter: 'am Ende eines Quartals',
      half_year: 'am Ende eines Halbjahrs',
      year: 'am Ende eines Jahres',
    },
    effects: {
      by_staff: {
        label: 'wirkt, sobald die Geschäftsstelle sie bestätigt',
        hint: 'Bis dahin steht sie auf der Startseite. Der Tag, an dem sie ankam, zählt trotzdem.',
      },
      at_once: {
        label: 'wirkt sofort',
        hint: 'Der Austritt wird eingetragen, sobald das Mitglied den Link in der E-Mail öffnet und bestätigt. Eine Kündigung aus wichtigem Grund wartet immer auf die Geschäftsstelle.',
      },
    },
    fields: {
      notice_weeks: {
        label: 'Wochen',
        issue: 'Bitte gib eine ganze Zahl von 0 bis 104 ein.',
        hint: 'So viele Wochen vor dem letzten Tag muss die Kündigung ankommen; 0 heißt ohne Frist',
      },
      end: { label: 'Mitgliedschaften enden', issue: 'Bitte wähle eine der Möglichkeiten.' },
      takes_effect: { label: 'Eine Kündigung', issue: 'Bitte wähle eine der Möglichkeiten.' },
    } as Fields,
  },
}

const en: typeof de = {
  leaving: {
    lead: 'Forms propose the day that follows from the notice and the end. The statutes of the association have both.',
    notice: 'Notice',
    portal: 'Resigning in the member portal',
    next: (day) => `Who resigns today stays a member until ${day}, by the notice that is saved.`,
    ends: {
      any_day: 'on any day',
      month: 'at the end of a month',
      quarter: 'at the end of a quarter',
      half_year: 'at the end of a half-year',
      year: 'at the end of a year',
    },
    effects: {
      by_staff: {
        label: 'takes effect once the office confirms it',
        hint: 'Until then it is on the home page. The day on which it arrived counts all the same.',
      },
      at_once: {
        label: 'takes effect at once',
        hint: 'The end is entered as soon as the member opens the link in the email and confirms. A resignation for good cause always waits for the office.',
      },
    },
    fields: {
      notice_weeks: {
        label: 'Weeks',
        issue: 'Enter a whole number from 0 to 104.',
        hint: 'How many weeks before the last day the resignation has to arrive; 0 means without notice',
      },
      end: { label: 'Memberships end', issue: 'Choose one of the options.' },
      takes_effect: { label: 'A resignation', issue: 'Choose one of the options.' },
    },
  },
}

/** What the page of how memberships end says. */
export const leaving = { de, en }

import type { ChangedBy } from '../../domain/portal/my-changes'
import { textsIn } from '../../ui/i18n/locale'

const sie = {
  lastChanged: (date: string, who: string) => `Zuletzt geändert am ${date} ${who}.`,
  given: (date: string, who: string) => `Erteilt am ${date} ${who}.`,
  withdrawn: (date: string, who: string) => `Nein gesagt am ${date} ${who}.`,
  cleared: (date: string, who: string) => `Zurückgesetzt am ${date} ${who}.`,
  undecided: 'Noch nicht entschieden',
  earlier: 'Frühere Entscheidungen',
  by: { you: 'von Ihnen', member: 'im Mitgliederportal', office: 'von der Geschäftsstelle' } as Record<
    ChangedBy,
    string
  >,
}

const du: Partial<typeof sie> = {
  by: { ...sie.by, you: 'von dir' },
}

const en: typeof sie = {
  lastChanged: (date, who) => `Last changed on ${date} ${who}.`,
  given: (date, who) => `Given on ${date} ${who}.`,
  withdrawn: (date, who) => `Declined on ${date} ${who}.`,
  cleared: (date, who) => `Reset on ${date} ${who}.`,
  undecided: 'Not decided yet',
  earlier: 'Earlier decisions',
  by: { you: 'by you', member: 'in the member portal', office: 'by the office' },
}

/** Who changed what and when, in the words of the portal. */
export const changeTexts = textsIn({ sie, du, en })

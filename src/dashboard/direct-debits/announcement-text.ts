import { formatDate } from '../../ui/i18n/format'
import { type MemberLanguage, memberLocaleOf, textsIn } from '../../ui/i18n/locale'

type Announced = { club: string; date: string; creditorId: string }

const textOf = textsIn({
  sie: {
    text: ({ club, date, creditorId }: Announced) =>
      `Liebes Mitglied, wir ziehen Ihre offenen Beiträge am ${date} per SEPA-Lastschrift von Ihrem Konto ein. Unsere Gläubiger-Identifikationsnummer ist ${creditorId}. Betrag und Mandatsreferenz: siehe unten. Bitte sorgen Sie für Deckung. ${club}`,
  },
  du: {
    text: ({ club, date, creditorId }) =>
      `Liebes Mitglied, wir ziehen deine offenen Beiträge am ${date} per SEPA-Lastschrift von deinem Konto ein. Unsere Gläubiger-Identifikationsnummer ist ${creditorId}. Betrag und Mandatsreferenz: siehe unten. Bitte sorge für Deckung. ${club}`,
  },
  en: {
    text: ({ club, date, creditorId }) =>
      `Dear member, on ${date} we will collect your open fees from your account by SEPA direct debit. Our creditor identifier is ${creditorId}. Amount and mandate reference: see below. Please make sure that there is enough money in the account. ${club}`,
  },
})

/** The text that announces debits on a date (YYYY-MM-DD), in the language and form of address of the workspace. */
export function announcementText(
  workspace: MemberLanguage & { name: string },
  { date, creditorId }: { date: string; creditorId: string },
): string {
  const locale = memberLocaleOf(workspace)
  return textOf(locale).text({ club: workspace.name, date: formatDate(date, locale), creditorId })
}

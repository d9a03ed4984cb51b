import { inFours, type Texting, type TextsByOccasion } from './texting'

/** The texts that a rule begins with in German. */
export const germanTexts = ({
  creditorName,
  creditorIban,
  creditorId,
  hasPortal,
}: Texting): TextsByOccasion => {
  const letter = (...paragraphs: string[]) =>
    ['{{anrede}},', ...paragraphs, 'Mit freundlichen Grüßen\n{{verein}}'].join('\n\n')
  const account = creditorIban
    ? ` auf das Konto ${inFours(creditorIban)}${creditorName ? ` (${creditorName})` : ''}`
    : ''
  const ofCreditor = creditorId ? `\nGläubiger-Identifikationsnummer: ${creditorId}` : ''
  const inPortal = hasPortal ? ['Alles dazu finden Sie auch im Mitgliederportal: {{portal_link}}'] : []
  return {
    joined: {
      subject: 'Herzlich willkommen!',
      body: letter(
        'herzlich willkommen! Wir freuen uns, dass Sie Mitglied geworden sind.',
        'Wenn Sie Fragen haben, antworten Sie einfach auf diese E-Mail.',
      ),
    },
    application_confirmed: {
      subject: 'Ihr Mitgliedsantrag ist angenommen',
      body: letter(
        'wir haben Ihren Mitgliedsantrag angenommen und freuen uns, dass Sie dabei sind.',
        'Wenn Sie Fragen haben, antworten Sie einfach auf diese E-Mail.',
      ),
    },
    application_rejected: {
      subject: 'Ihr Mitgliedsantrag',
      body: letter(
        'vielen Dank für Ihr Interesse an einer Mitgliedschaft. Leider können wir Ihren Antrag nicht annehmen.',
        'Die Angaben aus Ihrem Antrag haben wir gelöscht.',
      ),
    },
    birthday: {
      subject: 'Alles Gute zum Geburtstag!',
      body: letter(
        'wir gratulieren Ihnen herzlich zum Geburtstag und wünschen Ihnen für das neue Lebensjahr alles Gute, vor allem Gesundheit.',
      ),
    },
    membership_years: {
      subject: 'Danke für Ihre Treue',
      body: letter(
        'in diesen Tagen jährt sich Ihr Eintritt. Wir danken Ihnen herzlich für Ihre Treue und freuen uns auf viele weitere gemeinsame Jahre.',
      ),
    },
    fee_claimed: {
      subject: 'Ihre Beitragsrechnung',
      body: letter(
        'wir haben Ihnen Folgendes berechnet:',
        '{{beitraege}}',
        'Zu zahlen: {{offener_betrag}}',
        `Haben Sie uns ein SEPA-Lastschriftmandat erteilt, ziehen wir den Betrag ein und kündigen Ihnen den Einzug vorher an. Andernfalls überweisen Sie ihn bitte unter Angabe des Verwendungszwecks${account}.`,
      ),
    },
    debit_announced: {
      subject: 'Ankündigung: Lastschrift am {{einzug_am}}',
      body: letter(
        'wir ziehen am {{einzug_am}} den Betrag von {{einzug_betrag}} per SEPA-Lastschrift von Ihrem Konto ein, dessen IBAN auf {{iban_ende}} endet:',
        '{{beitraege}}',
        `Mandatsreferenz: {{mandatsreferenz}}${ofCreditor}`,
        'Bitte sorgen Sie dafür, dass Ihr Konto gedeckt ist. Sie müssen nichts überweisen.',
      ),
    },
    debit_returned: {
      subject: 'Ihre Lastschrift wurde zurückgegeben',
      body: letter(
        'die Lastschrift vom {{einzug_am}} über {{einzug_betrag}} wurde von der Bank zurückgegeben. Damit ist wieder offen:',
        '{{beitraege}}',
        `Bitte überweisen Sie {{offener_betrag}} unter Angabe des Verwendungszwecks${account}. Hat sich Ihre Bankverbindung geändert, teilen Sie uns bitte die neue mit.`,
      ),
    },
    payment_received: {
      subject: 'Ihre Zahlung ist eingegangen',
      body: letter('vielen Dank! Wir haben Ihre Zahlung erhalten. Damit ist beglichen:', '{{beitraege}}'),
    },
    reminder_1: {
      subject: 'Zahlungserinnerung',
      body: letter(
        'vielleicht ist es Ihnen entgangen: Folgendes ist noch offen.',
        '{{beitraege}}',
        `Bitte überweisen Sie {{offener_betrag}} innerhalb von 14 Tagen unter Angabe des Verwendungszwecks${account}.`,
        ...inPortal,
        'Falls Sie inzwischen bezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.',
      ),
    },
    reminder_2: {
      subject: 'Mahnung',
      body: letter(
        'auf unsere Zahlungserinnerung hin haben wir noch keinen Zahlungseingang feststellen können. Weiterhin ist offen:',
        '{{beitraege}}',
        `Bitte überweisen Sie {{offener_betrag}} innerhalb von 14 Tagen unter Angabe des Verwendungszwecks${account}.`,
        ...inPortal,
        'Falls Sie inzwischen bezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.',
      ),
    },
    reminder_3: {
      subject: 'Letzte Mahnung',
      body: letter(
        'trotz Zahlungserinnerung und Mahnung ist Folgendes noch immer offen:',
        '{{beitraege}}',
        `Bitte überweisen Sie {{offener_betrag}} spätestens innerhalb von 14 Tagen unter Angabe des Verwendungszwecks${account}. Danach entscheidet der Vorstand über das weitere Vorgehen.`,
        ...inPortal,
        'Wenn Sie zurzeit nicht zahlen können, sprechen Sie uns bitte an. Gemeinsam finden wir eine Lösung.',
      ),
    },
  }
}

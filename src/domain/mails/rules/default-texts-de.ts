import type { Texting, TextsByOccasion } from './texting'

/** The texts that a rule begins with in German: with Sie where `isFormal`, else with du. */
export const germanTexts = ({ creditorId, hasPortal, isFormal }: Texting): TextsByOccasion => {
  const say = (sie: string, du: string) => (isFormal ? sie : du)
  const letter = (...paragraphs: string[]) =>
    [
      '{{anrede}},',
      ...paragraphs,
      say('Mit freundlichen Grüßen\n{{verein}}', 'Viele Grüße\n{{verein}}'),
    ].join('\n\n')
  const ofCreditor = creditorId ? `\nGläubiger-Identifikationsnummer: ${creditorId}` : ''
  const inPortal = hasPortal ? ['[Im Mitgliederportal ansehen]({{portal_link}})'] : []
  const begin = [
    'Mitgliedsnummer: {{mitgliedsnummer}}',
    ...(hasPortal
      ? [
          say(
            'Als Nächstes prüfen Sie bitte, ob Ihre Angaben bei uns stimmen.',
            'Als Nächstes prüfe bitte, ob deine Angaben bei uns stimmen.',
          ),
          '[Angaben im Mitgliederportal prüfen]({{portal_link}})',
        ]
      : [
          say(
            'Ändern sich Ihre Anschrift oder Ihre Bankverbindung, teilen Sie es uns bitte mit.',
            'Ändern sich deine Anschrift oder deine Bankverbindung, teile es uns bitte mit.',
          ),
        ]),
  ]
  const question = say(
    'Wenn Sie Fragen haben, antworten Sie einfach auf diese E-Mail.',
    'Wenn du Fragen hast, antworte einfach auf diese E-Mail.',
  )
  const paid = say(
    'Falls Sie inzwischen bezahlt haben, betrachten Sie diese E-Mail bitte als gegenstandslos.',
    'Falls du inzwischen bezahlt hast, betrachte diese E-Mail bitte als gegenstandslos.',
  )
  const transfer = (when = '') => [
    say(`Bitte überweisen Sie {{offener_betrag}}${when}:`, `Bitte überweise {{offener_betrag}}${when}:`),
    '{{ueberweisung}}',
  ]
  return {
    joined: {
      subject: 'Herzlich willkommen!',
      body: letter(
        say(
          'herzlich willkommen! Wir freuen uns, dass Sie Mitglied geworden sind.',
          'herzlich willkommen! Wir freuen uns, dass du Mitglied geworden bist.',
        ),
        ...begin,
        question,
      ),
    },
    application_confirmed: {
      subject: say('Ihr Mitgliedsantrag ist angenommen', 'Dein Mitgliedsantrag ist angenommen'),
      body: letter(
        say(
          'wir haben Ihren Mitgliedsantrag angenommen und freuen uns, dass Sie dabei sind.',
          'wir haben deinen Mitgliedsantrag angenommen und freuen uns, dass du dabei bist.',
        ),
        '{{beitragshinweis}}',
        ...begin,
        question,
      ),
    },
    guardianship_ended: {
      subject: say('Sie sind jetzt volljährig', 'Du bist jetzt volljährig'),
      body: letter(
        say(
          'alles Gute zum 18. Geburtstag! Ab heute entscheiden Sie über Ihre Mitgliedschaft selbst: Ihre Eltern handeln bei uns nicht mehr für Sie.',
          'alles Gute zum 18. Geburtstag! Ab heute entscheidest du über deine Mitgliedschaft selbst: Deine Eltern handeln bei uns nicht mehr für dich.',
        ),
        say(
          'Wer Ihre Beiträge bisher bezahlt, bezahlt sie weiter, bis Sie uns etwas anderes sagen. Bitte prüfen Sie, ob Ihre eigene E-Mail-Adresse eingetragen ist.',
          'Wer deine Beiträge bisher bezahlt, bezahlt sie weiter, bis du uns etwas anderes sagst. Bitte prüf, ob deine eigene E-Mail-Adresse eingetragen ist.',
        ),
        ...begin,
        question,
      ),
    },
    application_rejected: {
      subject: say('Ihr Mitgliedsantrag', 'Dein Mitgliedsantrag'),
      body: letter(
        say(
          'vielen Dank für Ihr Interesse an einer Mitgliedschaft. Leider können wir Ihren Antrag nicht annehmen.',
          'vielen Dank für dein Interesse an einer Mitgliedschaft. Leider können wir deinen Antrag nicht annehmen.',
        ),
        say(
          'Die Angaben aus Ihrem Antrag haben wir gelöscht.',
          'Die Angaben aus deinem Antrag haben wir gelöscht.',
        ),
      ),
    },
    birthday: {
      subject: 'Alles Gute zum Geburtstag!',
      body: letter(
        say(
          'wir gratulieren Ihnen herzlich zum Geburtstag und wünschen Ihnen für das neue Lebensjahr alles Gute, vor allem Gesundheit.',
          'wir gratulieren dir herzlich zum Geburtstag und wünschen dir für das neue Lebensjahr alles Gute, vor allem Gesundheit.',
        ),
      ),
    },
    membership_years: {
      subject: say('Danke für Ihre Treue', 'Danke für deine Treue'),
      body: letter(
        say(
          'in diesen Tagen jährt sich Ihr Eintritt. Wir danken Ihnen herzlich für Ihre Treue und freuen uns auf viele weitere gemeinsame Jahre.',
          'in diesen Tagen jährt sich dein Eintritt. Wir danken dir herzlich für deine Treue und freuen uns auf viele weitere gemeinsame Jahre.',
        ),
      ),
    },
    fee_claimed: {
      subject: say('Ihre Beitragsrechnung', 'Deine Beitragsrechnung'),
      body: letter(
        say('wir haben Ihnen Folgendes berechnet:', 'wir haben dir Folgendes berechnet:'),
        '{{beitraege}}',
        'Zu zahlen: {{offener_betrag}}',
        say(
          `Haben Sie uns ein SEPA-Lastschriftmandat erteilt, ziehen wir den Betrag ein und kündigen Ihnen den Einzug vorher an. Andernfalls überweisen Sie ihn bitte:`,
          `Hast du uns ein SEPA-Lastschriftmandat erteilt, ziehen wir den Betrag ein und kündigen dir den Einzug vorher an. Andernfalls überweise ihn bitte:`,
        ),
        '{{ueberweisung}}',
      ),
    },
    debit_announced: {
      subject: 'Ankündigung: Lastschrift am {{einzug_am}}',
      body: letter(
        say(
          'wir ziehen am {{einzug_am}} den Betrag von {{einzug_betrag}} per SEPA-Lastschrift von Ihrem Konto ein, dessen IBAN auf {{iban_ende}} endet:',
          'wir ziehen am {{einzug_am}} den Betrag von {{einzug_betrag}} per SEPA-Lastschrift von deinem Konto ein, dessen IBAN auf {{iban_ende}} endet:',
        ),
        '{{beitraege}}',
        `Mandatsreferenz: {{mandatsreferenz}}${ofCreditor}`,
        say(
          'Bitte sorgen Sie dafür, dass Ihr Konto gedeckt ist. Sie müssen nichts überweisen.',
          'Bitte sorge dafür, dass dein Konto gedeckt ist. Du musst nichts überweisen.',
        ),
      ),
    },
    debit_returned: {
      subject: say('Ihre Lastschrift wurde zurückgegeben', 'Deine Lastschrift wurde zurückgegeben'),
      body: letter(
        'die Lastschrift vom {{einzug_am}} über {{einzug_betrag}} wurde von der Bank zurückgegeben. Damit ist wieder offen:',
        '{{beitraege}}',
        ...transfer(),
        say(
          'Hat sich Ihre Bankverbindung geändert, teilen Sie uns bitte die neue mit.',
          'Hat sich deine Bankverbindung geändert, teile uns bitte die neue mit.',
        ),
      ),
    },
    payment_received: {
      subject: say('Ihre Zahlung ist eingegangen', 'Deine Zahlung ist eingegangen'),
      body: letter(
        say(
          'vielen Dank! Wir haben Ihre Zahlung erhalten. Damit ist beglichen:',
          'vielen Dank! Wir haben deine Zahlung erhalten. Damit ist beglichen:',
        ),
        '{{beitraege}}',
      ),
    },
    reminder_1: {
      subject: 'Zahlungserinnerung',
      body: letter(
        say(
          'vielleicht ist es Ihnen entgangen: Folgendes ist noch offen.',
          'vielleicht ist es dir entgangen: Folgendes ist noch offen.',
        ),
        '{{beitraege}}',
        ...transfer(' innerhalb von 14 Tagen'),
        ...inPortal,
        paid,
      ),
    },
    reminder_2: {
      subject: 'Mahnung',
      body: letter(
        'auf unsere Zahlungserinnerung hin haben wir noch keinen Zahlungseingang feststellen können. Weiterhin ist offen:',
        '{{beitraege}}',
        ...transfer(' innerhalb von 14 Tagen'),
        ...inPortal,
        paid,
      ),
    },
    reminder_3: {
      subject: 'Letzte Mahnung',
      body: letter(
        'trotz Zahlungserinnerung und Mahnung ist Folgendes noch immer offen:',
        '{{beitraege}}',
        ...transfer(' spätestens innerhalb von 14 Tagen'),
        'Danach entscheidet der Vorstand über das weitere Vorgehen.',
        ...inPortal,
        say(
          'Wenn Sie zurzeit nicht zahlen können, sprechen Sie uns bitte an. Gemeinsam finden wir eine Lösung.',
          'Wenn du zurzeit nicht zahlen kannst, sprich uns bitte an. Gemeinsam finden wir eine Lösung.',
        ),
      ),
    },
  }
}

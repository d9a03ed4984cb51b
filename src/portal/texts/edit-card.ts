import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: (card: string) => `${card} bearbeiten`,
  changedMeanwhile:
    'Einige Angaben wurden inzwischen von jemand anderem geändert. Ihre Eingaben sind noch da. Wenn sie so bleiben sollen, speichern Sie noch einmal.',
  conflict: (stored: string, entered: string) =>
    `Hier steht inzwischen: ${stored}. Ihre Eingabe: ${entered}.`,
  nothing: 'nichts',
  mandateLabel: 'SEPA-Mandat',
  mandate: (creditor: string, references: string[]) =>
    `Ich ermächtige ${creditor}, Beiträge von diesem Konto einzuziehen (${references.length > 1 ? 'Mandate' : 'Mandat'} ${references.join(', ')}).`,
  mandateHint: 'Nur nötig, wenn Sie die IBAN ändern.',
  confirmMandate: 'Bitte bestätigen Sie, dass Beiträge vom neuen Konto eingezogen werden dürfen.',
  relatives: 'Auch übernehmen für',
  relativeHas: (value: string) => `Dort steht jetzt: ${value}`,
  relativesChanged:
    'Bei einer ausgewählten Person steht inzwischen etwas anderes. Bitte prüfen Sie die Auswahl.',
}

const du: Partial<typeof sie> = {
  changedMeanwhile:
    'Einige Angaben wurden inzwischen von jemand anderem geändert. Deine Eingaben sind noch da. Wenn sie so bleiben sollen, speichere noch einmal.',
  conflict: (stored, entered) => `Hier steht inzwischen: ${stored}. Deine Eingabe: ${entered}.`,
  mandateHint: 'Nur nötig, wenn du die IBAN änderst.',
  confirmMandate: 'Bitte bestätige, dass Beiträge vom neuen Konto eingezogen werden dürfen.',
  relativesChanged: 'Bei einer ausgewählten Person steht inzwischen etwas anderes. Bitte prüfe die Auswahl.',
}

const en: typeof sie = {
  title: (card) => `Edit ${card.charAt(0).toLowerCase()}${card.slice(1)}`,
  changedMeanwhile:
    'Someone else changed some of these details in the meantime. What you entered is still here. To keep it, save again.',
  conflict: (stored, entered) => `This now says: ${stored}. You entered: ${entered}.`,
  nothing: 'nothing',
  mandateLabel: 'SEPA mandate',
  mandate: (creditor, references) =>
    `I authorize ${creditor} to collect fees from this account by direct debit (${references.length > 1 ? 'mandates' : 'mandate'} ${references.join(', ')}).`,
  mandateHint: 'Only needed if you change the IBAN.',
  confirmMandate: 'Please confirm that fees may be collected from the new account.',
  relatives: 'Save for these people as well',
  relativeHas: (value) => `They now have: ${value}`,
  relativesChanged:
    'The details of someone you chose have changed in the meantime. Please check your choice.',
}

/** What the forms of a member's data say. */
export const editCardTexts = textsIn({ sie, du, en })

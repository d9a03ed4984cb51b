import type { Asked, MandateMode } from '../../domain/portal/join/form'
import type { FieldTexts } from '../refused-fields'

type Fields = Record<'fields' | 'mandate' | 'statutes_url' | 'intro', FieldTexts>

const de = {
  join: {
    lead: 'Wer Mitglied werden möchte, füllt dieses Formular aus und bestätigt seine Adresse. Dann steht der Antrag bei euch unter Anträge.',
    enabled: 'Das Formular ist eingeschaltet',
    address: 'Adresse des Formulars',
    addressLead: 'Für eure Webseite, Aushänge und E-Mails',
    off: 'Solange das Formular ausgeschaltet ist, sagt die Seite, dass ihr gerade keine Anträge annehmt.',
    noPrivacy: 'Es fehlt die Adresse eurer Datenschutzerklärung. Wer Daten erhebt, muss darüber informieren.',
    toContact: 'Adresse eintragen',
    asks: 'Felder',
    asked: { hidden: 'nicht fragen', optional: 'freiwillig', required: 'nötig' } as Record<Asked, string>,
    fieldsLead: 'Fragt nur, was ihr für die Aufnahme braucht. Name und E-Mail-Adresse sind immer nötig.',
    minors:
      'Mit dem Geburtsdatum erkennt das Formular, wer noch nicht 18 ist. Für sie handelt eine sorgeberechtigte Person, die auch bezahlt. Wird sie nicht selbst Mitglied, steht sie bei den Kontakten.',
    minorsWithoutContacts:
      'Mit dem Geburtsdatum erkennt das Formular, wer noch nicht 18 ist. Für sie handelt eine sorgeberechtigte Person, die auch bezahlt. Sie muss bei euch selbst Mitglied werden, weil ihr keine Kontakte führt.',
    showsPrice: {
      label: 'Den Beitrag vor dem Bestätigen zeigen',
      hint: 'Aus eurer Beitragsordnung gerechnet, Zeile für Zeile. Ohne Beitragsordnung steht dort nichts.',
    },
    mandates: {
      off: 'Nicht im Antrag',
      offered: 'Freiwillig: Wer möchte, erteilt das Mandat gleich mit dem Antrag',
      required: 'Nötig: Jeder Antrag erteilt ein Mandat',
    } as Record<MandateMode, string>,
    around: 'Texte und Links',
    preview: 'Vorschau',
    previewLead: 'So sieht das Formular aus, wie es gespeichert ist. Absenden lässt es sich hier nicht.',
    fields: {
      fields: { label: 'Felder', issue: 'Ein Feld wurde inzwischen geändert. Bitte lade die Seite neu.' },
      mandate: {
        label: 'SEPA-Lastschriftmandat',
        issue: 'Bitte wähle eine der drei Möglichkeiten.',
        hint: 'Das Mandat erteilt, wer für den Antrag bezahlt. Nach Konto und Geburtsdatum fragt das Formular dann immer.',
      },
      statutes_url: {
        label: 'Adresse der Satzung',
        issue:
          'Bitte gib eine Internetadresse ein, die mit https:// beginnt. Ohne Satzung lässt sich das Formular nicht einschalten.',
        hint: 'Der Satzung stimmen alle zu, die einen Antrag stellen',
      },
      intro: {
        label: 'Begrüßung',
        issue: 'Bitte gib höchstens 1000 Zeichen ein.',
        hint: 'Steht über dem Formular, zum Beispiel: Beiträge, Probetraining, was nach dem Antrag passiert',
      },
    } as Fields,
  },
}

const en: typeof de = {
  join: {
    lead: 'People who want to join fill in this form and confirm their address. You then find the application under Applications.',
    enabled: 'The form is switched on',
    address: 'Address of the form',
    addressLead: 'For your website, posters and emails',
    off: 'While the form is switched off, its page says that you do not take applications at the moment.',
    noPrivacy:
      'The address of your privacy policy is missing. You must tell people what happens to their data.',
    toContact: 'Enter the address',
    asks: 'Fields',
    asked: { hidden: 'not asked', optional: 'optional', required: 'required' },
    fieldsLead: 'Ask only for what you need to admit someone. Name and email address are always required.',
    minors:
      'The date of birth tells the form who is not 18 yet. A parent or guardian acts and pays for them. One who becomes no member is kept as a contact.',
    minorsWithoutContacts:
      'The date of birth tells the form who is not 18 yet. A parent or guardian acts and pays for them, and must become a member too, since you keep no contacts.',
    showsPrice: {
      label: 'Show the fee before it is confirmed',
      hint: 'Computed from your fee rules, line by line. Nothing is shown without fee rules.',
    },
    mandates: {
      off: 'Not in the application',
      offered: 'Optional: those who want to give it with the application',
      required: 'Required: every application gives a mandate',
    },
    around: 'Texts and links',
    preview: 'Preview',
    previewLead: 'This is the form as it is saved. It cannot be sent from here.',
    fields: {
      fields: { label: 'Fields', issue: 'A field was changed meanwhile. Please reload the page.' },
      mandate: {
        label: 'SEPA direct debit mandate',
        issue: 'Choose one of the three.',
        hint: 'Whoever pays for the application gives the mandate. The form then always asks for the account and the date of birth.',
      },
      statutes_url: {
        label: 'Address of the statutes',
        issue:
          'Enter a web address that begins with https://. The form cannot be switched on without statutes.',
        hint: 'Everyone who applies agrees to the statutes',
      },
      intro: {
        label: 'Introduction',
        issue: 'Enter at most 1000 characters.',
        hint: 'Above the form, for example: fees, trial sessions, what happens after the application',
      },
    },
  },
}

/** What the page of the form for applications says. */
export const join = { de, en }

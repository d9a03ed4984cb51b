import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inDays } from '../../../src/dev/demo/days.ts'
import { outlineOf } from './look.ts'
import { visitOffice } from './office.ts'
import { GERMAN, service } from './visit.ts'

const TABLE = `
- region "Mitglieder"
  - table "Mitglieder"
    - caption: Mitglieder
    - rowgroup
      - row "Alle auf dieser Seite auswählen Name Nummer Mitglied seit"
        - cell "Alle auf dieser Seite auswählen"
          - checkbox "Alle auf dieser Seite auswählen"
        - columnheader "Name"
          - link "Name"
        - columnheader "Nummer"
          - link "Nummer"
        - columnheader "Mitglied seit"
          - link "Mitglied seit"
    - rowgroup
      - row "Bergmann, Jonas auswählen Bergmann, Jonas 1005 01.03.2019"
        - cell "Bergmann, Jonas auswählen"
          - checkbox "Bergmann, Jonas auswählen"
        - rowheader "Bergmann, Jonas"
          - link "Bergmann, Jonas"
        - cell "1005"
        - cell "01.03.2019"
      - row "Bergmann, Katrin auswählen Bergmann, Katrin 1004 01.03.2019"
        - cell "Bergmann, Katrin auswählen"
          - checkbox "Bergmann, Katrin auswählen"
        - rowheader "Bergmann, Katrin"
          - link "Bergmann, Katrin"
        - cell "1004"
        - cell "01.03.2019"
      - row "Bergmann, Lina auswählen Bergmann, Lina 1006 01.09.2020"
        - cell "Bergmann, Lina auswählen"
          - checkbox "Bergmann, Lina auswählen"
        - rowheader "Bergmann, Lina"
          - link "Bergmann, Lina"
        - cell "1006"
        - cell "01.09.2020"
`

const FORM = `
- heading "Person und Kontakt" [level=2]
- group "Name"
  - textbox "Vorname": Katrin
  - textbox "Nachname": Bergmann
- textbox "Geburtsdatum": 1981-11-23
- combobox "Geschlecht"
- textbox "E-Mail-Adresse": familie.bergmann@example.org
- group "Telefon"
  - textbox "Nummer": +49 30 23125 104
  - textbox "Art": Mobil
  - textbox "Weitere Nummer"
  - textbox "Art"
- group "Adresse"
  - textbox "Straße und Hausnummer": Lindenallee 8
  - textbox "Postleitzahl": "99999"
  - textbox "Ort": Lindental
  - combobox "Land"
- heading "Mitgliedschaft" [level=2]
- textbox "Mitgliedsnummer": "1004"
- textbox "Mitglied seit": 2019-03-01
- textbox "Austritt"
- combobox "Grund des Austritts"
- textbox "Bemerkung zum Austritt"
- heading "Zahlung" [level=2]
- combobox "Zahlungsart"
- group "Bankverbindung"
  - textbox "IBAN": DE89 3704 0044 0532 0130 00
  - textbox "BIC (nur außerhalb der EU)": COBADEFFXXX
  - textbox "Kontoinhaber, falls abweichend": Katrin Bergmann
- group "SEPA-Mandat"
  - textbox "Mandatsreferenz": TSV-M-1004
  - textbox "Unterschrieben am": ${inDays(-700)}
  - textbox "Zuletzt eingezogen am (altes Programm)"
  - paragraph: Ein Mandat gilt 36 Monate nach dem letzten Einzug. Einzüge von hier zählen von selbst.
- heading "Weitere Angaben" [level=2]
- combobox "T-Shirt-Größe"
- group "Abteilungen"
  - checkbox "Turnen" [checked]
  - checkbox "Handball"
  - checkbox "Schwimmen"
  - checkbox "Chor"
- combobox "Hilft bei Festen"
- textbox "Arbeitsstunden"
- textbox "Trainerlizenz gültig bis"
- textbox "Beitragsermäßigung in Prozent"
- textbox "Externe ID": m-1004
- button "Speichern"
- link "Abbrechen"
`

describe('screen readers', () => {
  it('read the list of members and the form of one', () =>
    visitOffice(GERMAN, async (page, { home, key }) => {
      const { id } = await service.api(key, 'GET', '/lists/members/persons/m-1004')
      await page.goto(`${home}/members?search=bergmann&columns=membership_number,join_date`)
      assert.equal(await outlineOf(page.locator('.table')), TABLE.trim())
      await page.goto(`${home}/members/${id}/edit`)
      assert.equal(await outlineOf(page.locator('main form')), FORM.trim())
    }))
})

export const memberColumns = [
  { name: 'T-Shirt-Größe', type: 'string', allowed_values: ['S', 'M', 'L', 'XL'], external_id: 'shirt_size' },
  {
    name: 'Abteilungen',
    type: 'array',
    allowed_values: ['Turnen', 'Handball', 'Schwimmen', 'Chor'],
    external_id: 'departments',
  },
  { name: 'Hilft bei Festen', type: 'boolean', external_id: 'helps_at_events' },
  { name: 'Arbeitsstunden', type: 'integer', external_id: 'work_hours' },
  { name: 'Trainerlizenz gültig bis', type: 'date', external_id: 'licence_until' },
  { name: 'Beitragsermäßigung in Prozent', type: 'number', external_id: 'fee_reduction' },
]

export const contactColumns = [
  {
    name: 'Funktion',
    type: 'string',
    allowed_values: ['Sponsor', 'Lieferant', 'Presse', 'Behörde'],
    external_id: 'role',
  },
  { name: 'Website', type: 'url', external_id: 'website' },
  { name: 'E-Mail für Rechnungen', type: 'email', external_id: 'invoice_email' },
]

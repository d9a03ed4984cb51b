export const costUnits = [
  { name: 'Turnen', categories: ['Mitgliedsbeiträge', 'Kursgebühren'] },
  { name: 'Handball', categories: ['Mitgliedsbeiträge', 'Trikots', 'Fahrten'] },
  { name: 'Sommerfest', categories: ['Eintritt', 'Speisen und Getränke'] },
  { name: 'Vereinsheim', categories: ['Strom', 'Reinigung', 'Bankgebühren'] },
]

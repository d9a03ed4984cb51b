import { inDays } from './days.ts'

const MEMBERSHIP = 'Mitgliedsbeiträge'

const fee = (kind: string, description: string, due: number, amount: number) => ({
  of: (person: string, costunit_name?: string, category_name = MEMBERSHIP) => ({
    person_external_id: person,
    external_id: `${kind}-${person}`,
    amount,
    description,
    due_on: inDays(due),
    ...(costunit_name && { attached_expense: { costunit_name, category_name, sphere: 'ideal' } }),
  }),
})

const annual = (amount: number) => fee('annual-2026', 'Jahresbeitrag 2026', -60, amount)
const levy = fee('levy-2026', 'Hallenumlage 2026', 14, 1500)

export const fees = [
  annual(12000).of('m-1001', 'Turnen'),
  annual(14400).of('m-1002', 'Handball'),
  annual(7200).of('m-1003', 'Handball'),
  annual(12000).of('m-1004', 'Turnen'),
  annual(4800).of('m-1005', 'Handball'),
  annual(4800).of('m-1006'),
  annual(12000).of('m-1007'),
  annual(14400).of('m-1008', 'Handball'),
  annual(9600).of('m-1009', 'Turnen'),
  annual(12000).of('m-1010', 'Turnen'),
  annual(6000).of('m-1011', 'Turnen'),
  levy.of('m-1001', 'Turnen'),
  levy.of('m-1002', 'Handball'),
  levy.of('m-1004', 'Turnen'),
  levy.of('m-1005', 'Handball'),
  {
    person_external_id: 'm-1008',
    external_id: 'shirt-m-1008',
    amount: 3490,
    description: 'Trikot, Größe L',
    due_on: inDays(10),
    attached_expense: { costunit_name: 'Handball', category_name: 'Trikots', sphere: 'purpose' },
  },
  {
    person_external_id: 'c-01',
    external_id: 'poster-c-01',
    amount: 25000,
    description: 'Werbung auf dem Plakat zum Sommerfest',
    due_on: inDays(-5),
    attached_expense: { costunit_name: 'Sommerfest', sphere: 'business' },
  },
]

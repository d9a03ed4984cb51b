import { contacts } from './demo/contacts.ts'
import { costUnits } from './demo/cost-units.ts'
import { contactColumns, memberColumns } from './demo/custom-columns.ts'
import { duesPlan } from './demo/dues.ts'
import { fees } from './demo/fees.ts'
import { applicant, members } from './demo/members.ts'

/** The API requests that fill the empty demo workspace, in this order. */
export const demoRequests = (): [method: string, path: string, body: object][] => [
  ['PUT', '/lists/members/custom_columns', { data: memberColumns }],
  ['PUT', '/lists/contacts/custom_columns', { data: contactColumns }],
  ['PUT', '/lists/members/persons', { data: members }],
  ['POST', '/lists/members/persons', applicant],
  ['PUT', '/lists/contacts/persons', { data: contacts }],
  ...costUnits.map((unit): [string, string, object] => ['POST', '/cost_units', unit]),
  ['POST', '/fees', { data: fees }],
  ['POST', '/dues_plans', duesPlan],
]

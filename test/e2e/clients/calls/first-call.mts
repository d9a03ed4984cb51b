import createClient from 'openapi-fetch'
import type { paths } from './membership.d.ts'

const headers = { Authorization: 'Bearer mas_DemoKeyForLocalDevelopmentOnly1aUhuL' }
const membership = createClient<paths>({ baseUrl: 'http://localhost:8787', headers })
const fee = { amount: 4500, description: 'Annual fee', person_external_id: 'm-1001' }
const { data, error } = await membership.POST('/fees', { body: { data: [fee] } })
console.log(error?.detail ?? data?.data[0]?.reference)

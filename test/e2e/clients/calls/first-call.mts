import createClient from 'openapi-fetch'
import type { paths } from './membership.d.ts'

const membership = createClient<paths>({
  baseUrl: 'http://localhost:8787',
  headers: { Authorization: 'Bearer mas_DemoKeyForLocalDevelopmentOnly1aUhuL' },
})
const { data, error } = await membership.POST('/fees', {
  body: { data: [{ amount: 4500, description: 'Annual fee', person_external_id: 'm-1001' }] },
})
if (error) throw new Error(error.detail)
console.log(data.data[0]?.reference)

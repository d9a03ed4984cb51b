import assert from 'node:assert/strict'
import { client } from './released/client.gen.js'
import { readEvents, readFees, readMe, readPersons } from './released/index.js'

const { KEY = '' } = process.env
const throwOnError = true

/** Adds a field to each object of an answer, as a later release may; `changes` is a map, whose keys are no fields. */
const ofLaterRelease: typeof fetch = async (...request) => {
  const answer = await fetch(...request)
  const withField = (key: string, value: unknown) =>
    key !== 'changes' && value !== null && typeof value === 'object' && !Array.isArray(value)
      ? { ...value, added_later: 1 }
      : value
  return new Response(JSON.stringify(await answer.json(), withField), answer)
}
client.setConfig({ auth: KEY, baseUrl: process.env.ORIGIN, fetch: ofLaterRelease })

// Each answer is validated by the document of the last release.
const events = await readEvents({ throwOnError })
assert.ok(events.data.data.some(({ action, subject }) => action === 'thing.done' && subject.kind === 'thing'))
const persons = await readPersons({ path: { list_id: 'members' }, throwOnError })
assert.ok(persons.data.data.length > 0)
assert.ok((await readFees({ throwOnError })).data.data.length > 0)
assert.ok((await readMe({ throwOnError })).data.data)

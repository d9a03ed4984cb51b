// Stands for zod/v4/core in the bundle: hono-openapi loads all of it for this one function, with 50 languages.
export { toJSONSchema } from 'zod'

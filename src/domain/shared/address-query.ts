import * as z from 'zod'

/** A parameter of an address that may be absent; a value that does not fit counts as absent. */
export const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/**
 * What an address says, by parameter. Each schema catches a value that does not fit, so that an address never fails. `start`
 * names the parameters of where a page begins, which are read and not written.
 */
export function addressQuery<Shape extends z.core.$ZodShape>(
  shape: Shape,
  { start = [] }: { start?: (keyof Shape & string)[] } = {},
) {
  const schema = z.object(shape)
  type Query = z.infer<typeof schema>
  const read = (given: Record<string, string | undefined>): Query =>
    schema.parse(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')))
  const defaults: Record<string, unknown> = read({})
  return {
    /** Reads an address; an empty value counts as absent, and unknown parameters are ignored. */
    read,
    /** The parameters that {@link read} reads as this, without those that are as by default. */
    write: (query: Query): URLSearchParams => {
      const values: Record<string, unknown> = query
      const written = Object.keys(shape).filter(
        (name) => !start.includes(name) && values[name] !== defaults[name],
      )
      return new URLSearchParams(written.map((name) => [name, String(values[name])]))
    },
  }
}

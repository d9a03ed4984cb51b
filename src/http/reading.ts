import type { Context } from 'hono'

/** Whether a request only reads. */
export const isReading = (c: Context): boolean => ['GET', 'HEAD'].includes(c.req.method)

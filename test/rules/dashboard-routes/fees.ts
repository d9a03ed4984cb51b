import type { Route } from './route'

export const FEES_ROUTES: Route[] = []

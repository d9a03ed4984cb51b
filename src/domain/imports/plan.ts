export type * from './planned'

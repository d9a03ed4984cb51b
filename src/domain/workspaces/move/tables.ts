import { DOORS, ownTables, type Table } from '../copy/tables'

/** The tables with a `workspace_id` whose rows belong to their database and stay there. */
const STAYING = ['dead_messages', 'restores']

/**
 * All tables whose rows move with a workspace, in the order in which they can be loaded and deleted. Also those that no file has:
 * who repeats a request after the move gets the result that it had before.
 */
export const movedTables = (tables: readonly Table[]): Table[] =>
  ownTables(tables).filter(({ name }) => !STAYING.includes(name))

/** Those that are copied while nobody can open the workspace at its new place. */
export const earlyTables = (tables: readonly Table[]): Table[] =>
  movedTables(tables).filter((table) => !opens(table))

/** Those with which it arrives: its own row, and who opens it. */
export const lastTables = (tables: readonly Table[]): Table[] => movedTables(tables).filter(opens)

const opens = ({ name }: Table): boolean => name === 'workspaces' || DOORS.includes(name)

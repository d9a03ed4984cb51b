/** Why nothing is released while workspaces move, and what to do; undefined if none does. */
export function movesProblem({ moves_running = 0 }: { moves_running?: number }): string | undefined {
  if (moves_running === 0) return undefined
  return `${moves_running} workspaces are moving to another database, whose rows go from one schema to the same. Nothing was changed.
Wait until moves_running of /health is 0, or cancel the moves: DELETE /operator/workspaces/{workspace_id}/move.`
}

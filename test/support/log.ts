import { type MockInstance, vi } from 'vitest'

export type Line = { level: string; [field: string]: unknown }

/** What the service writes to its log from now on; `vi.restoreAllMocks()` ends it. Mails that are printed are no lines. */
export function watchLog() {
  const spies: MockInstance[] = []
  const texts: string[] = []
  for (const level of ['log', 'warn', 'error'] as const)
    spies.push(vi.spyOn(console, level).mockImplementation((...parts) => void texts.push(parts.join(' '))))
  return {
    texts,
    lines: (): Line[] => texts.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text)),
    clear: () => void texts.splice(0),
    end: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}

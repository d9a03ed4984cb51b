import type { PropsWithChildren } from 'hono/jsx'

/** The first sentence of a page or of a box, which says what it is for. */
export const Lead = ({ children }: PropsWithChildren) => <p class="lead">{children}</p>

/** A text with its line breaks. */
export const Prose = ({ children }: PropsWithChildren) => <p class="prose">{children}</p>

/** A paragraph of less weight. */
export const Quiet = ({ children }: PropsWithChildren) => <p class="quiet small">{children}</p>

/** The keys of a page, for those who have a keyboard and scripts. */
export const KeyHint = ({ children }: PropsWithChildren) => (
  <p class="quiet small key-hint" data-script hidden>
    {children}
  </p>
)

/** The amount that a page is about. */
export const Amount = ({ children }: PropsWithChildren) => <p class="amount">{children}</p>

/** Text that only screen readers read. */
export const HiddenLabel = ({ children }: PropsWithChildren) => <span class="hidden-label">{children}</span>

/** A text to copy: one click selects all of it. */
export const Selectable = ({ children }: PropsWithChildren) => <span class="copyable-text">{children}</span>

/** A line that only printed pages have. */
export const OnPaper = ({ children }: PropsWithChildren) => <p class="quiet small on-paper">{children}</p>

/** A line that printed pages do not have. */
export const OnScreen = ({ children }: PropsWithChildren) => <p class="quiet small on-screen">{children}</p>

/** Digits of equal width: references, numbers, dates in columns. */
export const Digits = ({ children }: PropsWithChildren) => <span class="numbers">{children}</span>

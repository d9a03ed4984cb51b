import type { PropsWithChildren } from 'hono/jsx'

/** Things below each other, with an even gap. */
export const Stack = ({ gap, children }: PropsWithChildren<{ gap?: 'small' | 'large' }>) => (
  <div class={gap ? `stack stack-${gap}` : 'stack'}>{children}</div>
)

/** Things next to each other, which wrap. */
export const Row = ({ isSpread, children }: PropsWithChildren<{ isSpread?: boolean }>) => (
  <div class={isSpread ? 'row row-spread' : 'row'}>{children}</div>
)

/** Two columns on wide screens: equal ones, or a wide one and a side one. Each child is a column. */
export const Columns = ({ hasSide, children }: PropsWithChildren<{ hasSide?: boolean }>) => (
  <div class={hasSide ? 'columns columns-main' : 'columns'}>{children}</div>
)

/** As many boxes next to each other as fit. */
export const Tiles = ({ children }: PropsWithChildren) => <div class="tiles">{children}</div>

/** A column for one form or message. */
export const Narrow = ({ children }: PropsWithChildren) => <div class="narrow stack">{children}</div>

/** A column in the middle of a page, for one form or message; a card on wide screens. */
export const Centred = ({ children }: PropsWithChildren) => <div class="centred stack">{children}</div>

/** A column of the width of a form with several fields. */
export const Measure = ({ children }: PropsWithChildren) => <div class="measure stack">{children}</div>

/** Buttons that belong together; on phones they fill the width. */
export const Actions = ({ children }: PropsWithChildren) => <div class="actions">{children}</div>

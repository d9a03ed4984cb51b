import type { Option } from './form'

/** A question of a list: its name in the form, what it asks, its answer, and the values that it cannot take. */
export type ChoiceRow = { name: string; label: string; value: string; withoutValues?: string[] }

type Props = { id: string; options: Option[]; rows: ChoiceRow[] }

/** Many questions with the same few answers: a line each, with the answers side by side. */
export const ChoiceRows = ({ id, options, rows }: Props) => (
  <div class="choice-rows" id={id}>
    {rows.map((row) => (
      // biome-ignore lint/a11y/useSemanticElements: WebKit lays a legend out on its own, so a fieldset cannot be a grid.
      <div class="choice-row" role="group" aria-labelledby={`${id}-${row.name}`}>
        <p id={`${id}-${row.name}`}>{row.label}</p>
        <div>
          {options.map((option) => (
            <label class="choice">
              <input
                type="radio"
                name={row.name}
                value={option.value}
                checked={option.value === row.value}
                disabled={row.withoutValues?.includes(option.value)}
              />
              {option.label}
            </label>
          ))}
        </div>
      </div>
    ))}
  </div>
)

import type { Option } from './form'

/** A question of a list: its name in the form, what it asks, its answer, and the values that it cannot take. */
export type ChoiceRow = { name: string; label: string; value: string; withoutValues?: string[] }

type Props = { id: string; options: Option[]; rows: ChoiceRow[] }

/** Many questions with the same few answers: a line each, with the answers side by side. */
export const ChoiceRows = ({ id, options, rows }: Props) => (
  <div class="choice-rows" id={id}>
    {rows.map((row) => (
      <fieldset class="choice-row">
        <legend>{row.label}</legend>
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
      </fieldset>
    ))}
  </div>
)

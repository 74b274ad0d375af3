import { Field } from "@/components/ui/field"
import { amount, exactAmount } from "@/lib/format"

type Props = {
  label: string
  symbol: string
  text: string
  onChange: (text: string) => void
  balance: bigint | undefined
  error: string | null
  isDisabled: boolean
}

const SHARES = [
  { label: "25%", part: 25n },
  { label: "50%", part: 50n },
  { label: "75%", part: 75n },
  // The raw integer: a rounded one would leave dust or ask for too much.
  { label: "Max", part: 100n },
]

export function AmountField({ label, symbol, text, onChange, balance, error, isDisabled }: Props) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        aside={balance === undefined ? null : `Balance ${amount(balance)}`}
        className="figures text-lg font-medium"
        disabled={isDisabled}
        error={error}
        inputMode="decimal"
        label={label}
        onChange={(event) => onChange(event.target.value)}
        placeholder="0"
        unit={symbol}
        value={text}
      />
      <div className="grid grid-cols-4 gap-2">
        {SHARES.map(({ label: name, part }) => (
          <button
            aria-label={part === 100n ? `Use all ${symbol}` : `Use ${name} of the ${symbol}`}
            className="min-h-11 rounded-control border border-line text-sm font-medium text-muted hover:border-line-strong hover:text-ink disabled:cursor-not-allowed disabled:opacity-55"
            disabled={isDisabled || !balance}
            key={name}
            onClick={() => onChange(exactAmount(((balance ?? 0n) * part) / 100n))}
            type="button"
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

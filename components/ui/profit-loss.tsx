import { Money } from "./number"

/** A profit or loss with sign and colour. */
export function ProfitLoss({ value }: { value: bigint | null }) {
  if (value === null) return <span className="text-muted">–</span>
  if (value === 0n) return <Money value={0n} />
  return (
    <span className={value > 0n ? "whitespace-nowrap text-kelp" : "whitespace-nowrap text-coral"}>
      {value > 0n ? "+" : "−"}
      <Money value={value > 0n ? value : -value} />
    </span>
  )
}

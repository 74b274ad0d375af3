import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"

type Props = {
  /** The submitted text if it is not an address. */
  invalidInput: string | undefined
}

/** Opens the schedules of any wallet; works without scripts. */
export function WalletForm({ invalidInput }: Props) {
  return (
    <Card title="Look up a wallet">
      <form action="/vesting" className="grid gap-3">
        <Field
          autoCapitalize="none"
          className="figures"
          defaultValue={invalidInput}
          error={
            invalidInput ? "Enter a valid address: 0x followed by 40 hexadecimal characters." : null
          }
          label="Address"
          name="wallet"
          placeholder="0x…"
          required
          spellCheck={false}
        />
        <Button type="submit" variant="secondary">
          View schedules
        </Button>
      </form>
    </Card>
  )
}

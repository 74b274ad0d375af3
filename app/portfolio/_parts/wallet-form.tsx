import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"

type WalletFormProps = {
  /** What was asked for and is no address. */
  invalidInput: string | undefined
}

/** Looks up any wallet; a plain form, as it only leads to another page. */
export function WalletForm({ invalidInput }: WalletFormProps) {
  return (
    <Card title="Any other wallet">
      <form action="/portfolio" className="grid gap-3">
        <Field
          autoCapitalize="none"
          className="figures"
          defaultValue={invalidInput}
          error={invalidInput ? "An address is 0x followed by 40 digits and letters a to f." : null}
          label="Address"
          name="wallet"
          placeholder="0x…"
          required
          spellCheck={false}
        />
        <Button variant="secondary" type="submit">
          Show what it holds
        </Button>
      </form>
    </Card>
  )
}

import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"

type Props = {
  /** The page that shows a wallet. */
  path: string
  /** The submitted text if it is not an address. */
  invalidInput: string | undefined
  /** Text of the button. */
  children: string
}

/** Opens a page of any wallet; works without scripts. */
export function WalletForm({ path, invalidInput, children }: Props) {
  return (
    <Card title="Look up a wallet">
      <form action={path} className="grid gap-3">
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
        <Button variant="secondary" type="submit">
          {children}
        </Button>
      </form>
    </Card>
  )
}

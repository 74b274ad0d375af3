import { z } from "zod"
import { address } from "@/lib/http/wire"
import type { Plan, PlanContext } from "./plan"

/** JSON numbers lose the digits of amounts, and some programs write a text of digits as a number. */
const amountText = () =>
  z.string({
    error: ({ input }) =>
      input === undefined ? undefined : 'must be a text of digits, such as "10000000000000000000"',
  })

/** An amount in base units, above zero. */
export const positiveAmount = amountText()
  .regex(/^[1-9][0-9]{0,38}$/, "must be base units above zero in decimal digits")
  .transform(BigInt)
  .meta({ examples: ["10000000000000000000"] })

/** The same, 0 included. */
export const amountInput = amountText()
  .regex(/^(0|[1-9][0-9]{0,38})$/, "must be base units in decimal digits")
  .transform(BigInt)
  .meta({ examples: ["10000000000000000000"] })

export const addressInput = address.transform((text): `0x${string}` => `0x${text.slice(2)}`)

const common = {
  wallet: addressInput.optional().describe("whose balances, approvals and limits count"),
  slippageBp: z.int().min(0).max(5_000).default(100).describe("basis points"),
  minOut: positiveAmount
    .optional()
    .describe("least amount of what is received, where the slippage would allow less"),
}

/** The fields of an action besides its name, the wallet and the slippage. */
type Fields = z.ZodRawShape

/**
 * Something a wallet can do: its fields, and how it is planned. Pages, API and programs share these.
 */
export type Action<N extends string = string, F extends Fields = Fields> = {
  name: N
  summary: string
  fields: F
  schema: z.ZodObject<{ action: z.ZodLiteral<N> } & typeof common & F>
  plan: (input: z.output<z.ZodObject<F>>, context: PlanContext) => Promise<Plan>
}

export function defineAction<const N extends string, F extends Fields>({
  name,
  summary,
  fields,
  plan,
}: Omit<Action<N, F>, "schema">): Action<N, F> {
  const schema = z
    .object({ action: z.literal(name), ...common, ...fields })
    .meta({ id: toSchemaName(name), description: summary })
  return { name, summary, fields, schema, plan }
}

/** "market.claimBounty" → "MarketClaimBountyAction". */
const toSchemaName = (name: string) =>
  `${name
    .split(".")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")}Action`

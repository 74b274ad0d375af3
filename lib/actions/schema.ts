import { z } from "zod"
import type { ErrorCode } from "@/lib/http/errors"
import { amount, isoDate, price } from "@/lib/http/wire"
import { feeKinds, warningCodes } from "./plan"

/** Errors that planning an action may return. */
export const planErrors = [
  "TOKEN_NOT_FOUND",
  "MARKET_NOT_FOUND",
  "ASSET_NOT_DEPLOYED",
  "LOAN_NOT_FOUND",
  "SCHEDULE_NOT_FOUND",
  "CHAIN_UNAVAILABLE",
  "NOT_CONFIGURED",
] as const satisfies readonly ErrorCode[]

const usd = z.number().describe("US dollars, rounded down to cents")

const assetFields = {
  asset: z.string().describe("address of a token, or `<market>:<outcomeId>` for shares"),
  symbol: z.string(),
}

export const blocker = z
  .object({
    code: z.string().describe("a code of this service, or the name of the contract's error"),
    message: z.string(),
    remedy: z.string(),
  })
  .meta({ id: "ActionBlocker" })

export const quote = z
  .object({
    action: z.string(),
    block: z.int().describe("the figures are those of the block after this one"),
    validUntil: isoDate,
    in: z
      .array(z.object({ ...assetFields, amount, usd }))
      .describe("what the wallet has less of afterwards"),
    out: z
      .array(
        z.object({
          ...assetFields,
          amount,
          minAmount: amount.describe("the transaction reverts below it"),
          usd,
        }),
      )
      .describe("what the wallet has more of afterwards"),
    gives: z
      .array(z.object({ ...assetFields, amount, usd }))
      .describe(
        "what is given away or offered while the wallet has as much of it as before: shares of an order, a schedule",
      ),
    priceBefore: price.nullable(),
    priceAfter: price.nullable(),
    impactBp: z.int(),
    fees: z.array(z.object({ kind: z.enum(feeKinds), ...assetFields, amount, usd })),
    route: z.array(
      z.object({
        via: z.enum(["pool", "orders", "contract"]),
        contract: z.string(),
        from: z.string(),
        to: z.string(),
      }),
    ),
    warnings: z.array(z.object({ code: z.enum(warningCodes), message: z.string() })),
    effect: z.string().describe("what changes for the wallet, in one sentence"),
    blockers: z.array(blocker).describe("why it cannot be done now"),
  })
  .meta({ id: "Quote" })

export type Quote = z.output<typeof quote>

const bytes = z.string().regex(/^0x([0-9a-f]{2})*$/)
const quantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]*)$/)

const builtTransaction = z.object({
  kind: z.enum(["approve", "action"]),
  to: z.string(),
  data: bytes,
  value: amount,
  gas: amount,
  maxFeePerGas: amount,
  maxPriorityFeePerGas: amount,
  nonce: z.int(),
  chainId: z.int(),
  description: z.string(),
})

export const build = z
  .object({
    quote,
    transactions: z
      .array(builtTransaction)
      .describe("to be signed and sent in this order; none where the quote has blockers"),
    calls: z
      .object({
        version: z.literal("2.0.0"),
        chainId: quantity,
        from: z.string(),
        atomicRequired: z.boolean(),
        calls: z.array(z.object({ to: z.string(), data: bytes, value: quantity })),
      })
      .describe("parameters of wallet_sendCalls (EIP-5792)"),
    simulation: z.object({
      ok: z.boolean(),
      gasUsed: amount.describe("of all transactions together"),
      changes: z.array(z.object({ ...assetFields, amount: z.string() })).describe("signed amounts"),
      revert: blocker.nullable(),
    }),
  })
  .meta({ id: "TransactionBuild" })

export type Build = z.output<typeof build>

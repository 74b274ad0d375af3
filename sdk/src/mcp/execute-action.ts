import type { CallToolResult, Tool } from "@modelcontextprotocol/server"
import type { Atoll } from "../client/atoll"
import { AtollError } from "../client/errors"
import type { Action, Executed } from "../client/types"
import { clientRemedies } from "../generated/client-remedies"
import { isOwnEffect, isOwnMessage, quoteText } from "../generated/quote-text"
import type { Signer } from "../signing/signer"

export const EXECUTE_TOOL = "execute_action"

/** One tool that replaces building and sending: its arguments are those of the service's `build_action`. */
export function describeExecute({ inputSchema }: Tool): Tool {
  const { properties = {}, ...rest } = inputSchema
  const { wallet: _, ...fields } = properties
  return {
    name: EXECUTE_TOOL,
    title: "Execute an action",
    description:
      "Builds an action, checks it against the signer's limits, signs it with the local key, sends it, and answers the indexed events. Arguments as in quote_action, without wallet. Spends money: quote first. After MAYBE_SENT call it again with the same arguments: nothing is sent twice.",
    inputSchema: { ...rest, properties: fields },
    outputSchema: {
      type: "object",
      properties: {
        quote: { type: "object", description: "figures of the action" },
        transactions: {
          ...{ type: "array", items: { type: "object" } },
          description: "hash and status of each that was sent, in order",
        },
        events: {
          ...{ type: "array", items: { type: "object" } },
          description: "what they did, as the index has it",
        },
        // Some clients also check errors against the schema, so nothing is required.
        error: { type: "object", description: "of a refused call" },
      },
    },
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  }
}

/** Signs and sends an action within the limits. */
export async function executeAction(
  signer: Signer,
  atoll: Atoll,
  args: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  // The service validates the fields of an action.
  const done = await signer.execute(atoll, args as Action)
  const structuredContent = JSON.parse(JSON.stringify(done))
  return { content: [{ type: "text", text: describe(done) }], structuredContent }
}

const TRANSACTION_HASH = /^0x[0-9a-f]{64}$/

function describe({ quote, transactions, events }: Executed): string {
  const hashes = transactions.flatMap(({ hash }) => (TRANSACTION_HASH.test(hash) ? [hash] : []))
  const kinds = events.map(({ type }) => (/^\w{1,64}$/.test(type) ? type : "?"))
  const isPending = transactions.some(({ status }) => status === "pending")
  if (isPending) return `Sent, and not mined yet. Transactions: ${hashes.join(", ")}`
  return [
    `Done. Effect: ${isOwnEffect(quote) ? quote.effect : quoteText(quote.effect)}`,
    `Transactions: ${hashes.join(", ")}`,
    `Events: ${kinds.join(", ") || "none"}`,
  ].join("\n")
}

/** Turns errors of the SDK into errors of the tool. */
export async function catchAtollErrors(work: Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AtollError) return toToolError(error)
    throw error
  }
}

function toToolError({
  code,
  message,
  requestId,
  retryAfter,
  ...rest
}: AtollError): CallToolResult {
  // The owner of the key uses the command.
  const remedy = clientRemedies[code]?.command ?? rest.remedy
  const error = {
    ...{ code, message, remedy: remedy ?? "Read the message and change the call." },
    ...(requestId && { requestId }),
    ...(retryAfter !== null && { retryAfter }),
  }
  const name = /^[A-Za-z]\w{0,63}$/.test(code) ? code : "ERROR"
  const text = `${name}. ${isOwnMessage(code) ? message : quoteText(message)} ${error.remedy}`
  return { isError: true, content: [{ type: "text", text }], structuredContent: { error } }
}

import { createSigner } from "../../signing/signer"
import { type Context, pinContracts } from "../context"

/** Nobody can be asked here, so every confirmation is refused. */
const confirm = async () => false

/** Serves MCP on standard input and output, until the client goes. With an account it signs within the limits. */
export async function mcp(context: Context): Promise<void> {
  const { atoll, account, limitsFile, writeError } = context
  const { serveMcp } = await import("../../mcp/serve")
  await serveMcp({
    atoll,
    signer: account ? createSigner({ account, limitsFile, confirm }) : null,
    prepare: () => pinContracts(context),
    onError: ({ message }) => writeError(`${message}\n`),
  })
}

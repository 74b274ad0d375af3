import { AtollError, InvalidRequestError } from "../../client/errors"
import { type Context, requireAccount } from "../context"
import { keepService } from "../settings"

/** Signs in with the account, and keeps the key and the addresses of the contracts. */
export async function login(context: Context): Promise<void> {
  const { atoll, env, url } = context
  const account = requireAccount(context)
  const wallet = account.address.toLowerCase()
  const key = await atoll.signIn().catch((error: unknown) => {
    if (!(error instanceof AtollError) || error.code !== "KEY_LIMIT_REACHED") throw error
    throw new InvalidRequestError(error.message, {
      ...{ code: error.code, status: error.status, requestId: error.requestId },
      remedy: "Set it as ATOLL_KEY, or run `atoll login --replace`: programs that use it lose it.",
    })
  })
  // What was kept of the service before is taken anew.
  const contracts = await atoll.service.contracts()
  await keepService(env, url, { key, wallet, contracts })
  context.print(
    { url, wallet, chainId: contracts.chainId },
    () => `Signed in to ${url} as ${wallet}.\n`,
  )
}

/** Forgets the key; with `--revoke` the service does, too. */
export async function logout(context: Context, { revoke = false }: { revoke?: boolean }) {
  if (revoke) {
    requireAccount(context)
    await context.atoll.signOut()
  }
  await keepService(context.env, context.url, null)
  const where = revoke ? "deleted" : "removed from this computer"
  context.print(
    { url: context.url, revoked: revoke },
    () => `The key for ${context.url} is ${where}.\n`,
  )
}

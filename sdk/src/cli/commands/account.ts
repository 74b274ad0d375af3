import { AtollError } from "../../client/errors"
import { type Context, requireAccount } from "../context"
import { keepService } from "../settings"

export type LoginOptions = { replace?: boolean; dryRun?: boolean }

/** Signs in with the account, and keeps the key and the addresses of the contracts. */
export async function login(context: Context, options: LoginOptions): Promise<void> {
  const { atoll, env, url } = context
  const account = requireAccount(context)
  const wallet = account.address.toLowerCase()
  if (options.dryRun) {
    return context.print(
      { dryRun: true, url, wallet, replace: options.replace === true },
      () => `Would sign in to ${url} as ${wallet}.\nNothing was signed.\n`,
    )
  }
  const key = await signIn(context, options)
  // Replaces the facts that were stored about the service.
  const contracts = await atoll.service.contracts()
  await keepService(env, url, { key, wallet, contracts })
  context.print(
    { url, wallet, chainId: contracts.chainId },
    () => `Signed in to ${url} as ${wallet}.\n`,
  )
}

const REPLACING = "The wallet has a key already; programs that use it lose it. Replace it? [y/N] "

/** A wallet has one key: another program's is replaced only after a yes, or with `--replace`. */
async function signIn({ atoll, ask }: Context, { replace = false }: LoginOptions): Promise<string> {
  try {
    return await atoll.signIn({ replace })
  } catch (error) {
    if (!(error instanceof AtollError) || error.code !== "KEY_LIMIT_REACHED") throw error
    const answer = await ask(REPLACING)
    if (/^y(es)?$/i.test(answer?.trim() ?? "")) return atoll.signIn({ replace: true })
    throw error
  }
}

export type LogoutOptions = { revoke?: boolean; dryRun?: boolean }

/** Forgets the key; with `--revoke` the service revokes it too. */
export async function logout(context: Context, { revoke = false, dryRun }: LogoutOptions) {
  const { url } = context
  const where = revoke ? "deleted at the service" : "removed from this computer"
  if (revoke) requireAccount(context)
  if (dryRun) {
    return context.print(
      { dryRun: true, url, revoked: revoke },
      () => `The key for ${url} would be ${where}.\n`,
    )
  }
  if (revoke) await context.atoll.signOut()
  await keepService(context.env, url, null)
  context.print({ url, revoked: revoke }, () => `The key for ${url} is ${where}.\n`)
}

import path from "node:path"
import type { Method } from "@/lib/api/contract"
import type { Resource } from "@/lib/api/route"
import { createApiKey, createSession } from "@/tests/helpers/auth"
import { type Answer, call } from "@/tests/helpers/call"

type Options = Parameters<typeof call<Resource, Method>>[1]

// biome-ignore lint/suspicious/noExplicitAny: the body differs with each operation
export type Told = Answer<any>

/** Asks an operation by its name, such as `GET /api/v1/tokens/{address}`. */
export async function ask(operation: string, options: Options = {}): Promise<Told> {
  const [method = "", at = ""] = operation.split(" ")
  const file = path.resolve("app", `.${at.replaceAll("{", "[").replaceAll("}", "]")}`, "route.ts")
  return call((await import(file)) as Resource, { path: at, ...options, method: method as Method })
}

/** What a remedy is followed by: the request that is refused, then the one that follows the remedy. */
export type Followed = readonly [refused: Told, followed: Told]

/** How a remedy is followed, and words of it that say so. */
export type Case = readonly [says: readonly string[], follow: () => Promise<Followed>]

/** Credentials of a wallet with a key. */
export async function newKey() {
  const { key, wallet } = await createApiKey()
  return { as: { key }, wallet }
}

export async function newSession() {
  const { cookie, address, account } = await createSession()
  return { as: { cookie }, address, account, cookie }
}

/** Asks the same twice: first wrongly, then as the remedy says. */
export async function twice(operation: string, wrong: Options, right: Options): Promise<Followed> {
  return [await ask(operation, wrong), await ask(operation, right)]
}

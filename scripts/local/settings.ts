import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { type AddressBook, addressBook } from "@/lib/chain/deployment"
import { parseEnv } from "@/lib/env"
import { UserError } from "./report.mjs"
import { rpc } from "./rpc"

export type Settings = ReturnType<typeof readSettings>

/** The configuration, checked before anything is started; database and secret may still be missing. */
export function readSettings(variables: Record<string, string | undefined>) {
  if (variables.RPC_URL && !variables.CHAIN_ID) {
    throw new UserError(
      "RPC_URL is set, but CHAIN_ID is not.",
      "Set CHAIN_ID to the id of that node's chain, or unset RPC_URL to use the local chain.",
    )
  }
  const isLocal = !variables.RPC_URL || variables.CHAIN_ID === "31337"
  if (variables.DEV_WALLET === "on" && !isLocal) {
    throw new UserError(
      "DEV_WALLET is on, but the chain is not the local one.",
      "Unset DEV_WALLET: everybody knows the keys of that wallet. Or unset RPC_URL to use the local chain.",
    )
  }
  try {
    const notYetMade = "made on this machine when there is none"
    return parseEnv({
      ...variables,
      DATABASE_URL: variables.DATABASE_URL || "postgresql://embedded",
      SESSION_SECRET: variables.SESSION_SECRET || notYetMade,
      TOKEN_ENCRYPTION_KEY: variables.TOKEN_ENCRYPTION_KEY || notYetMade,
    })
  } catch (error) {
    throw new UserError(
      error instanceof Error ? error.message : `${error}`,
      "Correct it in .env or in the shell; .env.example explains each variable.",
    )
  }
}

/** The address book of a chain that is not ours: from CONTRACTS or the folder of deployments. */
export function foreignAddressBook({
  CONTRACTS,
  DEPLOYMENTS_DIR,
  CHAIN_ID,
}: Settings): AddressBook {
  const file = path.join(DEPLOYMENTS_DIR, `${CHAIN_ID}.json`)
  if (!CONTRACTS && !existsSync(file)) {
    throw new UserError(
      `There is no address book for chain ${CHAIN_ID}: ${file} does not exist.`,
      "Deploy the contracts there and write their addresses to that file, or set CONTRACTS.",
    )
  }
  const source = CONTRACTS ? "CONTRACTS" : file
  const parsed = addressBook.safeParse(parseJson(CONTRACTS ?? readFileSync(file, "utf8")))
  if (!parsed.success) {
    throw new UserError(
      `${source} is not an address book.\n${z.prettifyError(parsed.error)}`,
      "It holds the fields that /contracts.json answers.",
    )
  }
  if (parsed.data.chainId === CHAIN_ID) return parsed.data
  throw new UserError(
    `${source} is for chain ${parsed.data.chainId}, but CHAIN_ID is ${CHAIN_ID}.`,
    "Make the two agree.",
  )
}

/** Refuses a node that does not answer or serves another chain. Its address may hold a secret. */
export async function checkNode(rpcUrl: string, chainId: number): Promise<void> {
  const { origin } = new URL(rpcUrl)
  const id = await rpc(rpcUrl, "eth_chainId", [], 10_000).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : `${error}`
    throw new UserError(
      `The node at ${origin} (RPC_URL) does not answer: ${why}`,
      "Check the address, or unset RPC_URL and CHAIN_ID to use the local chain.",
    )
  })
  if (Number(id) === chainId) return
  throw new UserError(
    `The node at ${origin} (RPC_URL) serves chain ${Number(id)}, but CHAIN_ID is ${chainId}.`,
    "Make the two agree.",
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // refused by the schema, with the file's name
  }
}

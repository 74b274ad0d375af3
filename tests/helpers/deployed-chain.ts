import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"
import { gunzipSync } from "node:zlib"
import type { AddressBook } from "@/lib/chain/deployment"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { rpc } from "@/scripts/local/rpc"

const ROOT = path.resolve(import.meta.dirname, "../..")
const FOLDER = path.join(ROOT, ".data/test")
const BYTECODE = path.join(ROOT, "contracts/bytecode")

/** More than the longest history of a test has blocks, so that loans are read as of each. */
export const KEPT_STATES = 640

/** For tests that leave branches of 3,000 blocks in all: the node keeps the states of those, too, 3 MB each. */
export const STATES_OF_BRANCHES = 3_200

type Deployed = { node: Anvil; book: AddressBook }

/**
 * A node with the contracts on it. They are deployed once by `deploy`; every further node begins with the saved
 * state, until contracts or deployment change.
 */
export async function startDeployedChain(
  args: readonly string[],
  deploy: (node: Anvil) => Promise<AddressBook>,
  keptStates = KEPT_STATES,
): Promise<Deployed> {
  const digest = digestSources()
  const state = path.join(FOLDER, `chain-${digest}.json`)
  const bookFile = path.join(FOLDER, `chain-${digest}-addresses.json`)
  if (existsSync(bookFile)) {
    const node = await startAnvil({
      args: [...args, "--load-state", state],
      keptStates,
    })
    return { node, book: JSON.parse(readFileSync(bookFile, "utf8")) }
  }
  const node = await startAnvil({ args, keptStates })
  const book = await deploy(node)
  const packed = String(await rpc(node.url, "anvil_dumpState"))
  mkdirSync(FOLDER, { recursive: true })
  writeWhole(state, gunzipSync(Buffer.from(packed.slice(2), "hex")))
  // Last: whoever finds it finds the state as well.
  writeWhole(bookFile, JSON.stringify(book))
  return { node, book }
}

function digestSources() {
  const code = readdirSync(BYTECODE).filter((file) => file.endsWith(".json"))
  const sources = [
    ...code.sort().map((file) => path.join(BYTECODE, file)),
    path.join(ROOT, "scripts/local/deploy.ts"),
    path.join(ROOT, "scripts/local/deploy-identity.ts"),
    path.join(ROOT, "scripts/local/deploy-loans.ts"),
    path.join(ROOT, "scripts/local/deploy-updown.ts"),
    path.join(ROOT, "scripts/local/feeder/assets.ts"),
    path.join(ROOT, "tests/helpers/chain.ts"),
  ]
  const hash = createHash("sha256")
  for (const file of sources) hash.update(readFileSync(file))
  return hash.digest("hex").slice(0, 16)
}

/** Another process may read it at the same moment: it sees all of the file or none. */
function writeWhole(file: string, content: Buffer | string) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, content)
  renameSync(own, file)
}

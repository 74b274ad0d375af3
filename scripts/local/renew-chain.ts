import { rm } from "node:fs/promises"
import { chainExists, isOutdated } from "./chain"
import { confirm, UserError } from "./report.mjs"

const WHY = "The contracts have changed since the local chain was made."
const EFFECT =
  "deletes that chain with its tokens, markets and balances, and keeps what people have in the database: accounts, keys, profiles, posts, comments."

/**
 * Deletes a kept chain with another version's contracts, if the user at the terminal agrees. Otherwise, and without a
 * terminal, the start ends: the chain stays, and the former version can continue it.
 */
export async function removeOutdatedChain(folder: string, ask: Ask = confirm): Promise<void> {
  if (!chainExists(folder) || !(await isOutdated(folder))) return
  if (!(await ask(`${WHY} Making it anew ${EFFECT} Make it anew?`))) {
    throw new UserError(WHY, `npm run reset -- --chain ${EFFECT} Then npm start makes a new one.`)
  }
  await rm(folder, { recursive: true })
}

/** Whether the person says yes; null where nobody can be asked. */
type Ask = (question: string) => Promise<boolean | null>

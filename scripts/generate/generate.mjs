// node scripts/generate/generate.mjs: writes what follows from the sources and is not committed. Every command that needs
// it does so first; nothing is made twice from the same sources.
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { takeLock } from "../local/run-lock.mjs"
import * as abis from "./abis.mjs"
import * as client from "./client.mjs"
import { root } from "./files.mjs"
import * as openapi from "./openapi.mjs"
import * as sdk from "./sdk.mjs"

/** @typedef {{ isCurrent: () => boolean, make: () => Promise<void> }} Generator */

/** The typed ABIs, the database client, the OpenAPI document, and the SDKs' parts generated from it. */
export default async function generate() {
  await renew([abis, client])
  await renew([openapi])
  await renew([sdk])
}

/** The part without which no script that speaks to the chain can be loaded. */
export const generateAbis = () => renew([abis])

/**
 * One process runs at a time: another one that needs the same waits, and finds it made.
 * @param {readonly Generator[]} generators none of which reads the output of another
 */
export async function renew(generators) {
  if (generators.every(({ isCurrent }) => isCurrent())) return
  const release = await takeTurn()
  try {
    const old = generators.filter(({ isCurrent }) => !isCurrent())
    await Promise.all(old.map(({ make }) => make()))
  } finally {
    release()
  }
}

async function takeTurn() {
  for (;;) {
    const lock = takeLock(path.join(root, ".data/generate"), "generate")
    if (lock) return lock.release
    await sleep(100)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await generate()

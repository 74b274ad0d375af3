import { hash } from "node:crypto"
import fc from "fast-check"
import { isDeep, runs } from "./deep"

/** What all random input follows from: the same in every run. FUZZ_SEED names another. */
export const seed = process.env.FUZZ_SEED ?? "low tide"

// Every run tries the same: more often finds more only with --deep.
fc.configureGlobal({
  seed: hash("sha256", seed, "buffer").readInt32BE(),
  numRuns: runs(40, 2_000),
  // Looking for the smallest example takes longer than a test may; the first one tells what failed.
  endOnFailure: !isDeep,
})

export { fc }

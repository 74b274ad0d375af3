import { hash } from "node:crypto"
import fc from "fast-check"

/** What all random input follows from: the same in every run. FUZZ_SEED names another. */
export const seed = process.env.FUZZ_SEED ?? "low tide"

// As every run tries the same, each tries more than the library would.
fc.configureGlobal({ seed: hash("sha256", seed, "buffer").readInt32BE(), numRuns: 300 })

export { fc }

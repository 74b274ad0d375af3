import { existsSync, renameSync } from "node:fs"
import path from "node:path"
import { inject } from "vitest"
import { bundle } from "@/scripts/bundle-program.mjs"

/**
 * Bundles a program for a test that starts it several times: a start takes a third of the processor time that it takes
 * from the sources.
 * @returns the file to run
 */
export async function bundleForTest(entry: string): Promise<string> {
  const name = entry.replaceAll("/", "-").replace(/\.ts$/, "")
  const outfile = path.join(inject("folder"), `${name}.mjs`)
  if (existsSync(outfile)) return outfile
  const own = path.join(inject("folder"), `${process.pid}`, `${name}.mjs`)
  await bundle({ entryPoints: [entry], outfile: own })
  // Another file of the same run may have made it meanwhile.
  renameSync(own, outfile)
  return outfile
}

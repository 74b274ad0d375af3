import path from "node:path"
import { inject } from "vitest"
import { bundle } from "@/scripts/bundle-program.mjs"

/**
 * Bundles a program for a test that starts it several times: a start takes a third of the processor time that it takes
 * from the sources.
 * @returns the file to run
 */
export async function bundleForTest(entry: string): Promise<string> {
  const outfile = path.join(inject("folder"), `${process.pid}`, `${path.parse(entry).name}.mjs`)
  await bundle({ entryPoints: [entry], outfile })
  return outfile
}

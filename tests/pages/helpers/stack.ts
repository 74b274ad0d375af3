import { readEnvironmentFile } from "@/scripts/local/environment-file"

/** The running environment under test; STACK_DIR is the folder of its `local.json`. */
export const stack = load()

function load() {
  const dir = process.env.STACK_DIR
  const facts = dir ? readEnvironmentFile(dir) : null
  if (!facts)
    throw new Error("STACK_DIR must name the folder of a running environment's local.json")
  return facts
}

import { runCommand } from "./command"
import type { Part } from "./run"

/** The contracts' own tests, their gas, and the generated ABIs. */
export const runContracts: Part = async ({ root, shutdown }) => {
  const args = ["scripts/contracts/test.mjs"]
  const { code, output } = await runCommand({ args, cwd: root, shutdown })
  const counts = /Contract tests: (\d+) passed, (\d+) failed/.exec(output)
  const passed = Number(counts?.[1] ?? 0)
  const failed = Number(counts?.[2] ?? 0)
  // It also fails for gas and for generated files, which it does not count.
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

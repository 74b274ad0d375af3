import { runCommand } from "./command"
import type { Part } from "./part"

const SOURCES = /^(contracts\/|scripts\/contracts\/|scripts\/foundry\.mjs|package-lock\.json)/

/** The contracts' own tests, their gas, and the generated ABIs. */
export const runContracts: Part = async ({ root, shutdown, isDeep, changed }) => {
  if (changed && !changed.files.some((file) => SOURCES.test(file))) {
    console.log("No contract changed")
    return { passed: 0, failed: 0 }
  }
  const args = ["scripts/contracts/test.mjs", ...(isDeep ? ["--deep"] : [])]
  const { code, output } = await runCommand({ args, cwd: root, shutdown })
  const counts = /Contract tests: (\d+) passed, (\d+) failed/.exec(output)
  const passed = Number(counts?.[1] ?? 0)
  const failed = Number(counts?.[2] ?? 0)
  // It also fails for gas and for generated files, which it does not count.
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

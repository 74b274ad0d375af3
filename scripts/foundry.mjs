// Runs a foundry tool: node scripts/foundry.mjs <forge|anvil> [arguments]
// The platform's own binary: npm's wrapper scripts answer 0 even when the tool fails.
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import path from "node:path"
import { fileURLToPath } from "node:url"

const require = createRequire(import.meta.url)

/** The binary of a foundry tool for this machine. */
export function foundryBinary(tool) {
  const cpu = process.arch === "x64" ? "amd64" : process.arch
  const file = process.platform === "win32" ? `${tool}.exe` : tool
  return require.resolve(`@foundry-rs/${tool}-${process.platform}-${cpu}/bin/${file}`)
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [tool, ...args] = process.argv.slice(2)
  const child = spawn(foundryBinary(tool), args, { stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal ? 143 : 1)
  })
}

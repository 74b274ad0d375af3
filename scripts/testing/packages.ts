import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import { runCommand } from "./command"

export const isDebian = () =>
  existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"))

/** As root where Debian's packages exist; elsewhere it does nothing. */
export async function installPackages(
  root: string,
  shutdown: Shutdown,
  packages: readonly string[],
) {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return
  const apt = (...args: string[]) =>
    runCommand({
      file: "apt-get",
      args: ["-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20", ...args],
      cwd: root,
      shutdown,
      env: { DEBIAN_FRONTEND: "noninteractive" },
      isQuiet: true,
    })
  console.log(`Installing ${packages[0]} …`)
  await apt("update")
  await apt("install", "-y", "--no-install-recommends", ...packages)
}

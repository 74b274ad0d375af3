import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import { runCommand } from "./command"

export const isDebian = () =>
  existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"))

/** Asked by Debian's packages whether the services that they bring may start; 101 says no. */
const POLICY = "/usr/sbin/policy-rc.d"

/** As root where Debian's packages exist; elsewhere it does nothing. Their services do not start, now or with the machine. */
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
  const missing = packages.filter((name) => spawnSync("dpkg", ["-s", name]).status !== 0)
  const hasPolicy = existsSync(POLICY)
  if (!hasPolicy) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 })
  await apt("install", "-y", "--no-install-recommends", ...packages)
  if (!hasPolicy) rmSync(POLICY, { force: true })
  for (const name of missing) {
    // Debian names a service as its package, but for this suffix. Packages without a service have nothing to disable.
    for (const service of [name, name.replace(/-(server|light)$/, "")])
      spawnSync("update-rc.d", [service, "disable"])
  }
}

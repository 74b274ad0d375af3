// Adds the other platforms' optional packages that an incomplete registry mirror left out of
// package-lock.json, so that `npm ci` accepts the lock everywhere and picks the right binaries.
import { readFileSync, writeFileSync } from "node:fs"

const SYSTEMS = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "win32",
  "openharmony",
  "sunos",
  "aix",
  "netbsd",
  "openbsd",
]
const CPUS = [
  "arm64",
  "x64",
  "ia32",
  "arm",
  "ppc64",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
]

/** The platform a native package is built for, read from its name. */
function platformOf(name) {
  const parts = name.split("/").pop().split(/[-_]/)
  const os = SYSTEMS.find((s) => parts.includes(s)) ?? (parts.includes("windows") ? "win32" : null)
  if (parts.includes("gnueabihf")) return { os, cpu: "arm" }
  const cpu = CPUS.find((c) => parts.includes(c)) ?? (parts.includes("amd64") ? "x64" : null)
  return { os, cpu }
}

const file = process.argv[2] ?? "package-lock.json"
const lock = JSON.parse(readFileSync(file, "utf8"))
let added = 0
for (const [where, pkg] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(pkg.optionalDependencies ?? {})) {
    const places = [`${where}/node_modules/${name}`, `node_modules/${name}`]
    if (!where || places.some((place) => lock.packages[place])) continue
    const { os, cpu } = platformOf(name)
    if (!os && cpu !== "wasm32") {
      console.warn(`left out: ${name}@${range} (of ${where})`)
      continue
    }
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ""),
      ...(cpu && { cpu: [cpu] }),
      ...(pkg.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
    }
    added++
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} optional packages of other platforms added to ${file}`)

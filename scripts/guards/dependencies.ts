import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import type { Finding } from "./finding"
import { readSource } from "./sources"

/** Open licences, as SPDX names them; `geist` writes the font licence out. */
const OPEN_LICENCES = new Set([
  ...[
    "MIT",
    "ISC",
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BlueOak-1.0.0",
    "Unlicense",
  ],
  ...["MPL-2.0", "EPL-2.0", "LGPL-3.0-or-later", "OFL-1.1", "SIL OPEN FONT LICENSE", "Zlib"],
])

const lockedPackage = z.object({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  /** Comes within the archive of the package that contains it. */
  inBundle: z.boolean().optional(),
  dev: z.boolean().optional(),
  license: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
})

const lock = z.object({ packages: z.record(z.string(), lockedPackage) })

/** Before SPDX a package listed its licences. */
const manifest = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
})

/** The section of docs/dependencies.md that lists packages accepted in spite of their licence or install script. */
const ACCEPTED = /^## Accepted in production.*?(?=^## )/ms

/**
 * Faults of package-lock.json and the installed packages, without those that docs/dependencies.md accepts with a
 * reason.
 */
export function findPackageFaults(
  lockText = readSource("package-lock.json"),
  text = readSource("docs/dependencies.md"),
): Finding[] {
  const { packages } = lock.parse(JSON.parse(lockText))
  const reasons = ACCEPTED.exec(text)?.[0] ?? ""
  return Object.entries(packages).flatMap(([place, entry]) => {
    if (place === "" || entry.link) return []
    const faults: string[] = []
    if (!entry.integrity && !entry.inBundle) faults.push("no integrity")
    if (entry.resolved) faults.push("a download address")
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)
    if (!entry.dev && !reasons.includes(`\`${name}\``)) {
      if (entry.hasInstallScript) faults.push("an install script")
      const licence = entry.license ?? readLicence(place)
      if (!isOpen(licence)) faults.push(`the licence ${licence ?? "is not named"}`)
    }
    return faults.map((detail) => ({ at: place, detail }))
  })
}

function readLicence(place: string) {
  const file = path.resolve(place, "package.json")
  if (!existsSync(file)) return undefined
  const { license, licenses } = manifest.parse(JSON.parse(readFileSync(file, "utf8")))
  return (typeof license === "string" ? license : license?.type) ?? licenses?.[0]?.type
}

/** Of alternative licences one must be open, of combined licences all. */
const isOpen = (licence: string | undefined) =>
  licence !== undefined &&
  licence
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(/ AND /i).every((part) => OPEN_LICENCES.has(part)))

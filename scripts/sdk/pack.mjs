// Packs the SDK for users who have a deployment's address but no repository: npm and pip install the files from
// /sdk/atoll-sdk.tgz and /sdk/atoll-sdk-python.tar.gz.
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"
import { execa } from "execa"
import generate from "../generate/generate.mjs"

const root = path.resolve(import.meta.dirname, "../..")

/** Everything that ends up in the packages, or decides how they are made. */
const SOURCES = [
  ...["sdk/src", "sdk/package.json", "sdk/README.md", "sdk/tsconfig.json", "scripts/sdk"],
  ...["sdk/python/src", "sdk/python/pyproject.toml", "sdk/python/build_wheel.py"],
  ...["sdk/python/README.md", "package-lock.json"],
]

/**
 * Writes both packages into a folder, unless they were made from the same sources.
 * @param {string} folder
 */
export async function packSdk(folder) {
  await generate()
  const stamp = path.join(folder, "sources.sha256")
  const digest = digestSources()
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return
  mkdirSync(folder, { recursive: true })
  rmSync(stamp, { force: true })
  await run(process.execPath, ["scripts/sdk/build.mjs"])
  const draft = mkdtempSync(path.join(folder, "draft-"))
  try {
    // The steps of `prepack` are done above.
    await run("npm", ["pack", "./sdk", "--ignore-scripts", "--silent", "--pack-destination", draft])
    const [file = ""] = readdirSync(draft)
    renameSync(path.join(draft, file), path.join(folder, "atoll-sdk.tgz"))
    const python = [
      "python/src",
      "python/pyproject.toml",
      "python/build_wheel.py",
      "python/README.md",
    ]
    const archive = path.join(folder, "atoll-sdk-python.tar.gz")
    await run("tar", ["-czf", archive, "--exclude=__pycache__", "-C", "sdk", ...python])
  } finally {
    rmSync(draft, { recursive: true })
  }
  writeFileSync(stamp, digest)
}

/**
 * @param {string} command
 * @param {string[]} args
 */
const run = (command, args) => execa(command, args, { cwd: root, stdin: "ignore" })

function digestSources() {
  const hash = createHash("sha256")
  for (const file of [...listSources(), path.join(root, "sdk/src/generated/stamp")])
    hash.update(`\n${path.relative(root, file)}\n`).update(readFileSync(file))
  return hash.digest("hex")
}

/** The source files. A stamp stands for the generated ones. */
export function listSources() {
  return SOURCES.flatMap((source) => {
    const place = path.join(root, source)
    if (source.includes(".")) return place
    return readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .filter((file) => !/[\\/](?:__pycache__|generated)[\\/]/.test(file))
      .sort()
  })
}

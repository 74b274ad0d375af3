import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { fileURLToPath } from "node:url"

const require = createRequire(import.meta.url)
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")

const settings = {
  evmVersion: "cancun",
  optimizer: { enabled: true, runs: 200 },
  // Nothing but the sources decides the bytecode, so that it can be compared.
  metadata: { bytecodeHash: "none", appendCBOR: false },
  outputSelection: {
    "*": {
      "": ["ast"],
      "*": [
        "abi",
        "evm.bytecode.object",
        "evm.deployedBytecode.object",
        "evm.deployedBytecode.immutableReferences",
      ],
    },
  },
}

/** Solidity files below a folder of the repository, as paths from its root. */
export function solidityFiles(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sol"))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")))
    .sort()
}

/** The compiler's input for files of the repository. */
export function compilerInput(files) {
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(path.join(root, file), "utf8") }]),
  )
  return { language: "Solidity", sources, settings }
}

/** Changes when the sources, the compiler or a library the sources import changes. */
export function stampOf(input) {
  const version = (name) =>
    JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8")).version
  const libraries = ["solc", "@openzeppelin/contracts", "solady"].map((name) => [
    name,
    version(name),
  ])
  return createHash("sha256")
    .update(JSON.stringify([libraries, input]))
    .digest("hex")
}

/** Compiles; throws with the compiler's messages on an error. Returns file → contract name → output. */
export function compile(input) {
  return compileAll(input).contracts
}

/** As `compile`, with the syntax trees. */
export function compileAll(input) {
  // Loaded on use: the compiler takes a third of a second and 200 MB.
  const solc = require("solc")
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: resolveImport }))
  const errors = (output.errors ?? []).filter((message) => message.severity === "error")
  if (errors.length > 0)
    throw new Error(errors.map((message) => message.formattedMessage).join("\n"))
  return output
}

function resolveImport(file) {
  try {
    const found = file.startsWith("contracts/")
      ? path.join(root, file)
      : path.join(root, "node_modules", file)
    return { contents: readFileSync(found, "utf8") }
  } catch {
    return { error: `${file} was not found` }
  }
}

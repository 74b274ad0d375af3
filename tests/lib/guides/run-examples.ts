import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { promisify } from "node:util"
import { build } from "esbuild"
import { findPython, pythonEnv } from "@/tests/sdk/python"

const ROOT = path.resolve(import.meta.dirname, "../../..")

/** How an example is run, and where it is written for that. */
const RUNNERS: Readonly<Record<string, { extension: string; command: string } | undefined>> = {
  js: { extension: "mjs", command: "node" },
  ts: { extension: "mts", command: "node" },
  python: { extension: "py", command: "run_python" },
}

/** The program of the quickstart that signs: the only step that needs the private key. */
const SIGN_PROGRAM =
  /^```js\n(\/\/ sign\.mjs\n[\s\S]*?)^```$/m.exec(
    readFileSync(path.join(ROOT, "content/docs/quickstart.md"), "utf8"),
  )?.[1] ?? ""

/** Without the packages the examples in Python are left out: `tests/sdk/python.test.ts` does the same without them. */
const findRunner = () => findPython("import httpx, eth_account, atoll_sdk") ?? "true"

const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm
/** `// sign.mjs` or `# client.py` as the first line: the example is a file that other examples use. */
const FILE_LINE = /^(?:\/\/|#) ([\w-]+\.\w+)\n/

type Running = {
  /** Where the commands run; it is inside the repository, so that programs find packages. */
  folder: string
  origin: string
  /** Values of the placeholders, such as KEY and WALLET. */
  variables: Readonly<Record<string, string>>
}

/**
 * Runs every example of a guide in bash, js, ts and python against a running instance: one after the other, in one
 * shell, so that each has the variables and functions of those before it. Fails with the first command that fails.
 */
export async function runExamples(
  markdown: string,
  { folder, origin, variables }: Running,
): Promise<string> {
  await writeProgram(folder, "sign.mjs", SIGN_PROGRAM)
  const steps: string[] = []
  for (const [at, [, language = "", code = ""]] of [...markdown.matchAll(FENCE)].entries()) {
    steps.push(...(await writeStep(folder, `example-${at}`, language, code)))
  }
  if (steps.length === 0) return ""
  if (/\bnpx\b/.test(markdown)) await writeCommand(folder)
  if (steps.some((step) => step.startsWith("run_python")))
    steps.unshift(`run_python() { ${findRunner()} "$@"; }`)
  // The service names the address of its configuration, which is not that of a test.
  const script = steps.join("\n").replace(/^export ATOLL=.*$/gm, `export ATOLL=${origin}`)
  writeFileSync(path.join(folder, "run.sh"), `set -a\n${script}`)
  // Programs keep their settings there, and find the command.
  const settings = { HOME: folder, XDG_CONFIG_HOME: folder, PATH: `${folder}:${process.env.PATH}` }
  const env = { ...pythonEnv, ...settings, ...variables }
  const options = { cwd: folder, env, maxBuffer: 1 << 26 }
  const bash = promisify(execFile)("bash", ["-e", "-o", "pipefail", "run.sh"], options)
  const { stdout } = await bash.catch(({ stdout: before, stderr }) => {
    throw new Error(`An example failed. Before that: ${before.slice(-1_000)}\n${stderr}`)
  })
  return stdout
}

/** Lines of the shell that run an example. */
async function writeStep(
  folder: string,
  name: string,
  language: string,
  code: string,
): Promise<string[]> {
  const file = FILE_LINE.exec(code)?.[1]
  if (file !== undefined) {
    await writeProgram(folder, file, code)
    return []
  }
  if (language === "bash") return [code]
  const runner = RUNNERS[language]
  if (!runner) return []
  const target = `${name}.${runner.extension}`
  return [`${runner.command} ${await writeProgram(folder, target, code)}`]
}

/** Writes a program; answers the name of the file to run. One of JavaScript becomes one file with its packages. */
async function writeProgram(folder: string, file: string, code: string): Promise<string> {
  writeFileSync(path.join(folder, file), code)
  if (!/\.m[jt]s$/.test(file)) return file
  const bundled = file.replace(/\.mts$/, ".mjs")
  await bundle(path.join(folder, file), path.join(folder, bundled))
  return bundled
}

/** The command, for which `npx atoll` would start npm, and compile the sources. */
async function writeCommand(folder: string): Promise<void> {
  const program = path.join(folder, "atoll.mjs")
  await bundle(path.join(ROOT, "sdk/src/cli/main.ts"), program)
  const script = `#!/bin/sh\ntest "$1" = atoll && shift && exec node '${program}' "$@"\n`
  writeFileSync(path.join(folder, "npx"), script, { mode: 0o755 })
}

/** Node takes a third of a second to read the packages of a program, and TypeScript three; one file is read at once. */
const bundle = (entry: string, outfile: string) =>
  build({
    ...{ entryPoints: [entry], outfile, bundle: true, allowOverwrite: true, logLevel: "error" },
    ...{ platform: "node", format: "esm", target: "node20" },
    alias: {
      "atoll-sdk": path.join(ROOT, "sdk/src/client.ts"),
      "atoll-sdk/signing": path.join(ROOT, "sdk/src/signing.ts"),
    },
    // Of the packages some are CommonJS.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  })

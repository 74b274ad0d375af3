import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import path from "node:path"
import { promisify } from "node:util"
import { SIGN_PROGRAM } from "@/lib/guides/sign-program"

/** How an example is run, and where it is written for that. */
const RUNNERS: Readonly<Record<string, { extension: string; command: string } | undefined>> = {
  js: { extension: "mjs", command: "node" },
  ts: { extension: "mts", command: "node --import tsx" },
  python: { extension: "py", command: "python3" },
}

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
  writeFileSync(path.join(folder, "sign.mjs"), SIGN_PROGRAM)
  const steps = [...markdown.matchAll(FENCE)].flatMap(([, language = "", code = ""], at) =>
    writeStep(folder, `example-${at}`, language, code),
  )
  if (steps.length === 0) return ""
  // The service names the address of its configuration, which is not that of a test.
  const script = steps.join("\n").replace(/^export ATOLL=.*$/gm, `export ATOLL=${origin}`)
  writeFileSync(path.join(folder, "run.sh"), `set -a\n${script}`)
  // Programs keep their settings there.
  const env = { ...process.env, XDG_CONFIG_HOME: folder, ...variables }
  const options = { cwd: folder, env, maxBuffer: 1 << 26 }
  const bash = promisify(execFile)("bash", ["-e", "-o", "pipefail", "run.sh"], options)
  const { stdout } = await bash.catch(({ stdout: before, stderr }) => {
    throw new Error(`An example failed. Before that: ${before.slice(-1_000)}\n${stderr}`)
  })
  return stdout
}

/** Lines of the shell that run an example. */
function writeStep(folder: string, name: string, language: string, code: string): string[] {
  const file = FILE_LINE.exec(code)?.[1]
  if (file !== undefined) {
    writeFileSync(path.join(folder, file), code)
    return []
  }
  if (language === "bash") return [code]
  const runner = RUNNERS[language]
  if (!runner) return []
  const target = `${name}.${runner.extension}`
  writeFileSync(path.join(folder, target), code)
  return [`${runner.command} ${target}`]
}

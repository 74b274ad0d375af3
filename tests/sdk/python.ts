import { spawnSync } from "node:child_process"
import path from "node:path"

const ROOT = path.resolve(import.meta.dirname, "../..")

export const PACKAGE = path.join(ROOT, "sdk/python")

export const pythonEnv = {
  ...process.env,
  PYTHONPATH: [path.join(PACKAGE, "src"), process.env.PYTHONPATH].filter(Boolean).join(":"),
  PYTHONDONTWRITEBYTECODE: "1",
}

/** A Python for which a line succeeds; that of the distribution may, where another one comes first. */
export const findPython = (line: string) =>
  ["python3", "/usr/bin/python3"].find(
    (command) => spawnSync(command, ["-c", line], { env: pythonEnv }).status === 0,
  )

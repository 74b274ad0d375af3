import { execFileSync } from "node:child_process"

/** The files of a change; `base` is the commit it is compared with. */
export type Changed = { base: string; files: readonly string[] }

/** Branches a change is compared with; the first that exists. */
const TRUNKS = ["origin/main", "main"]

/**
 * The files that differ from where the branch left main, including uncommitted and untracked files. On main itself
 * these are the changes of the working tree.
 */
export function findChanged(root: string): Changed {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .split("\n")
      .filter((line) => line !== "")
  const [base = "HEAD"] = TRUNKS.flatMap((trunk) => {
    try {
      return git("merge-base", trunk, "HEAD")
    } catch {
      return []
    }
  })
  const differing = git("diff", "--name-only", "--no-renames", base)
  const untracked = git("ls-files", "--others", "--exclude-standard")
  return { base, files: [...new Set([...differing, ...untracked])].sort() }
}

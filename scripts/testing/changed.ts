import { execFileSync } from "node:child_process"
import { dependenciesOf, isTypeScript, listFiles } from "@/scripts/guards/sources"

/** Branches a change is compared with; the first that exists. */
const TRUNKS = ["origin/main", "main"]

/**
 * What differs from where the branch left main, uncommitted and untracked files included. On main itself
 * that is what the working tree changes.
 */
export function listChangedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .split("\n")
      .filter((line) => line !== "")
  const base = TRUNKS.flatMap((trunk) => {
    try {
      return git("merge-base", trunk, "HEAD")
    } catch {
      return []
    }
  })[0]
  const changed = git("diff", "--name-only", "--no-renames", base ?? "HEAD")
  return [...new Set([...changed, ...git("ls-files", "--others", "--exclude-standard")])].sort()
}

/** A change to these can break anything. */
const SHARED =
  /^(package(-lock)?\.json|tsconfig\.json|prisma\/|tests\/vitest\.config\.ts|tests\/helpers\/(environment|database|fresh|global-setup|test-kinds)\.ts|scripts\/testing\/|scripts\/database\/)/

/**
 * The files among `candidates` that a change can reach through imports, types and deferred imports included;
 * null when it can reach all of them.
 */
export function listAffected(
  changed: readonly string[],
  candidates: readonly string[],
): string[] | null {
  if (changed.some((file) => SHARED.test(file))) return null
  const importers = new Map<string, string[]>()
  for (const file of listFiles().filter(isTypeScript)) {
    for (const imported of dependenciesOf(file)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  const reached = new Set(changed)
  for (const file of reached)
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  return candidates.filter((file) => reached.has(file))
}

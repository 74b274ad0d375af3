import { existsSync } from "node:fs"
import { z } from "zod"
import { saveHistory } from "./chain"
import { removeEnvironmentFile } from "./environment-file"
import { end, isAlive } from "./processes.mjs"
import { step } from "./report.mjs"
import type { Lock, Run } from "./run-lock.mjs"

/** Ends what a run that was killed left behind, after saving the history of its chain. */
export async function endStaleProcesses(data: string, lock: Lock): Promise<void> {
  removeEnvironmentFile(data)
  const alive = lock.leftover?.children.filter(isAlive) ?? []
  if (alive.length > 0) {
    await step("Leftovers of a killed run cleared", async ({ progress }) => {
      for (const child of alive.reverse()) {
        progress(child.name)
        await saveChainOf(child)
        await end(child)
      }
    })
  }
  for (const { pid } of lock.leftover?.children ?? []) lock.drop(pid)
}

type RecordedChild = Run["children"][number]

async function saveChainOf({ chain }: RecordedChild) {
  if (!chain || !existsSync(chain.folder)) return
  await saveHistory(z.url().parse(chain.url), chain.folder).catch((error: unknown) =>
    console.error("Its chain could not be saved; the last saved history counts.", error),
  )
}

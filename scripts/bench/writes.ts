import type pg from "pg"
import { BUSIEST_TOKEN } from "./sample-rows"

/** Pause between two writes. */
export const WRITE_MS = 200

/** Changes what lists and pages show, as trades do, until told to stop. */
export function keepWriting(pool: pg.Pool) {
  let isRunning = true
  const loop = (async () => {
    while (isRunning) {
      await pool.query("update token set last_activity_at = now() where address = $1", [
        BUSIEST_TOKEN,
      ])
      await new Promise((resolve) => setTimeout(resolve, WRITE_MS))
    }
  })()
  return async () => {
    isRunning = false
    await loop
  }
}

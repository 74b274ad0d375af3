import { sleep } from "@/lib/async/backoff"
import { getChainClient } from "@/lib/chain/client"
import { ApiError } from "@/lib/http/errors"
import { log } from "@/lib/telemetry/logger"
import { completePayouts, reasonOf } from "./broadcast"
import { tryWithTreasury } from "./locks"
import { findOpenPayouts } from "./payout-rows"

/** Pause between two looks for open payouts. */
const LOOK_EVERY_MS = 3_000

/** Resolves open payouts: mined ones are paid or void, interrupted ones are sent or void. */
export async function settlePayouts(): Promise<void> {
  const client = getChainClient()
  if (!client || (await findOpenPayouts()).length === 0) return
  await tryWithTreasury(() => completePayouts(client))
}

/** Does so again and again until the signal aborts. What fails is tried again. */
export async function keepSettlingPayouts(signal: AbortSignal): Promise<void> {
  let reported = ""
  while (!signal.aborted) {
    try {
      await settlePayouts()
      reported = ""
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : reasonOf(error)
      if (reason !== reported) log.error(`Payouts of the faucet wait: ${reason}`)
      reported = reason
    }
    await sleep(LOOK_EVERY_MS, signal)
  }
}

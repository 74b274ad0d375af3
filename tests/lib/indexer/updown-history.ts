import { WAD } from "@/lib/units"
import { alice, bob, carol, dave } from "@/tests/helpers/chain"
import type { Updown } from "@/tests/helpers/updown"

const FINALIZE_WINDOW = 1_200

/**
 * Price rounds with every end they can have: won by either side, at an equal price, without a winner's shares, without
 * an update, stopped by the operator. Some of what they pay is claimed, in one or several rounds at once.
 */
export async function playUpdown(updown: Updown) {
  await updown.post(95_000)
  await updown.start()
  await playWon(updown)
  await playCanceled(updown)
  await playStopped(updown)
}

async function playWon({ bet, wait, post, settle, claim }: Updown) {
  await bet(alice, 0, "bull", 20n * WAD)
  await bet(bob, 0, "bear", 70n * WAD + 7n)
  await bet(alice, 0, "bull", 5n * WAD)
  await bet(dave, 1, "bull", 40n * WAD)
  await bet(carol, 4, "bear", 12n * WAD)
  await wait(0)
  await post(95_010.5)
  await settle(dave, 0)
  await claim(alice, 0, 1n)
  // Less than the seed, of which a part moves on.
  await bet(bob, 0, "bull", 1n * WAD)
  await bet(carol, 0, "bear", 31n * WAD)
  await bet(dave, 0, "bear", 3n * WAD)
  await wait(0)
  await post(94_990)
  await settle(alice, 0)
  await claim(carol, 0, 2n)
}

async function playCanceled({ bet, wait, post, settle, cancel, startRound, claimMany }: Updown) {
  // An equal price: round 3 starts and ends with 94,990.
  await bet(bob, 0, "bull", 10n * WAD)
  await bet(carol, 0, "bear", 4n * WAD)
  await wait(0)
  await post(94_990)
  await settle(bob, 0)
  // Nobody bet on the side that wins.
  await bet(alice, 0, "bull", 6n * WAD)
  await wait(0)
  await post(94_000)
  await settle(carol, 0)
  // No update in time.
  await bet(bob, 0, "bear", 8n * WAD)
  await wait(0, FINALIZE_WINDOW + 1)
  await cancel(dave, 0)
  await post(94_500)
  // The price of before was too old for another round.
  await startRound(bob, 0)
  await settle(dave, 1)
  await claimMany(bob, [
    [0, 3n],
    [0, 4n],
    [0, 5n],
    [0, 5n],
  ])
}

async function playStopped({ bet, panic, resume, post, claimMany }: Updown) {
  await bet(alice, 2, "bull", 9n * WAD)
  await bet(bob, 3, "bear", 11n * WAD)
  await bet(dave, 4, "bull", 5n * WAD)
  await panic()
  await claimMany(alice, [
    [2, 1n],
    [0, 4n],
  ])
  await post(95_100)
  await resume()
  await bet(alice, 4, "bear", 15n * WAD)
  await bet(carol, 2, "bull", 7n * WAD)
}

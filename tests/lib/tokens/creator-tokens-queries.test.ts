import { beforeEach, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { findOtherCreatorTokens } from "@/lib/tokens/creator-tokens-queries"
import { addressOf, emptyTables, insertSync, insertToken, MAIN, UNIT } from "@/tests/helpers/rows"

beforeEach(emptyTables)

const creator = addressOf(1)

test("other launches come with what became of the launch price, in USD", async () => {
  await insertToken({ address: MAIN, dev: creator })
  await insertSync({ token: MAIN, reserve0: UNIT, reserve1: UNIT })
  const shown = await insertToken({ dev: creator })
  const { address } = await insertToken({ dev: creator })
  const fresh = await insertToken({ dev: creator })
  await insertToken({ dev: addressOf(2) })
  await pool().query("update token set base_reserve0 = $2 where address = $1", [
    address,
    10n * UNIT,
  ])
  // Opens at 1 TIDE = 1 USD; then falls to half of it while TIDE doubles.
  await insertSync({ token: address, reserve0: 10n * UNIT, reserve1: 10n * UNIT })
  await insertSync({ token: address, reserve0: 20n * UNIT, reserve1: 1n * UNIT })
  await insertSync({ token: MAIN, reserve0: UNIT, reserve1: 2n * UNIT })
  expect(await findOtherCreatorTokens(shown)).toMatchObject([
    { address: fresh.address, priceUsd: null, changeSinceLaunch: null },
    { address, priceUsd: UNIT / 10n, changeSinceLaunch: -9_000n },
  ])
})

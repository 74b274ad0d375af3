import { beforeEach, expect, test } from "vitest"
import * as positionRoute from "@/app/api/internal/vault/position/route"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { insertVaultEvent } from "@/tests/helpers/loan-rows"
import { addressOf, emptyTables } from "@/tests/helpers/rows"

beforeEach(emptyTables)

const wallet = addressOf(7)
const ask = (owner: string) => call(positionRoute, { query: { wallet: owner } })

test("200: what a wallet's shares have cost, at average cost", async () => {
  await insertVaultEvent({ wallet, action: "wrap", amount: 10n * WAD, amountOut: 10n * WAD })
  await insertVaultEvent({ wallet, action: "wrap", amount: 12n * WAD, amountOut: 10n * WAD })
  await insertVaultEvent({ wallet, action: "lock", amount: 5n * WAD })
  await insertVaultEvent({ wallet, action: "unwrap", amount: 4n * WAD, amountOut: 5n * WAD })
  expect((await ask(wallet)).body).toEqual({
    shares: `${16n * WAD}`,
    cost: `${(176n * WAD) / 10n}`,
    realised: `${(6n * WAD) / 10n}`,
  })
})

test("200: nothing of a wallet without shares; 400: no wallet", async () => {
  expect((await ask(wallet)).body).toEqual({ shares: "0", cost: "0", realised: "0" })
  expect((await ask("nobody")).status).toBe(400)
})

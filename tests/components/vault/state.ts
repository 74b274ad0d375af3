import { zeroAddress } from "viem"
import type { ActionContext } from "@/components/vault/action"
import type { VaultHolder, VaultState } from "@/components/vault/vault-state"
import { toAddress } from "@/lib/chain/browser"
import type { LoanRecord } from "@/lib/loans/record"
import { WAD } from "@/lib/units"

const tide = {
  base0: 10_000n * WAD,
  reserve1: 20_000n * WAD,
  supply: 10_000n * WAD,
  multiplier: 100n,
}
const route = { tide, token: null, taxBasisPoints: 50n }

/** 100 of 150 shares, 40 of them locked; a share is worth 1.1 TIDE. */
export const holder: VaultHolder = {
  ...{ shares: 100n * WAD, locked: 40n * WAD, pledged: 0n, available: 44n * WAD, loan: null },
  balances: { tide: 50n * WAD, usdb: 200n * WAD, native: WAD },
  allowances: { tide: 0n, router: 0n },
}

export const vaultState: VaultState = {
  totals: { assets: 165n * WAD + 10n ** 14n, shares: 150n * WAD },
  ...{ route, invested: route },
  now: 1_780_000_000n,
  holder,
}

export const withHolder = (changed: Partial<VaultHolder>): VaultState => ({
  ...vaultState,
  holder: { ...holder, ...changed },
})

const contractAt = (number: number) => toAddress(`0x${`${number}`.padStart(40, "0")}`)

export const contracts: ActionContext["contracts"] = {
  ...{ usdb: contractAt(1), mainToken: contractAt(2), swap: contractAt(3), vault: contractAt(4) },
  ...{ factory: zeroAddress, taxes: zeroAddress, marketTrading: zeroAddress },
  ...{ privateMarket: zeroAddress, resolver: zeroAddress, reader: zeroAddress },
  ...{ loanHub: contractAt(5), leverage: zeroAddress, vesting: zeroAddress },
  ...{ identityRegistry: zeroAddress, reputationRegistry: zeroAddress },
}

export const contextOf = (state: VaultState): ActionContext => ({
  ...{ state, contracts, slippage: 100n },
})

export const loan: LoanRecord = {
  ...{ source: "vault", owner: contractAt(9), borrower: contractAt(5), coreId: 7n, hubId: 1n },
  token: { address: contractAt(2), symbol: "TIDE", name: "TIDE", image: null },
  ...{ collateral: 11n * WAD, debt: 20n * WAD, borrowed: 19n * WAD },
  ...{ createdAt: 1_779_000_000n, liquidationTime: 1_781_000_000n },
  ...{ liquidated: null, claim: null, isActive: true, isLiquidated: false },
}

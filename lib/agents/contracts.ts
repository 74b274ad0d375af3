import { zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { env, isLocalChain } from "@/lib/env"

type Registries = Pick<AddressBook, "chainId" | "identityRegistry" | "reputationRegistry">

/**
 * The registries of agents that belong to the platform: those of a local chain. Elsewhere other platforms share them,
 * and only reported transactions are read.
 */
export const listOwnRegistries = ({ chainId, identityRegistry, reputationRegistry }: Registries) =>
  env().LOCAL_CHAIN || isLocalChain(chainId)
    ? [identityRegistry, reputationRegistry].filter((address) => address !== zeroAddress)
    : []

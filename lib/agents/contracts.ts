import { zeroAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { env, isLocalChain } from "@/lib/env"

type Registries = Pick<AddressBook, "chainId" | "identityRegistry" | "reputationRegistry">

/**
 * The registries of agents that are the platform's own: those of a local chain. Elsewhere they are shared with other
 * platforms, and only transactions that somebody reports are read.
 */
export const listOwnRegistries = ({ chainId, identityRegistry, reputationRegistry }: Registries) =>
  env().LOCAL_CHAIN || isLocalChain(chainId)
    ? [identityRegistry, reputationRegistry].filter((address) => address !== zeroAddress)
    : []

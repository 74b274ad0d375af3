import {
  BaseError,
  ExecutionRevertedError,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isErc6492Signature,
  isHex,
  type PublicClient,
  parseAbi,
  recoverMessageAddress,
  size,
  slice,
  universalSignatureValidatorAbi,
} from "viem"
import { getChainClient } from "@/lib/chain/client"
import { env } from "@/lib/env"
import { chainUnavailable } from "@/lib/http/errors"

/** Time for the node's check of a signature, and then for showing that the node answers at all. */
const CHAIN_TIMEOUT_MS = 4_000
const PROBE_TIMEOUT_MS = 1_000

/** Enough for a wallet to be deployed and to verify curves in Solidity; a contract that never ends uses it up soon. */
const CALL_GAS = 15_000_000n

const ERC1271_ABI = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
])
const ERC1271_MAGIC_VALUE = "0x1626ba7e"

type SignedMessage = { address: Hex; message: string; signature: string; chainId: number }

/**
 * Whether the address signed the message, as an EOA or a contract wallet. Throws 503 when the check needs the chain
 * and the node does not answer.
 */
export async function isSignedBy({ address, message, signature, chainId }: SignedMessage) {
  if (!isHex(signature) || signature.length % 2 !== 0) return false
  // There is one node, of CHAIN_ID: contract wallets of other accepted chains cannot be checked.
  const client = chainId === env().CHAIN_ID ? getChainClient() : null
  if ((await recoverAddress(message, signature)) === address) return true
  return client ? isValidOnChain(client, address, message, signature) : false
}

/**
 * Whether the wallet's contract accepts the signature, in any form. A contract that reverts, never ends or returns
 * megabytes has not accepted it; only a node that does not answer counts as a failure of the chain.
 */
async function isValidOnChain(client: PublicClient, address: Hex, message: string, signature: Hex) {
  const check = async () => {
    const isWrapped = isErc6492Signature(signature)
    if (isWrapped && (await isValidUndeployed(client, address, message, signature))) return true
    return isValidDeployed(client, address, message, signature)
  }
  try {
    return await withTimeout(check(), CHAIN_TIMEOUT_MS)
  } catch (error) {
    const isThere = withTimeout(client.getBlockNumber({ cacheTime: 0 }), PROBE_TIMEOUT_MS)
    await isThere.catch(() => {
      throw chainUnavailable(error)
    })
    return false
  }
}

/** Recovers the lower-case address from an ECDSA signature of 65 bytes, or 64 (EIP-2098). */
async function recoverAddress(message: string, signature: Hex) {
  const bytes = size(signature)
  if (bytes !== 65 && bytes !== 64) return null
  const whole = bytes === 65 ? signature : expandCompact(signature)
  const address = await recoverMessageAddress({ message, signature: whole }).catch(() => null)
  return address?.toLowerCase() ?? null
}

/** EIP-2098 stores the parity in the highest bit of s. */
function expandCompact(signature: Hex) {
  const parityAndS = BigInt(slice(signature, 32, 64))
  const s = parityAndS & ((1n << 255n) - 1n)
  const v = parityAndS >> 255n === 1n ? "1c" : "1b"
  return `${slice(signature, 0, 32)}${s.toString(16).padStart(64, "0")}${v}` as const
}

/** ERC-1271, for an address with code. */
async function isValidDeployed(
  client: PublicClient,
  address: Hex,
  message: string,
  signature: Hex,
) {
  const code = await client.getCode({ address })
  if (!code) return false
  const args = [hashMessage(message), signature] as const
  const data = encodeFunctionData({ abi: ERC1271_ABI, args })
  const answer = await readCallResult(client.call({ to: address, data, gas: CALL_GAS }))
  // bytes4 is returned left-aligned in 32 bytes; a shorter result is not ERC-1271.
  return answer !== undefined && size(answer) >= 32 && slice(answer, 0, 4) === ERC1271_MAGIC_VALUE
}

/** ERC-6492: the universal validator deploys the wallet inside eth_call, so nothing remains on chain. */
async function isValidUndeployed(
  client: PublicClient,
  address: Hex,
  message: string,
  signature: Hex,
) {
  const data = encodeDeployData({
    abi: universalSignatureValidatorAbi,
    args: [address, hashMessage(message), signature],
    bytecode: erc6492SignatureValidatorByteCode,
  })
  const answer = await readCallResult(client.call({ data, gas: CALL_GAS }))
  return answer !== undefined && BigInt(answer) === 1n
}

/** The result of the call; undefined when it reverted or failed otherwise, while the node is there. */
async function readCallResult(call: Promise<{ data?: Hex | undefined }>) {
  try {
    const { data } = await call
    return data === "0x" ? undefined : data
  } catch (error) {
    if (isRevert(error)) return undefined
    throw error
  }
}

const isRevert = (error: unknown) =>
  error instanceof BaseError &&
  error.walk((inner) => inner instanceof ExecutionRevertedError) !== null

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No response within ${milliseconds} ms`)),
      milliseconds,
    )
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

import { createRequire } from "node:module"
import {
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  getCreate2Address,
  type Hex,
  http,
  parseAbi,
  zeroHash,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { foundry } from "viem/chains"
import { waitForReceipt } from "@/scripts/local/wait-for-receipt"

/** An ERC-1271 wallet of one owner, and a factory that deploys it to an address known before. */
const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract OwnedWallet {
    address private immutable owner;

    constructor(address owner_) { owner = owner_; }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        require(signature.length == 65, "length");
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        return ecrecover(hash, uint8(signature[64]), r, s) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

contract WalletFactory {
    function create(address owner) external { new OwnedWallet{salt: 0}(owner); }
}

contract NoWallet {
    uint256 public value;
}

/** Accepts an empty signature: the message was approved before. */
contract ApprovingWallet {
    function isValidSignature(bytes32, bytes calldata signature) external pure returns (bytes4) {
        return signature.length == 0 ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

contract EndlessWallet {
    function isValidSignature(bytes32 hash, bytes calldata) external pure returns (bytes4) {
        while (true) hash = keccak256(abi.encode(hash));
        return 0x1626ba7e;
    }
}

contract InvalidWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        assembly { invalid() }
    }
}

/** The right answer, not padded to a word. */
contract FourBytesWallet {
    fallback() external {
        assembly { mstore(0, shl(224, 0x1626ba7e)) return(0, 4) }
    }
}

contract LongWallet {
    fallback() external {
        assembly { return(0, 400000) }
    }
}
`

/** Contracts that do not answer as a wallet does. */
export const misbehavingWallets = [
  "NoWallet",
  "EndlessWallet",
  "InvalidWallet",
  "FourBytesWallet",
  "LongWallet",
] as const

type ContractName =
  | "OwnedWallet"
  | "WalletFactory"
  | "ApprovingWallet"
  | (typeof misbehavingWallets)[number]

type Output = Record<string, { evm: { bytecode: { object: string } } }>

let compiled: Record<string, Hex> | undefined

function bytecode(name: ContractName): Hex {
  compiled ??= compile()
  return compiled[name] ?? "0x"
}

function compile() {
  const solc: { compile: (input: string) => string } = createRequire(import.meta.url)("solc")
  const input = {
    language: "Solidity",
    sources: { "wallet.sol": { content: SOURCE } },
    settings: { outputSelection: { "*": { "*": ["evm.bytecode.object"] } } },
  }
  const output: { contracts: { "wallet.sol": Output }; errors?: { formattedMessage: string }[] } =
    JSON.parse(solc.compile(JSON.stringify(input)))
  const contracts = output.contracts["wallet.sol"]
  return Object.fromEntries(
    Object.entries(contracts).map(([name, { evm }]): [string, Hex] => [
      name,
      `0x${evm.bytecode.object}`,
    ]),
  )
}

const walletAbi = parseAbi(["constructor(address owner)"])
const factoryAbi = parseAbi(["function create(address owner)"])

/** Deploys wallets on a local chain, or foretells where they would stand. */
export async function contractWallets(url: string) {
  const chain = createPublicClient({ chain: foundry, transport: http(url) })
  const sender = createWalletClient({
    chain: foundry,
    transport: http(url),
    account: mnemonicToAccount(`${"test ".repeat(11)}junk`),
  })

  async function deploy(data: Hex): Promise<Hex> {
    const hash = await sender.sendTransaction({ data })
    const { contractAddress } = await waitForReceipt(chain, hash)
    if (!contractAddress) throw new Error("Nothing was deployed")
    return contractAddress
  }

  const factory = await deploy(bytecode("WalletFactory"))
  const walletCode = (owner: Hex) =>
    encodeDeployData({ abi: walletAbi, bytecode: bytecode("OwnedWallet"), args: [owner] })

  return {
    factory,
    factoryAbi,
    deployWallet: (owner: Hex) => deploy(walletCode(owner)),
    deployContract: (name: ContractName) => deploy(bytecode(name)),
    futureWallet: (owner: Hex) =>
      getCreate2Address({ from: factory, salt: zeroHash, bytecode: walletCode(owner) }),
    hasCode: async (address: Hex) => (await chain.getCode({ address })) !== undefined,
  }
}

import {
  type Abi,
  type Address,
  type ContractFunctionName,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
} from "viem"

/** A call of a contract, already encoded against its ABI. */
export type ContractCall = { to: Address; data: Hex; value?: bigint }

/** The exact amount of a token that the spender may take. */
export type Approval = { token: Address; spender: Address; amount: bigint }

/** A call, and the approval that has to be sent before it when the allowance is too small. */
export type PreparedCall = {
  call: ContractCall
  approval?: Approval
  /** Shown to the user: "Buy 12.5 KELP". */
  title?: string
}

/** Encodes a call; name and arguments are checked against the ABI. */
export const encodeCall = <
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi> | undefined = undefined,
>(
  to: Address,
  parameters: EncodeFunctionDataParameters<abi, functionName>,
): ContractCall => ({ to, data: encodeFunctionData(parameters) })

/** Lets a spender take the exact amount. */
export const approveCall = ({ token, spender, amount }: Approval): ContractCall =>
  encodeCall(token, { abi: erc20Abi, functionName: "approve", args: [spender, amount] })

/** The same call with another amount to approve. */
export const withAllowance = (prepared: PreparedCall, amount: bigint): PreparedCall =>
  prepared.approval ? { ...prepared, approval: { ...prepared.approval, amount } } : prepared

import {
  BaseError,
  HttpRequestError,
  InsufficientFundsError,
  InternalRpcError,
  NonceTooLowError,
  TimeoutError,
  TransactionRejectedRpcError,
  UserRejectedRequestError,
} from "viem"
import { describe, expect, test } from "vitest"
import { ConnectorNotFoundError } from "wagmi"
import { mayBeSent } from "@/lib/errors/maybe-sent"

const wrapped = (cause: Error) =>
  new BaseError("Outer", { cause: new BaseError("Inner", { cause }) })
const coded = (code: number, message = "from the wallet") =>
  Object.assign(new Error(message), { code })
const url = "http://node"

describe("a transaction may have been sent", () => {
  test.each([
    ["no answer of the node", new HttpRequestError({ url, details: "fetch failed" })],
    ["a gateway's error", new HttpRequestError({ url, status: 502, details: "Bad Gateway" })],
    ["a time-out", new TimeoutError({ body: {}, url })],
    ["an internal error of the wallet", new InternalRpcError(new Error("Internal JSON-RPC error"))],
    ["a wallet that has gone", coded(4900)],
    ["a general error of the node", coded(-32000, "something else")],
    ["what the node knows already", coded(-32000, "already known")],
    ["a nonce used by the first try", new NonceTooLowError()],
    ["a node's time-out", coded(-32002, "request timed out")],
    ["anything unknown", new Error("Bridge closed")],
    ["a text", "no"],
  ])("after %s", (_, error) => {
    expect(mayBeSent(error)).toBe(true)
    if (error instanceof Error) expect(mayBeSent(wrapped(error))).toBe(true)
  })
})

describe("a transaction was not sent", () => {
  test.each([
    ["the person's refusal", new UserRejectedRequestError(new Error("no"))],
    ["a refusal in words only", new Error("User denied transaction signature")],
    ["a request that waits in the wallet", coded(-32002, "Request already pending")],
    ["a wallet on another chain", coded(4901)],
    ["too little for the fee", new InsufficientFundsError()],
    ["the node's refusal", new TransactionRejectedRpcError(new Error("refused"))],
    ["no wallet", new ConnectorNotFoundError()],
    ["a revert at the estimate", coded(3, "execution reverted")],
  ])("after %s", (_, error) => {
    expect(mayBeSent(error)).toBe(false)
    expect(mayBeSent(wrapped(error))).toBe(false)
  })
})
